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

/** The record that an event of the story comes from. */
export const storySources = ["order", "payment", "provider", "mail", "document", "refund", "audit"] as const;
export const storyGroups = ["order", "money", "mail", "staff"] as const;

/** One thing that happened to an order. The portal has a text for each code of `what`, and fills in the `facts`. */
export const storyEvent = z.object({
  id: z.string(),
  at: z.string(),
  what: z.string(),
  group: z.enum(storyGroups),
  source: z.enum(storySources),
  // Null when the site acted by itself, or when nobody knows who acted.
  actor: z.object({ kind: z.string(), name: z.string().nullable() }).nullable(),
  facts: z.record(z.string(), z.unknown()),
});
type StoryEvent = z.output<typeof storyEvent>;

type Event = Omit<StoryEvent, "at"> & { at: Date };
const buildEvent = (
  source: StoryEvent["source"],
  id: string | number,
  at: Date,
  what: string,
  group: StoryEvent["group"],
  facts: Record<string, unknown> = {},
): Event => ({ id: `${source}-${what}-${id}`, at, what, group, source, actor: null, facts });

const toDecimal = (halalas: number) => decimalFromHalalas(halalas);

/**
 * Returns the amount due when a payment was opened; null for a transfer payment that continues an earlier one.
 * Recording a part of a transfer settles the waiting payment with that part and opens another for the rest, so the
 * first one began with the sum of all.
 */
function getDueHalalas(
  payment: typeof payments.$inferSelect,
  orderPayments: readonly (typeof payments.$inferSelect)[],
) {
  if (payment.method !== "transfer") return payment.amountHalalas;
  const transfers = orderPayments.filter(({ method }) => method === "transfer");
  return transfers[0] === payment ? transfers.reduce((sum, one) => sum + one.amountHalalas, 0) : null;
}

async function readPaymentEvents(ctx: Ctx, orderPayments: readonly (typeof payments.$inferSelect)[]): Promise<Event[]> {
  const ids = orderPayments.map(({ id }) => id);
  const providerEvents =
    ids.length > 0 ? await ctx.db.select().from(paymentEvents).where(inArray(paymentEvents.paymentId, ids)) : [];
  return [
    ...orderPayments.flatMap((payment) => {
      const { id, method, status, number, message, reference } = payment;
      const card = { scheme: payment.cardScheme, masked: payment.cardMasked };
      const facts = { paymentId: id, method, number, amount: toDecimal(payment.amountHalalas), ...card };
      const halalas = getDueHalalas(payment, orderPayments);
      const openedFacts = { ...facts, amount: toDecimal(halalas ?? 0), dueOn: payment.dueOn };
      const opened =
        halalas === null ? [] : [buildEvent("payment", id, payment.createdAt, "payment.opened", "money", openedFacts)];
      if (payment.settledAt)
        return [
          ...opened,
          buildEvent("payment", id, payment.settledAt, "payment.settled", "money", { ...facts, reference }),
        ];
      const hasEnded = status === "failed" || status === "cancelled" || status === "refunded";
      return hasEnded
        ? [...opened, buildEvent("payment", id, payment.updatedAt, `payment.${status}`, "money", { ...facts, message })]
        : opened;
    }),
    ...providerEvents.map(({ id, type, paymentId, receivedAt }) =>
      buildEvent("provider", id, receivedAt, "provider.event", "money", { eventId: id, type, paymentId }),
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
    buildEvent("mail", id, sentAt ?? createdAt, `mail.${mail.status}`, "mail", {
      ...mail,
      mail_id: id,
      attempts,
      error: lastError,
    }),
  );
}

const automaticActors = new Set(["job", "provider"]);

/** Audit events of the order, its refunds, its cancelled seats, its cases, and payments at the provider that name it. */
async function readAuditEvents(ctx: Ctx, orderId: number, orderRefunds: { id: number }[]): Promise<Event[]> {
  const cases = await ctx.db
    .select({ id: paymentCases.id })
    .from(paymentCases)
    .where(eq(paymentCases.orderId, orderId));
  const foreignRows = await ctx.db
    .select({ id: foreignPayments.id })
    .from(foreignPayments)
    .where(eq(foreignPayments.orderId, orderId));
  const { entity, entityId, action, before } = auditEvents;
  const cancelledSeatRuns = await ctx.db
    .select({ id: enrolments.runId })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orderId), eq(enrolments.state, "cancelled")));
  const whereSeats = and(
    eq(entity, "run"),
    inArray(
      entityId,
      cancelledSeatRuns.map(({ id }) => String(id)),
    ),
    eq(action, "seat.cancelled"),
    sql`${before} ->> 'orderId' = ${String(orderId)}`,
  );
  const isAbout = (name: string, ids: (string | number)[]) =>
    ids.length > 0 ? and(eq(entity, name), inArray(entityId, ids.map(String))) : undefined;
  const toIds = (rows: { id: string | number }[]) => rows.map(({ id }) => id);
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(
      or(
        isAbout("order", [orderId]),
        isAbout("refund", toIds(orderRefunds)),
        isAbout("payment-case", toIds(cases)),
        isAbout("foreign-payment", toIds(foreignRows)),
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
    const actor = automaticActors.has(row.actorKind)
      ? null
      : { kind: row.actorKind, name: names.get(row.actorId) ?? row.actorName };
    return { ...buildEvent("audit", row.id, row.at, row.action, group, facts), actor };
  });
}

