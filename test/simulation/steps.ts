/** The steps of a history: what people, jobs and the card provider may do next. fast-check generates them. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { eq, sql } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { editRun } from "#features/runs/edit-run.server.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";
import { recordTransfer } from "#features/settlement/transfers/transfers.server.ts";
import { markAttendance } from "#features/learning/attendance/marks.server.ts";
import { reissueCertificate, revokeCertificate } from "#features/learning/certificates/changes.server.ts";
import { erasePerson } from "#features/privacy/erasure.server.ts";
import { changeSetting, invalidateSettings } from "#features/settings/settings.server.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { changeOrder } from "#features/changes/change-order.server.ts";
import { quoteChange, type Quote } from "#features/changes/quote.server.ts";
import {
  approveRefund,
  requestRefund,
  declineRefund,
  withdrawRefund,
} from "#features/changes/refund-request.server.ts";
import { requestException, type ExceptionInput } from "#features/changes/requests.server.ts";
import { decideRequest, type ChangeDecision } from "#features/changes/decide-request.server.ts";
import { transferSeat } from "#features/changes/transfer-seat.server.ts";
import { claimSeat } from "#features/checkout/groups/claim.server.ts";
import { claimToken } from "#features/checkout/groups/claim-token.server.ts";
import { withdrawSeatLink } from "#features/checkout/groups/seat-links.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { joinWaitlist, leaveWaitlist } from "#features/waitlist/my-waitlists.server.ts";
import type { TestCtx } from "#test/context.ts";
import { Conflict, HttpError } from "#platform/errors.ts";
import { address, approvedCard, declinedCard, pay } from "#test/buyer.ts";
import { cancelRunNow, moveRunNow } from "#test/run-changes.ts";
import { BrokenInvariant, checkInvariants } from "./invariants.ts";
import {
  breaksGroup,
  calculateCost,
  calculatePaid,
  calculatePercentBack,
  calculateRefund,
  cancelRun,
  canMove,
  endRefunded,
  findSeats,
  getRemainingHalalas,
  roundHalfUp,
  sumAmounts,
  type Model,
  type ModelOrder,
  type ModelPolicy,
  type ModelRun,
  type ModelSeat,
} from "./model.ts";
import {
  advance,
  asBuyer,
  asOwner,
  buyerCount,
  payBackAll,
  runCount,
  runJob,
  runJobs,
  sendUntilAnswered,
  type World,
} from "./world.ts";

type Process = 0 | 1;

interface Step {
  /** A sentence for the story of a failure. */
  text: string;
  /** Does the step in one of the processes, and changes the model to the expected result. */
  act(world: World, model: Model, process: Process): Promise<void>;
}

const requireEqual = <T>(sentence: string, actual: T, expected: T): void => {
  if (actual !== expected) throw new BrokenInvariant(sentence, { actual, expected });
};

const getRun = (model: Model, runIndex: number): ModelRun => {
  const run = model.runs[runIndex];
  if (!run) throw new Error(`There is no date ${runIndex}`);
  return run;
};

/** Returns the nth of the paid orders with seats, counted from the one bought first and modulo their number. */
function pickOrder(model: Model, nth: number): { id: number; order: ModelOrder; runIndex: number } | null {
  const ordersWithSeats = [...model.orders].filter(([, { seats }]) => seats.length > 0);
  const [id, order] = ordersWithSeats[nth % ordersWithSeats.length] ?? [];
  const [seat] = order?.seats ?? [];
  return id !== undefined && order && seat ? { id, order, runIndex: seat.runIndex } : null;
}

/** Returns the ids of up to `count` confirmed seats of one order line, the oldest first. */
async function readSeatIds(ctx: TestCtx, orderId: number, runId: number, count: number): Promise<number[]> {
  const { rows } = await ctx.db.execute<{ id: number; line: number }>(sql`
    select id, order_line_id as line from enrolment
    where order_id = ${orderId} and run_id = ${runId} and state = 'confirmed' order by id`);
  return rows
    .filter(({ line }) => line === rows[0]?.line)
    .slice(0, count)
    .map(({ id }) => id);
}

const payments = ["paid", "declined", "declined, then paid", "abandoned", "notified twice", "notified late"] as const;
type Payment = (typeof payments)[number];

/** Sends a card. Ignores the provider's refusal of a payment that another tab has already made. */
async function postCard(begun: BegunCheckout, card = approvedCard): Promise<void> {
  await pay(begun, card).catch((error: Error) => {
    if (!error.message.includes("used_given_id")) throw error;
  });
}

/**
 * Pays as a browser does. With `notified twice`, the return page and the webhook notify the site at the same time; with
 * `notified late`, neither does. `retry` begins the payment again after a declined card.
 */
async function payFor(
  world: World,
  ctx: TestCtx,
  begun: BegunCheckout,
  { payment, retry }: { payment: Payment; retry: () => Promise<BegunCheckout> },
): Promise<void> {
  if (payment === "abandoned") return;
  if (payment === "declined" || payment === "declined, then paid") {
    await postCard(begun, declinedCard);
    await sendUntilAnswered(world, () => settlePayment(ctx, begun.given_id));
    if (payment === "declined") return;
    const begunAgain = await retry();
    await postCard(begunAgain);
    await sendUntilAnswered(world, () => settlePayment(ctx, begunAgain.given_id));
    return;
  }
  await postCard(begun);
  if (payment === "notified late") return;
  const settle = () =>
    sendUntilAnswered(world, () => settlePayment({ ...ctx, actor: { kind: "provider" } }, begun.given_id));
  if (payment === "paid") return void (await settle());
  for (const result of await world.turns.all([settle, settle])) if (result.status === "rejected") throw result.reason;
}

const buyer = fc.nat({ max: buyerCount - 1 });
const runIndex = fc.nat({ max: runCount - 1 });
const nth = fc.nat({ max: 5 });
const seats = fc.integer({ min: 1, max: 3 });

type NewOrder = Pick<
  ModelOrder,
  "buyer" | "discountPercent" | "discountFromSeats" | "unitHalalas" | "policy" | "receivedHalalas" | "isTransfer"
