import { and, asc, count, desc, eq, gt, inArray, or, gte } from "drizzle-orm";
import { browserName } from "#features/people/browser-name.ts";
import { idleSince, endSessions } from "#features/people/sessions.server.ts";
import { nameOtherValues } from "#features/people/person.server.ts";
import { sessions, users } from "#features/people/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { newsletterSubscriptions } from "#features/contact/tables.server.ts";
import { isMovedAwaySql } from "#features/seats/person-of-seat.server.ts";
import { isHoldExpired } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { plannedErasures } from "#features/people/profile/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import {
  noSuchRecord,
  requirePermission,
  type Ctx,
  inTransaction,
  requireTransaction,
} from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { mailRow } from "#features/contact/mails/mail-row.server.ts";
import { audit } from "#platform/audit.server.ts";
import { consumeMailboxLimit } from "#platform/rate-limit.server.ts";
import { newSeed } from "#platform/signing.server.ts";
import { EditConflict } from "#platform/errors.ts";
import { m } from "#messages";

/** How many rows of each kind the page of a person shows, the newest first. */
export const maxShown = 50;
type Person = typeof users.$inferSelect;

/** Reads an account, also an erased one. Throws NotFound. */
export async function personRow(ctx: Ctx, id: string): Promise<Person> {
  const [row] = await ctx.db.select().from(users).where(eq(users.id, id));
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/** Lists active sessions, without network addresses. */
export async function readAccountSessions(ctx: Ctx, id: string) {
  const isActive = and(
    eq(sessions.userId, id),
    gt(sessions.expiresAt, ctx.now()),
    gt(sessions.updatedAt, idleSince(ctx)),
  );
  const rows = await ctx.db.select().from(sessions).where(isActive).orderBy(desc(sessions.updatedAt), sessions.id);
  return rows.map((row) => ({
    browser: browserName(row.userAgent ?? ""),
    created_at: row.createdAt.toISOString(),
    used_at: row.updatedAt.toISOString(),
  }));
}

async function readOrders(ctx: Ctx, id: string) {
  const rows = await ctx.db.select().from(orders).where(eq(orders.userId, id)).orderBy(desc(orders.id)).limit(maxShown);
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
  const linesByOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.map((order) => {
    const ownLines = linesByOrder.get(order.id) ?? [];
    return {
      id: order.id,
      status: order.status,
      created_at: order.createdAt.toISOString(),
      courses: ownLines.map(({ nameEng, nameAr }) => ({ name_eng: nameEng, name_ar: nameAr })),
      seats: ownLines.reduce((sum, { qty }) => sum + qty, 0),
      total: decimalFromHalalas(order.totalHalalas),
    };
  });
}

/** Condition for the seats of an account or its address, also those that another person paid for. */
export const seatsWhere = ({ id, email }: { id: string; email: string }) =>
  or(eq(enrolments.userId, id), eq(enrolments.attendeeEmail, email.toLowerCase()));

/**
 * Reads a person's seats, the newest first. An unconfirmed address gives no seats, because anyone can register with
 * anyone's address.
 */
export async function readPersonSeats(ctx: Ctx, person: Pick<Person, "id" | "email" | "emailVerified">, limit: number) {
  const rows = await ctx.db
    .select({
      seat: enrolments,
      run: courseRuns,
      isMoved: isMovedAwaySql(ctx),
      name_eng: courses.name_eng,
      name_ar: courses.name_ar,
    })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(person.emailVerified ? seatsWhere(person) : eq(enrolments.userId, person.id))
    .orderBy(desc(courseRuns.startDate), desc(enrolments.id))
    .limit(limit);
  return rows.map(({ seat, run, isMoved, ...names }) => ({
    id: seat.id,
    run_id: run.id,
    order_id: seat.orderId,
    ...names,
    start_date: run.startDate,
    end_date: run.endDate,
    hours: Number(run.hours),
    state: seat.state,
    is_moved: isMoved,
    hold_expired: isHoldExpired(ctx, seat),
    when: getTiming(run, riyadhDate(ctx.now())),
    cancelled_run: run.cancelledAt !== null,
  }));
}

function getTiming(run: { startDate: string; endDate: string }, today: string): "ahead" | "now" | "over" {
  if (run.startDate > today) return "ahead";
  return run.endDate < today ? "over" : "now";
}

async function readMails(ctx: Ctx, email: string) {
  const isToPerson = eq(outboxMails.to, email);
  const rows = await ctx.db.select().from(outboxMails).where(isToPerson).orderBy(desc(outboxMails.id)).limit(maxShown);
  const [counted] = await ctx.db.select({ mails: count() }).from(outboxMails).where(isToPerson);
  return { total: counted?.mails ?? 0, data: rows.map(mailRow) };
}

export async function readNewsletter(ctx: Ctx, email: string) {
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

/** Converts an account to the fields that staff see. */
export const toAccount = (row: Person) => ({
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

async function readPlannedErasure(ctx: Ctx, id: string) {
  const [row] = await ctx.db.select().from(plannedErasures).where(eq(plannedErasures.personId, id));
  return row ? { due_on: row.dueOn, asked: row.asked, problem: row.problem } : null;
}

/**
 * Reads a person's page: details, orders, seats, sessions, consents, and emails for those who may read them. Throws
 * NotFound.
 */
export async function readPerson(ctx: Ctx, { id }: { id: string }) {
  requirePermission(ctx, readPerson.permission);
  const row = await personRow(ctx, id);
  const { actor } = ctx;
  const mayReadMails = actor.kind === "command" || (actor.kind === "staff" && actor.permissions.has("mails.read"));
  return {
    ...toAccount(row),
    version: row.nameOtherVersion,
    orders: await readOrders(ctx, id),
    seats: await readPersonSeats(ctx, row, maxShown),
    sessions: await readAccountSessions(ctx, id),
    mails: mayReadMails ? await readMails(ctx, row.email) : null,
    newsletter: await readNewsletter(ctx, row.email),
    planned_erasure: await readPlannedErasure(ctx, id),
  };
}
readPerson.permission = "people.read" as const;

/** Ends all sessions of a person at once. Throws NotFound. */
export async function endPersonSessions(ctx: Ctx, { id }: { id: string }): Promise<{ ended: number }> {
  requirePermission(ctx, endPersonSessions.permission);
  await personRow(ctx, id);
  return inTransaction(ctx, async (ctx) => {
    const ended = await endSessions(ctx, id);
    await audit(ctx, { action: "person.sessions-ended", entity: "person", entityId: id, after: { ended } });
    return { ended };
  });
}
endPersonSessions.permission = "people.sessions" as const;

/**
 * Emails a person a link to set a new password, in their language; nobody else sees it. Throws NotFound (also for an
 * erased person), RateLimited after five emails an hour.
 */
export async function sendResetLink(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requirePermission(ctx, sendResetLink.permission);
  const { email, locale, erasedAt } = await personRow(ctx, id);
  if (erasedAt !== null) throw noSuchRecord(ctx);
  await consumeMailboxLimit(ctx, "forgotPerAccount", email);
  await inTransaction(ctx, async (ctx) => {
    await ctx.jobs.send(ctx.db, "accounts.send-reset", {
      email,
      locale: locale === "ar" ? "ar" : "en",
      seed: newSeed(),
    });
    await audit(ctx, { action: "person.reset-link-sent", entity: "person", entityId: id });
  });
}
sendResetLink.permission = "people.sessions" as const;

/** Locks seats of courses that are not over, because a roster prefers the name that was written for the seat. */
async function lockComingSeats(ctx: Ctx, id: string): Promise<number[]> {
  const rows = await requireTransaction(ctx)
    .db.select({ id: enrolments.id })
    .from(enrolments)
    .innerJoin(courseRuns, eq(courseRuns.id, enrolments.runId))
    .where(
      and(eq(enrolments.userId, id), eq(enrolments.state, "confirmed"), gte(courseRuns.endDate, riyadhDate(ctx.now()))),
    )
    .orderBy(asc(enrolments.id))
    .for("update", { of: enrolments });
  return rows.map((row) => row.id);
}

/**
 * Saves a person's name in the other script, in their account and on their seats of courses that are not over; `""`
 * removes it. Requires `roster.write`, as on a roster. Throws NotFound (also for an erased person), EditConflict.
 */
export async function writePersonName(
  ctx: Ctx,
  { id, name_other: name, version }: { id: string; name_other: string; version: number },
) {
  requirePermission(ctx, writePersonName.permission);
  requirePermission(ctx, "people.read");
  return inTransaction(ctx, async (ctx) => {
    // Locks seats before the person, in the same order as the roster.
    const seats = await lockComingSeats(ctx, id);
    const [row] = await ctx.db.select().from(users).where(eq(users.id, id)).for("update");
    if (!row || row.erasedAt !== null) throw noSuchRecord(ctx);
    if (row.nameOtherVersion !== version)
      throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), {
        current: { name_other: row.nameOther, version: row.nameOtherVersion },
        yours: { name_other: name, version },
      });
    const nameOther = name === "" ? null : name;
    await ctx.db.update(users).set(nameOtherValues(nameOther)).where(eq(users.id, id));
    if (seats.length > 0)
      await ctx.db.update(enrolments).set({ attendeeNameOther: nameOther }).where(inArray(enrolments.id, seats));
    await audit(ctx, {
      action: "person.other-name",
      entity: "person",
      entityId: id,
      before: { nameOther: row.nameOther },
      after: { nameOther },
      personal: { of: id, paths: ["before.nameOther", "after.nameOther"] },
    });
    return readPerson(ctx, { id });
  });
}
writePersonName.permission = "roster.write" as const;
