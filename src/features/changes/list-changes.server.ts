import { and, desc, eq, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { OrderedChange } from "#features/orders/order.schema.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { isValueKeptSql } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { sumParts } from "#features/settlement/refunds/change-parts.ts";
import { readMessages } from "./files.server.ts";
import { orderChanges } from "./tables.server.ts";

/** What buyers changed of their orders, or asked for, newest first, by order. The caller checks whose they are. */
export async function readChanges(ctx: Ctx, orderIds: number[]): Promise<Map<number, OrderedChange[]>> {
  const from = alias(courseRuns, "from_run");
  const to = alias(courseRuns, "to_run");
  const rows = await ctx.db
    .select({ change: orderChanges, from, to, paymentStatus: orders.status })
    .from(orderChanges)
    .innerJoin(from, eq(from.id, orderChanges.runId))
    .leftJoin(to, eq(to.id, orderChanges.toRunId))
    .leftJoin(orders, eq(orders.id, orderChanges.paymentOrderId))
    .where(inArray(orderChanges.orderId, orderIds))
    .orderBy(desc(orderChanges.id));
  const messages = await readMessages(
    ctx,
    rows.flatMap(({ change }) => (change.message === null && change.questionedBy === null ? [] : [change.id])),
  );
  const keptSeats = rows.some(({ change }) => change.keptUntil !== null)
    ? await ctx.db
        .select({ id: enrolments.id })
        .from(enrolments)
        .where(and(inArray(enrolments.orderId, orderIds), isValueKeptSql))
    : [];
  const today = riyadhDate(ctx.now());
  const changes = new Map<number, OrderedChange[]>();
  for (const { change, from, to, paymentStatus } of rows) {
    const { orderId, kind, state, seatIds, parts, payHalalas, createdAt, doneAt, decidedAt, answer, keptUntil } =
      change;
    // A difference that was not paid changed nothing.
    if (state === "dropped" || (state === "paying" && paymentStatus !== "pending")) continue;
    const entries = changes.get(orderId) ?? [];
    entries.push({
      id: change.id,
      kind,
      state,
      at: (doneAt ?? decidedAt ?? createdAt).toISOString(),
      seats: seatIds.length,
      start_date: from.startDate,
      to_start_date: to?.startDate ?? null,
      to_end_date: to?.endDate ?? null,
      back: decimalFromHalalas(sumParts(parts, "backHalalas")),
      paid: decimalFromHalalas(payHalalas),
      answer,
      messages: (messages.get(change.id) ?? []).map(({ isStaff, text, at, files }) => ({
        from: isStaff ? "staff" : "buyer",
        text,
        at: at.toISOString(),
        files: files.map(({ name, bytes }) => ({ name, bytes })),
      })),
      kept_until: keptUntil,
      kept:
        keptUntil === null
          ? null
          : !keptSeats.some(({ id }) => seatIds.includes(id))
            ? "used"
            : keptUntil < today
              ? "over"
              : "open",
    });
    changes.set(orderId, entries);
  }
  return changes;
}
