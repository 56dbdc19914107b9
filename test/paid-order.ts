/** Writes paid orders and related rows straight into the database, for tests of what happens after the payment. */
import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { users } from "#features/people/tables.server.ts";
import type { Company } from "#features/orders/billing.schema.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { changeFiles, orderChanges } from "#features/changes/tables.server.ts";
import { paymentCases } from "#features/settlement/cases/tables.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { refundRequests, runCancellations } from "#features/changes/approval-tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { address } from "./buyer.ts";

export interface PaidOrderOptions {
  locale?: "en" | "ar";
  company?: Company;
  runId?: number;
  buyer?: { id: string; name: string; email: string };
}

/** The card of the payments, as invoices show it. */
export const paidByCard = { cardScheme: "visa", cardMasked: "4111-11XX-XXXX-1111" };

/**
 * Creates `count` paid orders of one seat of one run at SAR 1,000.00 plus 15 % tax, without documents or mails.
 * Resolves with their ids.
 */
export async function paidOrders(
  ctx: Ctx,
  count: number,
  {
    locale = "en",
    company,
    runId,
    buyer = { id: "buyer-of-documents", name: "Sara N.", email: "sara@example.com" },
  }: PaidOrderOptions = {},
): Promise<number[]> {
  await ctx.db
    .insert(users)
    .values({ ...buyer, locale, emailVerified: true })
    .onConflictDoNothing();
  const run = runId ?? (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: count + 20 })).id;
  const now = ctx.now();
  const newOrders = await ctx.db
    .insert(orders)
    .values(
      Array.from({ length: count }, () => ({
        userId: buyer.id,
        status: "paid" as const,
        locale,
        subTotalHalalas: 100_000,
        taxPercent: 15,
        taxHalalas: 15_000,
        totalHalalas: 115_000,
        billing: address,
        invoiceRecipient: company ?? null,
        itemsKey: `${run}x1`,
        createdAt: now,
        expiresAt: now,
        paidAt: now,
      })),
    )
    .returning({ id: orders.id });
  const ids = newOrders.map(({ id }) => id);
  const lines = await ctx.db
    .insert(orderLines)
    .values(
      ids.map((orderId) => ({
        orderId,
        runId: run,
        qty: 1,
        unitPriceHalalas: 100_000,
        slug: "patient-safety",
        nameEng: "Patient safety essentials for clinical teams",
        nameAr: "أساسيات سلامة المرضى للفرق السريرية",
      })),
    )
    .returning({ orderLineId: orderLines.id, orderId: orderLines.orderId, runId: orderLines.runId });
  const confirmed = { seat: 1, state: "confirmed" as const, heldUntil: now, createdAt: now, confirmedAt: now };
  await ctx.db.insert(enrolments).values(lines.map((line) => ({ ...line, ...confirmed })));
  await ctx.db.insert(payments).values(
    ids.map((orderId) => ({
      id: randomUUID(),
      orderId,
      status: "paid" as const,
      amountHalalas: 115_000,
      currency: "SAR",
      ...paidByCard,
      createdAt: now,
      updatedAt: now,
      settledAt: now,
    })),
  );
  return ids;
}

/** Gives a seat of an order to an attendee. Adds the seat if the order line does not have it yet. */
export async function bookPlace(
  ctx: Ctx,
  { orderId, runId, seat, name, email }: { orderId: number; runId: number; seat: number; name: string; email: string },
): Promise<void> {
  const whereLine = and(eq(orderLines.orderId, orderId), eq(orderLines.runId, runId));
  const [line] = await ctx.db.select({ id: orderLines.id }).from(orderLines).where(whereLine);
  const now = ctx.now();
  const attendee = { attendeeName: name, attendeeEmail: email, scfhsNumber: "" };
  const confirmed = { state: "confirmed" as const, heldUntil: now, createdAt: now, confirmedAt: now };
  await ctx.db
    .insert(enrolments)
    .values({ orderLineId: line?.id ?? 0, orderId, runId, seat, ...attendee, ...confirmed })
    .onConflictDoUpdate({ target: [enrolments.orderLineId, enrolments.seat], set: attendee });
}

