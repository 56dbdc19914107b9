import { and, eq, isNull } from "drizzle-orm";
import { einvoices } from "#features/invoices/einvoices/tables.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { localePath } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";

/**
 * Job: emails a company's document to the buyer once its XML is accepted. Idempotent: a repeated run queues no second
 * email. Sends nothing to an erased account.
 */
export async function mailClearedDocument(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .select({ document: taxDocuments, locale: orders.locale, email: users.email, name: users.name })
      .from(einvoices)
      .innerJoin(taxDocuments, eq(taxDocuments.id, einvoices.taxDocumentId))
      .innerJoin(orders, eq(orders.id, taxDocuments.orderId))
      .innerJoin(users, eq(users.id, orders.userId))
      .where(and(eq(einvoices.id, id), eq(einvoices.state, "accepted"), isNull(users.erasedAt)))
      // With this lock, erasing the account waits for this transaction and then erases this email too.
      .for("key share", { of: users });
    if (!row) return;
    const { document, locale, email, name } = row;
    const { orderId, kind, number } = document;
    await queueMail(ctx, {
      key: `document-cleared:${document.id}`,
      to: email,
      locale,
      template: "document-cleared",
      props: {
        orderId,
        documentId: document.id,
        kind,
        number,
        name,
        orderUrl: `${ctx.env.BASE_URL}${localePath(`/my-courses/${orderId}`, locale)}`,
      },
    });
  });
}