>;

/** Calculates the price with the better of a 10 % code and the group price. */
function calculatePrice({ priceHalalas: unitHalalas, group }: ModelRun, count: number, hasCode: boolean) {
  const code = hasCode ? 10 : 0;
  const isGroup = group !== null && count >= group.fromSeats && group.percent >= code;
  const discountPercent = isGroup ? group.percent : code;
  const discountFromSeats = isGroup ? group.fromSeats : 0;
  return { unitHalalas, discountPercent, discountFromSeats, cost: calculateCost(unitHalalas, count, discountPercent) };
}

function addOrder(
  model: Model,
  id: number,
  { runIndex, count, ...order }: NewOrder & { runIndex: number; count: number },
) {
  const seat = { runIndex, paidHalalas: Math.round(order.receivedHalalas / count), isMoved: false, maxPercent: 100 };
  model.orders.set(id, {
    ...order,
    returnedHalalas: 0,
    goodwillHalalas: 0,
    retainedHalalas: 0,
    isUneven: false,
    hasDifference: false,
    seats: Array.from({ length: count }, () => ({ ...seat })),
    keptSeats: [],
  });
}

const generateBuy = (runIndex: fc.Arbitrary<number>) =>
  fc
    .record({ buyer, runIndex, seats, hasCode: fc.boolean(), payment: fc.constantFrom(...payments) })
    .map(({ buyer, runIndex, seats, hasCode, payment }): Step => ({
      text: `buyer ${buyer} buys ${seats} of date ${runIndex}${hasCode ? " with a code" : ""} (${payment})`,
      async act(world, model, process) {
        const ctx = asBuyer(world, process, buyer);
        const { cost, ...price } = calculatePrice(getRun(model, runIndex), seats, hasCode);
        const input = {
          items: [{ runId: world.runIds[runIndex] ?? 0, qty: seats }],
          billing: address,
          discountCode: hasCode ? world.code : null,
        };
        const { policy } = model;
        // After a declined card this may begin another order, if the buyer has ordered in another tab meanwhile.
        const begin = async () => {
          const begun = await sendUntilAnswered(world, () => beginCheckout(ctx, input));
          const order = { buyer, ...price, policy, receivedHalalas: begun.amount, isTransfer: false };
          model.unsettled.set(begun.order_id, () =>
            addOrder(model, begun.order_id, { ...order, runIndex, count: seats }),
          );
          return begun;
        };
        const begun = await begin();
        if (!world.isCrowded) requireEqual("An order costs its price less the discount, with VAT", begun.amount, cost);
        await payFor(world, ctx, begun, { payment, retry: begin });
      },
    }));

const buy = generateBuy(runIndex);

/** Returns copies of up to `count` seats, because a concurrent step may change the seats. */
const chooseSeats = (order: ModelOrder, runIndex: number, count: number): ModelSeat[] =>
  findSeats(order, runIndex)
    .slice(0, count)
    .map((seat) => ({ ...seat }));

/** Quotes a change of seats, as the order's page does. Resolves with null if staff would have to decide. */
async function quoteSeats(
  world: World,
  process: Process,
  {
    id,
    order,
    runIndex,
    seatIds,
    toIndex,
  }: {
    id: number;
    order: ModelOrder;
    runIndex: number;
    seatIds: number[];
    toIndex: number | null;
  },
): Promise<{ ctx: TestCtx; quote: Quote } | null> {
  const ctx = asBuyer(world, process, order.buyer);
  const quote = await quoteChange(ctx, {
    orderId: id,
    runId: world.runIds[runIndex] ?? 0,
    kind: toIndex === null ? "cancel" : "move",
    seatIds,
    toRunId: toIndex === null ? null : (world.runIds[toIndex] ?? 0),
  });
  return quote.isAllowed && !quote.needsStaff ? { ctx, quote } : null;
}

/**
 * Returns whether the model can calculate what a change returns. It cannot after a refund without seats or beside
 * another step, because both change what is left for the seats.
 */
const isPredictable = ({ isCrowded }: World, { goodwillHalalas, isUneven }: ModelOrder): boolean =>
  !isCrowded && goodwillHalalas === 0 && !isUneven;

/** Removes refunded seats. Once everything is returned, the other seats end too. */
function removeRefunded(order: ModelOrder, removed: readonly ModelSeat[]): void {
  order.isUneven ||= breaksGroup(order, removed);
  removeSeats(order, removed);
  endRefunded(order);
}

/**
 * Returns the seats without the removed ones. Any seat with the same run and price counts as removed, because the model
 * does not know which of them the product changes.
 */
function without(seats: readonly ModelSeat[], removed: readonly ModelSeat[]): ModelSeat[] {
  const remaining = [...seats];
  for (const seat of removed) {
    const index = remaining.findIndex((other) => isDeepStrictEqual(other, seat));
    if (index >= 0) remaining.splice(index, 1);
  }
  return remaining;
}

const removeSeats = (order: ModelOrder, removed: readonly ModelSeat[]) =>
  void (order.seats = without(order.seats, removed));
const removeKept = (order: ModelOrder, removed: readonly ModelSeat[]) =>
  void (order.keptSeats = without(order.keptSeats, removed));

