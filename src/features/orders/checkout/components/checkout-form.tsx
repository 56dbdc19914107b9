import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { riyadhDate } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import type { FieldErrors } from "#ui/form-context.ts";
import { attendeesOf, errorsBySeat, formSeats, lastNamed, sentSeats } from "#features/orders/seats/attendee-form.ts";
import { emptyCard } from "#features/payments/card.ts";
import type { Order } from "#features/orders/order.schema.ts";
import { cardFieldErrors } from "#features/payments/card-labels.ts";
import { redirectTo } from "#platform/redirect-to.ts";
import { seatKey } from "../checkout-draft.ts";
import { draftBegun } from "../checkout-draft-store.ts";
import type { BegunCheckout } from "../checkout.schema.ts";
import { pay, type Totals } from "../pay.ts";
import { seatHold, type SeatHold } from "../seat-hold.ts";
import { Acceptance } from "./acceptance.tsx";
import { BillingFields, billingOf } from "./billing-fields.tsx";
import { CardFields } from "./card-fields.tsx";
import { companyOf } from "./company-fields.tsx";
import { initialBilling } from "./initial-billing.ts";
import { HoldNote } from "./hold-note.tsx";
import { OrderReview, type ReviewLine } from "./order-review.tsx";
import { PayProblemAlert, type PayProblem } from "./pay-problem.tsx";
import { QuoteButton } from "./quote-button.tsx";
import { SummaryDisclosure } from "./summary-disclosure.tsx";
import { useCheckoutDraft } from "./use-checkout-draft.ts";
import { useMinutesLeft } from "./use-minutes-left.ts";
import { WhoAttends } from "./who-attends.tsx";

export const checkoutColumns =
  "grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12";

export interface CheckoutFormProps {
  lines: readonly ReviewLine[];
  totals: Totals;
  taxPercent: number;
  user: StoredUser;
  orders: readonly Order[];
  registered: ReadonlySet<number>;
  isCart?: boolean;
  onBegun?: (begun: BegunCheckout) => void;
  onStale?: () => void;
}

