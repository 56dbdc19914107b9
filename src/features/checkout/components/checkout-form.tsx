import { lazy, Suspense, useEffect, useRef, useState, useEffectEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useNavigationType } from "react-router";
import { riyadhDate } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import type { FieldErrors } from "#ui/form-context.ts";
import {
  getFormAttendees,
  errorsBySeat,
  formSeats,
  lastNamed,
  sentSeats,
  type FormSeat,
} from "#features/seats/attendee-form.ts";
import { emptyCard } from "#features/payments/card.ts";
import type { Order } from "#features/orders/order.schema.server.ts";
import { redirectTo } from "#platform/redirect-to.ts";
import { riyadhHoldEnd } from "#i18n/riyadh-clock.ts";
import { Alert } from "#ui/alert.tsx";
import { emptyBilling, type BillingAddress, type Company } from "#features/orders/billing.schema.ts";
import { Card } from "#ui/card.tsx";
import type { Attendee } from "#features/seats/attendee.ts";
import {
  seatKey,
  type CheckoutDraft,
  typedPeople,
  draftBegun,
  saveCheckoutDraft,
  loadCheckoutDraft,
} from "#features/checkout/checkout-draft.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import type { Totals } from "#features/checkout/pay.ts";
import { mayTransfer, transferDueOn, type TransferTerms } from "#features/checkout/transfer-terms.ts";
import { halalasFromDecimal } from "#i18n/money.ts";
import { offerHold, seatHold, type OfferedEntry, type SeatHold } from "#features/checkout/seat-hold.ts";
import { Acceptance } from "./acceptance.tsx";
import { DiscountField } from "./discount-field.tsx";
import { useDiscounts } from "#features/checkout/use-discounts.ts";
import { BillingFields, parseBilling } from "./billing-fields.tsx";
import { CardFields } from "./card-fields.tsx";
import { parseCompany } from "./company-fields.tsx";
import { OrderReview, type ReviewLine } from "./order-review.tsx";
import { QuoteButton } from "./quote-button.tsx";
import { SummaryDisclosure } from "./summary-disclosure.tsx";
import { LineName, SeatFields } from "./seat-fields.tsx";
import { ConfirmAddress } from "#features/people/confirm-address.tsx";

/** Loaded when opened. */
const PeopleList = lazy(() => import("#features/checkout/groups/people-list-panel.tsx"));

/** Loaded only where a transfer can be chosen. */
const WayToPay = lazy(() => import("./way-to-pay.tsx"));

/** Loaded when the form is first changed. */
const loadPay = () =>
  Promise.all([
    import("#features/checkout/pay.ts"),
    import("./pay-problem.tsx"),
    import("#features/payments/card-labels.ts"),
  ]);

/** People taken from lists. */
interface Listed {
  people: CheckoutDraft["people"];
  /** How often the fields of each run were reset, by run id. */
  rounds: Readonly<Record<number, number>>;
}

interface WhoAttendsProps {
  lines: readonly ReviewLine[];
  seats: readonly FormSeat[];
  buyer: Attendee;
  registered: ReadonlySet<number>;
  /** Runs whose seats can still be named after the purchase. */
  waits: ReadonlySet<number>;
  defaults: (runId: number, seat: number) => Attendee | null | undefined;
  onSelf: (runId: number, isSelf: boolean) => void;
  onLater: (runId: number, seat: number, isLater: boolean) => void;
  userId: string;
  rounds: Listed["rounds"];
  /** People of a list take the first seats of a run; the other seats are named later. */
  onList: (runId: number, qty: number, people: Attendee[]) => void;
}