const cancel = fc.record({ nth, count: seats, isRepeated: fc.boolean() }).map(({ nth, count, isRepeated }): Step => ({
  text: `the buyer of order ${nth} cancels up to ${count} seats${isRepeated ? ", sent twice" : ""}`,
  async act(world, model, process) {
    const picked = pickOrder(model, nth);
    if (!picked) return;
    const { id, order, runIndex } = picked;
    const buyerCtx = asBuyer(world, process, order.buyer);
    const seatIds = await readSeatIds(buyerCtx, id, world.runIds[runIndex] ?? 0, count);
    const chosen = chooseSeats(order, runIndex, seatIds.length);
    const quoted = await quoteSeats(world, process, { id, order, runIndex, seatIds, toIndex: null });
    if (!quoted) return;
    const { ctx, quote } = quoted;
    if (isPredictable(world, order))
      requireEqual(
        "A cancelled seat returns what the policy says of what was paid for it",
        quote.refundHalalas,
        calculateRefund(order, chosen, getRun(model, runIndex), model.now),
      );
    const key = `key-${++world.keys}`;
    const send = () => sendUntilAnswered(world, () => changeOrder(ctx, { quote: quote.token, key }));
    const { change } = await send();
    if (isRepeated) await send();
    if (change.state !== "done") return;
    // The part of the seats' price that the order still holds after earlier refunds.
    const heldHalalas = order.isUneven
      ? quote.fullHalalas
      : Math.min(getRemainingHalalas(order), calculatePaid(order, chosen));
    order.isUneven ||= breaksGroup(order, chosen);
    removeSeats(order, chosen);
    order.returnedHalalas += quote.refundHalalas;
    order.retainedHalalas += Math.max(0, heldHalalas - quote.refundHalalas);
  },
}));

/** Moves seats of an order as its page does: quotes the move and pays the difference for a dearer date. */
async function moveSeats(
  world: World,
  model: Model,
  process: Process,
  {
    id,
    order,
    runIndex,
    seatIds,
    chosen,
    toIndex,
    payment,
    isKept,
  }: {
    id: number;
    order: ModelOrder;
    runIndex: number;
    seatIds: number[];
    chosen: ModelSeat[];
    toIndex: number;
    payment: Payment;
    /** Whether the seats are cancelled and the move uses their kept value. */
    isKept: boolean;
  },
): Promise<void> {
  const quoted = await quoteSeats(world, process, { id, order, runIndex, seatIds, toIndex });
  if (!quoted) return;
  const { ctx, quote } = quoted;
  // The model has no order that is paid by transfer and by card.
  if (order.isTransfer && quote.payHalalas > 0) return;
  const from = getRun(model, runIndex);
  const to = getRun(model, toIndex);
  if (!isKept && !chosen.every((seat) => canMove(order.policy, seat, from, model.now)))
    throw new BrokenInvariant("A seat moves once, as long before its course as the policy says", { runIndex });
  const paid = sumAmounts(chosen.map((seat) => seat.paidHalalas));
  const cost = calculateCost(to.priceHalalas, chosen.length, order.discountPercent);
  if (isPredictable(world, order)) {
    requireEqual("A cheaper date returns the difference", quote.refundHalalas, Math.max(0, paid - cost));
    requireEqual("A dearer date costs the difference", quote.payHalalas, Math.max(0, cost - paid));
  }
  const key = `key-${++world.keys}`;
  const send = () => sendUntilAnswered(world, () => changeOrder(ctx, { quote: quote.token, key }));
  const { change, checkout } = await send();
  const quotedAt = model.now;
  const apply = () => {
    if (isKept) removeKept(order, chosen);
    else removeSeats(order, chosen);
    order.receivedHalalas += quote.payHalalas;
    order.hasDifference ||= quote.payHalalas > 0;
    order.isUneven ||= order.discountFromSeats > 0;
    order.returnedHalalas += quote.refundHalalas;
    // The newest seats of a date are last, as in the database.
    for (const seat of chosen)
      order.seats.push({
        runIndex: toIndex,
        paidHalalas: cost / chosen.length,
        isMoved: true,
        maxPercent: calculatePercentBack(order.policy, seat, from, quotedAt),
      });
  };
  if (!checkout) return change.state === "done" ? apply() : undefined;
  model.unsettled.set(checkout.order_id, apply);
  const retry = async () => {
    const next = (await send()).checkout;
    // A concurrent step of the buyer may replace a move that is not paid.
    if (!next && world.isCrowded) throw new Conflict("The move gave way to another one");
    if (!next) throw new BrokenInvariant("A declined difference can be paid again", { orderId: checkout.order_id });
    return next;
  };
  await payFor(world, ctx, checkout, { payment, retry });
}

const move = fc
  .record({ nth, count: seats, toIndex: runIndex, payment: fc.constantFrom(...payments) })
  .map(({ nth, count, toIndex, payment }): Step => ({
    text: `the buyer of order ${nth} moves up to ${count} seats to date ${toIndex} (${payment})`,
    async act(world, model, process) {
      const picked = pickOrder(model, nth);
      if (!picked) return;
      const { id, order, runIndex } = picked;
      const ctx = asBuyer(world, process, order.buyer);
      const seatIds = await readSeatIds(ctx, id, world.runIds[runIndex] ?? 0, count);
      const chosen = chooseSeats(order, runIndex, seatIds.length);
      await moveSeats(world, model, process, { id, order, runIndex, seatIds, chosen, toIndex, payment, isKept: false });
    },
  }));

const refund = fc
  .record({ nth, count: fc.nat({ max: 3 }), isRepeated: fc.boolean() })
  .map(({ nth, count, isRepeated }): Step => ({
    text: `staff refund ${count === 0 ? "SAR 10.00" : `up to ${count} seats`} of order ${nth}${isRepeated ? ", sent twice" : ""}`,
    async act(world, model, process) {
      const picked = pickOrder(model, nth);
      if (!picked) return;
      const { id, order, runIndex } = picked;
      // Staff refund the difference for a dearer date with the order that paid it.
      if (order.hasDifference) return;
      // Buyers keep seats paid by transfer until the money has left the bank.
      if (order.isTransfer && (count > 0 || getRemainingHalalas(order) <= 1000)) return;
      const ctx = asOwner(world, process);
      const seatIds = count === 0 ? [] : await readSeatIds(ctx, id, world.runIds[runIndex] ?? 0, count);
      const chosen = chooseSeats(order, runIndex, seatIds.length);
      const paid = count === 0 ? 1000 : sumAmounts(chosen.map((seat) => seat.paidHalalas));
      const input = { orderId: id, amountHalalas: paid, reason: "requested", seatIds, key: `key-${++world.keys}` };
      const send = () => sendUntilAnswered(world, () => refundOrder(ctx, input));
      await send();
      if (isRepeated) await send();
      order.returnedHalalas += paid;
      if (count === 0) order.goodwillHalalas += paid;
      removeRefunded(order, chosen);
    },
  }));

