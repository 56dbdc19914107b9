import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { enrolments } from "./tables.server.ts";

/** The orders with confirmed seats in each of these runs. */
export async function ordersEnrolledIn(ctx: Ctx, runIds: number[]): Promise<{ runId: number; orderId: number }[]> {
  const { runId, orderId, state } = enrolments;
  return ctx.db
    .selectDistinct({ runId, orderId })
    .from(enrolments)
    .where(and(inArray(runId, runIds), eq(state, "confirmed")));
}
