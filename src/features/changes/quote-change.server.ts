import { and, eq } from "drizzle-orm";
import { firstSessionAt } from "#features/catalogue/schedule/sessions.server.ts";
import type { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { policySteps, stepsAhead } from "#features/catalogue/schedule/change-policy.ts";
import { quoteMinutes, quoteToken } from "./quote-token.server.ts";
import { isOpenChangeSql, orderChanges, type OrderChange } from "./tables.server.ts";
import {
  computeQuote,
  isInPolicy,
  mayMoveOn,
  percentOn,
  readChangedLines,
  readDateDifference,
  readDates,
  readPaidOrder,
  requireDate,
  requireSeats,
  type ChangeQuote,
  type ChangeWish,
} from "./read-change.server.ts";

export interface Quote extends ChangeQuote {
  run: typeof courseRuns.$inferSelect;
  /** The new date of a move. */
  toRun: typeof courseRuns.$inferSelect | null;
  /** Within the policy of the day. */
  isAllowed: boolean;
  token: string;
  expiresAt: Date;
}

/**
 * What a change would cost or return, before anyone asks for it; it holds 15 minutes. Nothing is changed. Throws
 * Unauthenticated, NotFound, Conflict (not paid, seats gone, date gone or full), ValidationError, RateLimited.
 */
export async function quoteChange(ctx: Ctx, wish: ChangeWish): Promise<Quote> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "changeQuotePerAccount", viewer.id);
  const { orderId, runId, kind, seatIds, toRunId } = wish;
  const at = ctx.now();
  const order = await readPaidOrder(ctx, orderId, viewer.id);
  const { run, ...seats } = await requireSeats(ctx, wish);
  const date = kind === "move" ? await requireDate(ctx, run, toRunId, seats.chosen.length) : null;
  const facts = { order, run, ...seats, to: date?.locked ?? null };
  const quote = await computeQuote(ctx, kind, facts, { at });
  const { backHalalas, payHalalas, toNetHalalas } = quote;
  const quoted = { orderId, runId, kind, toRunId: date?.run.id ?? null, toNetHalalas, backHalalas, payHalalas };
  const token = quoteToken(ctx, {
    ...quoted,
    userId: viewer.id,
    seatIds: seatIds.toSorted((a, b) => a - b),
    at: at.getTime(),
  });
  return {
    ...quote,
    run,
    toRun: date?.run ?? null,
    isAllowed: isInPolicy(kind, facts, at),
    token,
    expiresAt: new Date(at.getTime() + quoteMinutes * 60_000),
  };
}

/** The state of an order's undecided request, of which there is one at most (`askException`). Callers check whose order it is. */
export async function readOpenRequest(ctx: Ctx, orderId: number): Promise<OrderChange["state"] | null> {
  const [request] = await ctx.db
    .select({ state: orderChanges.state })
    .from(orderChanges)
    .where(and(eq(orderChanges.orderId, orderId), isOpenChangeSql));
  return request?.state ?? null;
}

/** What the buyer of an order may change of each line, until when. Throws Unauthenticated, NotFound, Conflict (not paid). */
export async function listChangeOptions(ctx: Ctx, { orderId }: { orderId: number }) {
  const viewer = requireViewer(ctx);
  await readPaidOrder(ctx, orderId, viewer.id);
  const now = ctx.now();
  const today = riyadhDate(now);
  const lines = [];
  for (const changed of await readChangedLines(ctx, orderId)) {
    const { line, run, keptUntil } = changed;
    const isKept = keptUntil !== null;
    const difference = await readDateDifference(ctx, changed);
    const begins = await firstSessionAt(ctx, run);
    const steps = stepsAhead(policySteps(line.changePolicy, run.startDate, line.movedFromId !== null), today);
    lines.push({
      ...changed,
      steps: isKept ? [] : begins > now ? steps : steps.filter(({ until }) => until === null),
      begins: run.timesConfirmed ? begins : null,
      percent: percentOn(changed, today),
      mayMove: mayMoveOn(changed, today),
      maySend: !isKept && begins > now,
      dates: (await readDates(ctx, run)).map((date) => ({
        ...date,
        differenceHalalas: difference(date.locked.unitPriceHalalas),
      })),
    });
  }
  return lines;
}
