import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { paymentCases } from "#features/settlement/cases/tables.server.ts";
import { foreignPayments, paymentEvents, payments, refunds } from "#features/payments/tables.server.ts";
import { actorNames } from "#features/staff/audit-log.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { m } from "#messages";

/** Where it is known from. */
export const storySources = ["order", "payment", "provider", "mail", "document", "refund", "audit"] as const;
export const storyGroups = ["order", "money", "mail", "staff"] as const;

/** One thing that happened to an order. `what` is a code that the portal words; `facts` are what it needs for that. */
export const storyEvent = z.object({
  id: z.string(),
  at: z.string(),
  what: z.string(),
  group: z.enum(storyGroups),
  source: z.enum(storySources),
  // Null: the site by itself, or no one knows.
  actor: z.object({ kind: z.string(), name: z.string().nullable() }).nullable(),
  facts: z.record(z.string(), z.unknown()),
});
type StoryEvent = z.output<typeof storyEvent>;

type Event = Omit<StoryEvent, "at"> & { at: Date };
const event = (
  source: StoryEvent["source"],
  id: string | number,
  at: Date,
  what: string,
  group: StoryEvent["group"],
  facts: Record<string, unknown> = {},
): Event => ({ id: `${source}-${what}-${id}`, at, what, group, source, actor: null, facts });

const money = (halalas: number) => decimalFromHalalas(halalas);

/**
 * The amount due when a payment was opened; null for a transfer payment that continues an earlier one. Recording a part
 * of a transfer settles the waiting payment with that part and opens another for the rest, so the first one began with
 * the sum of all.
 */
function dueHalalas(payment: typeof payments.$inferSelect, orderPayments: readonly (typeof payments.$inferSelect)[]) {
  if (payment.method !== "transfer") return payment.amountHalalas;
  const transfers = orderPayments.filter(({ method }) => method === "transfer");
  return transfers[0] === payment ? transfers.reduce((sum, one) => sum + one.amountHalalas, 0) : null;
}

async function readPaymentEvents(ctx: Ctx, orderPayments: readonly (typeof payments.$inferSelect)[]): Promise<Event[]> {
  const ids = orderPayments.map(({ id }) => id);
  const reported =
    ids.length > 0 ? await ctx.db.select().from(paymentEvents).where(inArray(paymentEvents.paymentId, ids)) : [];
  return [
    ...orderPayments.flatMap((payment) => {
      const { id, method, status, number, message, reference } = payment;
      const card = { scheme: payment.cardScheme, masked: payment.cardMasked };
      const facts = { payment_id: id, method, number, amount: money(payment.amountHalalas), ...card };
      const halalas = dueHalalas(payment, orderPayments);
      const began = { ...facts, amount: money(halalas ?? 0), due_on: payment.dueOn };
      const opened =
        halalas === null ? [] : [event("payment", id, payment.createdAt, "payment.opened", "money", began)];
      if (payment.settledAt)
        return [
          ...opened,
          event("payment", id, payment.settledAt, "payment.settled", "money", { ...facts, reference }),
        ];
      const ended = status === "failed" || status === "cancelled" || status === "refunded";
      return ended
        ? [...opened, event("payment", id, payment.updatedAt, `payment.${status}`, "money", { ...facts, message })]
        : opened;
    }),
    ...reported.map(({ id, type, paymentId, receivedAt }) =>
      event("provider", id, receivedAt, "provider.event", "money", { event_id: id, type, payment_id: paymentId }),
    ),
  ];
}

async function readMailEvents(ctx: Ctx, orderId: number): Promise<Event[]> {
  const { id, to, template, subject, status, attempts, lastError, createdAt, sentAt, locale } = outboxMails;
  const rows = await ctx.db
    .select({ id, to, template, subject, status, attempts, lastError, createdAt, sentAt, locale })
    .from(outboxMails)
    .where(sql`${outboxMails.props} ->> 'orderId' = ${String(orderId)} and ${outboxMails.props} ? 'orderId'`)
    .orderBy(asc(id))
    .limit(500);
  return rows.map(({ id, createdAt, sentAt, attempts, lastError, ...mail }) =>
    event("mail", id, sentAt ?? createdAt, `mail.${mail.status}`, "mail", {
      ...mail,
      mail_id: id,
      attempts,
      error: lastError,
    }),
  );
}

const isAutomatic = new Set(["job", "provider"]);

