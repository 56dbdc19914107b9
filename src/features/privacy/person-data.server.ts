import { readWaitlistData } from "#features/waitlist/personal.server.ts";
import { readLearningData } from "#features/learning/cpd/person-data.server.ts";
import { asc, eq, or } from "drizzle-orm";
import { enquiriesFrom, messagesAbout } from "#features/contact/personal-enquiries.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { listBuyerOrders } from "#features/order-views/my-orders/my-orders.server.ts";
import { isPersonal } from "#features/contact/mails/mails.server.ts";
import { toAccount, readNewsletter, personRow, readPersonSeats, readAccountSessions } from "./person.server.ts";

const maxSeats = 10_000;

async function readDocuments(ctx: Ctx, id: string) {
  const rows = await ctx.db
    .select({ document: taxDocuments })
    .from(taxDocuments)
    .innerJoin(orders, eq(orders.id, taxDocuments.orderId))
    .where(eq(orders.userId, id))
    .orderBy(asc(taxDocuments.id));
  return rows.map(({ document }) => ({
    number: document.number,
    kind: document.kind,
    order_id: document.orderId,
    issued_at: document.issuedAt.toISOString(),
    total: decimalFromHalalas(document.totalHalalas),
    buyer: document.buyer,
  }));
}

async function readMails(ctx: Ctx, email: string) {
  const rows = await ctx.db.select().from(outboxMails).where(eq(outboxMails.to, email)).orderBy(asc(outboxMails.id));
  return rows.map(({ createdAt, sentAt, ...mail }) => ({
    template: mail.template,
    subject: mail.subject,
    // A personal link is for its recipient only, so the text of an email with one is left out.
    text: isPersonal(mail) ? null : mail.text,
    status: mail.status,
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
  }));
}

/** Reads the audit entries about the person, without the staff members. */
async function readPersonChanges(ctx: Ctx, id: string) {
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(or(eq(auditEvents.personalOf, id), eq(auditEvents.actorId, id)))
    .orderBy(asc(auditEvents.id));
  return rows.map(({ at, action, entity, entityId, before, after }) => ({
    at: at.toISOString(),
    action,
    entity,
    entity_id: entityId,
    before,
    after,
  }));
}

/**
 * Reads all data about a person, for requests under the Personal Data Protection Law. Audited. Leaves out feedback,
 * because staff must not see answers with names; the person's own export has it. Needs a fresh sign-in. Throws
 * FreshSignInRequired, NotFound (also for an erased person).
 */
export async function exportPerson(ctx: Ctx, { id }: { id: string }) {
  requirePermission(ctx, exportPerson.permission);
  requireFreshSignIn(ctx);
  return inTransaction(ctx, async (ctx) => {
    const row = await personRow(ctx, id);
    if (row.erasedAt !== null) throw noSuchRecord(ctx);
    const { feedback: _feedback, ...learning } = await readLearningData(ctx, id);
    await audit(ctx, { action: "person.exported", entity: "person", entityId: id });
    return {
      exported_at: ctx.now().toISOString(),
      account: toAccount(row),
      sessions: await readAccountSessions(ctx, id),
      orders: (await listBuyerOrders(ctx, id)).map((order) => ({ ...order })),
      documents: await readDocuments(ctx, id),
      seats: await readPersonSeats(ctx, row, maxSeats),
      learning,
      waiting_lists: await readWaitlistData(ctx, row),
      mails: await readMails(ctx, row.email),
      enquiries: (await enquiriesFrom(ctx, row.email)).map(({ createdAt, contactNumber, ...enquiry }) => ({
        ...enquiry,
        contact_number: contactNumber,
        created_at: createdAt.toISOString(),
      })),
      messages: await messagesAbout(ctx, row.email),
      newsletter: await readNewsletter(ctx, row.email),
      changes: await readPersonChanges(ctx, id),
    };
  });
}
exportPerson.permission = "people.export" as const;
