import { clsx } from "clsx/lite";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useNavigationType } from "react-router";
import type { Attendee } from "#features/seats/attendee.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { isolate } from "#i18n/isolate.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import type { FieldErrors } from "#ui/form-context.ts";
import { errorsBySeat, getFormAttendees, lastNamed, sentSeats, type FormSeat } from "#features/seats/attendee-form.ts";
import { emptyCard } from "#features/payments/card.ts";
import type { Order } from "#features/orders/order.schema.server.ts";
import { redirectTo } from "#platform/redirect-to.ts";
import { Alert } from "#ui/alert.tsx";
import { initialBilling, type InitialBilling } from "#features/checkout/initial-billing.ts";
import {
  seatKey,
  type CheckoutDraft,
  mergeTypedPeople,
  saveCheckoutDraft,
  loadCheckoutDraft,
} from "#features/checkout/checkout-draft.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import type { PayOutcome, Purchase, Totals } from "#features/checkout/pay.ts";
import { hasApplePay } from "#features/checkout/apple-pay-session.ts";
import { mayTransfer, transferDueOn, type TransferTerms } from "#features/checkout/transfer-terms.ts";
import { formatSar, halalasFromDecimal } from "#i18n/money.ts";
import { listField } from "#features/checkout/groups/people-draft.ts";
import { offerHold, seatHold, type OfferedEntry, type SeatHold } from "#features/checkout/seat-hold.ts";
import {
  applySeatChoice,
  chosenSeats,
  emptyAttendee,
  findRunsNamedLater,
  initialSeatChoices,
  isWholeList,
  placeList,
  type SeatChoice,
  type SeatChoices,
} from "#features/checkout/seat-choices.ts";
import { Acceptance } from "./acceptance.tsx";
import { DiscountField } from "./discount-field.tsx";
import { useDiscounts } from "#features/checkout/use-discounts.ts";
import { BillingFields, parseBilling } from "./billing-fields.tsx";
import { CardFields, CardSection } from "./card-fields.tsx";
import { parseCompany } from "./company-fields.tsx";
import { OrderReview, LineNotes, type ReviewLine } from "./order-review.tsx";
import { QuoteButton } from "./quote-button.tsx";
import { SummaryDisclosure } from "./summary-disclosure.tsx";
import type { PayByApplePay } from "./apple-pay-button.tsx";
import { HoldNote, useMinutesLeft } from "./hold-note.tsx";
import { WhoAttends } from "./who-attends.tsx";

/** Loaded only in browsers with Apple Pay, with all that an outcome needs. */
const ApplePayButton = lazy(() =>
  Promise.all([import("./apple-pay-button.tsx"), loadPay()]).then(([button]) => button),
);

/** Loaded only where a transfer can be chosen. */
const WayToPay = lazy(() => import("./way-to-pay.tsx"));

/** Loaded when the form is first changed. */
const loadPay = () =>
  Promise.all([
    import("#features/checkout/pay.ts"),
    import("./pay-problem.tsx"),
    import("#features/payments/card-labels.ts"),
  ]);

type PayModules = Awaited<ReturnType<typeof loadPay>>;

/**
 * Restores earlier input (after a language switch, another page or an ended session) and saves the current input; never
 * the card.
 */
function useCheckoutDraft(userId: string) {
  const [first] = useState(() => loadCheckoutDraft(userId));
  const saved = useRef(first);
  const [people, setPeople] = useState(first?.people ?? {});
  const write = (draft: CheckoutDraft) => {
    saved.current = draft;
    saveCheckoutDraft(userId, draft);
  };
  const save = (
    form: HTMLFormElement,
    seats: readonly FormSeat[],
    { self, later }: Pick<CheckoutDraft, "self" | "later">,
  ) => {
    const before = saved.current;
    const data = new FormData(form);
    const billing = parseBilling(data);
    const people = mergeTypedPeople(before?.people ?? {}, seats, data);
    setPeople(people);
    // Keep the choices for runs of another checkout.
    write({
      billing,
      company: parseCompany(data, billing),
      people,
      self: { ...before?.self, ...self },
      later: { ...before?.later, ...later },
      orderId: before?.orderId ?? null,
    });
  };
  /** The draft is for this order now, and no longer needed once it is paid. */
  const begun = (orderId: number) => saved.current && write({ ...saved.current, orderId });
  return { first, people, setPeople, save, begun };
}