/** Audit events of the order, its refunds, its cancelled seats, its cases, and payments at the provider that name it. */
async function readAuditEvents(ctx: Ctx, orderId: number, itsRefunds: { id: number }[]): Promise<Event[]> {
  const cases = await ctx.db
    .select({ id: paymentCases.id })
    .from(paymentCases)
    .where(eq(paymentCases.orderId, orderId));
  const foreign = await ctx.db
    .select({ id: foreignPayments.id })
    .from(foreignPayments)
    .where(eq(foreignPayments.orderId, orderId));
  const { entity, entityId, action, before } = auditEvents;
  const itsRuns = await ctx.db
    .select({ id: enrolments.runId })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orderId), eq(enrolments.state, "cancelled")));
  const whereSeats = and(
    eq(entity, "run"),
    inArray(
      entityId,
      itsRuns.map(({ id }) => String(id)),
    ),
    eq(action, "seat.cancelled"),
    sql`${before} ->> 'orderId' = ${String(orderId)}`,
  );
  const of = (name: string, ids: (string | number)[]) =>
    ids.length > 0 ? and(eq(entity, name), inArray(entityId, ids.map(String))) : undefined;
  const toIds = (rows: { id: string | number }[]) => rows.map(({ id }) => id);
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(
      or(
        of("order", [orderId]),
        of("refund", toIds(itsRefunds)),
        of("payment-case", toIds(cases)),
        of("foreign-payment", toIds(foreign)),
        whereSeats,
      ),
    )
    .orderBy(asc(auditEvents.id));
  const names = await actorNames(ctx, rows);
  return rows.map((row) => {
    const isStaff = row.actorKind === "staff" || row.actorKind === "command";
    const isMoney =
      /^(order|refund|transfer|foreign-payment|payment-case)\./.test(row.action) && row.action !== "order.noted";
    const group = isStaff ? "staff" : isMoney ? "money" : "order";
    const facts = { before: row.before, after: row.after };
    const actor = isAutomatic.has(row.actorKind)
      ? null
      : { kind: row.actorKind, name: names.get(row.actorId) ?? row.actorName };
    return { ...event("audit", row.id, row.at, row.action, group, facts), actor };
  });
}

/** What the audit log does not know of, because it is older than the log. */
function untold(
  order: typeof orders.$inferSelect,
  itsRefunds: readonly (typeof refunds.$inferSelect)[],
  auditedEvents: readonly Event[],
): Event[] {
  const audited = new Set(auditedEvents.map(({ what }) => what));
  const refundsTold = new Set(
    auditedEvents.flatMap(({ facts }) => {
      const after = facts["after"] as { refundId?: number } | null;
      return after?.refundId === undefined ? [] : [after.refundId];
    }),
  );
  const old = itsRefunds.filter(({ id }) => !refundsTold.has(id));
  return [
    ...(order.paidAt && !audited.has("order.paid")
      ? [event("order", order.id, order.paidAt, "order.paid", "money")]
      : []),
    ...old.flatMap(({ id, amountHalalas, reason, createdAt, doneAt }) => {
      const facts = { after: { refundId: id, amountHalalas, reason } };
      const requested = event("refund", id, createdAt, "refund.decided", "money", facts);
      return doneAt ? [requested, event("refund", id, doneAt, "refund.done", "money", facts)] : [requested];
    }),
  ];
}

/**
 * All that happened to an order, oldest first: hold, payments, the provider's events, mails, documents, refunds, notes,
 * and who did what. Mails are kept for 30 days. Throws NotFound.
 */
export async function readOrderStory(ctx: Ctx, { id }: { id: number }): Promise<{ events: StoryEvent[] }> {
  requirePermission(ctx, readOrderStory.permission);
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
  const orderPayments = await ctx.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, id))
    .orderBy(asc(payments.number));
  const ids = orderPayments.map((payment) => payment.id);
  const itsRefunds = ids.length > 0 ? await ctx.db.select().from(refunds).where(inArray(refunds.paymentId, ids)) : [];
  const documents = await ctx.db.select().from(taxDocuments).where(eq(taxDocuments.orderId, id));
  const audited = await readAuditEvents(ctx, id, itsRefunds);
  const placed = { held_until: order.expiresAt.toISOString(), total: money(order.totalHalalas), locale: order.locale };
  const events = [
    event("order", id, order.createdAt, "order.placed", "order", placed),
    ...(await readPaymentEvents(ctx, orderPayments)),
    ...untold(order, itsRefunds, audited),
    ...audited,
    ...documents.map(({ number, kind, totalHalalas, issuedAt }) =>
      event("document", number, issuedAt, `document.${kind}`, "money", { number, total: money(totalHalalas) }),
    ),
    ...(await readMailEvents(ctx, id)),
  ];
  // Of the same instant, in the order above: what was placed, then paid, then documented, then mailed.
  const sorted = events.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return { events: sorted.map((one) => ({ ...one, at: one.at.toISOString() })) };
}
readOrderStory.permission = "orders.read" as const;
