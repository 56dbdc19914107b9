import type { AssignedSeat, SeatLine } from "#features/orders/seats/attendee.ts";
import { holdSeats, attendeeKey, seatTakenText } from "#features/orders/seats/attendees.server.ts";
import type { LockedRun } from "#features/orders/seats/runs-on-sale.server.ts";
import { insertOrder, type NewOrder } from "#features/orders/insert-order.server.ts";
import { openPayment } from "#features/payments/open-payment.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { seatState } from "#features/catalogue/course.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { Conflict, NotFound, ValidationError, type FieldMap } from "#platform/errors.ts";
import { m } from "#messages";

interface OpenedOrder extends NewOrder {
  lines: { run: LockedRun; qty: number; holdEnds: Date }[];
  seats: AssignedSeat[];
  /** By transfer until the end of that day, `YYYY-MM-DD`; absent: by card. */
  dueOn?: string;
}

/** Writes an order with its lines, seats and payment. The caller has locked the buyer and the runs. */
export async function openOrder(ctx: Ctx, order: OpenedOrder): Promise<{ id: number; paymentId: string }> {
  const { dueOn, totalHalalas: amountHalalas, expiresAt: endsAt } = order;
  const { id: orderId, lineIds } = await insertOrder(ctx, order);
  const held = order.lines.map(({ run: { runId }, qty, holdEnds }) => {
    const orderLineId = lineIds.get(runId);
    if (!orderLineId) throw new Error(`The line of run ${runId} was not written`);
    return { orderLineId, runId, qty, heldUntil: holdEnds };
  });
  await holdSeats(ctx, orderId, held, order.seats);
  const payment =
    dueOn === undefined ? ({ method: "card" } as const) : ({ method: "transfer", dueOn, endsAt } as const);
  return { id: orderId, paymentId: await openPayment(ctx, { orderId, amountHalalas, ...payment }) };
}

interface RequestedSeats {
  items: SeatLine[];
  seats: AssignedSeat[];
}

export function orderedRuns(
  items: SeatLine[],
  runs: LockedRun[],
  ends: ReadonlyMap<number, Date>,
): OpenedOrder["lines"] {
  return items.map(({ runId, qty }) => {
    const run = runs.find((candidate) => candidate.runId === runId);
    const holdEnds = ends.get(runId);
    if (!run || !holdEnds) throw new Error(`Run ${runId} was checked and is gone`);
    return { run, qty, holdEnds };
  });
}

/** Throws NotFound, Conflict or ValidationError for what cannot be bought. */
export function checkRuns(ctx: Ctx, { items, seats }: RequestedSeats, runs: LockedRun[], booked: Set<string>): void {
  const { locale } = ctx;
  const today = riyadhDate(ctx.now());
  const wrong: FieldMap = {};
  for (const [index, item] of items.entries()) {
    const run = runs.find((candidate) => candidate.runId === item.runId);
    if (!run) throw new NotFound(m.catalogue_not_found({}, { locale }));
    const course = locale === "ar" && run.nameAr ? run.nameAr : run.nameEng;
    const taken = seats.filter((seat) => seat.runId === run.runId && booked.has(attendeeKey(run.runId, seat.email)));
    if (run.endDate < today) throw new Conflict(m.checkout_ended({ course }, { locale }));
    if (run.disabled) throw new Conflict(m.checkout_closed({ course }, { locale }));
    if (taken.some((seat) => seat.field === null))
      throw new Conflict(m.checkout_already_registered({ course }, { locale }));
    const state = seatState({ seats_left: run.seatsFree, seats_held: run.seatsHeld });
    if (state === "held")
      throw new Conflict(`${m.checkout_held({ course }, { locale })} ${m.checkout_held_hint({}, { locale })}`);
    if (state === "sold-out") throw new Conflict(m.checkout_checkout_sold_out({ course }, { locale }));
    if (item.qty > run.seatsFree)
      wrong[`items.${index}.qty`] = [m.checkout_qty_above_available({ n: run.seatsFree }, { locale })];
    for (const seat of taken) wrong[`${seat.field}.email`] = [seatTakenText(ctx, seat.email, course)];
  }
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}
