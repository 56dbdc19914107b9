import { and, asc, count, eq, gte, inArray, isNull, ne, notInArray, sql } from "drizzle-orm";
import { countEnquiriesFrom } from "#features/contact/personal-enquiries.server.ts";
import { sessions } from "#features/people/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { buyerCopies, isClearing } from "#features/invoices/documents/buyer-copy.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { storedSettings } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { seatsWhere } from "./person.server.ts";

export const obstacles = ["order-pending", "refund-open", "document-waiting", "seat-held", "seat-ahead"] as const;
/** A reason why someone cannot be erased now. */
export interface Obstacle {
  reason: (typeof obstacles)[number];
  order_id: number;
  course: { name_eng: string; name_ar: string | null; start_date: string; end_date: string } | null;
}

interface Person {
  id: string;
  email: string;
}

/** Finds orders with a tax document that is not cleared yet: after an erasure the buyer could not get it by email. */
async function readOrdersAwaitingClearance(ctx: Ctx, userId: string): Promise<number[]> {
  // While e-invoicing is off, no document is cleared, so such a document would prevent the erasure for ever.
  if (!(await isClearing(ctx))) return [];
  const { id, orderId, nameCode, counter } = taxDocuments;
  const documents = await ctx.db
    .select({ id, orderId, nameCode, counter })
    .from(taxDocuments)
    .innerJoin(orders, eq(orders.id, taxDocuments.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(taxDocuments.orderId));
  const copies = await buyerCopies(ctx, documents);
  const waiting = documents.filter(({ id }) => copies.get(id)?.isAwaitingClearance);
  return [...new Set(waiting.map(({ orderId }) => orderId))];
}

/**
 * Lists what prevents an erasure; empty when the person can be erased. Seats in other people's orders count as well.
 */
export async function listObstacles(ctx: Ctx, person: Person): Promise<Obstacle[]> {
  const isOwnOrder = eq(orders.userId, person.id);
  const pending = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isOwnOrder, eq(orders.status, "pending")))
    .orderBy(asc(orders.id));
  const ordersInRefund = await ctx.db
    .selectDistinct({ id: orders.id })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(and(isOwnOrder, ne(refunds.status, "done")))
    .orderBy(asc(orders.id));
  const seats = await ctx.db
    .select({
      state: enrolments.state,
      orderId: enrolments.orderId,
      name_eng: courses.name_eng,
      name_ar: courses.name_ar,
      start_date: courseRuns.startDate,
      end_date: courseRuns.endDate,
    })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(
      and(
        seatsWhere(person),
        inArray(enrolments.state, ["held", "confirmed"]),
        isNull(courseRuns.cancelledAt),
        gte(courseRuns.endDate, riyadhDate(ctx.now())),
        notInArray(
          enrolments.orderId,
          pending.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(courseRuns.startDate), asc(enrolments.id));
  return [
    ...pending.map(({ id }) => ({ reason: "order-pending" as const, order_id: id, course: null })),
    ...ordersInRefund.map(({ id }) => ({ reason: "refund-open" as const, order_id: id, course: null })),
    ...(await readOrdersAwaitingClearance(ctx, person.id)).map((id) => ({
      reason: "document-waiting" as const,
      order_id: id,
      course: null,
    })),
    ...seats.map(({ state, orderId, ...course }) => ({
      reason: state === "held" ? ("seat-held" as const) : ("seat-ahead" as const),
      order_id: orderId,
      course,
    })),
  ];
}

/**
 * Counts the tax documents and paid orders that stay, and tells until when (`YYYY-MM-DD`): the end of the year that is
 * `legal.taxRecordYears` after the last of them.
 */
export async function countRetainedDocuments(ctx: Ctx, id: string) {
  const [row] = await ctx.db
    .select({
      invoices: sql<number>`count(*) filter (where ${taxDocuments.kind} = 'invoice')::int`,
      creditNotes: sql<number>`count(*) filter (where ${taxDocuments.kind} = 'credit-note')::int`,
      last: sql<string | null>`max(${taxDocuments.issuedAt} at time zone 'Asia/Riyadh')::date::text`,
    })
    .from(taxDocuments)
    .innerJoin(orders, eq(orders.id, taxDocuments.orderId))
    .where(eq(orders.userId, id));
  const [paidRow] = await ctx.db
    .select({ orders: count() })
    .from(orders)
    .where(and(eq(orders.userId, id), notInArray(orders.status, ["failed", "expired", "pending"])));
  const { taxRecordYears } = (await storedSettings(ctx)).legal;
  return {
    invoices: row?.invoices ?? 0,
    credit_notes: row?.creditNotes ?? 0,
    orders: paidRow?.orders ?? 0,
    until: row?.last ? `${Number(row.last.slice(0, 4)) + taxRecordYears}-12-31` : null,
  };
}

/** Counts what will be erased, by kind. */
export async function countErased(ctx: Ctx, person: Person) {
  const readCount = async (query: PromiseLike<{ rows: number }[]>) => (await query)[0]?.rows ?? 0;
  return {
    ...(await countEnquiriesFrom(ctx, person.email)),
    sessions: await readCount(ctx.db.select({ rows: count() }).from(sessions).where(eq(sessions.userId, person.id))),
    mails: await readCount(ctx.db.select({ rows: count() }).from(outboxMails).where(eq(outboxMails.to, person.email))),
    seats: await readCount(ctx.db.select({ rows: count() }).from(enrolments).where(seatsWhere(person))),
    unpaid_orders: await readCount(
      ctx.db
        .select({ rows: count() })
        .from(orders)
        .where(and(eq(orders.userId, person.id), inArray(orders.status, ["failed", "expired"]))),
    ),
  };
}