/** Creates a completed refund of an order and resolves with its id. */
export async function refundRow(
  ctx: Ctx,
  orderId: number,
  amountHalalas: number,
  reason = "requested",
): Promise<number> {
  const { rows } = await ctx.db.execute(sql`select id from payment where order_id = ${orderId}`);
  const [payment] = rows as unknown as { id: string }[];
  const [created] = await ctx.db
    .insert(refunds)
    .values({
      paymentId: payment?.id ?? "",
      amountHalalas,
      reason,
      status: "done",
      createdAt: ctx.now(),
      doneAt: ctx.now(),
    })
    .returning({ id: refunds.id });
  return created?.id ?? 0;
}

/** Creates a refund that waits for approval and resolves with its id. */
export async function requestRow(ctx: Ctx, orderId: number): Promise<number> {
  const request = { askedBy: "asker", askedByName: "Lina K.", askedAt: ctx.now() };
  const [created] = await ctx.db
    .insert(refundRequests)
    .values({ orderId, amountHalalas: 100, reason: "requested", key: "k", state: "waiting", ...request })
    .returning({ id: refundRequests.id });
  return created?.id ?? 0;
}

/** Creates a cancellation of a run that waits for approval and resolves with its id. */
export async function cancellationRow(ctx: Ctx, runId: number): Promise<number> {
  const request = { askedBy: "asker", askedByName: "Reem S.", askedAt: ctx.now() };
  const [created] = await ctx.db
    .insert(runCancellations)
    .values({ runId, amountHalalas: 100, state: "waiting", ...request })
    .returning({ id: runCancellations.id });
  return created?.id ?? 0;
}

/** Creates an exception request that waits for a decision and resolves with its id. */
export async function changeRow(ctx: Ctx, orderId: number, message = "x"): Promise<number> {
  const { id, runId } = enrolments;
  const seats = await ctx.db.select({ id, runId }).from(enrolments).where(eq(enrolments.orderId, orderId));
  const times = { quotedAt: ctx.now(), createdAt: ctx.now() };
  const change = { kind: "cancel" as const, state: "asked" as const, key: crypto.randomUUID(), percent: 0, message };
  const seatIds = seats.map((seat) => seat.id);
  const [created] = await ctx.db
    .insert(orderChanges)
    .values({ orderId, runId: seats[0]?.runId ?? 0, seatIds, ...change, ...times })
    .returning({ id: orderChanges.id });
  return created?.id ?? 0;
}

/** Creates a file of an exception request and resolves with its id. */
export async function changeFileRow(ctx: Ctx, changeId: number, name = "letter.pdf"): Promise<number> {
  const [row] = await ctx.db
    .select({ userId: orders.userId })
    .from(orderChanges)
    .innerJoin(orders, eq(orders.id, orderChanges.orderId))
    .where(eq(orderChanges.id, changeId));
  const file = { userId: row?.userId ?? "", type: "application/pdf", content: Buffer.from("%PDF-"), bytes: 5 };
  const [created] = await ctx.db
    .insert(changeFiles)
    .values({ ...file, changeId, name, createdAt: ctx.now() })
    .returning({ id: changeFiles.id });
  return created?.id ?? 0;
}

/** Creates an open payment case of an order and resolves with its id. */
export async function caseRow(ctx: Ctx, orderId: number): Promise<number> {
  const opened = { openedAt: ctx.now(), seenAt: ctx.now(), facts: {} };
  const [created] = await ctx.db
    .insert(paymentCases)
    .values({ kind: "check-overdue", paymentId: randomUUID(), orderId, subject: String(orderId), ...opened })
    .returning({ id: paymentCases.id });
  return created?.id ?? 0;
}

/** Creates an ended waitlist entry of the buyer of `paidOrders` and resolves with its id. */
export async function waitingRow(ctx: Ctx, runId: number): Promise<number> {
  const entry = { runId, userId: "buyer-of-documents", seats: 1, rank: 1, joinedAt: ctx.now() };
  const ended = { state: "ended" as const, ended: "left" as const, endedAt: ctx.now() };
  const [created] = await ctx.db
    .insert(waitlistEntries)
    .values({ ...entry, ...ended })
    .returning({ id: waitlistEntries.id });
  return created?.id ?? 0;
}
