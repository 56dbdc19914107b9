import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { foreignPayments, refunds } from "./tables.server.ts";

/** How long a claim of a worker on a refund lasts: longer than the two provider calls of one attempt. */
const claimSeconds = 35;

/** Condition for refunds that are still to be made and that no worker has claimed. */
export const waitsUnclaimed = (table: typeof refunds | typeof foreignPayments, now: Date) =>
  and(eq(table.status, "requested"), or(isNull(table.claimedUntil), lt(table.claimedUntil, now)));

/** Returns when a claim that starts now ends. */
export const claimEnd = (now: Date): Date => new Date(now.getTime() + claimSeconds * 1000);
