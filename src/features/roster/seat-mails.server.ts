import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { users } from "#features/accounts/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/enrolments/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { mailedRun, mailedRunToJoin } from "#features/schedule/mailed-run.server.ts";
import { listJoinableSessions, listSessions } from "#features/schedule/sessions.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { noSuchRecord, type Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { m } from "#messages";

export async function readSeatCourse(ctx: Ctx, runId: number): Promise<{ name_eng: string; name_ar: string | null }> {
  const [course] = await ctx.db
    .select({ name_eng: courses.nameEng, name_ar: courses.nameAr })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!course) throw noSuchRecord(ctx);
  return course;
}

/**
 * Mails the person of a seat about it, once, in the open transaction, in the language of their account, else of the order.
 * `attendee-place`: the seat is theirs; free of charge it comes from us. The others: it is theirs no more. Nothing for a seat
 * without a name. Answers the language.
 */
export async function queueSeatMail(
  ctx: Ctx,
  seatId: number,
  template: "attendee-place" | "seat-given-on" | "seat-cancelled",
  { isFree = false } = {},
): Promise<Locale | null> {
  const buyers = alias(users, "buyer");
  const account = alias(users, "account");
  const [found] = await ctx.db
    .select({
      seat: enrolments,
      line: orderLines,
      run: courseRuns,
      buyer: buyers.name,
      locale: sql<Locale>`coalesce(${account.locale}, ${orders.locale})`,
    })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.userId))
    .leftJoin(account, eq(account.id, enrolments.userId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .where(eq(enrolments.id, seatId));
  if (!found) throw new Error(`Seat ${seatId} is gone`);
  const { seat, line, run, locale } = found;
  if (seat.attendeeEmail === null || seat.attendeeName === null) return null;
  const runId = run.id;
  const itsRun =
    template === "attendee-place"
      ? mailedRunToJoin(run, (await listJoinableSessions(ctx, [runId])).get(runId))
      : mailedRun(run, (await listSessions(ctx, [runId])).get(runId));
  const props = {
    orderId: seat.orderId,
    runId,
    name: seat.attendeeName,
    buyer: isFree ? m.site_name({}, { locale }) : found.buyer,
    scfhsNumber: seat.scfhsNumber ?? "",
    course: { name_eng: line.nameEng, name_ar: line.nameAr, ...itsRun },
    courseUrl: `${ctx.env.BASE_URL}${localePath(`/courses/${line.slug}?run=${runId}`, locale)}`,
  };
  // The person of a seat named late had no mail under this key, and a correction of a name sends none.
  const key = `${template}:enrolment-${seatId}`;
  await queueMail(ctx, { key, to: seat.attendeeEmail, locale, template, props });
  return locale;
}