function WhoAttends(props: WhoAttendsProps) {
  const { lines, seats, buyer, registered, waits, defaults, onSelf, onLater, userId, rounds, onList } = props;
  const [listOf, setListOf] = useState<number | null>(null);
  return (
    <Card as="section" aria-labelledby="attends" className="@container">
      <h2 id="attends" className="mb-2 text-h3">
        {m.common_attendees()}
      </h2>
      <p className="mb-6 text-sm text-ink-3">{m.checkout_who_attends_hint()}</p>
      {seats.some(({ isSelf, isLater }) => !isSelf && !isLater) && <ConfirmAddress className="mb-6" />}
      <div className="grid gap-7">
        {lines.map((line) => (
          <div key={line.id} className="grid gap-5 not-first:border-t not-first:border-line not-first:pt-6">
            {lines.length > 1 && <LineName eng={line.name_eng} ar={line.name_ar} />}
            {line.qty > 1 && waits.has(line.id) && listOf !== line.id && (
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" size="sm" onClick={() => setListOf(line.id)}>
                  {m.groups_list_open()}
                </Button>
                <Button variant="ghost" size="sm" onClick={() => onList(line.id, line.qty, [])}>
                  {m.groups_later_all()}
                </Button>
              </div>
            )}
            {listOf === line.id && (
              <Suspense fallback={<p aria-busy="true">{m.ui_loading()}</p>}>
                <PeopleList
                  runId={line.id}
                  userId={userId}
                  seats={line.qty}
                  onUse={(people) => {
                    setListOf(null);
                    onList(line.id, line.qty, people);
                  }}
                />
              </Suspense>
            )}
            {seats
              .filter((seat) => seat.runId === line.id)
              .map((seat) => (
                <SeatFields
                  key={`${seat.seat} ${rounds[line.id] ?? 0}`}
                  seat={seat}
                  isOnly={line.qty === 1}
                  buyer={buyer}
                  defaults={defaults(line.id, seat.seat)}
                  onSelf={seat.seat === 1 && !registered.has(line.id) ? (isSelf) => onSelf(line.id, isSelf) : undefined}
                  onLater={
                    seat.seat > 1 && waits.has(line.id) ? (isLater) => onLater(line.id, seat.seat, isLater) : undefined
                  }
                />
              ))}
          </div>
        ))}
      </div>
    </Card>
  );
}

/** Whole minutes left; -1 once the time is over. */
const countMinutesLeft = (hold: SeatHold | null) =>
  hold?.kind === "held" ? Math.max(-1, Math.floor((hold.until.getTime() - Date.now()) / 60_000)) : -1;

/**
 * Counts the minutes left of a hold; null when it is over or there is none. Calls `onOver` when it ends while the page
 * is open.
 */
function useMinutesLeft(hold: SeatHold | null, onOver: () => void): number | null {
  const [, setMinutes] = useState(() => countMinutesLeft(hold));
  // The hold may be newer than the last tick of the clock.
  const minutes = countMinutesLeft(hold);
  const isOver = minutes < 0;
  const ended = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      const now = countMinutesLeft(hold);
      setMinutes(now);
      if (now >= 0) return;
      clearInterval(timer);
      ended();
    }, 1000);
    return () => clearInterval(timer);
  }, [hold, isOver]);
  return isOver ? null : minutes;
}

/** Unlike FormData, includes disabled fields. */
const toFormReader = (form: HTMLFormElement) => {
  const field = (name: string) => form.elements.namedItem(name);
  return {
    get: (name: string) => {
      const input = field(name);
      return input instanceof HTMLInputElement ? input.value : null;
    },
    has: (name: string) => {
      const input = field(name);
      return input instanceof HTMLInputElement && input.checked;
    },
  };
};

/**
 * Restores earlier input (after a language switch, another page or an ended session) and saves the current input; never
 * the card.
 */