const answers = ["agree", "decline", "withdraw"] as const;

/** Approves, declines or withdraws a refund that waits for approval. */
async function answerRequest(world: World, process: Process, id: number, answer: (typeof answers)[number]) {
  const [owner, second] = [asOwner(world, process), asOwner(world, process, "staff-second")];
  if (answer === "withdraw") await sendUntilAnswered(world, () => withdrawRefund(owner, { id }));
  else await sendUntilAnswered(world, () => (answer === "agree" ? approveRefund : declineRefund)(second, { id }));
}

const askForRefund = fc
  .record({ nth, count: fc.nat({ max: 3 }), answer: fc.constantFrom(...answers) })
  .map(({ nth, count, answer }): Step => ({
    text: `staff ask to refund ${count === 0 ? "the rest" : `up to ${count} seats`} of order ${nth}, a second person would ${answer}`,
    async act(world, model, process) {
      const picked = pickOrder(model, nth);
      // Staff refund the difference for a dearer date with the order that paid it, after the rest.
      if (!picked || picked.order.isTransfer || (picked.order.hasDifference && count > 0)) return;
      const { id, order, runIndex } = picked;
      const ctx = asOwner(world, process);
      const seatIds = count === 0 ? [] : await readSeatIds(ctx, id, world.runIds[runIndex] ?? 0, count);
      const chosen = chooseSeats(order, runIndex, seatIds.length);
      const target = { orderId: id, seatIds, ...(count === 0 && { whole: true }) };
      const input = { ...target, reason: "requested", key: `key-${++world.keys}` };
      const { request } = await sendUntilAnswered(world, () => requestRefund(ctx, input));
      const paid =
        count === 0
          ? order.receivedHalalas - order.returnedHalalas
          : sumAmounts(chosen.map((seat) => seat.paidHalalas));
      if (isPredictable(world, order) && order.retainedHalalas === 0 && !order.hasDifference)
        requireEqual("A refund of seats is what was paid for them", request.amountHalalas, paid);
      if (request.state === "waiting") await answerRequest(world, process, request.id, answer);
      if (request.state === "waiting" && answer !== "agree") return;
      order.returnedHalalas += request.amountHalalas;
      if (!order.hasDifference) return removeRefunded(order, chosen);
      Object.assign(order, { seats: [], keptSeats: [] });
      order.returnedHalalas += await refundDifferences(world, process, id);
      if (isPredictable(world, order) && order.retainedHalalas === 0)
        requireEqual(
          "A refund of an order leaves its differences as cases",
          order.returnedHalalas,
          order.receivedHalalas,
        );
    },
  }));

/** Refunds the differences of a refunded order that the payment cases list, and resolves with their sum. */
async function refundDifferences(world: World, process: Process, orderId: number): Promise<number> {
  await runJob(world, process, "payments.compare");
  const ctx = asOwner(world, process);
  const { rows } = await ctx.db.execute<{ id: number; left: number }>(sql`
    select o.id, (c.facts ->> 'amountHalalas')::int as left from payment_case c join "order" o on o.id = c.order_id
    where c.kind = 'difference-without-seat' and c.closed_at is null and o.difference_of = ${orderId} order by o.id`);
  for (const { id, left } of rows) {
    const input = { orderId: id, amountHalalas: left, reason: "requested", key: `key-${++world.keys}` };
    await sendUntilAnswered(world, () => refundOrder(ctx, input));
  }
  return sumAmounts(rows.map(({ left }) => left));
}

/**
 * Sends an exception request, and lets staff and a second person decide. Resolves with the request, the decided change
 * and whether the second person declined it.
 */
async function askAndDecide(
  world: World,
  process: Process,
  { order, ...exceptionInput }: Omit<ExceptionInput, "message" | "fileIds" | "key"> & { order: ModelOrder },
  { decision, answer }: { decision: ChangeDecision; answer: (typeof answers)[number] },
) {
  const input = { ...exceptionInput, message: "Ill", fileIds: [], key: `key-${++world.keys}` };
  const request = await sendUntilAnswered(world, () => requestException(asBuyer(world, process, order.buyer), input));
  const staff = asOwner(world, process);
  const decide = (decision: ChangeDecision) =>
    sendUntilAnswered(world, () => decideRequest(staff, { id: request.id, decision, answer: "We looked at it" }));
  const change = await decide(decision).catch(async (error: unknown) => {
    // An order may have only one open request, so this one must be closed.
    await decide("refuse");
    throw error;
  });
  let isDeclined = false;
  for (
    let waiting = await readWaitingRefunds(world, exceptionInput.orderId);
    change.state === "agreed" && waiting[0];
  ) {
    await answerRequest(world, process, waiting[0], answer === "withdraw" ? "decline" : answer);
    isDeclined = answer !== "agree";
    // One answer may decide several refunds of the same request, so this reads again what still waits.
    waiting = await readWaitingRefunds(world, exceptionInput.orderId);
  }
  if (isDeclined) await decide("refuse");
  return { request, change, isDeclined };
}

const decisions = ["policy", "all", "keep", "refuse"] as const;