/** The specified word, then how many seats are bought, and the sum. */
function submitLabel(seats: number, total: string, locale: Locale): string {
  const sum = isolate(formatSar(total, locale));
  const parts = seats > 1 ? [m.orders_seats({ count: seats }), sum] : [sum];
  return [m.checkout_submit(), ...parts].join(" · ");
}

export const checkoutColumns =
  "grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12";

/** Site settings that apply to a purchase. */
export interface PurchaseTerms {
  /** Terms of a bank transfer; null where none can be chosen. */
  transfer: TransferTerms | null;
  /** A company must enter its national address in parts. */
  needsAddress: boolean;
  /** How many seats of one date a buyer may order without a company. */
  maxSeatsWithoutCompany: number;
  isApplePayEnabled: boolean;
}

export interface CheckoutFormProps extends PurchaseTerms {
  lines: readonly ReviewLine[];
  totals: Totals;
  taxPercent: number;
  user: StoredUser;
  orders: readonly Order[];
  /** The buyer's waitlist entries. */
  waitlistEntries: readonly OfferedEntry[];
  registered: ReadonlySet<number>;
  isCart?: boolean;
  /** Called when the seats are booked for payment by transfer. */
  onBooked?: (orderId: number) => void;
  onBegun?: (begun: BegunCheckout) => void;
  onStale?: () => void;
}

/**
 * The form of checkout: billing, attendees and card or transfer. Saves the input until the buyer leaves for the bank.
 */
