import type { ReactNode } from "react";
import { formatWeekdayDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { cardEnding } from "#features/payments/card-scheme.ts";
import { Sar } from "#ui/money.tsx";
import { TimesOfSessions } from "#i18n/times-of-sessions.tsx";
import { schemeName } from "#features/payments/card.ts";
import type { QuoteReply } from "#features/changes/change.schema.ts";

export const isNothing = (amount: string) => Number(amount) === 0;

function Sum({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <div
      className={
        isTotal
          ? "mt-2 flex justify-between gap-4 border-t border-line-2 pt-3 font-display text-h4"
          : "flex justify-between gap-4 py-1"
      }
    >
      <dt className={isTotal ? "" : "text-ink-2"}>{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">
        <Sar amount={amount} />
      </dd>
    </div>
  );
}

function describeRefundTarget(quote: QuoteReply): string {
  if (quote.by_hand) return m.changes_quote_hand();
  const digits = cardEnding(quote.card_masked);
  const scheme = schemeName(quote.card_scheme);
  return digits && scheme
    ? m.changes_quote_card({ scheme: isolate(scheme), digits: isolate(digits) })
    : m.changes_quote_your_card();
}

/** Says how a move changes the CME hours, also where only one date is accredited; null where they stay the same. */
export function formatHoursNote({ before, after }: Pick<QuoteReply, "before" | "after">): string | null {
  if (!after) return null;
  const formatHours = (date: typeof before) => isolate(m.catalogue_cme_hours({ count: date.hours }));
  if (before.accreditation_status !== "accredited")
    return after.accreditation_status === "accredited"
      ? m.changes_quote_hours_gained({ hours: formatHours(after) })
      : null;
  if (after.accreditation_status === "none") return m.changes_quote_hours_lost({ hours: formatHours(before) });
  if (after.accreditation_status === "pending") return m.changes_quote_hours_pending({ hours: formatHours(before) });
  if (before.hours === after.hours) return null;
  return m.changes_quote_hours({ from: isolate(before.hours), to: isolate(after.hours) });
}

/**
 * Shows a quote. `quote` is null while it loads, and an error text where it was refused. `wait` says what the buyer has
 * to choose first; null when a quote was requested.
 */
export function QuotePanel({ quote, wait }: { quote: QuoteReply | string | null; wait: string | null }) {
  const locale = useLocale();
  const formatMoney = (amount: string) => isolate(formatSar(amount, locale));
  const renderQuote = (quote: QuoteReply): ReactNode => {
    const hasBack = !isNothing(quote.back);
    const hasPay = !isNothing(quote.pay);
    const isMove = quote.percent === null;
    const hours = formatHoursNote(quote);
    return (
      <>
        <dl className="text-[.9375rem]">
          <Sum label={m.changes_quote_paid()} amount={quote.paid} />
          {isMove ? (
            <Sum label={m.changes_quote_difference()} amount={hasBack ? quote.back_net : quote.pay_net} />
          ) : (
            <Sum label={m.changes_quote_share({ percent: quote.percent ?? 0 })} amount={quote.back_net} />
          )}
          <Sum label={m.common_vat({ percent: quote.tax_percent })} amount={hasPay ? quote.pay_tax : quote.back_tax} />
          <Sum
            label={isMove && !hasBack ? m.changes_quote_pay() : m.changes_quote_back()}
            amount={isMove && !hasBack ? quote.pay : quote.back}
            isTotal
          />
        </dl>
        <p className="mt-2 text-sm text-ink-3">
          {hasBack && describeRefundTarget(quote)} {isMove && !hasBack && !hasPay && m.changes_quote_free()}{" "}
          {quote.next &&
            (isNothing(quote.next.back)
              ? m.changes_quote_next_none({ date: formatWeekdayDate(quote.next.from, locale) })
              : m.changes_quote_next({
                  date: formatWeekdayDate(quote.next.from, locale),
                  amount: formatMoney(quote.next.back),
                }))}
        </p>
        {quote.after && quote.after.sessions.length > 0 && (
          <p className="mt-2 text-sm">
            <TimesOfSessions of={quote.after.sessions} />
          </p>
        )}
        {hours && <p className="mt-2 text-sm">{hours}</p>}
        {quote.group_left && <p className="mt-2 text-sm">{m.changes_quote_group()}</p>}
        {quote.needs_staff && <p className="mt-2 text-sm">{m.changes_quote_staff()}</p>}
      </>
    );
  };
  return (
    <div role="status" className="rounded-[12px] bg-sunken p-5">
      <h3 className="mb-3 font-sans text-base font-semibold tracking-normal">{m.changes_quote()}</h3>
      {wait !== null ? (
        <p className="text-ink-2">{wait}</p>
      ) : quote === null ? (
        <p className="text-ink-3">{m.changes_quote_busy()}</p>
      ) : typeof quote === "string" ? (
        <p className="text-danger">{quote}</p>
      ) : (
        renderQuote(quote)
      )}
    </div>
  );
}

/** Numbered list of what happens after the button is clicked. */
export function NextSteps({ steps }: { steps: readonly string[] }) {
  return (
    <div>
      <h3 className="mb-3 font-sans text-base font-semibold tracking-normal">{m.changes_next()}</h3>
      <ol className="grid gap-2.5 text-[.9375rem] text-ink-2">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 flex-none place-items-center rounded-full bg-primary-tint text-xs font-semibold text-primary"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </div>
  );
}