/** Builds the events that are not in the audit log, because they are older than the log. */
function buildEventsBeforeAudit(
  order: typeof orders.$inferSelect,
  orderRefunds: readonly (typeof refunds.$inferSelect)[],
  auditedEvents: readonly Event[],
): Event[] {
  const audited = new Set(auditedEvents.map(({ what }) => what));
  const auditedRefundIds = new Set(
    auditedEvents.flatMap(({ facts }) => {
      const after = facts["after"] as { refundId?: number } | null;
      return after?.refundId === undefined ? [] : [after.refundId];
    }),
  );
  const unauditedRefunds = orderRefunds.filter(({ id }) => !auditedRefundIds.has(id));
  return [
    ...(order.paidAt && !audited.has("order.paid")
      ? [buildEvent("order", order.id, order.paidAt, "order.paid", "money")]
      : []),
    ...unauditedRefunds.flatMap(({ id, amountHalalas, reason, createdAt, doneAt }) => {
      const facts = { after: { refundId: id, amountHalalas, reason } };
      const requested = buildEvent("refund", id, createdAt, "refund.decided", "money", facts);
      return doneAt ? [requested, buildEvent("refund", id, doneAt, "refund.done", "money", facts)] : [requested];
    }),
  ];
}

/**
 * Reads all that happened to an order, oldest first: hold, payments, the provider's events, mails, documents, refunds,
 * notes, and who did what. Mails are kept for 30 days. Throws NotFound.
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
  const orderRefunds = ids.length > 0 ? await ctx.db.select().from(refunds).where(inArray(refunds.paymentId, ids)) : [];
  const documents = await ctx.db.select().from(taxDocuments).where(eq(taxDocuments.orderId, id));
  const audited = await readAuditEvents(ctx, id, orderRefunds);
  const placedFacts = {
    heldUntil: order.expiresAt.toISOString(),
    total: toDecimal(order.totalHalalas),
    locale: order.locale,
  };
  const events = [
    buildEvent("order", id, order.createdAt, "order.placed", "order", placedFacts),
    ...(await readPaymentEvents(ctx, orderPayments)),
    ...buildEventsBeforeAudit(order, orderRefunds, audited),
    ...audited,
    ...documents.map(({ number, kind, totalHalalas, issuedAt }) =>
      buildEvent("document", number, issuedAt, `document.${kind}`, "money", { number, total: toDecimal(totalHalalas) }),
    ),
    ...(await readMailEvents(ctx, id)),
  ];
  // The sort is stable, so events of the same instant keep the order above: placed, paid, documented, mailed.
  const sorted = events.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return { events: sorted.map((one) => ({ ...one, at: one.at.toISOString() })) };
}
readOrderStory.permission = "orders.read" as const;
