/** A move that staff decided on. It is done with the decision, or once a second person has approved its refund. */
import type { Ctx } from "#platform/context.server.ts";
import { queueMovedMails } from "#features/settlement/moves/move-mails.server.ts";
import { moveSeatsTo } from "#features/settlement/moves/move-seats.server.ts";
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

/** The order and the seats of a request as they are now. Throws NotFound, Conflict (seats gone, not paid). */
export async function readFacts(ctx: Ctx, change: OrderChange): Promise<QuoteFacts> {
  const order = await readPaidOrder(ctx, change.orderId, null);
  return { order, ...(await requireSeats(ctx, change)), to: null };
}

/** What a requested move returns, by the price of its date now. Throws Conflict (seats gone, date gone or full). */
export async function quoteDecidedMove(ctx: Ctx, change: OrderChange): Promise<DecidedMove> {
  const seats = await readFacts(ctx, change);
  const { locked: to } = await requireDate(ctx, seats.run, change.toRunId, seats.chosen.length);
  const facts = { ...seats, to };
  return { facts, quote: await computeQuote(ctx, "move", facts, { at: change.quotedAt }) };
}

/** Moves the seats and mails their people. The orders and both runs are locked. */
export async function moveDecidedSeats(ctx: Ctx, change: OrderChange, { facts, quote }: DecidedMove): Promise<void> {
  const { line, chosen: seats, to } = facts;
  if (to === null) throw new Error("A move has no new date");
  const move = { line, seats, toRunId: to.runId, prices: quote.prices, at: change.quotedAt };
  await queueMovedMails(ctx, { ...change, parts: quote.parts }, await moveSeatsTo(ctx, move));
}
