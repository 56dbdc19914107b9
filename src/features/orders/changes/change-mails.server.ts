import { and, eq, exists, gt, inArray, lte, sql } from "drizzle-orm";
import { mailedRun, mailedRunToJoin } from "#features/catalogue/schedule/mailed-run.server.ts";
import { listJoinableSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { account, isAccountOfSeat, localeOfSeatSql } from "#features/orders/seats/seat-mails.server.ts";
import { isValueKeptSql } from "#features/orders/seats/seats.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { ticketUrl } from "#features/orders/tickets/tickets.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { ChangeMailProps } from "./emails.server.ts";
import type { ChangeQuote } from "./read-change.server.ts";
import { orderChanges, type OrderChange } from "./tables.server.ts";

async function readBuyer(ctx: Ctx, orderId: number) {
  const { id, name, email } = users;
  const [found] = await ctx.db
    .select({ buyer: { id, name, email }, locale: orders.locale })
    .from(orders)
    .innerJoin(users, eq(id, orders.userId))
    .where(eq(orders.id, orderId));
  if (!found) throw new Error(`Order ${orderId} is gone`);
  return found;
}

async function readCourse(ctx: Ctx, { orderId }: OrderChange, runId: number) {
  const [found] = await ctx.db
    .select({ run: courseRuns, line: orderLines })
    .from(courseRuns)
    .innerJoin(enrolments, eq(enrolments.runId, courseRuns.id))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .where(and(eq(courseRuns.id, runId), eq(enrolments.orderId, orderId)))
    .limit(1);
  if (!found) throw new Error(`Run ${runId} is not of order ${orderId}`);
  return found;
}

const orderUrl = (ctx: Ctx, orderId: number, locale: Locale) =>
  `${ctx.env.BASE_URL}${localePath(`/my-courses/${orderId}`, locale)}`;

/**
 * One mail to each person of moved seats, with the new ticket and both calendar entries, and one to the buyer. In the
 * open transaction, after the seats have moved.
 */
export async function queueMovedMails(ctx: Ctx, change: OrderChange, seatIds: number[]): Promise<void> {
  const { orderId, runId, toRunId, payHalalas, paymentOrderId, parts } = change;
  if (toRunId === null) throw new Error("A move has no new date");
  const { buyer, locale: ofOrder } = await readBuyer(ctx, orderId);
  const before = await readCourse(ctx, change, runId);
  const now = await readCourse(ctx, change, toRunId);
  const sessions = (await listJoinableSessions(ctx, [toRunId])).get(toRunId);
  const rows = await ctx.db
    .select({ seat: enrolments, locale: localeOfSeatSql })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .leftJoin(account, isAccountOfSeat)
    .where(inArray(enrolments.id, seatIds))
    .orderBy(enrolments.seat);
  const back = parts.reduce((sum, { backHalalas }) => sum + backHalalas, 0);
  const propsFor = (locale: Locale) => ({
    orderId,
    runId: toRunId,
    fromRunId: runId,
    course: { name_eng: now.line.nameEng, name_ar: now.line.nameAr },
    before: mailedRun(before.run),
    now: mailedRunToJoin(now.run, sessions),
    buyer: buyer.name,
    orderUrl: orderUrl(ctx, orderId, locale),
  });
  const isBuyers = ({ userId, attendeeEmail }: (typeof rows)[number]["seat"]) =>
    userId === buyer.id || attendeeEmail === buyer.email;
  const own = rows.find(({ seat }) => isBuyers(seat))?.seat;
  await queueMail(ctx, {
    key: `seat-moved:change-${change.id}:buyer`,
    to: buyer.email,
    locale: ofOrder,
    template: "seat-moved",
    props: {
      ...propsFor(ofOrder),
      name: buyer.name,
      isBuyer: true,
      seats: rows.length,
      paymentOrderId,
      ...(payHalalas > 0 && { paid: decimalFromHalalas(payHalalas) }),
      ...(back > 0 && { back: decimalFromHalalas(back) }),
      ...(own && { ticketUrl: ticketUrl(ctx, own, ofOrder) }),
    },
  });
  for (const { seat, locale } of rows) {
    const { attendeeName: name, attendeeEmail: to } = seat;
    if (name === null || to === null || isBuyers(seat)) continue;
    await queueMail(ctx, {
      key: `seat-moved:enrolment-${seat.id}`,
      to,
      locale,
      template: "seat-moved",
      props: {
        ...propsFor(locale),
        name,
        isBuyer: false,
        seats: 1,
        paymentOrderId: null,
        ticketUrl: ticketUrl(ctx, seat, locale),
      },
    });
  }
}

async function propsOf(ctx: Ctx, change: OrderChange, halalas: number): Promise<ChangeMailProps> {
  const { orderId, runId, toRunId, seatIds, kind, message, keptUntil } = change;
  const { buyer, locale } = await readBuyer(ctx, orderId);
  const { run, line } = await readCourse(ctx, change, runId);
  const [to] = toRunId === null ? [] : await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, toRunId));
  const { method, cardScheme: scheme, cardMasked: masked, settledAt } = payments;
  const [paid] = await ctx.db
    .select({ method, scheme, masked, settledAt })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(settledAt)
    .limit(1);
  return {
    orderId,
    name: buyer.name,
    kind,
    seats: seatIds.length,
    course: { name_eng: line.nameEng, name_ar: line.nameAr },
    run: mailedRun(run),
    to: to ? { start_date: to.startDate, end_date: to.endDate } : null,
    amount: decimalFromHalalas(halalas),
    byHand: paid?.method === "transfer",
    card: { scheme: paid?.scheme ?? null, masked: paid?.masked ?? null },
    message,
    keptUntil,
    orderUrl: orderUrl(ctx, orderId, locale),
  };
}