function useCheckoutDraft(userId: string) {
  const [first] = useState(() => loadCheckoutDraft(userId));
  const keep = (
    form: HTMLFormElement,
    seats: readonly FormSeat[],
    { self, later }: Pick<CheckoutDraft, "self" | "later">,
  ) => {
    const before = loadCheckoutDraft(userId);
    const data = toFormReader(form);
    const people = typedPeople(before?.people ?? {}, seats, data);
    // Keep the choices for runs of another checkout.
    saveCheckoutDraft(userId, {
      billing: parseBilling(data),
      company: parseCompany(data, parseBilling(data)),
      people,
      self: { ...before?.self, ...self },
      later: { ...before?.later, ...later },
      orderId: before?.orderId ?? null,
    });
  };
  return { first, keep };
}

interface InitialBilling {
  billing: BillingAddress;
  company: Company | null;
}

/** Prefers the draft, then the last order, then the account. */
function initialBilling(user: StoredUser, orders: readonly Order[], draft: CheckoutDraft | null): InitialBilling {
  if (draft) return draft;
  const [last] = orders;
  // A purchase order is for one purchase.
  if (last) return { billing: last.billing, company: last.company && { ...last.company, purchase_order: "" } };
  const [first = "", ...rest] = user.name.trim().split(/\s+/);
  return {
    billing: { ...emptyBilling, first_name: first, last_name: rest.join(" "), phone: user.contact_number },
    company: null,
  };
}

interface HoldNoteProps {
  hold: SeatHold;
  /** Null: the hold is over. */
  minutes: number | null;
  seats: number;
  className?: string;
}

/**
 * Shows until when the seats are held and the minutes left. A `timer` is only read aloud when a screen reader reaches
 * it.
 */
function HoldNote({ hold, minutes, seats, className }: HoldNoteProps) {
  const locale = useLocale();
  if (hold.kind === "over" || minutes === null)
    return (
      <Alert tone="warning" className={className}>
        {m.checkout_hold_over({ count: seats })}
      </Alert>
    );
  const time = riyadhHoldEnd(hold.until, locale);
  return (
    <Alert tone="info" className={className}>
      {seats > 1 ? m.payments_seats_held_until({ time }) : m.payments_held_until({ time })}{" "}
      {minutes < 60 && (
        <span role="timer" className="whitespace-nowrap tabular-nums">
          {minutes > 0 ? m.checkout_hold_left({ count: minutes }) : m.checkout_hold_last_minute()}
        </span>
      )}
    </Alert>
  );
}

export const checkoutColumns =
  "grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12";

export interface CheckoutFormProps {
  lines: readonly ReviewLine[];
  totals: Totals;
  taxPercent: number;
  user: StoredUser;
  orders: readonly Order[];
  /** On waiting lists. */
  places: readonly OfferedEntry[];
  registered: ReadonlySet<number>;
  isCart?: boolean;
  /** Terms of a bank transfer; null where none can be chosen. */
  transfer: TransferTerms | null;
  /** A company must enter its national address in parts. */
  needsAddress: boolean;
  /** The order will be paid by transfer. */
  onBooked?: (orderId: number) => void;
  onBegun?: (begun: BegunCheckout) => void;
  onStale?: () => void;
}

