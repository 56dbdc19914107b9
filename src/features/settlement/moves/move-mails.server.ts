import { and, eq, inArray } from "drizzle-orm";
import { mailedRun, mailedRunToJoin } from "#features/catalogue/schedule/mailed-run.server.ts";
import { listJoinableSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { OrderChange } from "#features/changes/tables.server.ts";
import { isClearing } from "#features/invoices/documents/buyer-copy.server.ts";
import { account, isSeatAccountSql, seatLocaleSql } from "#features/seats/seat-mails.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { sumParts } from "#features/settlement/refunds/change-parts.ts";
import { ticketUrl } from "#features/seats/tickets.server.ts";
import { users } from "#features/people/tables.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";

/**
 * Reads the buyer of an order, the language of its emails and the company of its invoice. Throws when there is no such
 * order.
 */
export async function readBuyer(ctx: Ctx, orderId: number) {
  const { id, name, email } = users;
  const [row] = await ctx.db
    .select({ buyer: { id, name, email }, locale: orders.locale, company: orders.invoiceRecipient })
    .from(orders)
    .innerJoin(users, eq(id, orders.userId))
    .where(eq(orders.id, orderId));
  if (!row) throw new Error(`Order ${orderId} is gone`);
  return row;
}

/** Reads a run, and the line of the changed order that has a seat in it. Throws when there is no such seat. */
export async function readCourse(ctx: Ctx, { orderId }: OrderChange, runId: number) {
  const [row] = await ctx.db
    .select({ run: courseRuns, line: orderLines })
    .from(courseRuns)
    .innerJoin(enrolments, eq(enrolments.runId, courseRuns.id))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .where(and(eq(courseRuns.id, runId), eq(enrolments.orderId, orderId)))
    .limit(1);
  if (!row) throw new Error(`Run ${runId} is not of order ${orderId}`);
  return row;
}

/** URL of an order's page for its buyer. */
export const orderUrl = (ctx: Ctx, orderId: number, locale: Locale) =>
  `${ctx.env.BASE_URL}${localePath(`/my-courses/${orderId}`, locale)}`;

/**
 * Queues an email to each attendee of moved seats, with the new ticket and both calendar entries, and one to the buyer.
 * Call it in the open transaction, after the seats have moved.
 */
export async function queueMovedMails(ctx: Ctx, change: OrderChange, seatIds: number[]): Promise<void> {
  const { orderId, runId, toRunId, payHalalas, paymentOrderId, parts } = change;
  if (toRunId === null) throw new Error("A move has no new date");
  const { buyer, locale: orderLocale, company } = await readBuyer(ctx, orderId);
  const documentFollows = paymentOrderId !== null && company !== null && (await isClearing(ctx));
  const oldCourse = await readCourse(ctx, change, runId);
  const newCourse = await readCourse(ctx, change, toRunId);
  const sessions = (await listJoinableSessions(ctx, [toRunId])).get(toRunId);
  const rows = await ctx.db
    .select({ seat: enrolments, locale: seatLocaleSql })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .leftJoin(account, isSeatAccountSql)
    .where(inArray(enrolments.id, seatIds))
    .orderBy(enrolments.seat);
  const refundHalalas = sumParts(parts, "backHalalas");
  const buildProps = (locale: Locale) => ({
    orderId,
    runId: toRunId,
    fromRunId: runId,
    course: { name_eng: newCourse.line.nameEng, name_ar: newCourse.line.nameAr },
    before: mailedRun(oldCourse.run),
    now: mailedRunToJoin(newCourse.run, sessions),
    buyer: buyer.name,
    orderUrl: orderUrl(ctx, orderId, locale),
  });
  const isBuyerSeat = ({ userId, attendeeEmail }: (typeof rows)[number]["seat"]) =>
    userId === buyer.id || attendeeEmail === buyer.email;
  const buyerSeat = rows.find(({ seat }) => isBuyerSeat(seat))?.seat;
  await queueMail(ctx, {
    key: `seat-moved:change-${change.id}:buyer`,
    to: buyer.email,
    locale: orderLocale,
    template: "seat-moved",
    props: {
      ...buildProps(orderLocale),
      name: buyer.name,
      isBuyer: true,
      seats: rows.length,
      paymentOrderId,
      ...(documentFollows && { documentFollows }),
      ...(payHalalas > 0 && { paid: decimalFromHalalas(payHalalas) }),
      ...(refundHalalas > 0 && { back: decimalFromHalalas(refundHalalas) }),
      ...(buyerSeat && { ticketUrl: ticketUrl(ctx, buyerSeat, orderLocale) }),
    },
  });
  for (const { seat, locale } of rows) {
    const { attendeeName: name, attendeeEmail: to } = seat;
    if (name === null || to === null || isBuyerSeat(seat)) continue;
    await queueMail(ctx, {
      key: `seat-moved:enrolment-${seat.id}`,
      to,
      locale,
      template: "seat-moved",
      props: {
        ...buildProps(locale),
        name,
        isBuyer: false,
        seats: 1,
        paymentOrderId: null,
        ticketUrl: ticketUrl(ctx, seat, locale),
      },
    });
  }
}