export function CheckoutForm({
  lines,
  totals,
  taxPercent,
  user,
  orders,
  waitlistEntries,
  registered,
  isCart = false,
  transfer,
  needsAddress,
  maxSeatsWithoutCompany,
  isApplePayEnabled,
  onBooked,
  onBegun,
  onStale,
}: CheckoutFormProps) {
  const locale = useLocale();
  const draft = useCheckoutDraft(user.id);
  const [first] = useState((): InitialBilling => draft.first ?? initialBilling(user, orders));
  const [card, setCard] = useState(emptyCard);
  const [priced, setPriced] = useState<{ of: string; totals: Totals } | null>(null);
  const [errors, setErrors] = useState<FieldErrors>();
  const [problem, setProblem] = useState<{ inFields: boolean; text: ReactNode } | null>(null);
  const [hold, setHold] = useState<SeatHold | null>(() => {
    const now = new Date();
    const own = seatHold(orders, lines, now);
    return own?.kind === "held" ? own : (offerHold(waitlistEntries, lines, now) ?? own);
  });
  const [offersApplePay] = useState(() => isApplePayEnabled && hasApplePay());
  const [isPayingByApplePay, setPayingByApplePay] = useState(false);
  const alert = useRef<HTMLDivElement>(null);
  const [firstChoices] = useState(() => initialSeatChoices(draft.first));
  const [choices, setChoices] = useState(firstChoices);
  /** Runs with a list whose people have no seats yet. */
  const unusedLists = useRef(new Set<number>());
  const [today] = useState(() => riyadhDate(new Date()));
  const runsNamedLater = findRunsNamedLater(lines, today);
  const getPerson = (id: number, seat: number) =>
    draft.people[seatKey(id, seat)] ?? lastNamed(orders, id)[seat - 1] ?? emptyAttendee;
  const seats = chosenSeats(choices, { lines, orders, registered, runsNamedLater, buyerEmail: user.email, getPerson });
  const countUnnamed = (id: number) => seats.filter((seat) => seat.runId === id && seat.isLater).length;
  const minutes = useMinutesLeft(hold, () => announce(m.checkout_hold_over({ count: seats.length })));
  const renderHoldNote = (className: string) =>
    hold && <HoldNote hold={hold} minutes={minutes} seats={seats.length} className={className} />;
  // The server's price applies until the page has a newer one.
  const discounts = useDiscounts(lines);
  const discounted = discounts.priced;
  const counted = discounted ?? totals;
  const displayedTotals = priced?.of === counted.total ? priced.totals : counted;

  const starts = lines.map(({ start_date }) => start_date);
  const totalHalalas = halalasFromDecimal(displayedTotals.total) ?? 0;
  const isForCompany = lines.every(({ company }) => Boolean(company));
  const maySend = transfer !== null && (isForCompany || mayTransfer({ today, starts, totalHalalas }, transfer));
  const [chosenWay, setWay] = useState<"card" | "transfer">("card");
  const isTransfer = maySend && chosenWay === "transfer";
  const isLargeGroup = lines.some(({ qty }) => qty > maxSeatsWithoutCompany);

  useEffect(() => {
    // The browser may keep this page for Back; it must not keep the card.
    const forget = () => flushSync(() => setCard(emptyCard));
    window.addEventListener("pagehide", forget);
    return () => window.removeEventListener("pagehide", forget);
  }, []);

  const visit = useNavigationType();
  useEffect(() => {
    // On return from the bank's page: the browser scrolled while this was still loading, to what is now the end of the
    // page.
    if (visit === "POP") window.scrollTo({ top: 0, behavior: "instant" });
  }, [visit]);

  useEffect(() => {
    // Wrong fields get the focus; any other problem is scrolled into view.
    if (problem && !problem.inFields) alert.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);

  /** Without the people of a list the buyer would pay for seats without names. */
  function refuseUnusedLists(): boolean {
    const lists = [...unusedLists.current].map((runId) => [listField(runId), m.checkout_list_unused()]);
    if (lists.length === 0) return false;
    setProblem(null);
    setErrors(Object.fromEntries(lists));
    return true;
  }

  function readPurchase(data: FormData, form: HTMLFormElement): Purchase {
    const billing = parseBilling(data);
    const company = parseCompany(data, billing);
    draft.save(form, seats, choices);
    setProblem(null);
    const bought = lines.map(({ id, qty, key, name_eng, name_ar }) => ({
      id,
      qty,
      key,
      name: localText(locale, name_eng, name_ar).text,
      namedLater: countUnnamed(id),
    }));
    const attendees = getFormAttendees(seats, data, user);
    const discountCode = discounts.code;
    return { userId: user.id, lines: bought, billing, company, attendees, displayedTotals, discountCode };
  }

  function showBegun(begun: BegunCheckout) {
    setHold({ kind: "held", until: new Date(begun.expires_at) });
    draft.begun(begun.order_id);
    onBegun?.(begun);
  }

  async function submit(data: FormData, form: HTMLFormElement) {
    if (refuseUnusedLists()) return;
    const purchase = readPurchase(data, form);
    const payModules = await loadPay().catch(() => null);
    if (!payModules)
      return setProblem({
        inFields: false,
        text: (
          <Alert tone="danger" announces>
            {m.platform_no_connection()} {m.payments_nothing_charged()}
          </Alert>
        ),
      });
    const [{ pay }] = payModules;
    const book = async () => {
      const { bookByTransfer } = await import("./way-to-pay.tsx");
      return bookByTransfer(purchase, locale, (orderId) => {
        draft.begun(orderId);
        onBooked?.(orderId);
      });
    };
    return showOutcome(await (isTransfer ? book() : pay(purchase, card, showBegun)), payModules);
  }

  async function submitApplePay(form: HTMLFormElement, pay: PayByApplePay) {
    if (refuseUnusedLists()) return;
    const paying = pay(form, readPurchase(new FormData(form), form), showBegun);
    setPayingByApplePay(true);
    await showOutcome(await paying, await loadPay());
    setPayingByApplePay(false);
  }

  async function showOutcome(outcome: PayOutcome, [, { PayProblemAlert }, { cardFieldErrors }]: PayModules) {
    if (outcome.kind === "redirect") return redirectTo(outcome.to);
    if (outcome.kind === "logged-out") return; // the page is on its way to Login
    setErrors(
      outcome.kind === "fields"
        ? errorsBySeat(outcome.fields, sentSeats(seats))
        : outcome.kind === "card-refused"
          ? cardFieldErrors(outcome.fields, locale)
          : {},
    );
    if (outcome.kind === "code") discounts.dropRejectedCode();
    if (outcome.kind === "price") setPriced({ of: counted.total, totals: outcome.totals });
    if (outcome.kind === "price" || outcome.kind === "refused") onStale?.();
    setProblem({
      inFields: outcome.kind === "fields",
      text: <PayProblemAlert problem={outcome} isCart={isCart} />,
    });
  }

  const dropFieldProblem = () => setProblem((last) => (last?.inFields ? null : last));
  function choose(choice: SeatChoice) {
    setChoices(applySeatChoice(choices, choice));
    dropFieldProblem();
  }
  function applyList(runId: number, people: readonly Attendee[]) {
    const runSeats = seats.filter((seat) => seat.runId === runId);
    draft.setPeople({ ...draft.people, ...placeList(runSeats, people, getPerson) });
    choose({ kind: "list", runId, isWhole: isWholeList(runSeats, people.length) });
  }
  // Once they are shown: the people of a list are saved from their fields.
  const saveChoices = useEffectEvent((choices: SeatChoices) => {
    const form = alert.current?.closest("form");
    if (form && choices !== firstChoices) draft.save(form, seats, choices);
  });
  useEffect(() => saveChoices(choices), [choices]);

  const lineDiscounts = discounted?.lines.map(({ discount }) => discount) ?? [];
  const reviewed = lines.map((line, at) => ({
    ...line,
    unnamed: countUnnamed(line.id),
    amount: discounted?.lines[at]?.amount ?? line.amount,
    discount: lineDiscounts[at] ?? null,
  }));
  const applePayPart = offersApplePay && (
    <div className="grid gap-4">
      <Suspense fallback={<div className="h-13" />}>
        <ApplePayButton onPay={(form, pay) => void submitApplePay(form, pay)} />
      </Suspense>
      <Acceptance />
      <p className="text-center text-sm text-ink-3">{m.checkout_or_card()}</p>
    </div>
  );
  return (
    <Form
      validationErrors={errors}
      onSend={submit}
      isPending={isPayingByApplePay}
      onCorrected={dropFieldProblem}
      onChange={(event) => {
        void loadPay().catch(() => {});
        draft.save(event.currentTarget, seats, choices);
      }}
      className={checkoutColumns}
      aria-label={m.checkout_checkout()}
    >
      {renderHoldNote(clsx("lg:hidden", minutes !== null && "sticky top-3 z-10 shadow-2"))}
      <SummaryDisclosure lines={reviewed} totals={displayedTotals} taxPercent={taxPercent} discounts={lineDiscounts} />
      <div className="grid min-w-0 gap-4 md:gap-6">
        <WhoAttends
          lines={lines}
          seats={seats}
          buyer={user}
          registered={registered}
          runsNamedLater={runsNamedLater}
          userId={user.id}
          choices={choices}
          onChoose={choose}
          onUseList={applyList}
          onUnusedList={(runId, isUnused) => {
            if (isUnused) unusedLists.current.add(runId);
            else unusedLists.current.delete(runId);
          }}
          getPerson={getPerson}
        />
        <BillingFields
          defaults={first.billing}
          email={user.email}
          company={first.company}
          companyReason={
            isForCompany
              ? m.checkout_company_run()
              : isLargeGroup
                ? m.checkout_company_needed({ count: maxSeatsWithoutCompany })
                : isTransfer
                  ? m.checkout_company_for_transfer()
                  : null
          }
          needsAddress={needsAddress}
        />
        {/* Together, or the card would move when the choice above it has loaded. */}
        <Suspense>
          {maySend ? (
            <WayToPay
              way={chosenWay}
              onChange={setWay}
              dueOn={transferDueOn(today, starts, transfer, { isForCompany })}
              isForCompany={isForCompany}
              total={displayedTotals.total}
              seats={seats.length}
            >
              {applePayPart}
              <CardFields card={card} onChange={setCard} />
            </WayToPay>
          ) : (
            <>
              {applePayPart}
              <CardSection card={card} onChange={setCard} />
            </>
          )}
        </Suspense>
      </div>
      <OrderReview lines={reviewed} totals={displayedTotals} taxPercent={taxPercent} discounts={lineDiscounts}>
        <div className="flex flex-wrap items-start justify-between gap-x-4">
          {!isForCompany && <DiscountField discounts={discounts} total={displayedTotals.total} />}
          <QuoteButton items={lines} code={discounted?.code?.code ?? null} />
        </div>
        {renderHoldNote("max-lg:hidden")}
        <div ref={alert} className="empty:hidden">
          {problem?.text}
        </div>
        <LineNotes lines={reviewed} />
        <Button type="submit" size="lg" block pendingText={m.enrolments_processing()} className="px-4!">
          {isTransfer ? m.groups_way_book() : submitLabel(seats.length, displayedTotals.total, locale)}
        </Button>
        <Acceptance note={isTransfer ? m.groups_way_nothing_now() : m.checkout_bank_may_ask()} />
      </OrderReview>
    </Form>
  );
}
