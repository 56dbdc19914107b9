import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { foreignPayments, refunds } from "./tables.server.ts";

/** A lease: longer than the two provider calls of one try. */
const claimSeconds = 35;

/** What is still to be returned, and not in the hands of a worker. */
export const waitsUnclaimed = (table: typeof refunds | typeof foreignPayments, now: Date) =>
  and(eq(table.status, "requested"), or(isNull(table.claimedUntil), lt(table.claimedUntil, now)));

/** Until when a worker that begins now has it. */
export const claimEnd = (now: Date): Date => new Date(now.getTime() + claimSeconds * 1000);
