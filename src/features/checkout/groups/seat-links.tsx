import { useState } from "react";
import { dayAndTime } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { callApi, type Reply } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { TextField } from "#ui/text-field.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";

type SeatLink = Reply<"/api/seat-links">["links"][number];

interface SeatLinksProps {
  orderId: number;
  runId: number;
}

/** Shows the claim links of a line's seats: who claimed them, and actions to copy, email and withdraw each. */
export default function SeatLinks({ orderId, runId }: SeatLinksProps) {
  const { answer, refetch } = useApiQuery(`seat links ${orderId}`, (signal) =>
    callApi("/api/seat-links", { order_id: orderId }, signal),
  );
  const [changed, setChanged] = useState<readonly SeatLink[] | null>(null);
  const [status, setStatus] = useState("");
  if (!answer) return <SkeletonRows rows={2} />;
  if (!answer.ok)
    return (
      <div role="alert" className="grid justify-items-start gap-3 text-danger">
        {answer.message}
        <ConfirmAddress />
        <Button variant="secondary" size="sm" onClick={refetch}>
          {m.common_action_try_again()}
        </Button>
      </div>
    );
  const links = (changed ?? answer.data.links).filter(({ course_id }) => course_id === runId);
  const showChange = (newLinks: readonly SeatLink[], message: string) => {
    setChanged(newLinks);
    setStatus(message);
  };
  return (
    <div className="@container rounded-[12px] border border-line p-4 text-sm md:p-5">
      <p className="text-ink-2">{links.length > 0 ? m.groups_links_hint() : m.groups_links_none()}</p>
      <p role="status" className="min-h-6 pt-1 text-success">
        {status}
      </p>
      <ul className="mt-1 grid gap-4">
        {links.map((link) => (
          <Link key={`${link.seat} ${link.url}`} link={link} orderId={orderId} onChange={showChange} />
        ))}
      </ul>
    </div>
  );
}

interface LinkProps {
  link: SeatLink;
  orderId: number;
  onChange: (links: readonly SeatLink[], message: string) => void;
}

function Link({ link, orderId, onChange }: LinkProps) {
  const locale = useLocale();
  const [fieldErrors, setFieldErrors] = useState<FieldMap>();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const seatLabel = m.enrolments_seat_number({ n: link.seat });
  const formatTime = (instant: string) => isolate(dayAndTime(new Date(instant), locale));
  const { url } = link;
  if (url === null)
    return (
      <li className="border-t border-line pt-4">
        <p className="font-medium">{seatLabel}</p>
        <p className="text-ink-2">
          {m.groups_link_claimed({ name: isolate(link.name ?? ""), time: formatTime(link.claimed_at ?? "") })}
        </p>
      </li>
    );
  const seat = { order_id: orderId, course_id: link.course_id, seat: link.seat };
  type Answer = Awaited<ReturnType<typeof callApi<"/api/withdraw-seat-link">>>;
  const showAnswer = (answer: Answer) => {
    if (answer.ok) return onChange(answer.data.links, answer.data.message);
    setFieldErrors(answer.fields);
    setProblem(answer.message);
  };
  const send = async (form: FormData) => {
    setProblem("");
    showAnswer(await callApi("/api/send-seat-link", { ...seat, email: String(form.get("email") ?? "") }));
  };
  const withdraw = async () => {
    setBusy(true);
    setProblem("");
    showAnswer(await callApi("/api/withdraw-seat-link", seat));
    setBusy(false);
  };
  return (
    <li className="grid gap-2 border-t border-line pt-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{seatLabel}</span>
        <span className="text-ink-3">
          {link.sent_at
            ? m.groups_link_sent_to({ email: isolate(link.sent_to ?? ""), time: formatTime(link.sent_at) })
            : m.groups_link_not_sent()}
        </span>
      </p>
      <Form
        validationErrors={fieldErrors}
        onSend={send}
        aria-label={seatLabel}
        className="flex flex-wrap items-end gap-3"
      >
        <TextField
          name="email"
          type="email"
          label={m.common_email()}
          defaultValue={link.sent_to ?? ""}
          maxLength={254}
          autoComplete="off"
          required
          className="min-w-0 grow basis-56"
        />
        <Button type="submit" size="sm" variant="secondary" pendingText={m.enrolments_processing()}>
          {link.sent_at ? m.groups_link_send_again() : m.groups_link_send()}
        </Button>
        <CopyLink url={url} seatLabel={seatLabel} />
        <Button
          size="sm"
          variant="ghost"
          isPending={busy}
          onClick={() => void withdraw()}
          aria-label={m.groups_link_withdraw_of({ seat: seatLabel })}
        >
          {m.groups_link_withdraw()}
        </Button>
      </Form>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
    </li>
  );
}

function CopyLink({ url, seatLabel }: { url: string; seatLabel: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => void copy().catch(() => {})}
      aria-label={m.groups_link_copy_of({ seat: seatLabel })}
    >
      {copied ? m.groups_link_copied() : m.groups_link_copy()}
    </Button>
  );
}
