/** What people, jobs and the card provider may do next, drawn by fast-check. */
import fc from "fast-check";
import { sql } from "drizzle-orm";
import { beginCheckout } from "#features/orders/checkout/begin-checkout.server.ts";
import type { BegunCheckout } from "#features/orders/checkout/checkout.schema.ts";
import { changeOrder } from "#features/orders/changes/change-order.server.ts";
import { quoteChange, type Quote } from "#features/orders/changes/quote-change.server.ts";
import { refundOrder } from "#features/orders/refunds/refund-order.server.ts";
import { settlePayment } from "#features/orders/settle/settle.server.ts";
import { joinWaitingList, leaveWaitingList } from "#features/orders/waiting/places.server.ts";
import type { TestCtx } from "#test/context.ts";
import { HttpError } from "#platform/errors.ts";
import { address, approvedCard, declinedCard, pay } from "#test/buyer.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { BrokenInvariant, checkInvariants } from "./invariants.ts";
import {
  backFor,
  costOf,
  leftOf,
  mayMove,
  percentBack,
  seatsIn,
  sumOf,
  type Model,
  type ModelOrder,
  type ModelRun,
  type ModelSeat,
} from "./model.ts";
import { advance, asBuyer, asOwner, buyerCount, runCount, runJobs, type World } from "./world.ts";

type Process = 0 | 1;

interface Step {
  /** In plain words, for the story of a failure. */
  text: string;
  /** Does it through one of the processes, and changes the model as it should have come out. */
  act(world: World, model: Model, process: Process): Promise<void>;
}

const equal = <T>(sentence: string, found: T, expected: T): void => {
  if (found !== expected) throw new BrokenInvariant(sentence, { found, expected });
};

const runOf = (model: Model, runIndex: number): ModelRun => {
  const run = model.runs[runIndex];
  if (!run) throw new Error(`There is no date ${runIndex}`);
  return run;
};

/** One of the paid orders with seats; the order bought first is 0. */
function pick(model: Model, nth: number): { id: number; order: ModelOrder; runIndex: number } | null {
  const open = [...model.orders].filter(([, { seats }]) => seats.length > 0);
  const [id, order] = open[nth % open.length] ?? [];
  const [seat] = order?.seats ?? [];
  return id !== undefined && order && seat ? { id, order, runIndex: seat.runIndex } : null;
}

/** Up to `count` confirmed seats of one line, the oldest first. */
async function seatIdsOf(ctx: TestCtx, orderId: number, runId: number, count: number): Promise<number[]> {
  const { rows } = await ctx.db.execute<{ id: number; line: number }>(sql`
    select id, order_line_id as line from enrolment
    where order_id = ${orderId} and run_id = ${runId} and state = 'confirmed' order by id`);
  return rows
    .filter(({ line }) => line === rows[0]?.line)
    .slice(0, count)
    .map(({ id }) => id);
}

const payments = ["paid", "declined", "declined, then paid", "abandoned", "told twice", "told late"] as const;
type Payment = (typeof payments)[number];

/** Posts a card. A payment that another tab has made already is refused by the provider, and the page shows it. */
async function postCard(begun: BegunCheckout, card = approvedCard): Promise<void> {
  await pay(begun, card).catch((error: Error) => {
    if (!error.message.includes("used_given_id")) throw error;
  });
}

/** Pays as a browser does. `told twice`: return page and webhook at once; `told late`: nothing tells the site. */
async function payFor(
  { turns }: World,
  ctx: TestCtx,
  begun: BegunCheckout,
  { how, again }: { how: Payment; again: () => Promise<BegunCheckout> },
): Promise<void> {
  if (how === "abandoned") return;
  if (how === "declined" || how === "declined, then paid") {
    await postCard(begun, declinedCard);
    await settlePayment(ctx, begun.given_id);
    if (how === "declined") return;
    const second = await again();
    await postCard(second);
    await settlePayment(ctx, second.given_id);
    return;
  }
  await postCard(begun);
  if (how === "told late") return;
  const settle = () => settlePayment({ ...ctx, actor: { kind: "provider" } }, begun.given_id);
  if (how === "paid") return void (await settle());
  for (const one of await turns.all([settle, settle])) if (one.status === "rejected") throw one.reason;
}