const exception = fc
  .record({ nth, count: seats, decision: fc.constantFrom(...decisions), answer: fc.constantFrom(...answers) })
  .map(({ nth, count, decision, answer }): Step => ({
    text: `the buyer of order ${nth} asks to cancel up to ${count} seats beyond the policy, staff decide "${decision}", a second person would ${answer}`,
    async act(world, model, process) {
      const picked = pickOrder(model, nth);
      if (!picked || picked.order.isTransfer) return;
      const { id, order, runIndex } = picked;
      const runId = world.runIds[runIndex] ?? 0;
      const seatIds = await readSeatIds(asBuyer(world, process, order.buyer), id, runId, count);
      const chosen = chooseSeats(order, runIndex, seatIds.length);
      const exceptionInput = { order, orderId: id, runId, kind: "cancel" as const, seatIds, toRunId: null };
      const paid = calculatePaid(order, chosen);
      const heldBefore = Math.min(getRemainingHalalas(order), paid);
      const { request, change, isDeclined } = await askAndDecide(world, process, exceptionInput, { decision, answer });
      if (decision === "refuse" || isDeclined) return;
      if (decision === "keep") {
        order.isUneven ||= order.discountFromSeats > 0;
        order.keptSeats.push(...chosen);
        return removeSeats(order, chosen);
      }
      const backHalalas = sumAmounts(change.parts.map((part) => part.backHalalas));
      const percent = decision === "all" ? 100 : Math.min(100, request.percent ?? 0);
      if (isPredictable(world, order) && order.retainedHalalas === 0)
        requireEqual("An exception returns its share of what was paid", backHalalas, roundHalfUp(paid, percent, 100));
      const fullHalalas = sumAmounts(change.parts.map((part) => part.fullHalalas));
      order.returnedHalalas += backHalalas;
      order.retainedHalalas += Math.max(0, (order.isUneven ? fullHalalas : heldBefore) - backHalalas);
      order.isUneven ||= breaksGroup(order, chosen);
      removeRefunded(order, chosen);
    },
  }));

const moveException = fc
  .record({ nth, count: seats, toIndex: runIndex, isAgreed: fc.boolean(), answer: fc.constantFrom(...answers) })
  .map(({ nth, count, toIndex, isAgreed, answer }): Step => ({
    text: `the buyer of order ${nth} asks to move up to ${count} seats to date ${toIndex} beyond the policy, staff ${isAgreed ? "agree" : "refuse"}, a second person would ${answer}`,
    async act(world, model, process) {
      const picked = pickOrder(model, nth);
      if (!picked || picked.order.isTransfer) return;
      const { id, order, runIndex } = picked;
      const runId = world.runIds[runIndex] ?? 0;
      const seatIds = await readSeatIds(asBuyer(world, process, order.buyer), id, runId, count);
      const chosen = chooseSeats(order, runIndex, seatIds.length);
      const toRunId = world.runIds[toIndex] ?? 0;
      const exceptionInput = { order, orderId: id, runId, kind: "move" as const, seatIds, toRunId };
      const decision = isAgreed ? "agree" : "refuse";
      const { change, isDeclined } = await askAndDecide(world, process, exceptionInput, { decision, answer });
      if (!isAgreed || isDeclined) return;
      const backHalalas = sumAmounts(change.parts.map((part) => part.backHalalas));
      const paid = sumAmounts(chosen.map((seat) => seat.paidHalalas));
      const cost = calculateCost(getRun(model, toIndex).priceHalalas, chosen.length, order.discountPercent);
      if (isPredictable(world, order))
        requireEqual("An exception to a cheaper date returns the difference", backHalalas, Math.max(0, paid - cost));
      removeSeats(order, chosen);
      order.returnedHalalas += backHalalas;
      order.isUneven ||= order.discountFromSeats > 0;
      const paidHalalas = Math.min(paid, cost) / chosen.length;
      const maxPercent = chosen[0]
        ? calculatePercentBack(order.policy, chosen[0], getRun(model, runIndex), model.now)
        : 100;
      for (const seat of chosen)
        order.seats.push({ ...seat, runIndex: toIndex, paidHalalas, isMoved: true, maxPercent });
    },
  }));

async function readWaitingRefunds({ processes }: World, orderId: number): Promise<number[]> {
  const { rows } = await processes[0].db.execute<{ id: number }>(sql`
    select r.id from refund_request r join "order" o on o.id = r.order_id
    where coalesce(o.difference_of, o.id) = ${orderId} and r.state = 'waiting' order by r.id`);
  return rows.map(({ id }) => id);
}

/** A buyer books another date with the kept value of cancelled seats. */
const useKept = fc
  .record({ nth, toIndex: runIndex, payment: fc.constantFrom(...payments) })
  .map(({ nth, toIndex, payment }): Step => ({
    text: `a buyer moves the kept value of seats (${nth}) to date ${toIndex} (${payment})`,
    async act(world, model, process) {
      const ordersWithKeptSeats = [...model.orders].filter(([, { keptSeats }]) => keptSeats.length > 0);
      const [id, order] = ordersWithKeptSeats[nth % ordersWithKeptSeats.length] ?? [];
      if (id === undefined || !order) return;
      const { rows } = await world.processes[0].db.execute<{ id: number; run: number; line: number }>(sql`
        select id, run_id as run, order_line_id as line from enrolment
        where order_id = ${id} and state = 'cancelled' and kept_until is not null order by id`);
      const [firstSeat] = rows;
      const runIndex = world.runIds.indexOf(firstSeat?.run ?? 0);
      if (!firstSeat) throw new BrokenInvariant("The value of kept seats is there until it is used", { id });
      const seatIds = rows.filter(({ line }) => line === firstSeat.line).map((row) => row.id);
      const chosen = order.keptSeats.filter((seat) => seat.runIndex === runIndex).map((seat) => ({ ...seat }));
      await moveSeats(world, model, process, { id, order, runIndex, seatIds, chosen, toIndex, payment, isKept: true });
    },
  }));

/** Names of people to whom buyers transfer seats, and who claim seats. */
const person = fc.constantFrom("omar", "huda", "ali");
const toPerson = (name: string) => ({
  name: `${name} Nasser`,
  name_other: "عمر ناصر",
  email: `${name}@example.com`,
  scfhs_number: "12JM0012345",
});

const sendColleague = fc
  .record({ nth, seatIndex: fc.nat({ max: 2 }), person, isRepeated: fc.boolean() })
  .map(({ nth, seatIndex, person, isRepeated }): Step => ({
    text: `the buyer of order ${nth} sends ${person} to seat ${seatIndex}${isRepeated ? ", sent twice" : ""}`,
    async act(world, model, process) {
      const picked = pickOrder(model, nth);
      if (!picked) return;
      const { id: orderId, order, runIndex } = picked;
      const ctx = asBuyer(world, process, order.buyer);
      const seatIds = await readSeatIds(ctx, orderId, world.runIds[runIndex] ?? 0, 3);
      const seatId = seatIds[seatIndex % seatIds.length] ?? 0;
      const input = { orderId, seatId, ...toPerson(person), key: `key-${++world.keys}` };
      const send = () => sendUntilAnswered(world, () => transferSeat(ctx, input));
      await send();
      if (isRepeated) await send();
    },
  }));

