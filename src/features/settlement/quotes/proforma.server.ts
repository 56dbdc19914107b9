import { and, eq } from "drizzle-orm";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { requireOwnOrder } from "#features/orders/own-order.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { sellerSettings, transferSettings } from "#features/settings/settings.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import type { MailAttachment } from "#platform/mail/templates.server.ts";
import { getAccountKey, runInWorker } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";
import { proformaNumber } from "./proforma-number.ts";
import type { Proforma } from "./proforma-pdf.server.ts";

/**
 * Reads the contents of the proforma of an order that waits for a transfer; null when the order does not wait for one.
 */
async function readProforma(ctx: Ctx, orderId: number): Promise<Proforma | null> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId));
  const isOpen = and(eq(payments.orderId, orderId), eq(payments.method, "transfer"), eq(payments.status, "awaiting"));
  const [payment] = await ctx.db.select({ dueOn: payments.dueOn }).from(payments).where(isOpen);
  const bank = await transferSettings(ctx);
  if (order?.status !== "pending" || !payment?.dueOn || !bank) return null;
  const lines = await ctx.db
    .select({ line: orderLines, run: courseRuns })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  const sessions = await readSessions(
    ctx,
    lines.map(({ run }) => run.id),
  );
  const { billing, invoiceRecipient } = order;
  return {
    orderId,
    dueOn: payment.dueOn,
    bank,
    buyer: invoiceRecipient ?? { name: `${billing.first_name} ${billing.last_name}`, address: billing.address_1 },
    issuedAt: order.createdAt,
    taxPercent: order.taxPercent,
    seller: await sellerSettings(ctx),
    subTotalHalalas: order.subTotalHalalas,
    taxHalalas: order.taxHalalas,
    totalHalalas: order.totalHalalas,
    lines: lines.map(({ line, run }) => {
      const { qty, unitPriceHalalas, discountHalalas, discountPercent, discountCode } = line;
      const times = run.timesConfirmed ? (sessions.get(run.id) ?? []) : [];
      return {
        qty,
        unitPriceHalalas,
        discountHalalas,
        discountPercent,
        discountCode,
        course: {
          name_eng: line.nameEng,
          name_ar: line.nameAr,
          start_date: run.startDate,
          end_date: run.endDate,
          venue_eng: run.venueEng,
          venue_ar: run.venueAr,
          sessions: times.map(({ startsAt, endsAt }) => ({
            starts_at: startsAt.toISOString(),
            ends_at: endsAt.toISOString(),
          })),
        },
      };
    }),
  };
}

/**
 * Draws the proforma of the caller's order as PDF in both languages. It is not a tax document. Throws Unauthenticated,
 * NotFound, Conflict (the order is paid, has ended, or is not paid by transfer).
 */
export async function proformaPdf(ctx: Ctx, { orderId }: { orderId: number }): Promise<Uint8Array> {
  await requireOwnOrder(ctx, orderId);
  const proforma = await readProforma(ctx, orderId);
  if (!proforma) throw new Conflict(m.groups_proforma_none({}, { locale: ctx.locale }));
  return runInWorker("proforma-pdf", [proforma, ctx.locale], { account: getAccountKey(ctx) });
}

/** The proforma as an email attachment; an empty list once the order is paid or has ended. */
export async function proformaAttachment(ctx: Ctx, orderId: number, locale: Locale): Promise<MailAttachment[]> {
  const proforma = await readProforma(ctx, orderId);
  if (!proforma) return [];
  const filename = `${proformaNumber(orderId)}.pdf`;
  return [
    {
      filename,
      contentType: "application/pdf",
      content: () => runInWorker("proforma-pdf", [proforma, locale], { isBackground: true }),
    },
  ];
}
