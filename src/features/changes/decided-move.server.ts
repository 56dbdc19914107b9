/** A move that staff decided on: done with the decision, or once a second person has approved its refund. */
import { Conflict } from "#platform/errors.ts";
import type { Ctx } from "#platform/context.server.ts";
import { m } from "#messages";
import { queueMovedMails } from "#features/settlement/moves/move-mails.server.ts";
import { hasPlaceThere, moveSeatsTo } from "#features/settlement/moves/move-seats.server.ts";
import {
  computeQuote,
  readPaidOrder,
  requireDate,
  requireSeats,
  type ChangeQuote,
  type QuoteFacts,
} from "./read-change.server.ts";
import type { OrderChange } from "./tables.server.ts";

export interface DecidedMove {
  facts: QuoteFacts;
  quote: ChangeQuote;
}

/** The order and the seats of a request as they are. Throws NotFound, Conflict (seats gone, not paid). */
export async function factsOf(ctx: Ctx, change: OrderChange): Promise<QuoteFacts> {
  const order = await readPaidOrder(ctx, change.orderId, null);
  return { order, ...(await requireSeats(ctx, change)), to: null };
}

/** What a requested move returns, by the price of its date now. Throws Conflict (seats gone, date gone or full). */
export async function quoteDecidedMove(ctx: Ctx, change: OrderChange): Promise<DecidedMove> {
  const found = await factsOf(ctx, change);
  const { locked: to } = await requireDate(ctx, found.run, change.toRunId, found.chosen.length);
  const facts = { ...found, to };
  return { facts, quote: await computeQuote(ctx, "move", facts, { at: change.quotedAt }) };
}

/** Throws Conflict when one of the people has a seat at the new date already. */
export async function requireNoPlaceThere(ctx: Ctx, { to, chosen }: QuoteFacts): Promise<void> {
  if (to !== null && (await hasPlaceThere(ctx, to.runId, chosen)))
    throw new Conflict(m.changes_has_place({}, { locale: ctx.locale }));
}

/** Moves the seats and tells their people. The orders and both runs are locked. */
export async function moveDecidedSeats(ctx: Ctx, change: OrderChange, { facts, quote }: DecidedMove): Promise<void> {
  const { line, chosen: seats, to } = facts;
  if (to === null) throw new Error("A move has no new date");
  const move = { line, seats, toRunId: to.runId, prices: quote.prices, at: change.quotedAt };
  await queueMovedMails(ctx, { ...change, parts: quote.parts }, await moveSeatsTo(ctx, move));
}
