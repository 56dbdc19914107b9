import { useState } from "react";
import { riyadhDate, unbroken, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { LinkButton } from "#ui/link-button.tsx";
import type { OrderLine } from "#features/orders/order.schema.ts";
import { lastDays } from "#features/orders/last-days.ts";

export interface ChangeOfPlanProps {
  order: { id: number; created_at: string };
  line: OrderLine;
  /** Of the company. */
  email: string;
}

interface Change {
  text: string;
  action: string;
  /** What the buyer has to say, below the order and the course. */
  asks: string;
}

/** What a buyer may still change of a course and until when; each is asked for by a prepared e-mail. */
export function ChangeOfPlan({ order, line, email }: ChangeOfPlanProps) {
  const locale = useLocale();
  const [today] = useState(() => riyadhDate(new Date()));
  if (!line.enrolled) return null;
  const days = lastDays({
    orderedOn: riyadhDate(new Date(order.created_at)),
    startDate: line.start_date,
    today,
  });
  const until = (date: string) => ({ date: isolate(unbroken(weekdayRange(date, date, locale))) });
  const changes: (Change | null)[] = [
    days.rename && {
      text: m.orders_change_person(until(days.rename)),
      action: m.orders_change_person_ask(),
      asks: m.orders_change_person_mail(),
    },
    days.move && {
      text: m.orders_change_date(until(days.move)),
      action: m.orders_change_date_ask(),
      asks: m.orders_change_date_mail(),
    },
    days.cancel && {
      text: m.orders_change_cancel(until(days.cancel)),
      action: m.orders_change_cancel_ask(),
      asks: m.orders_change_cancel_mail(),
    },
  ].map((change) => change || null);
  const offered = changes.filter((change) => change !== null);
  if (offered.length === 0) return null;
  const course = localText(locale, line.name_eng, line.name_ar).text;
  const mailTo = ({ action, asks }: Change) => {
    const subject = `${m.orders_number({ id: order.id })}: ${action}`;
    return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${course}\r\n\r\n${asks}\r\n`)}`;
  };
  return (
    <div data-print="hide" className="mt-5 border-t border-line pt-4 text-sm">
      <h3 className="mb-1 font-sans text-sm font-medium tracking-normal">{m.orders_change()}</h3>
      <ul>
        {offered.map((change) => (
          <li key={change.action} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-1.5">
            <span className="min-w-0 flex-1 basis-72 text-ink-2">{change.text}</span>
            <LinkButton variant="secondary" size="sm" href={mailTo(change)}>
              {change.action}
            </LinkButton>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-3">
        {m.orders_change_write()}{" "}
        <a href={`mailto:${email}`} className="inline-link">
          <bdi lang="en">{email}</bdi>
        </a>
      </p>
    </div>
  );
}
