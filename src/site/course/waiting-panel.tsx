import { useState } from "react";
import { useNavigate } from "react-router";
import type { Course } from "#features/catalogue/course.ts";
import { dayAndTime, untilLabel } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale, useLocalePath } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { callApi } from "#platform/api-client.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { useIsReady } from "#platform/use-is-ready.ts";
import { useSession } from "#platform/use-session.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Select } from "#ui/select.tsx";
import { getCourseAddress } from "./registration.ts";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";
import { ConfirmButton } from "#ui/confirm-button.tsx";

const seatOptions = ["1", "2", "3", "4", "5"].map((value) => ({ value, label: value }));

export interface WaitingPanelProps {
  course: Course;
  /** Null for the next run. */
  run: number | null;
  /** `held`: holds may end, so joining is the secondary action; `open`: the panel shows nothing but an offer. */
  seats: "sold-out" | "held" | "open";
}

/** The waiting list of a run: a form to join it, the person's position in it, or the seat that is held for them. */
export default function WaitingPanel({ course, run, seats: state }: WaitingPanelProps) {
  const locale = useLocale();
  const path = useLocalePath();
  const navigate = useNavigate();
  const { current_user: user } = useSession();
  const isReady = useIsReady();
  const [seats, setSeats] = useState("1");
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState("");
  const { answer, refetch } = useApiQuery(`${user?.id ?? ""} ${course.id}`, (signal) =>
    callApi("/api/waiting-list", { course_id: course.id }, signal),
  );
  const [latest, setLatest] = useState(answer);
  // The last answer stays while a new one is requested.
  if (answer && answer !== latest) setLatest(answer);
  const list = latest?.ok ? latest.data : null;
  const entry = list?.place ?? null;
  const waiting = list?.waiting ?? 0;

  async function submit(send: () => Promise<{ ok: boolean; message?: string }>) {
    setPending(true);
    setProblem("");
    const response = await send();
    setPending(false);
    if (!response.ok) setProblem(response.message || m.waiting_failed());
    refetch();
  }
  function join() {
    if (user) return submit(() => callApi("/api/join-waiting-list", { course_id: course.id, seats: Number(seats) }));
    const message = m.waiting_login_message({ course: localText(locale, course.name_eng, course.name_ar).text });
    const query = new URLSearchParams({
      redirect: path(getCourseAddress(course.slug, run)),
      redirect_message: message,
    });
    void navigate(path(`/login?${query.toString()}`));
  }
  async function leave() {
    const response = await callApi("/api/leave-waiting-list", { course_id: course.id });
    if (!response.ok) return response.message;
    refetch();
    return "";
  }
  const alert = problem && (
    <p role="alert" className="mt-3 text-sm text-danger">
      {problem}
    </p>
  );

  if (entry?.state === "offered" && entry.ends_at)
    return (
      <div className="mt-3">
        <div className="mb-4 flex items-center gap-4 rounded-card bg-warning-tint px-5 py-4 text-warning">
          <Icon name="clock" />
          <p>
            <strong className="block font-medium">{m.waiting_held_for_you()}</strong>
            <span className="text-sm">{m.waiting_until({ time: untilLabel(new Date(entry.ends_at), locale) })}</span>
          </p>
        </div>
        <LinkButton size="lg" block to={`/waiting-list/${entry.id}`}>
          {m.waiting_see_offer()}
        </LinkButton>
      </div>
    );
  if (state === "open") return null;
  if (entry?.position)
    return (
      <div className="mt-3">
        <div className="flex items-center gap-4 rounded-card bg-stone px-5 py-4">
          <span aria-hidden="true" className="min-w-8 text-center font-display text-[2.5rem] leading-none font-light">
            {entry.position}
          </span>
          <p>
            <strong className="block font-medium">
              {m.waiting_position({ nth: m.waiting_nth({ position: entry.position }) })}
            </strong>
            <span className="block text-sm text-balance text-ink-2">
              {m.waiting_since({ time: dayAndTime(new Date(entry.joined_at), locale) })}
            </span>
          </p>
        </div>
        <p className="my-4 text-sm text-ink-2">{m.waiting_writes_to({ email: isolate(user?.email ?? "") })}</p>
        <ConfirmButton
          block
          label={m.waiting_leave()}
          title={m.waiting_leave_title()}
          text={m.waiting_leave_text()}
          keepLabel={m.waiting_leave_keep()}
          onConfirm={leave}
        />
        {alert}
      </div>
    );
  return (
    <div className="mt-3">
      <ConfirmAddress className="mb-4" />
      <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-end gap-3">
        <Select
          name="common_seats"
          label={m.common_seats()}
          options={seatOptions}
          value={seats}
          onChange={(event) => setSeats(event.target.value)}
        />
        <Button
          variant={state === "held" ? "secondary" : "primary"}
          block
          isPending={isPending}
          disabled={!isReady}
          onClick={() => void join()}
          className="text-balance"
        >
          {m.waiting_join()}
        </Button>
      </div>
      {/* Each text has a paragraph of its own, because one that changed would count as layout shift. */}
      <p key={waiting} className="mt-4 min-h-[5lh] text-sm text-ink-2">
        {waiting > 0 ? m.waiting_people({ count: waiting }) : m.waiting_nobody()}
      </p>
      {alert}
    </div>
  );
}
