import { useEffect, useEffectEvent, useState } from "react";
import { data, useNavigate } from "react-router";
import type { z } from "zod";
import { addSeat, toCartDetails, removeItem } from "#features/checkout/cart.ts";
import { changeCart } from "#features/checkout/cart-store.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useViewer } from "#features/people/use-viewer.ts";
import { untilLabel } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale, useLocalePath } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { formatSar } from "#i18n/money.ts";
import { TimesOfSessions } from "#i18n/times-of-sessions.tsx";
import { WeekdayRange } from "#i18n/run-dates.tsx";
import { callApi } from "#platform/api-client.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { m } from "#messages";
import { announce } from "#ui/announce.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmButton } from "#ui/confirm-button.tsx";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import type { offer as offerEndpoint } from "#features/waitlist/api.server.ts";
import type { Route } from "./+types/offer";

type OfferEntry = z.output<typeof offerEndpoint.reply>["place"];

/** Responds 404 for an invalid id. `/api/waiting-offer`, called in the browser, checks whose waitlist entry it is. */
export function loader({ params }: Route.LoaderArgs) {
  const isValidId = /^[1-9]\d{0,8}$/.test(params.id);
  return data({ id: isValidId ? Number(params.id) : null }, { status: isValidId ? 200 : 404 });
}

export const meta = () => [
  { title: `${m.waiting_offer_crumb()} · ${m.site_name()}` },
  { name: "description", content: m.waiting_offer_description() },
  { name: "robots", content: "noindex" },
];

/**
 * Returns the milliseconds until an instant by the server's clock, which showed `now` at the first render. Calls
 * `onOver` when none are left.
 */
function useTimeLeft(until: string, now: string, onOver: () => void): number {
  const [offset] = useState(() => Date.parse(now) - Date.now());
  const getTimeLeft = () => Math.max(0, Date.parse(until) - Date.now() - offset);
  const [left, setLeft] = useState(getTimeLeft);
  const isOver = left === 0;
  const tick = useEffectEvent(() => {
    setLeft(getTimeLeft());
    if (getTimeLeft() === 0) onOver();
  });
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}

const padNumber = (count: number) => String(count).padStart(2, "0");

/** Hours, minutes and seconds. Screen readers announce each hour, and each of the last ten minutes. */
function Countdown({ entry, until, onOver }: { entry: OfferEntry; until: string; onOver: () => void }) {
  const left = useTimeLeft(until, entry.now, onOver);
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const spoken =
    hours > 0 ? m.waiting_left_hours({ count: hours }) : minutes < 10 ? m.waiting_left_minutes({ count: minutes }) : "";
  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);
  const renderCell = (count: number, unit: string) => (
    <span className="grid min-w-19 justify-items-center rounded-[14px] bg-stone px-2 py-2.5 md:min-w-21">
      <b className="font-display text-[2.25rem] leading-tight font-light text-ink tabular-nums">{padNumber(count)}</b>
      <span className="text-sm text-ink-2">{unit}</span>
    </span>
  );
  return (
    <div role="timer" dir="ltr" className="flex justify-center gap-2.5">
      {renderCell(hours, m.waiting_hours({ count: hours }))}
      {renderCell(minutes, m.waiting_minutes({ count: minutes }))}
      {renderCell(seconds % 60, m.waiting_seconds({ count: seconds % 60 }))}
    </div>
  );
}

/**
 * Returns the path of a course's checkout for one seat. Puts several seats into the cart and returns the path of the
 * cart's checkout; if that fails, the path of the course's checkout.
 */
async function prepareCheckout({ run_id, slug, seats }: OfferEntry): Promise<string> {
  if (seats === 1) return `/checkout/${slug}?run=${run_id}`;
  const answer = await callApi("/api/cart-items", { items: [{ id: run_id, qty: seats }] });
  const item = answer.ok ? answer.data.data.items[0] : undefined;
  if (!item) return `/checkout/${slug}?run=${run_id}`;
  changeCart((cart) =>
    Array.from({ length: seats }).reduce<typeof cart>(
      (state) => addSeat(state, run_id, toCartDetails(item.details)).state,
      removeItem(cart, run_id),
    ),
  );
  return "/checkout/cart";
}