/** Keeps what was typed until the buyer leaves for the bank. */
export function CheckoutForm({
  lines,
  totals,
  taxPercent,
  user,
  orders,
  registered,
  isCart = false,
  onBegun,
  onStale,
}: CheckoutFormProps) {
  const locale = useLocale();
  const draft = useCheckoutDraft(user.id);
  const [first] = useState(() => initialBilling(user, orders, draft.first));
  const [card, setCard] = useState(emptyCard);
  const [priced, setPriced] = useState<{ of: string; totals: Totals } | null>(null);
  const [errors, setErrors] = useState<FieldErrors>();
  const [problem, setProblem] = useState<PayProblem | null>(null);
  const [hold, setHold] = useState<SeatHold | null>(() => seatHold(orders, lines, new Date()));
  const alert = useRef<HTMLDivElement>(null);
  // The buyer's choice; else the first seat is theirs, unless they are registered or named another person before.
  const [chosen, setChosen] = useState<Readonly<Record<number, boolean>>>(draft.first?.self ?? {});
  const named = (id: number) => lastNamed(orders, id);
  const isOwn = (id: number) =>
    !registered.has(id) && (chosen[id] ?? (named(id)[0]?.email ?? user.email) === user.email);
  const [later, setLater] = useState<Readonly<Record<string, boolean>>>(draft.first?.later ?? {});
  const [today] = useState(() => riyadhDate(new Date()));
  // assign-seats takes names until the day the course begins.
  const waits = new Set(lines.filter(({ start_date }) => start_date > today).map(({ id }) => id));
  const isLater = (id: number, seat: number) =>
    waits.has(id) && (later[seatKey(id, seat)] ?? named(id)[seat - 1] === null);
  const seats = formSeats(
    lines.map(({ id, qty }) => ({ runId: id, qty })),
    new Set(lines.map(({ id }) => id).filter(isOwn)),
    isLater,
  );
  const unnamed = (id: number) => seats.filter((seat) => seat.runId === id && seat.isLater).length;
  const minutes = useMinutesLeft(hold, () => announce(m.checkout_hold_over({ count: seats.length })));
  const note = (className: string) =>
    hold && <HoldNote hold={hold} minutes={minutes} seats={seats.length} className={className} />;
  // The server's price holds until the page has a newer one.
  const shown = priced?.of === totals.total ? priced.totals : totals;

  useEffect(() => {
    // A page kept for Back must not keep a card.
    const forget = () => flushSync(() => setCard(emptyCard));
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);

  useEffect(() => {
    // Wrong fields take the focus; any other problem must be scrolled into view.
    if (problem && problem.kind !== "fields") alert.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);

  async function submit(data: FormData, form: HTMLFormElement) {
    const billing = billingOf(data);
    const company = companyOf(data);
    draft.keep(form, seats, { self: chosen, later });
    setProblem(null);
    const bought = lines.map(({ id, qty, name_eng, name_ar }) => ({
      id,
      qty,
      name: localText(locale, name_eng, name_ar).text,
      namedLater: unnamed(id),
    }));
    const outcome = await pay(
      { userId: user.id, lines: bought, billing, company, attendees: attendeesOf(seats, data, user), card, shown },
      (begun) => {
        setHold({ kind: "held", until: new Date(begun.expires_at) });
        draftBegun(user.id, begun.order_id);
        onBegun?.(begun);
      },
    );
    if (outcome.kind === "redirect") return redirectTo(outcome.to);
    if (outcome.kind === "logged-out") return; // the page is on its way to Login
    setErrors(
      outcome.kind === "fields"
        ? errorsBySeat(outcome.fields, sentSeats(seats))
        : outcome.kind === "card-refused"
          ? cardFieldErrors(outcome.fields, locale)
          : {},
    );
    if (outcome.kind === "price") setPriced({ of: totals.total, totals: outcome.totals });
    if (outcome.kind === "price" || outcome.kind === "refused") onStale?.();
    setProblem(outcome);
  }

  function choose(next: { self: typeof chosen; later: typeof later }) {
    setChosen(next.self);
    setLater(next.later);
    const form = alert.current?.closest("form");
    if (form) draft.keep(form, seats, next);
  }

  const reviewed = lines.map((line) => ({ ...line, unnamed: unnamed(line.id) }));
  return (
    <Form
      validationErrors={errors}
      onSend={submit}
      onChange={(event) => draft.keep(event.currentTarget, seats, { self: chosen, later })}
      className={checkoutColumns}
      aria-label={m.checkout_checkout()}
    >
      {note("lg:hidden")}
      <SummaryDisclosure lines={reviewed} totals={shown} taxPercent={taxPercent} />
      <div className="grid min-w-0 gap-6">
        <BillingFields defaults={first.billing} company={first.company} />
        <WhoAttends
          lines={lines}
          seats={seats}
          buyer={user}
          registered={registered}
          waits={waits}
          defaults={(id, seat) => draft.first?.people[seatKey(id, seat)] ?? named(id)[seat - 1]}
          onSelf={(id, isSelf) => choose({ self: { ...chosen, [id]: isSelf }, later })}
          onLater={(id, seat, isLater) => choose({ self: chosen, later: { ...later, [seatKey(id, seat)]: isLater } })}
        />
        <CardFields card={card} onChange={setCard} />
      </div>
      <OrderReview lines={reviewed} totals={shown} taxPercent={taxPercent}>
        {note("max-lg:hidden")}
        <div ref={alert}>{problem && <PayProblemAlert problem={problem} isCart={isCart} />}</div>
        <Button type="submit" size="lg" block pendingText={m.enrolments_processing()}>
          {m.checkout_submit()}
        </Button>
        <Acceptance />
        <p className="text-center text-xs text-ink-3 text-balance">{m.checkout_bank_may_ask()}</p>
        <QuoteButton items={lines} />
      </OrderReview>
    </Form>
  );
}