const claim = fc
  .record({ nth, seatIndex: fc.nat({ max: 2 }), person, isWithdrawn: fc.boolean() })
  .map(({ nth, seatIndex, person, isWithdrawn }): Step => ({
    text: `${person} claims seat ${seatIndex} of order ${nth} by its link${isWithdrawn ? ", which the buyer withdraws first" : ""}`,
    async act(world, model, process) {
      const picked = pickOrder(model, nth);
      if (!picked) return;
      const { id: orderId, order, runIndex } = picked;
      const runId = world.runIds[runIndex] ?? 0;
      const buyer = asBuyer(world, process, order.buyer);
      const seatIds = await readSeatIds(buyer, orderId, runId, 3);
      const seatId = seatIds[seatIndex % seatIds.length] ?? 0;
      const link = { enrolmentId: seatId, linkNumber: 1 };
      if (isWithdrawn) {
        const { rows } = await buyer.db.execute<{ seat: number }>(sql`select seat from enrolment where id = ${seatId}`);
        const seat = rows[0]?.seat ?? 0;
        await sendUntilAnswered(world, () => withdrawSeatLink(buyer, { orderId, runId, seat }));
      }
      const token = claimToken(buyer, link);
      const { cut } = world;
      const before = cut.count;
      await sendUntilAnswered(world, () => claimSeat(world.processes[process], { token, ...toPerson(person) }));
      if (isWithdrawn) throw new BrokenInvariant("A withdrawn link claims no seat", link);
      if (world.claimed.has(seatId) && cut.count === before)
        throw new BrokenInvariant("A link claims its seat once", link);
      world.claimed.add(seatId);
    },
  }));

const join = fc.record({ buyer, runIndex, seats }).map(({ buyer, runIndex, seats }): Step => ({
  text: `buyer ${buyer} waits for ${seats} of date ${runIndex}`,
  async act(world, _model, process) {
    const entry = { runId: world.runIds[runIndex] ?? 0, seats };
    await sendUntilAnswered(world, () => joinWaitlist(asBuyer(world, process, buyer), entry));
  },
}));

const leave = fc.record({ buyer, runIndex }).map(({ buyer, runIndex }): Step => ({
  text: `buyer ${buyer} leaves the waitlist of date ${runIndex}, or declines its offer`,
  async act(world, _model, process) {
    const entry = { runId: world.runIds[runIndex] ?? 0 };
    await sendUntilAnswered(world, () => leaveWaitlist(asBuyer(world, process, buyer), entry));
  },
}));

const cancelDate = runIndex.map((runIndex): Step => ({
  text: `staff cancel date ${runIndex}`,
  async act(world, model, process) {
    await cancelRunNow(asOwner(world, process), {
      runId: world.runIds[runIndex] ?? 0,
      reason: { eng: "Too few people", ar: "العدد قليل" },
    });
    cancelRun(model, runIndex);
  },
}));

async function readRun({ processes, runIds }: World, runIndex: number) {
  const [run] = await processes[0].db
    .select()
    .from(courseRuns)
    .where(eq(courseRuns.id, runIds[runIndex] ?? 0));
  if (!run) throw new Error(`There is no date ${runIndex}`);
  return run;
}

/** Reads the id and the version of a run, which every edit sends. */
async function readRunVersion(world: World, runIndex: number) {
  const { id: runId, version } = await readRun(world, runIndex);
  return { runId, version };
}

const editPrice = fc
  .record({ runIndex, price: fc.constantFrom(180_000, 240_000, 300_001) })
  .map(({ runIndex, price }): Step => ({
    text: `staff set the price of date ${runIndex} to SAR ${price / 100}`,
    async act(world, model, process) {
      const form = { ...(await readRunVersion(world, runIndex)), price };
      await editRun(asOwner(world, process), form);
      getRun(model, runIndex).priceHalalas = price;
    },
  }));

const editCapacity = fc
  .record({ runIndex, capacity: fc.integer({ min: 1, max: 6 }) })
  .map(({ runIndex, capacity }): Step => ({
    text: `staff give date ${runIndex} ${capacity} seats`,
    async act(world, _model, process) {
      const form = { ...(await readRunVersion(world, runIndex)), capacity };
      await editRun(asOwner(world, process), form);
    },
  }));

const policies: ModelPolicy[] = [
  { allBackDays: 14, partBackDays: 7, partBackPercent: 50, moveDays: 7 },
  { allBackDays: 30, partBackDays: 30, partBackPercent: 0, moveDays: 0 },
  { allBackDays: 40, partBackDays: 0, partBackPercent: 33, moveDays: 35 },
];

const editPolicy = fc.constantFrom(...policies).map((policy): Step => ({
  text: `staff set the policy of new orders to ${Object.values(policy).join(", ")}`,
  async act(world, model, process) {
    await changeSetting(asOwner(world, process), "changes", policy);
    invalidateSettings();
    model.policy = policy;
  },
}));

const moveDate = fc.record({ runIndex, days: fc.constantFrom(-12, 1, 30) }).map(({ runIndex, days }): Step => ({
  text: `staff move date ${runIndex} by ${days} days`,
  async act(world, model, process) {
    const { startDate, endDate, venueEng, venueAr } = await readRun(world, runIndex);
    await moveRunNow(asOwner(world, process), {
      runId: world.runIds[runIndex] ?? 0,
      startDate: addDays(startDate, days),
      endDate: addDays(endDate, days),
      venueEng,
      venueAr,
    });
    getRun(model, runIndex).startDay += days;
  },
}));

