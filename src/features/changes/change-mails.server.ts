import { and, eq, exists, gt, lte, sql } from "drizzle-orm";
import { mailedRun } from "#features/catalogue/schedule/mailed-run.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { orderUrl, readBuyer, readCourse } from "#features/settlement/moves/move-mails.server.ts";
import { isValueKeptSql } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { ChangeMailProps } from "./emails.server.ts";
import type { ChangeQuote } from "./quote.server.ts";
import { orderChanges, type OrderChange } from "./tables.server.ts";

async function readMailProps(ctx: Ctx, change: OrderChange, halalas: number): Promise<ChangeMailProps> {
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
  /** `change-asked`: the buyer's request was received. `change-question`: a question of the staff. */
  template: "change-cancelled" | "change-asked" | "change-question" | "change-decided" | "kept-ends",
  change: OrderChange,
  {
    halalas = 0,
    keySuffix = "",
    ...moreProps
  }: { halalas?: number; keySuffix?: string; agreed?: boolean; answer?: string } = {},
): Promise<void> {
  const { buyer, locale } = await readBuyer(ctx, change.orderId);
  const props = { ...(await readMailProps(ctx, change, halalas)), ...moreProps };
  await queueMail(ctx, {
    key: `${template}:change-${change.id}${keySuffix}`,
    to: buyer.email,
    locale,
    template,
    props,
  });
}

/**
 * Confirms a cancellation and its refund to the buyer. Attendees of the cancelled seats other than the buyer get the
 * email `attendee-returned`.
 */
export const queueCancelledMail = (ctx: Ctx, change: OrderChange, { refundHalalas: halalas }: ChangeQuote) =>
  queueBuyerMail(ctx, "change-cancelled", change, { halalas });

/** Confirms to the buyer that a request was received and staff decide within one working day. */
export const queueRequestReceivedMail = (ctx: Ctx, change: OrderChange) => queueBuyerMail(ctx, "change-asked", change);

/** Sends the buyer a question of the staff. */
export const queueQuestionMail = (
  ctx: Ctx,
  change: OrderChange,
  { messageId, question }: { messageId: number; question: string },
) =>
  // The prop `answer` is what staff wrote, in this email the question.
  queueBuyerMail(ctx, "change-question", change, { answer: question, keySuffix: `:${messageId}` });

/** Sends the buyer the decision of the staff and its reason. */
export const queueDecisionMail = (ctx: Ctx, change: OrderChange, halalas: number) =>
  queueBuyerMail(ctx, "change-decided", change, {
    halalas,
    agreed: change.state !== "refused",
    answer: change.answer ?? "",
  });

/**
 * Job: reminds buyers that they can still use a kept value, once, 30 days before it expires. Skips the last week:
 * emails are deleted with their idempotency key after 30 days (`mailDays`), and the reminder would then be sent again.
 */
export async function remindKeptValues(ctx: Ctx): Promise<void> {
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