const buyer = fc.nat({ max: buyerCount - 1 });
const runIndex = fc.nat({ max: runCount - 1 });
const nth = fc.nat({ max: 5 });
const seats = fc.integer({ min: 1, max: 3 });

const buy = fc
  .record({ buyer, runIndex, seats, hasCode: fc.boolean(), how: fc.constantFrom(...payments) })
  .map(({ buyer, runIndex, seats, hasCode, how }): Step => ({
    text: `buyer ${buyer} buys ${seats} of date ${runIndex}${hasCode ? " with a code" : ""} (${how})`,
    async act(world, model, process) {
      const ctx = asBuyer(world, process, buyer);
      const discountPercent = hasCode ? 10 : 0;
      const begin = () =>
        beginCheckout(ctx, {
          items: [{ runId: world.runIds[runIndex] ?? 0, qty: seats }],
          billing: address,
          discountCode: hasCode ? world.code : null,
        });
      const begun = await begin();
      const cost = costOf(runOf(model, runIndex).priceHalalas, seats, discountPercent);
      equal("An order costs its price less the discount, with VAT", begun.amount, cost);
      const each = Math.round(cost / seats);
      model.unsettled.set(begun.order_id, () => {
        model.orders.set(begun.order_id, {
          buyer,
          discountPercent,
          receivedHalalas: cost,
          returnedHalalas: 0,
          goodwillHalalas: 0,
          keptHalalas: 0,
          hasDifference: false,
          seats: Array.from({ length: seats }, () => ({
            runIndex,
            paidHalalas: each,
            isMoved: false,
            maxPercent: 100,
          })),
        });
      });
      await payFor(world, ctx, begun, { how, again: begin });
    },
  }));

/** Quotes a change of the first seats of an order, as its page does. */
async function quoteSeats(
  world: World,
  process: Process,
  { id, order, runIndex }: { id: number; order: ModelOrder; runIndex: number },
  { count, toIndex }: { count: number; toIndex: number | null },
): Promise<{ ctx: TestCtx; quote: Quote; chosen: ModelSeat[] } | null> {
  const ctx = asBuyer(world, process, order.buyer);
  const seatIds = await seatIdsOf(ctx, id, world.runIds[runIndex] ?? 0, count);
  const chosen = seatsIn(order, runIndex).slice(0, seatIds.length);
  const quote = await quoteChange(ctx, {
    orderId: id,
    runId: world.runIds[runIndex] ?? 0,
    kind: toIndex === null ? "cancel" : "move",
    seatIds,
    toRunId: toIndex === null ? null : (world.runIds[toIndex] ?? 0),
  });
  return quote.isAllowed && !quote.needsStaff ? { ctx, quote, chosen } : null;
}

/** Money refunded beside the seats, before or at the same time, changes what is left for them. */
const isPredictable = ({ isCrowded }: World, { goodwillHalalas }: ModelOrder): boolean =>
  !isCrowded && goodwillHalalas === 0;

const without = (order: ModelOrder, gone: readonly ModelSeat[]): void => {
  order.seats = order.seats.filter((seat) => !gone.includes(seat));
};

const cancel = fc.record({ nth, count: seats, isRepeated: fc.boolean() }).map(({ nth, count, isRepeated }): Step => ({
  text: `the buyer of order ${nth} cancels up to ${count} seats${isRepeated ? ", sent twice" : ""}`,
  async act(world, model, process) {
    const picked = pick(model, nth);
    const quoted = picked && (await quoteSeats(world, process, picked, { count, toIndex: null }));
    if (!quoted) return;
    const { ctx, quote, chosen } = quoted;
    const { order, runIndex } = picked;
    if (isPredictable(world, order))
      equal(
        "A cancelled seat returns what the policy says of what was paid for it",
        quote.backHalalas,
        backFor(chosen, runOf(model, runIndex), model.now),
      );
    const key = `key-${++world.keys}`;
    const send = () => changeOrder(ctx, { quote: quote.token, key });
    const { change } = await send();
    if (isRepeated) await send();
    if (change.state !== "done") return;
    without(order, chosen);
    // What was refunded of them before is not kept.
    const heldHalalas = Math.min(leftOf(order), sumOf(chosen.map((seat) => seat.paidHalalas)));
    order.returnedHalalas += quote.backHalalas;
    order.keptHalalas += Math.max(0, heldHalalas - quote.backHalalas);
  },
}));