const editGroupPrice = fc
  .record({ runIndex, group: fc.constantFrom(null, { fromSeats: 2, percent: 20 }, { fromSeats: 3, percent: 8 }) })
  .map(({ runIndex, group }): Step => ({
    text: `staff ${group ? `give date ${runIndex} ${group.percent} % off from ${group.fromSeats} seats` : `end the group price of date ${runIndex}`}`,
    async act(world, model, process) {
      const fields = { groupFromSeats: group?.fromSeats ?? null, groupPercent: group?.percent ?? null };
      await editRun(asOwner(world, process), { ...(await readRunVersion(world, runIndex)), ...fields });
      getRun(model, runIndex).group = group;
    },
  }));

const setMinimum = fc
  .record({ runIndex, minSeats: seats, ifMissed: fc.constantFrom("cancel" as const, "run" as const) })
  .map(({ runIndex, minSeats, ifMissed }): Step => ({
    text: `staff say that date ${runIndex} needs ${minSeats} people ten days before, else: ${ifMissed}`,
    async act(world, _model, process) {
      const { startDate } = await readRun(world, runIndex);
      const decideBy = riyadhInstant(addDays(startDate, -10), "12:00");
      const fields = { minSeats, decideBy, ifMissed };
      await editRun(asOwner(world, process), { ...(await readRunVersion(world, runIndex)), ...fields });
    },
  }));

const openTransfer = fc
  .record({ buyer, runIndex, seats, hasCode: fc.boolean() })
  .map(({ buyer, runIndex, seats, hasCode }): Step => ({
    text: `staff open an order by transfer for buyer ${buyer}: ${seats} of date ${runIndex}${hasCode ? " with a code" : ""}`,
    async act(world, model, process) {
      const input = {
        buyerId: world.buyers[buyer]?.id ?? "",
        items: [{ runId: world.runIds[runIndex] ?? 0, qty: seats }],
        billing: address,
        discountCode: hasCode ? world.code : null,
        key: `key-${++world.keys}`,
      };
      const opened = await sendUntilAnswered(world, () => openTransferOrder(asOwner(world, process), input));
      const { cost, ...price } = calculatePrice(getRun(model, runIndex), seats, hasCode);
      if (!world.isCrowded)
        requireEqual("An order costs its price less the discount, with VAT", opened.totalHalalas, cost);
      const order = {
        buyer,
        ...price,
        policy: model.policy,
        receivedHalalas: opened.totalHalalas,
        isTransfer: true,
      };
      model.transfers.push({ id: opened.orderId, missingHalalas: opened.totalHalalas });
      model.unsettled.set(opened.orderId, () => addOrder(model, opened.orderId, { ...order, runIndex, count: seats }));
    },
  }));

const recordMoney = fc
  .record({ nth, isPart: fc.boolean(), isRepeated: fc.boolean() })
  .map(({ nth, isPart, isRepeated }): Step => ({
    text: `staff record ${isPart ? "half of " : ""}a transfer for the open order ${nth}${isRepeated ? ", sent twice" : ""}`,
    async act(world, model, process) {
      const openTransfers = model.transfers.filter(({ missingHalalas }) => missingHalalas > 0);
      const transfer = openTransfers[nth % openTransfers.length];
      if (!transfer) return;
      const amountHalalas = isPart ? Math.ceil(transfer.missingHalalas / 2) : transfer.missingHalalas;
      const receivedOn = riyadhDate(world.clock.now);
      const input = { orderId: transfer.id, amountHalalas, reference: `FT-${++world.keys}`, receivedOn };
      const send = () => sendUntilAnswered(world, () => recordTransfer(asOwner(world, process), input));
      const recorded = await send();
      if (isRepeated) await send();
      transfer.missingHalalas -= amountHalalas;
      if (!world.isCrowded)
        requireEqual(
          "The missing part of a transfer is its total less what has arrived",
          recorded.missingHalalas,
          transfer.missingHalalas,
        );
    },
  }));

const payBack = fc.constant<Step>({
  text: "finance record every waiting refund by transfer as paid",
  async act(world, _model, process) {
    await payBackAll(world, process);
  },
});

const minutesPerDay = 1440;
const riyadhOffsetMs = 3 * 3_600_000;
/** Number of minutes that pass from a time in ms. */
const jumps: Record<string, (now: number) => number> = {
  "16 minutes pass": () => 16,
  "an hour passes": () => 60,
  "a day passes": () => minutesPerDay,
  "ten days pass": () => 10 * minutesPerDay,
  "40 days pass": () => 40 * minutesPerDay,
  "it becomes midnight": (now) => (minutesPerDay - (((now + riyadhOffsetMs) / 60_000) % minutesPerDay)) % minutesPerDay,
  "the next month begins": (now) => {
    const date = new Date(now + riyadhOffsetMs);
    return (Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - date.getTime()) / 60_000;
  },
};
const passTime = fc.constantFrom(...Object.entries(jumps)).map(([text, jump]): Step => ({
  text: `${text}, and the jobs run`,
  async act(world, model, process) {
    advance(world, model, jump(model.now));
    await runJobs(world, process);
  },
}));

/** Time passes until a date has been over for a day; staff mark everyone present, and the job issues certificates. */
const teach = runIndex.map((runIndex): Step => ({
  text: `date ${runIndex} takes place, staff mark everyone, and certificates are issued`,
  async act(world, model, process) {
    const runId = world.runIds[runIndex] ?? 0;
    const endMinutes = (getRun(model, runIndex).startDay + 2) * minutesPerDay - riyadhOffsetMs / 60_000;
    advance(world, model, Math.max(0, endMinutes - model.now / 60_000));
    await runJobs(world, process);
    const { rows } = await world.processes[process].db.execute<{ seat: number; session: number }>(sql`
      select e.id as seat, s.id as session from enrolment e join run_session s on s.run_id = e.run_id
      where e.run_id = ${runId} and e.state = 'confirmed' order by 1, 2`);
    world.certificates ??= new Map();
    if (rows.length === 0) return;
    const present = { state: "present" as const, lateMinutes: null };
    const marks = rows.map(({ seat, session }) => ({ enrolmentId: seat, sessionId: session, mark: present }));
    const key = `00000000-0000-4000-8000-${String(++world.keys).padStart(12, "0")}`;
    const input = { runId, key, marks, reason: "Read from the list" };
    await sendUntilAnswered(world, () => markAttendance(asOwner(world, process), input));
    await runJob(world, process, "certificates.issue");
  },
}));

