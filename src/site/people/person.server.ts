import { and, asc, count, desc, eq, gt, inArray, or } from "drizzle-orm";
import { browserName } from "#features/people/browser-name.ts";
import { idleSince } from "#features/people/sessions.server.ts";
import { sessions, users } from "#features/people/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { newsletterSubscriptions } from "#features/letters/tables.server.ts";
import { isHoldExpired } from "#features/orders/seats/seats.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { plannedErasures } from "#features/people/profile/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { mailRow } from "#features/letters/mails/mail-row.server.ts";

/** Of each kind, the newest. */
export const mostShown = 50;
type Person = typeof users.$inferSelect;

/** An account that is there, or was before it was erased. Throws NotFound. */
export async function personRow(ctx: Ctx, id: string): Promise<Person> {
  const [row] = await ctx.db.select().from(users).where(eq(users.id, id));
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/** Sessions that still open something, without network address. */
export async function sessionsOf(ctx: Ctx, id: string) {
  const live = and(eq(sessions.userId, id), gt(sessions.expiresAt, ctx.now()), gt(sessions.updatedAt, idleSince(ctx)));
  const rows = await ctx.db.select().from(sessions).where(live).orderBy(desc(sessions.updatedAt), sessions.id);
  return rows.map((row) => ({
    browser: browserName(row.userAgent ?? ""),
    created_at: row.createdAt.toISOString(),
    used_at: row.updatedAt.toISOString(),
  }));
}

async function ordersOf(ctx: Ctx, id: string) {
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(eq(orders.userId, id))
    .orderBy(desc(orders.id))
    .limit(mostShown);
  const lines = await ctx.db
    .select()
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        rows.map((order) => order.id),
      ),
    )
    .orderBy(asc(orderLines.id));
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.map((order) => {
    const own = linesOf.get(order.id) ?? [];
    return {
      id: order.id,
      status: order.status,
      created_at: order.createdAt.toISOString(),
      courses: own.map(({ nameEng, nameAr }) => ({ name_eng: nameEng, name_ar: nameAr })),
      seats: own.reduce((sum, { qty }) => sum + qty, 0),
      total: decimalFromHalalas(order.totalHalalas),
    };
  });
}

/** Seats at an account or at its address, also where another person paid for them. */
export const seatsWhere = ({ id, email }: { id: string; email: string }) =>
  or(eq(enrolments.userId, id), eq(enrolments.attendeeEmail, email.toLowerCase()));

/** The address alone gives no seats to who has not confirmed it: anyone can register with anyone's. */
export async function seatsOf(ctx: Ctx, person: Pick<Person, "id" | "email" | "emailVerified">, limit: number) {
  const rows = await ctx.db
    .select({ seat: enrolments, run: courseRuns, name_eng: courses.nameEng, name_ar: courses.nameAr })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(person.emailVerified ? seatsWhere(person) : eq(enrolments.userId, person.id))
    .orderBy(desc(courseRuns.startDate), desc(enrolments.id))
    .limit(limit);
  return rows.map(({ seat, run, ...names }) => ({
    id: seat.id,
    run_id: run.id,
    order_id: seat.orderId,
    ...names,
    start_date: run.startDate,
    end_date: run.endDate,
    hours: Number(run.hours),
    state: seat.state,
    hold_expired: isHoldExpired(ctx, seat),
    when: whenOf(run, riyadhDate(ctx.now())),
    cancelled_run: run.cancelledAt !== null,
  }));
}

function whenOf(run: { startDate: string; endDate: string }, today: string): "ahead" | "now" | "over" {
  if (run.startDate > today) return "ahead";
  return run.endDate < today ? "over" : "now";
}

async function mailsOf(ctx: Ctx, email: string) {
  const own = eq(outboxMails.to, email);
  const rows = await ctx.db.select().from(outboxMails).where(own).orderBy(desc(outboxMails.id)).limit(mostShown);
  const [counted] = await ctx.db.select({ mails: count() }).from(outboxMails).where(own);
  return { total: counted?.mails ?? 0, data: rows.map(mailRow) };
}

export async function newsletterOf(ctx: Ctx, email: string) {
  const rows = await ctx.db
    .select()
    .from(newsletterSubscriptions)
    .where(eq(newsletterSubscriptions.email, email))
    .orderBy(asc(newsletterSubscriptions.createdAt));
  return rows.map((row) => ({
    words: row.consentText,
    version: row.consentVersion,
    source: row.source,
    created_at: row.createdAt.toISOString(),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    unsubscribed_at: row.unsubscribedAt?.toISOString() ?? null,
  }));
}

/** The account's own fields. */
export const accountOf = (row: Person) => ({
  id: row.id,
  name: row.name,
  name_other: row.nameOther,
  email: row.email,
  email_confirmed: row.emailVerified,
  contact_number: row.contactNumber,
  scfhs_number: row.scfhsNumber,
  profession: row.profession,
  workplace: row.workplace,
  address: row.address,
  locale: row.locale,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  terms_accepted_at: row.termsAcceptedAt?.toISOString() ?? null,
  erased_at: row.erasedAt?.toISOString() ?? null,
});

async function plannedOf(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(plannedErasures).where(eq(plannedErasures.personId, id));
  return row ? { due_on: row.dueOn, asked: row.asked, problem: row.problem } : null;
}

/**
 * A person's page: details, orders, seats, sessions, consents, and mails for those who may read mails. For
 * `people.read`. Throws Unauthenticated, Forbidden, NotFound.
 */
export async function readPerson(ctx: Ctx, { id }: { id: string }) {
  requirePermission(ctx, "people.read");
  const row = await personRow(ctx, id);
  const { actor } = ctx;
  const mayReadMails = actor.kind === "command" || (actor.kind === "staff" && actor.permissions.has("mails.read"));
  return {
    ...accountOf(row),
    version: row.nameOtherVersion,
    orders: await ordersOf(ctx, id),
    seats: await seatsOf(ctx, row, mostShown),
    sessions: await sessionsOf(ctx, id),
    mails: mayReadMails ? await mailsOf(ctx, row.email) : null,
    newsletter: await newsletterOf(ctx, row.email),
    planned_erasure: await plannedOf(ctx, id),
  };
}