async function queueBuyerMail(
  ctx: Ctx,
  template: "change-cancelled" | "change-asked" | "change-question" | "change-decided" | "kept-ends",
  change: OrderChange,
  { halalas = 0, again = "", ...more }: { halalas?: number; again?: string; agreed?: boolean; answer?: string } = {},
): Promise<void> {
  const { buyer, locale } = await readBuyer(ctx, change.orderId);
  const props = { ...(await propsOf(ctx, change, halalas)), ...more };
  await queueMail(ctx, { key: `${template}:change-${change.id}${again}`, to: buyer.email, locale, template, props });
}

/** To the buyer: seats are cancelled, and what goes back where. The others are told by `attendee-returned`. */
export const queueCancelledMail = (ctx: Ctx, change: OrderChange, { backHalalas: halalas }: ChangeQuote) =>
  queueBuyerMail(ctx, "change-cancelled", change, { halalas });

/** To the buyer: staff decide within a working day. */
export const queueAskedMail = (ctx: Ctx, change: OrderChange) => queueBuyerMail(ctx, "change-asked", change);

/** To the buyer: what staff ask back. */
export const queueQuestionMail = (
  ctx: Ctx,
  change: OrderChange,
  { messageId, question: answer }: { messageId: number; question: string },
) => queueBuyerMail(ctx, "change-question", change, { answer, again: `:${messageId}` });

/** To the buyer: what staff decided and why. */
export const queueDecidedMail = (ctx: Ctx, change: OrderChange, halalas: number) =>
  queueBuyerMail(ctx, "change-decided", change, {
    halalas,
    agreed: change.state !== "refused",
    answer: change.answer ?? "",
  });

/**
 * Job: once, 30 days before it ends, the buyer hears that a value is still kept. Not in its last week: the mail of 30 days
 * before may have been deleted by then, with its key.
 */
export async function remindKept(ctx: Ctx): Promise<void> {
  const today = riyadhDate(ctx.now());
  const { orderId, seatIds, keptUntil } = orderChanges;
  const isKept = and(
    eq(enrolments.orderId, orderId),
    isValueKeptSql,
    eq(enrolments.keptUntil, keptUntil),
    sql`${seatIds} @> to_jsonb(${enrolments.id})`,
  );
  const changes = await ctx.db
    .select()
    .from(orderChanges)
    .where(
      and(
        gt(keptUntil, addDays(today, 7)),
        lte(keptUntil, addDays(today, 30)),
        exists(ctx.db.select({ id: enrolments.id }).from(enrolments).where(isKept)),
      ),
    )
    .orderBy(orderChanges.id);
  for (const change of changes) await queueBuyerMail(ctx, "kept-ends", change);
}
