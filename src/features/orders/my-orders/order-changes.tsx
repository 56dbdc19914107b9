import { dayAndTime, fullDate, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Card } from "#ui/card.tsx";
import type { Order, OrderedChange } from "#features/orders/order.schema.ts";

const states: Record<OrderedChange["state"], () => string> = {
  done: m.changes_state_done,
  paying: m.changes_state_paying,
  dropped: m.changes_state_done,
  asked: m.changes_state_asked,
  agreed: m.changes_state_agreed,
  refused: m.changes_state_refused,
};

function useWords() {
  const locale = useLocale();
  return ({ kind, seats: count, start_date, to_start_date, to_end_date }: OrderedChange) => {
    const date = isolate(fullDate(start_date, locale));
    if (kind === "person") return m.changes_story_person({ date });
    if (kind === "cancel" || to_start_date === null) return m.changes_story_cancel({ count, date });
    return m.changes_story_move({
      count,
      date,
      to: isolate(weekdayRange(to_start_date, to_end_date ?? to_start_date, locale)),
    });
  };
}

/** What the buyer changed of an order, or asked for, and where it stands. */
export function OrderChanges({ changes }: { changes: readonly OrderedChange[] }) {
  const locale = useLocale();
  const words = useWords();
  if (changes.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="changes">
      <h2 id="changes" className="mb-4 text-h3">
        {m.changes_story()}
      </h2>
      <ol className="grid gap-4 text-[.9375rem]">
        {changes.map((change) => {
          const isReal = change.state === "done" || change.state === "agreed";
          return (
            <li key={change.id} className="border-s-2 border-line-2 ps-4">
              <p className="font-medium">{words(change)}</p>
              <p className="text-sm text-ink-3">
                {states[change.state]()}
                {" · "}
                <bdi>{dayAndTime(new Date(change.at), locale)}</bdi>
              </p>
              {isReal && Number(change.back) > 0 && (
                <p className="text-sm text-ink-2">
                  {m.changes_story_back({ amount: isolate(formatSar(change.back, locale)) })}
                </p>
              )}
              {isReal && Number(change.paid) > 0 && (
                <p className="text-sm text-ink-2">
                  {m.changes_story_paid({ amount: isolate(formatSar(change.paid, locale)) })}
                </p>
              )}
              {change.answer && <p className="mt-1 text-sm whitespace-pre-line text-ink-2">{change.answer}</p>}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** Of an order that paid what a dearer date costs more: where its seats are. */
export function DifferenceNote({ order }: { order: Order }) {
  if (order.difference_of === null) return null;
  const [before = "", after = ""] = (
    order.payment.status === "pending" ? m.changes_difference_open : m.changes_difference
  )({ id: "\u0001" }).split("\u0001");
  return (
    <Alert tone="info" announces={false}>
      {before}
      <Link to={`/my-courses/${order.difference_of}`} className="font-medium underline underline-offset-3">
        <bdi>{order.difference_of}</bdi>
      </Link>
      {after}
    </Alert>
  );
}
