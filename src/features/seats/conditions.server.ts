/** Conditions on seats and their orders that statements of several features share. */
import { and, eq, gt, isNotNull, type SQL } from "drizzle-orm";
import { orders } from "#features/orders/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { enrolments } from "./tables.server.ts";

/** Condition: the seat is held, and its hold has not expired. */
export const isHeldNowSql = (ctx: Ctx): SQL | undefined =>
  and(eq(enrolments.state, "held"), gt(enrolments.heldUntil, ctx.now()));

/** Condition: the order is outside card checkout, because it is paid by transfer or was opened by staff. */
export const isOutsideCardCheckoutSql: SQL = isNotNull(orders.openedBy);