const move = fc
  .record({ nth, count: seats, toIndex: runIndex, how: fc.constantFrom(...payments) })
  .map(({ nth, count, toIndex, how }): Step => ({
    text: `the buyer of order ${nth} moves up to ${count} seats to date ${toIndex} (${how})`,
    async act(world, model, process) {
      const picked = pick(model, nth);
      const quoted = picked && (await quoteSeats(world, process, picked, { count, toIndex }));
      if (!quoted) return;
      const { ctx, quote, chosen } = quoted;
      const { order, runIndex } = picked;
      const from = runOf(model, runIndex);
      const to = runOf(model, toIndex);
      if (!chosen.every((seat) => mayMove(seat, from, model.now)))
        throw new BrokenInvariant("A seat moves once, until 7 days before its course", { runIndex });
      const paid = sumOf(chosen.map((seat) => seat.paidHalalas));
      const cost = costOf(to.priceHalalas, chosen.length, order.discountPercent);
      if (isPredictable(world, order)) {
        equal("A cheaper date returns the difference", quote.backHalalas, Math.max(0, paid - cost));
        equal("A dearer date costs the difference", quote.payHalalas, Math.max(0, cost - paid));
      }
      const key = `key-${++world.keys}`;
      const send = () => changeOrder(ctx, { quote: quote.token, key });
      const { change, checkout } = await send();
      const apply = () => {
        for (const seat of chosen)
          Object.assign(seat, {
            runIndex: toIndex,
            paidHalalas: cost / chosen.length,
            isMoved: true,
            maxPercent: percentBack(seat, from, quotedAt),
          });
        order.receivedHalalas += quote.payHalalas;
        order.hasDifference ||= quote.payHalalas > 0;
        order.returnedHalalas += quote.backHalalas;
        // The newest seats of a date are last, as in the database.
        order.seats = [...order.seats.filter((seat) => !chosen.includes(seat)), ...chosen];
      };
      const quotedAt = model.now;
      if (!checkout) return change.state === "done" ? apply() : undefined;
      model.unsettled.set(checkout.order_id, apply);
      const again = async () => {
        const next = (await send()).checkout;
        if (!next) throw new BrokenInvariant("A declined difference can be paid again", { orderId: checkout.order_id });
        return next;
      };
      await payFor(world, ctx, checkout, { how, again });
    },
  }));

const refund = fc
  .record({ nth, count: fc.nat({ max: 3 }), isRepeated: fc.boolean() })
  .map(({ nth, count, isRepeated }): Step => ({
    text: `staff refund ${count === 0 ? "SAR 10.00" : `up to ${count} seats`} of order ${nth}${isRepeated ? ", sent twice" : ""}`,
    async act(world, model, process) {
      const picked = pick(model, nth);
      if (!picked) return;
      const { id, order, runIndex } = picked;
      // Money that came for a dearer date is refunded with the order that it came with.
      if (order.hasDifference) return;
      const ctx = asOwner(world, process);
      const seatIds = count === 0 ? [] : await seatIdsOf(ctx, id, world.runIds[runIndex] ?? 0, count);
      const chosen = seatsIn(order, runIndex).slice(0, seatIds.length);
      const paid = count === 0 ? 1000 : sumOf(chosen.map((seat) => seat.paidHalalas));
      const input = { orderId: id, amountHalalas: paid, reason: "requested", seatIds, key: `key-${++world.keys}` };
      await refundOrder(ctx, input);
      if (isRepeated) await refundOrder(ctx, input);
      order.returnedHalalas += paid;
      if (count === 0) order.goodwillHalalas += paid;
      // Who gets back all that is left keeps no seat.
      without(order, order.returnedHalalas === order.receivedHalalas ? order.seats : chosen);
    },
  }));