const changeCertificate = fc.record({ nth, isRevoked: fc.boolean() }).map(({ nth, isRevoked }): Step => ({
  text: `staff ${isRevoked ? "revoke" : "correct"} certificate ${nth}`,
  async act(world, _model, process) {
    const { rows } = await world.processes[process].db.execute<{ id: number; number: string }>(
      sql`select id, number from certificate order by id`,
    );
    const certificate = rows[nth % rows.length];
    if (!certificate) return;
    const { id, number } = certificate;
    const ctx = asOwner(world, process);
    const revocation = { toldEng: "It was issued by mistake", toldAr: "أصدرت بالخطأ", lastFour: number.slice(-4) };
    const names = { nameEng: `Omar Nasser ${number.slice(-1)}`, nameAr: "عمر ناصر", isProfileWrong: false };
    await sendUntilAnswered<unknown>(world, () =>
      isRevoked
        ? revokeCertificate(ctx, { id, reason: "A mistake", ...revocation })
        : reissueCertificate(ctx, { id, reason: "A wrong name", ...names }),
    );
  },
}));

const erase = buyer.map((buyer): Step => ({
  text: `staff erase buyer ${buyer}`,
  async act(world, _model, process) {
    const { id, email } = world.buyers[buyer] ?? { id: "", email: "" };
    const input = { id, email, asked: "by phone", when: "now" as const };
    const { erased_at: erasedAt } = await sendUntilAnswered(world, () => erasePerson(asOwner(world, process), input));
    if (erasedAt === null) throw new BrokenInvariant("An erasure that is not refused is done", { buyer });
    world.erased.add(buyer);
  },
}));

const runAllJobs = fc.constant<Step>({
  text: "the jobs run",
  act: (world, _model, process) => runJobs(world, process),
});

const comparePayments = fc.constant<Step>({
  text: "the job compares the payments with the provider's",
  act: (world, _model, process) => runJob(world, process, "payments.compare"),
});

/** Does a step. The site may refuse it. Rethrows any other error, because it is a defect. */
async function attempt(step: Step, world: World, model: Model, process: Process): Promise<void> {
  try {
    await step.act(world, model, process);
    world.outcomes.done++;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    world.outcomes.refused++;
    world.story.push(`      refused: ${error.message}`);
  }
}

type Command = fc.AsyncCommand<Model, World>;

const logStep = ({ story, clock }: World, text: string): void =>
  void story.push(`${clock.now.toISOString().slice(0, 16)}  ${text}`);

/** A command of one step. With `cutAfter`, its process is killed before its lock of that index. */
const playAlone = (step: Step, process: Process, cutAfter: number | null = null): Command => ({
  check: () => true,
  async run(model, world) {
    logStep(world, `${step.text} (process ${process})`);
    Object.assign(world.cut, { after: cutAfter, isRestart: false });
    await attempt(step, world, model, process);
    world.cut.after = null;
    await checkInvariants(world, model);
  },
  toString: () => step.text,
});

/**
 * A command of two concurrent steps, one in each process. The seed decides which continues first at each lock. With
 * `restartAfter`, the database restarts before the lock of that index.
 */
const playTogether = (first: Step, second: Step, restartAfter: number | null = null): Command => ({
  check: () => true,
  async run(model, world) {
    logStep(world, `at the same time, A: ${first.text}; B: ${second.text}`);
    Object.assign(world.cut, { after: restartAfter, isRestart: true });
    world.isCrowded = true;
    const attempts = [() => attempt(first, world, model, 0), () => attempt(second, world, model, 1)];
    const failed = (await world.turns.all(attempts)).find((result) => result.status === "rejected");
    world.isCrowded = false;
    world.cut.after = null;
    if (failed) throw failed.reason;
    await checkInvariants(world, model);
  },
  toString: () => `${first.text} | ${second.text}`,
});

const peopleSteps = fc.oneof(
  { arbitrary: buy, weight: 5 },
  cancel,
  move,
  refund,
  join,
  leave,
  openTransfer,
  recordMoney,
  askForRefund,
  exception,
  moveException,
  useKept,
  sendColleague,
  claim,
);
const staffSteps = fc.oneof(
  comparePayments,
  editPrice,
  editGroupPrice,
  setMinimum,
  editCapacity,
  editPolicy,
  moveDate,
  payBack,
  changeCertificate,
  erase,
);
const anyProcess = fc.constantFrom<Process>(0, 1);

/** The commands from which a history is generated. */
export const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(peopleSteps, anyProcess).map(([step, process]) => playAlone(step, process)),
  fc
    .tuple(peopleSteps, anyProcess, fc.nat({ max: 4 }))
    .map(([step, process, cutAfter]) => playAlone(step, process, cutAfter)),
  fc.tuple(fc.oneof(peopleSteps, staffSteps), anyProcess).map(([step, process]) => playAlone(step, process)),
  fc
    .tuple(fc.oneof(staffSteps, sendColleague, claim, join), anyProcess)
    .map(([step, process]) => playAlone(step, process)),
  fc
    .tuple(peopleSteps, fc.oneof({ arbitrary: peopleSteps, weight: 4 }, editCapacity, runAllJobs, runAllJobs, erase))
    .map(([first, second]) => playTogether(first, second)),
  fc
    .tuple(peopleSteps, peopleSteps, fc.nat({ max: 6 }))
    .map(([first, second, restartAfter]) => playTogether(first, second, restartAfter)),
  // Two buyers race for the last seats of a run.
  runIndex.chain((index) => {
    const buySeats = generateBuy(fc.constant(index));
    return fc.tuple(buySeats, buySeats).map(([first, second]) => playTogether(first, second));
  }),
  fc
    .tuple(fc.oneof({ arbitrary: passTime, weight: 3 }, cancelDate, runAllJobs, teach), anyProcess)
    .map(([step, process]) => playAlone(step, process)),
];
