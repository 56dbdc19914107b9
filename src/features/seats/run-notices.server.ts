import { attendeePath } from "#features/catalogue/schedule/private-runs.server.ts";
import { paidStatuses } from "#features/orders/order-states.ts";
import { and, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { mailedRun, mailedRunToJoin, toSessionTimes } from "#features/catalogue/schedule/mailed-run.server.ts";
import type { RunChange, RunWithSessions } from "#features/catalogue/schedule/run-changes.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { listEnrolledOrders } from "./bookings.server.ts";
import type { RunMailProps } from "./run-emails.server.tsx";
import { account, isSeatAccountSql, seatLocaleSql } from "./seat-mails.server.ts";
import { enrolments } from "./tables.server.ts";

/** Reason why a run is moved or cancelled, for the email. A missing language falls back to the other. */
export interface ChangeReason {
  eng: string | null;
  ar: string | null;
}

export interface AffectedPerson {
  orderId: number;
  name: string;
  email: string;
  locale: Locale;
  /** As in `RunMailProps`. */
  paid: boolean;
  /** Whether the person has a confirmed seat or bought one for others. */
  isEnrolled: boolean;
  seats: number;
  slug: string;
  course: RunMailProps["course"];
}

/** Lists the attendees and buyers of a run, each address once. Someone who is both counts as a buyer. */
async function listAffected(ctx: Ctx, runId: number): Promise<AffectedPerson[]> {
  const locale = sql<Locale>`coalesce(${account.locale}, ${orders.locale})`;
  const buyers = await ctx.db
    .select({ line: orderLines, name: account.name, email: account.email, locale })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(account, eq(account.id, orders.userId))
    // Only the attendee of a free seat gets the email.
    .where(and(eq(orderLines.runId, runId), gt(orderLines.unitPriceHalalas, 0), inArray(orders.status, paidStatuses)))
    .orderBy(account.email, orderLines.id);
  const attendees = await ctx.db
    .select({
      line: orderLines,
      name: sql<string>`${enrolments.attendeeName}`,
      email: sql<string>`${enrolments.attendeeEmail}`,
      locale: seatLocaleSql,
    })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .leftJoin(account, isSeatAccountSql)
    .where(and(eq(enrolments.runId, runId), eq(enrolments.state, "confirmed"), isNotNull(enrolments.attendeeEmail)))
    .orderBy(enrolments.attendeeEmail);
  const enrolled = new Set((await listEnrolledOrders(ctx, [runId])).map(({ orderId }) => orderId));
  const people = [
    ...buyers.map((person) => ({
      ...person,
      paid: true,
      isEnrolled: enrolled.has(person.line.orderId),
      seats: person.line.qty,
    })),
    ...attendees.map((person) => ({ ...person, paid: false, isEnrolled: true, seats: 1 })),
  ];
  return [...Map.groupBy(people, ({ email }) => email).values()].flatMap((recipients) => {
    // Of several orders, one with confirmed seats comes first, because its calendar file has the current entries.
    const person = recipients.find(({ isEnrolled }) => isEnrolled) ?? recipients[0];
    if (!person) return [];
    const { line, ...details } = person;
    const course = { name_eng: line.nameEng, name_ar: line.nameAr };
    return { ...details, orderId: line.orderId, slug: line.slug, course };
  });
}

/**
 * Whether people without a confirmed seat get the email too. Everyone who paid learns of new dates and of a
 * cancellation, also after a refund; times and joining links are for the enrolled only.
 */
const isForAll = { moved: true, cancelled: true, times: false, link: false };

/** Lists the people who get an email about a change, each once. */
export async function peopleConcerned(ctx: Ctx, runId: number, kind: RunChange["kind"]): Promise<AffectedPerson[]> {
  const people = await listAffected(ctx, runId);
  return people.filter(({ isEnrolled }) => isEnrolled || isForAll[kind]);
}

const buildCourseUrl = (ctx: Ctx, run: RunWithSessions, { slug, locale }: Pick<AffectedPerson, "slug" | "locale">) =>
  `${ctx.env.BASE_URL}${localePath(run.visibility === "public" ? `/courses/${slug}` : attendeePath(run, slug), locale)}`;

/** Builds the email about a change for one person. */
function buildChangeMailProps(
  ctx: Ctx,
  { kind, before, now }: Omit<RunChange, "id">,
  { locale, slug, isEnrolled, orderId, name, paid, seats, course }: AffectedPerson,
  reason: ChangeReason | null,
): RunMailProps {
  const courseUrl = buildCourseUrl(ctx, now, { slug, locale });
  const joins = isEnrolled && kind !== "cancelled";
  const sessions = toSessionTimes(now, { joins });
  return {
    orderId,
    name,
    paid,
    seats,
    course,
    runId: before.id,
    before: mailedRun(before, toSessionTimes(before, { joins: false })),
    now: joins ? mailedRunToJoin(now, sessions) : mailedRun(now, sessions),
    courseUrl,
    ...(reason && { reason }),
  };
}

/** Queues the email about a change to one person, in the open transaction. Returns false if it was queued before. */
export async function notifyRunChanged(
  ctx: Ctx,
  change: RunChange,
  person: AffectedPerson,
  reason: ChangeReason | null,
): Promise<boolean> {
  const { id, kind } = change;
  const { email, locale } = person;
  const key = `course-${kind}:${id}:${email}`;
  const props = buildChangeMailProps(ctx, change, person, reason);
  return queueMail(ctx, { key, to: email, locale, template: `course-${kind}`, props });
}

/**
 * Renders the email about a change in each language, as the first person with that language gets it. Returns null when
 * nobody gets it. Queues nothing.
 */
export async function renderChangeMail(
  ctx: Ctx,
  change: Omit<RunChange, "id">,
  reason: ChangeReason | null,
): Promise<Record<Locale, { subject: string; text: string }> | null> {
  const people = await peopleConcerned(ctx, change.before.id, change.kind);
  const renderIn = async (locale: Locale) => {
    const person = people.find((candidate) => candidate.locale === locale) ?? people[0];
    if (!person) return null;
    const props = buildChangeMailProps(ctx, change, { ...person, locale }, reason);
    const { subject, text } = await renderMail(ctx, `course-${change.kind}`, props, locale);
    return { subject, text };
  };
  const [en, ar] = [await renderIn("en"), await renderIn("ar")];
  return en && ar && { en, ar };
}

/** Queues the email about a change to everyone concerned, in the open transaction. */
export async function notifyAttendees(ctx: Ctx, change: RunChange): Promise<void> {
  for (const person of await peopleConcerned(ctx, change.before.id, change.kind))
    await notifyRunChanged(ctx, change, person, null);
}

/** Queues the email that a run takes place to everyone with a seat, in the open transaction. */
export async function notifyRunConfirmed(ctx: Ctx, run: RunWithSessions): Promise<void> {
  const sessions = toSessionTimes(run, { joins: true });
  const now = mailedRunToJoin(run, sessions);
  for (const { email, locale, slug, isEnrolled, ...person } of await listAffected(ctx, run.id)) {
    if (!isEnrolled) continue;
    const courseUrl = buildCourseUrl(ctx, run, { slug, locale });
    const key = `course-takes-place:${run.id}:${run.version}:${email}`;
    const props: RunMailProps = { ...person, runId: run.id, before: now, now, courseUrl };
    await queueMail(ctx, { key, to: email, locale, template: "course-takes-place", props });
  }
}