function Offer({ entry, onChange }: { entry: OfferEntry; onChange: () => void }) {
  const locale = useLocale();
  const path = useLocalePath();
  const navigate = useNavigate();
  const [isAccepting, setAccepting] = useState(false);
  const until = entry.ends_at ?? entry.now;
  const total = formatSar(entry.total, locale);

  async function accept() {
    setAccepting(true);
    await navigate(path(await prepareCheckout(entry)));
  }
  async function decline() {
    const response = await callApi("/api/leave-waiting-list", { course_id: entry.run_id });
    if (!response.ok) return response.message;
    onChange();
    return "";
  }
  return (
    <StatementPage
      background="mint"
      icon="ticket"
      title={m.waiting_offer_title({ count: entry.seats })}
      details={
        <div className="grid gap-6">
          <Countdown entry={entry} until={until} onOver={onChange} />
          <KeyValueList
            items={[
              { label: m.common_course(), value: <LocalizedText eng={entry.name_eng} ar={entry.name_ar} /> },
              { label: m.waiting_dates(), value: <WeekdayRange of={entry} /> },
              ...(entry.sessions.length > 0
                ? [{ label: m.waiting_times(), value: <TimesOfSessions of={entry.sessions} /> }]
                : []),
              { label: m.common_venue(), value: <LocalizedText eng={entry.venue_eng} ar={entry.venue_ar} /> },
              ...(entry.seats > 1 ? [{ label: m.common_seats(), value: entry.seats }] : []),
              {
                label: m.waiting_price({ percent: entry.tax_percent }),
                value: <bdi className="font-medium">{total}</bdi>,
              },
            ]}
          />
          <div className="grid gap-3 md:grid-cols-[1fr_auto]">
            <Button size="lg" isPending={isAccepting} onClick={() => void accept()}>
              {m.waiting_accept()}
            </Button>
            <ConfirmButton
              size="lg"
              label={m.waiting_decline()}
              title={m.waiting_decline_title()}
              text={m.waiting_decline_text()}
              keepLabel={m.waiting_decline_keep()}
              onConfirm={decline}
            />
          </div>
          <p className="text-sm text-ink-2 text-balance">{m.waiting_offer_else()}</p>
        </div>
      }
    >
      <p>{m.waiting_offer_lead({ time: isolate(untilLabel(new Date(until), locale)) })}</p>
    </StatementPage>
  );
}

function EndedOffer({ entry, isResult }: { entry: OfferEntry; isResult: boolean }) {
  const isBought = entry.ended === "bought";
  return (
    <StatementPage
      isResult={isResult}
      background="mint"
      icon={isBought ? "check" : "ticket-x"}
      title={isBought ? m.waiting_over_bought_title() : m.waiting_over_title()}
      actions={
        <>
          <LinkButton to="/my-courses">{m.common_my_courses()}</LinkButton>
          <LinkButton variant="secondary" to={`/courses/${entry.slug}?run=${entry.run_id}`}>
            {m.waiting_to_course()}
          </LinkButton>
        </>
      }
    >
      <p role="status">
        {isBought
          ? m.waiting_over_bought()
          : entry.state === "waiting"
            ? m.waiting_over_waits()
            : m.waiting_over_left()}
      </p>
    </StatementPage>
  );
}

function LoadedOffer({ id }: { id: number }) {
  const user = useViewer(`/waiting-list/${id}`);
  const [wasOpen, setWasOpen] = useState(false);
  const { answer, refetch } = useApiQuery(user && `${user.id} ${id}`, (signal) =>
    callApi("/api/waiting-offer", { id }, signal),
  );
  if (!answer || (!answer.ok && answer.status === 401))
    return (
      <div className="wrap min-h-dvh py-section" aria-busy="true">
        <h1 className="sr-only">{m.waiting_offer_crumb()}</h1>
        <span className="sr-only">{m.ui_loading()}</span>
        <SkeletonRows />
      </div>
    );
  if (answer.ok) {
    const { place: entry } = answer.data;
    const isOpen = entry.state === "offered" && entry.ends_at !== null && entry.ends_at > entry.now;
    if (!isOpen) return <EndedOffer entry={entry} isResult={wasOpen} />;
    const handleChange = () => {
      setWasOpen(true);
      refetch();
    };
    return <Offer key={entry.ends_at} entry={entry} onChange={handleChange} />;
  }
  if (answer.status === 404) return <Missing />;
  return (
    <div className="wrap min-h-dvh py-section">
      <h1 className="sr-only">{m.waiting_offer_crumb()}</h1>
      <LoadFailure message={answer.message} refetch={refetch} />
    </div>
  );
}

const Missing = () => (
  <StatementPage
    background="mint"
    icon="search-x"
    title={m.waiting_none_title()}
    actions={<LinkButton to="/my-courses">{m.common_my_courses()}</LinkButton>}
  >
    <p>{m.waiting_none()}</p>
  </StatementPage>
);

/** Seats that are held for a waitlist entry, with the time left. */
export default function OfferPage({ loaderData: { id } }: Route.ComponentProps) {
  return (
    <>
      <Breadcrumb items={[{ label: m.common_my_courses(), to: "/my-courses" }, { label: m.waiting_offer_crumb() }]} />
      {id === null ? <Missing /> : <LoadedOffer id={id} />}
    </>
  );
}
