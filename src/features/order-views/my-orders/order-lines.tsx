import { lazy, Suspense, useState, type ReactNode } from "react";
import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import { Discount } from "./order-parts.tsx";
import { isolate } from "#i18n/isolate.ts";
import { useLocale, useLocalePath } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { WeekdayRange } from "#i18n/run-dates.tsx";
import { TimesOfSessions } from "#i18n/times-of-sessions.tsx";
import { joiningLinks } from "#i18n/joining-links.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { fullDate } from "#i18n/dates.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Card } from "#ui/card.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Order, OrderLine } from "#features/orders/order.schema.server.ts";
import { Sar } from "#ui/money.tsx";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import { Button } from "#ui/button.tsx";
import { AssignSeats, type AssignSeatsProps } from "./assign-seats.tsx";

interface LinesProps extends Omit<AssignSeatsProps, "line" | "orderId"> {
  order: Pick<Order, "id" | "difference_of">;
  /** The run whose seats were saved last, with a message about it; null before the first save. */
  saved: { runId: number; message: string } | null;
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon name={icon} size="sm" className="mt-[.25em] text-ink-3" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

function HowToJoin({ line }: { line: OrderLine }) {
  const links = joiningLinks(line.sessions, useLocale());
  if (!line.enrolled || line.delivery !== "online") return null;
  if (links.length === 0) return <span className="block text-ink-3">{m.common_joining_link_later()}</span>;
  return links.map(({ label, url }) => (
    <a key={url} href={url} rel="noreferrer" className="inline-link block w-fit py-1 max-md:touch-y">
      {label}
    </a>
  ));
}

/** Formats the number of seats of a line; says how many were cancelled, if only some were. */
function seatsLeft({ qty, seats_cancelled }: OrderLine): string {
  const cancelledSeats = m.orders_seats_gone({ count: seats_cancelled });
  return seats_cancelled > 0 && seats_cancelled < qty
    ? m.orders_seats_left({ count: qty - seats_cancelled, gone: cancelledSeats })
    : m.orders_seats({ count: qty });
}

/** Explains why no seat of a line can be used any more; null when some can. */
function cancellationText({ cancelled, seats_cancelled, qty }: OrderLine): string | null {
  const isReturned = seats_cancelled === qty;
  if (cancelled) return isReturned ? m.orders_course_cancelled_refunded() : m.orders_course_cancelled();
  return isReturned ? m.orders_seats_all_cancelled() : null;
}

function Line({ line, saved, ...page }: LinesProps & { line: OrderLine }) {
  const locale = useLocale();
  // An order that pays a price difference has no seats of its own: they are in the first order.
  const isDifference = page.order.difference_of !== null;
  const cancellation = isDifference ? null : cancellationText(line);
  return (
    <li className="break-inside-avoid border-b border-line pb-7 not-first:pt-7 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3 md:flex-nowrap print:flex-nowrap">
        <Picture
          picture={thumbnail(line.image)}
          alt=""
          className="aspect-[16/10] w-25 flex-none rounded-control md:w-33"
        />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="font-sans text-h4 font-medium tracking-normal">
            <LocalizedText eng={line.name_eng} ar={line.name_ar} />
          </h2>
          <ul className="mt-2.5 grid gap-1.5 text-sm text-ink-2 tabular-nums">
            <Fact icon="calendar">
              <WeekdayRange of={line} />
              {line.moved_from && (
                <span className="block text-ink-3">
                  {m.changes_moved_from({ date: isolate(fullDate(line.moved_from, locale)) })}
                </span>
              )}
            </Fact>
            <Fact icon="clock-3">
              {m.catalogue_days({ count: line.days })}
              {line.accreditation_status === "accredited" && (
                <>
                  {locale === "ar" ? "، " : ", "}
                  {m.catalogue_cme_hours({ count: line.hours })}
                </>
              )}
              {!cancellation && <TimesOfSessions of={line.sessions} />}
            </Fact>
            <Fact icon="map-pin">
              <LocalizedText eng={line.venue_eng} ar={line.venue_ar} />
              <HowToJoin line={line} />
            </Fact>
          </ul>
        </div>
        <p className="text-end tabular-nums max-md:w-full max-md:border-t max-md:border-line max-md:pt-3.5 print:w-auto print:border-0 print:pt-0">
          <strong className="font-semibold">
            <Sar amount={line.amount} />
          </strong>
          {line.qty > 1 && <span className="block text-sm text-ink-3">{seatsLeft(line)}</span>}
          {line.discount && <Discount of={line.discount} className="block text-sm text-ink-3" />}
        </p>
      </div>
      {cancellation ? (
        <Alert tone="warning" className="mt-5">
          {cancellation}
        </Alert>
      ) : (
        !isDifference && <People line={line} />
      )}
      {saved?.runId === line.course_id && saved.message && (
        <p role="status" className="mt-3 text-sm text-success">
          {saved.message}
        </p>
      )}
      {line.seats_to_name.length > 0 && (
        <AssignSeats orderId={page.order.id} line={line} onDone={page.onDone} reload={page.reload} />
      )}
      {line.enrolled && line.qty > 1 && <SeatLinksSection orderId={page.order.id} runId={line.course_id} />}
      {line.enrolled && (
        <p data-print="hide" className="mt-5 border-t border-line pt-4">
          <LinkButton variant="secondary" size="sm" to={`/my-courses/${page.order.id}/change#${line.course_id}`}>
            {m.changes_title()}
          </LinkButton>
        </p>
      )}
      {(line.visibility === "public" || line.key) && (
        <p data-print="hide" className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
          <ArrowLink to={`/courses/${line.slug}${runQuery(line.course_id, line.key)}`} className="text-sm">
            {m.orders_course_page()}
          </ArrowLink>
        </p>
      )}
    </li>
  );
}

const SeatLinks = lazy(() => import("#features/checkout/groups/seat-links.tsx"));

/** Links for seats without a name, where attendees enter their own names. Loaded when opened. */
function SeatLinksSection(seats: { orderId: number; runId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div data-print="hide" className="mt-4">
      {isOpen ? (
        <Suspense fallback={<p aria-busy="true">{m.ui_loading()}</p>}>
          <SeatLinks {...seats} />
        </Suspense>
      ) : (
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {m.groups_links_open()}
        </Button>
      )}
    </div>
  );
}

/** Id of the list that gets focus when a line's form closes. */
export const peopleId = (runId: number) => `people-${runId}`;

function People({ line }: { line: OrderLine }) {
  const path = useLocalePath();
  const unnamedCount = line.qty - line.seats_cancelled - line.attendees.length;
  return (
    <ul
      id={peopleId(line.course_id)}
      tabIndex={-1}
      aria-label={m.common_attendees()}
      className="mt-5 grid gap-2 border-t border-line pt-4 text-sm"
    >
      {line.attendees.map((person) => (
        <li key={person.email} className="flex flex-wrap gap-x-4">
          <span className="font-medium">
            <bdi>{person.name}</bdi>
          </span>
          <span className="text-ink-3 [overflow-wrap:anywhere]">
            <bdi lang="en">{person.email}</bdi>
          </span>
          {person.scfhs_number && (
            <span className="text-ink-3">
              <bdi dir="ltr">{person.scfhs_number}</bdi>
            </span>
          )}
          {person.ticket && (
            <ArrowLink
              quiet
              href={path(`/ticket/${person.ticket}`)}
              aria-label={m.tickets_of({ name: isolate(person.name) })}
              data-print="hide"
            >
              {m.tickets_title()}
            </ArrowLink>
          )}
        </li>
      ))}
      {unnamedCount > 0 && <li className="text-ink-3">{m.orders_seats_unnamed({ count: unnamedCount })}</li>}
    </ul>
  );
}

export function OrderLines({ lines, ...page }: LinesProps & { lines: readonly OrderLine[] }) {
  return (
    <Card>
      <ul aria-label={m.orders_lines()}>
        {lines.map((line) => (
          <Line key={`${line.course_id} ${line.seats_to_name.length}`} {...page} line={line} />
        ))}
      </ul>
    </Card>
  );
}