const join = fc.record({ buyer, runIndex, seats }).map(({ buyer, runIndex, seats }): Step => ({
  text: `buyer ${buyer} waits for ${seats} of date ${runIndex}`,
  async act(world, _model, process) {
    await joinWaitingList(asBuyer(world, process, buyer), { runId: world.runIds[runIndex] ?? 0, seats });
  },
}));

const leave = fc.record({ buyer, runIndex }).map(({ buyer, runIndex }): Step => ({
  text: `buyer ${buyer} leaves the line of date ${runIndex}, or declines its offer`,
  async act(world, _model, process) {
    await leaveWaitingList(asBuyer(world, process, buyer), { runId: world.runIds[runIndex] ?? 0 });
  },
}));

const cancelDate = runIndex.map((runIndex): Step => ({
  text: `staff cancel date ${runIndex}`,
  async act(world, model, process) {
    const run = runOf(model, runIndex);
    await cancelRunNow(asOwner(world, process), {
      runId: world.runIds[runIndex] ?? 0,
      reason: { eng: "Too few people", ar: "العدد قليل" },
    });
    run.isCancelled = true;
    for (const order of model.orders.values()) {
      const gone = seatsIn(order, runIndex);
      order.returnedHalalas += Math.min(leftOf(order), sumOf(gone.map((seat) => seat.paidHalalas)));
      without(order, gone);
    }
  },
}));

const minutes = { "16 minutes": 16, "an hour": 60, "a day": 1440, "ten days": 14_400, "40 days": 57_600 } as const;
const pass = fc.constantFrom(...(Object.keys(minutes) as (keyof typeof minutes)[])).map((time): Step => ({
  text: `${time} pass, and the jobs run`,
  async act(world, model, process) {
    advance(world, model, minutes[time]);
    await runJobs(world, process);
  },
}));

const work = fc.constant<Step>({
  text: "the jobs run",
  act: (world, _model, process) => runJobs(world, process),
});

/** Does a step, which may be refused, as people are; what else it throws is a defect. */
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

const tell = ({ story, clock }: World, text: string): void =>
  void story.push(`${clock.now.toISOString().slice(0, 16)}  ${text}`);

const alone = (step: Step, process: Process): Command => ({
  check: () => true,
  async run(model, world) {
    tell(world, `${step.text} (process ${process})`);
    await attempt(step, world, model, process);
    await checkInvariants(world, model);
  },
  toString: () => step.text,
});

/** Two steps at the same time, one in each process; the seed decides who goes first at each lock. */
const together = (first: Step, second: Step): Command => ({
  check: () => true,
  async run(model, world) {
    tell(world, `at the same time, A: ${first.text}; B: ${second.text}`);
    world.isCrowded = true;
    const both = [() => attempt(first, world, model, 0), () => attempt(second, world, model, 1)];
    const failed = (await world.turns.all(both)).find((one) => one.status === "rejected");
    world.isCrowded = false;
    if (failed) throw failed.reason;
    await checkInvariants(world, model);
  },
  toString: () => `${first.text} | ${second.text}`,
});

const people = fc.oneof({ arbitrary: buy, weight: 5 }, cancel, move, refund, join, leave);
const process = fc.constantFrom<Process>(0, 1);

/** The steps a history is drawn from. */
export const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(people, process).map(([step, at]) => alone(step, at)),
  fc.tuple(people, process).map(([step, at]) => alone(step, at)),
  fc.tuple(people, people).map(([first, second]) => together(first, second)),
  fc
    .tuple(fc.oneof({ arbitrary: pass, weight: 3 }, { arbitrary: cancelDate, weight: 1 }, work), process)
    .map(([step, at]) => alone(step, at)),
];