/** Saves the input until the buyer leaves for the bank. */
export function CheckoutForm({
  lines,
  totals,
  taxPercent,
  user,
  orders,
  places,
  registered,
  isCart = false,
  transfer,
  needsAddress,
  onBooked,
  onBegun,
  onStale,
}: CheckoutFormProps) {
  const locale = useLocale();
  const draft = useCheckoutDraft(user.id);
  const [first] = useState(() => initialBilling(user, orders, draft.first));
  const [card, setCard] = useState(emptyCard);
  const [priced, setPriced] = useState<{ of: string; totals: Totals } | null>(null);
  const [errors, setErrors] = useState<FieldErrors>();
  const [problem, setProblem] = useState<{ inFields: boolean; text: ReactNode } | null>(null);
  const [hold, setHold] = useState<SeatHold | null>(() => {
    const now = new Date();
    const own = seatHold(orders, lines, now);
    return own?.kind === "held" ? own : (offerHold(places, lines, now) ?? own);
  });
  const alert = useRef<HTMLDivElement>(null);
  // The buyer's choice. By default the first seat is theirs, unless they are registered or have named another person.
  const [chosen, setChosen] = useState<Readonly<Record<number, boolean>>>(draft.first?.self ?? {});
  const named = (id: number) => lastNamed(orders, id);
  const isOwn = (id: number) =>
    !registered.has(id) && (chosen[id] ?? (named(id)[0]?.email ?? user.email) === user.email);
  const [later, setLater] = useState<Readonly<Record<string, boolean>>>(draft.first?.later ?? {});
  const [today] = useState(() => riyadhDate(new Date()));
  // assign-seats accepts names until the day the course begins.
  const [listed, setListed] = useState<Listed>({ people: {}, rounds: {} });
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
  const renderHoldNote = (className: string) =>
    hold && <HoldNote hold={hold} minutes={minutes} seats={seats.length} className={className} />;
  // The server's price applies until the page has a newer one.
  const discounts = useDiscounts(lines);
  const discounted = discounts.priced;
  const counted = discounted ?? totals;
  const displayedTotals = priced?.of === counted.total ? priced.totals : counted;

  const starts = lines.map(({ start_date }) => start_date);
  const totalHalalas = halalasFromDecimal(displayedTotals.total) ?? 0;
  const maySend = transfer !== null && mayTransfer({ today, starts, totalHalalas }, transfer);
  const [chosenWay, setWay] = useState<"card" | "transfer">("card");
  const isTransfer = maySend && chosenWay === "transfer";

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

  async function submit(data: FormData, form: HTMLFormElement) {
    const billing = parseBilling(data);
    const company = parseCompany(data, billing);
    draft.keep(form, seats, { self: chosen, later });
    setProblem(null);
    const bought = lines.map(({ id, qty, name_eng, name_ar }) => ({
      id,
      qty,
      name: localText(locale, name_eng, name_ar).text,
      namedLater: unnamed(id),
    }));
    const attendees = getFormAttendees(seats, data, user);
    const discountCode = discounts.code;
    const purchase = {
      userId: user.id,
      lines: bought,
      billing,
      company,
      attendees,
      card,
      shown: displayedTotals,
      discountCode,
    };
    const code = await loadPay().catch(() => null);
    if (!code) {
      const text = `${m.platform_no_connection()} ${m.payments_nothing_charged()}`;
      return setProblem({
        inFields: false,
        text: (
          <Alert tone="danger" announces>
            {text}
          </Alert>
        ),
      });
    }
    const [{ pay }, { PayProblemAlert }, { cardFieldErrors }] = code;
    const payNow = () =>
      pay(purchase, (begun) => {
        setHold({ kind: "held", until: new Date(begun.expires_at) });
        draftBegun(user.id, begun.order_id);
        onBegun?.(begun);
      });
    const book = async () => {
      const { bookByTransfer } = await import("./way-to-pay.tsx");
      return bookByTransfer(purchase, locale, (orderId) => {
        draftBegun(user.id, orderId);
        onBooked?.(orderId);
      });
    };
    const outcome = await (isTransfer ? book() : payNow());
    if (outcome.kind === "redirect") return redirectTo(outcome.to);
    if (outcome.kind === "logged-out") return; // the page is on its way to Login
    setErrors(
      outcome.kind === "fields"
        ? errorsBySeat(outcome.fields, sentSeats(seats))
        : outcome.kind === "card-refused"
          ? cardFieldErrors(outcome.fields, locale)
          : {},
    );
    if (outcome.kind === "code") discounts.end();
    if (outcome.kind === "price") setPriced({ of: counted.total, totals: outcome.totals });
    if (outcome.kind === "price" || outcome.kind === "refused") onStale?.();
    setProblem({
      inFields: outcome.kind === "fields",
      text: <PayProblemAlert problem={outcome} isCart={isCart} />,
    });
  }

  function choose(next: { self: typeof chosen; later: typeof later }) {
    setChosen(next.self);
    setLater(next.later);
    const form = alert.current?.closest("form");
    if (form) draft.keep(form, seats, next);
  }

  function takeList(runId: number, qty: number, people: Attendee[]) {
    const numbers = Array.from({ length: qty }, (_, at) => at + 1);
    const typed = Object.fromEntries(people.map((person, at) => [seatKey(runId, at + 1), person]));
    setListed(({ people: before, rounds }) => ({
      people: { ...before, ...typed },
      rounds: { ...rounds, [runId]: (rounds[runId] ?? 0) + 1 },
    }));
    if (people.length > 0) setChosen({ ...chosen, [runId]: false });
    setLater({ ...later, ...Object.fromEntries(numbers.map((n) => [seatKey(runId, n), n > people.length])) });
  }
  const keepListed = useEffectEvent(({ rounds }: Listed) => {
    const form = alert.current?.closest("form");
    if (form && Object.keys(rounds).length > 0) draft.keep(form, seats, { self: chosen, later });
  });
  useEffect(() => keepListed(listed), [listed]);

  const lineDiscounts = discounted?.lines.map(({ discount }) => discount) ?? [];
  const reviewed = lines.map((line, at) => ({
    ...line,
    unnamed: unnamed(line.id),
    amount: discounted?.lines[at]?.amount ?? line.amount,
    discount: lineDiscounts[at] ?? null,
  }));
  return (
    <Form
      validationErrors={errors}
      onSend={submit}
      onCorrected={() => setProblem((last) => (last?.inFields ? null : last))}
      onChange={(event) => {
        void loadPay().catch(() => {});
        draft.keep(event.currentTarget, seats, { self: chosen, later });
      }}
      className={checkoutColumns}
      aria-label={m.checkout_checkout()}
    >
      {renderHoldNote("lg:hidden")}
      <SummaryDisclosure lines={reviewed} totals={displayedTotals} taxPercent={taxPercent} discounts={lineDiscounts} />
      <div className="grid min-w-0 gap-6">
        <BillingFields
          defaults={first.billing}
          company={first.company}
          needsCompany={isTransfer}
          needsAddress={needsAddress}
        />
        <WhoAttends
          lines={lines}
          seats={seats}
          buyer={user}
          registered={registered}
          waits={waits}
          userId={user.id}
          rounds={listed.rounds}
          onList={takeList}
          defaults={(id, seat) =>
            listed.people[seatKey(id, seat)] ?? draft.first?.people[seatKey(id, seat)] ?? named(id)[seat - 1]
          }
          onSelf={(id, isSelf) => choose({ self: { ...chosen, [id]: isSelf }, later })}
          onLater={(id, seat, isLater) => choose({ self: chosen, later: { ...later, [seatKey(id, seat)]: isLater } })}
        />
        {maySend && (
          <Suspense>
            <WayToPay
              way={chosenWay}
              onChange={setWay}
              dueOn={transferDueOn(today, starts, transfer)}
              total={displayedTotals.total}
              seats={seats.length}
            />
          </Suspense>
        )}
        {!isTransfer && <CardFields card={card} onChange={setCard} />}
      </div>
      <OrderReview lines={reviewed} totals={displayedTotals} taxPercent={taxPercent} discounts={lineDiscounts}>
        <DiscountField discounts={discounts} total={displayedTotals.total} />
        {renderHoldNote("max-lg:hidden")}
        <div ref={alert}>{problem?.text}</div>
        <Button type="submit" size="lg" block pendingText={m.enrolments_processing()}>
          {isTransfer ? m.groups_way_book() : m.checkout_submit()}
        </Button>
        <Acceptance />
        <p className="text-center text-xs text-ink-3 text-balance">
          {isTransfer ? m.groups_way_nothing_now() : m.checkout_bank_may_ask()}
        </p>
        <QuoteButton items={lines} code={discounted?.code?.code ?? null} />
      </OrderReview>
    </Form>
  );
}
