/** Rules, without I/O, for what checkout shows about seats that an earlier submit holds or held. */
import type { Order } from "#features/orders/order.schema.server.ts";

/** `until`: the seats are still held. `over`: they were held for the same order, and the hold has ended. */
export type SeatHold = { kind: "held"; until: Date } | { kind: "over" };

type HoldingOrder = Pick<Order, "held_until" | "created_at"> & {
  payment: Pick<Order["payment"], "status" | "reason">;
  lines: readonly Pick<Order["lines"][number], "course_id" | "qty">[];
};

/** Checkout mentions an expired hold for a day, because a late payment can still take its seat (decisions §3). */
const expiredNoticeMs = 24 * 3_600_000;

/** Reasons of orders that a newer order replaced or that we ended: their hold did not expire. */
const endedEarly = new Set<string | null>(["superseded", "run-cancelled"]);

const isForLines = (order: HoldingOrder, lines: readonly { id: number; qty: number }[]) =>
  order.lines.length === lines.length &&
  lines.every((line) => order.lines.some(({ course_id, qty }) => course_id === line.id && qty === line.qty));

/**
 * Finds the hold of the newest order for exactly these lines. `orders` are newest first. Null when nothing is or was
 * held.
 */
export function seatHold(
  orders: readonly HoldingOrder[],
  lines: readonly { id: number; qty: number }[],
  now: Date,
): SeatHold | null {
  const order = orders.find((one) => isForLines(one, lines));
  if (!order || !/^(pending|failed|expired)$/.test(order.payment.status)) return null;
  if (order.held_until !== null) {
    const until = new Date(order.held_until);
    return until > now ? { kind: "held", until } : { kind: "over" };
  }
  if (endedEarly.has(order.payment.reason)) return null;
  return now.getTime() - Date.parse(order.created_at) < expiredNoticeMs ? { kind: "over" } : null;
}

/** Counts, by run, the seats that a person's unpaid orders hold. They count as free for that person only. */
export function heldSeats(
  orders: readonly { held_until: string | null; lines: readonly { course_id: number; qty: number }[] }[],
): Map<number, number> {
  const held = new Map<number, number>();
  for (const order of orders)
    if (order.held_until !== null)
      for (const line of order.lines) held.set(line.course_id, (held.get(line.course_id) ?? 0) + line.qty);
  return held;
}

/** A waitlist entry of the API: its run and seats; `ends_at` is when its offer ends, if it has one. */
export type OfferedEntry = { run_id: number; seats: number; state: string; ends_at: string | null };

/** The hold by the buyer's waitlist offers: until the first offer ends. Null unless every line's seats are offered. */
export function offerHold(
  entries: readonly OfferedEntry[],
  lines: readonly { id: number; qty: number }[],
  now: Date,
): SeatHold | null {
  const ends = lines.map(({ id, qty }) => {
    const offer = entries.find((entry) => entry.run_id === id && entry.state === "offered" && entry.seats >= qty);
    return offer?.ends_at ? Date.parse(offer.ends_at) : 0;
  });
  const until = new Date(Math.min(...ends));
  return lines.length > 0 && until > now ? { kind: "held", until } : null;
}
