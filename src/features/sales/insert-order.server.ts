import { randomUUID } from "node:crypto";
import type { Ctx } from "#platform/context.server.ts";
import type { AssignedSeat } from "./attendee.ts";
import { insertSeats } from "./attendees.server.ts";
import type { BillingAddress, Company } from "./checkout.schema.ts";
import type { OrderTotals } from "./pricing.ts";
import type { LockedRun } from "./seats.server.ts";
import { orderLines, orders, paymentAttempts, seatHolds } from "./tables.server.ts";

/** When the reconciliation job first checks an attempt that was not reported. */
const firstCheckSeconds = 20;

export interface NewOrder extends OrderTotals {
  userId: string;
  key: string;
  percent: number;
  billing: BillingAddress;
  invoiceRecipient: Company | null;
  /** What is bought, each run with the end of its hold. */
  lines: { run: LockedRun; qty: number; holdEnds: Date }[];
  seats: AssignedSeat[];
  /** The first end of all its holds. */
  expiresAt: Date;
}

/** Writes an order with its lines, holds, people and payment attempt. The buyer and the runs are locked. */
export async function insertOrder(ctx: Ctx, order: NewOrder): Promise<{ id: number; attemptId: string }> {
  const { userId, subTotalHalalas, taxHalalas, totalHalalas, billing, invoiceRecipient, lines, expiresAt } = order;
  const now = ctx.now();
  const [made] = await ctx.db
    .insert(orders)
    .values({
      userId,
      locale: ctx.locale,
      subTotalHalalas,
      taxPercent: order.percent,
      taxHalalas,
      totalHalalas,
      billing,
      invoiceRecipient,
      itemsKey: order.key,
      createdAt: now,
      expiresAt,
    })
    .returning({ id: orders.id });
  if (!made) throw new Error("An order was not written");
  const orderId = made.id;
  await ctx.db.insert(orderLines).values(
    lines.map(({ run, qty }) => {
      const { runId, unitPriceHalalas, slug, nameEng, nameAr } = run;
      return { orderId, runId, qty, unitPriceHalalas, slug, nameEng, nameAr };
    }),
  );
  await ctx.db
    .insert(seatHolds)
    .values(lines.map(({ run, qty, holdEnds }) => ({ orderId, runId: run.runId, qty, expiresAt: holdEnds })));
  await insertSeats(ctx, orderId, order.seats, "pending");
  const attemptId = randomUUID();
  await ctx.db.insert(paymentAttempts).values({
    id: attemptId,
    orderId,
    amountHalalas: totalHalalas,
    currency: "SAR",
    createdAt: now,
    updatedAt: now,
    checkAt: new Date(now.getTime() + firstCheckSeconds * 1000),
  });
  return { id: orderId, attemptId };
}
