/** Waitlist transitions: make, expire and pass on offers. Callers hold the run lock. */
import { and, asc, eq, exists, gt, isNotNull, isNull, lt, lte, min, ne, not, or, sql } from "drizzle-orm";
import { mailedRun } from "#features/catalogue/schedule/mailed-run.server.ts";
import { listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { seatsNet } from "#features/orders/pricing.ts";
import { isHeldNowSql } from "#features/seats/conditions.server.ts";
import { countHeldInRun, heldSeatsSql } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { announceSeatChange } from "#features/settings/content-changes.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { amountWithVat, decimalFromHalalas } from "#i18n/money.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { WaitingMailProps, WaitingNews } from "./emails.server.ts";
import { countUnclaimedSeats } from "#features/seats/offers.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { nextEntries, offerEnd, saleEnd, type WaitingEnd } from "#features/seats/offer-rules.ts";

export type WaitlistEntry = typeof waitlistEntries.$inferSelect;

/** A run with what its waiting list needs to know. */
export interface WaitlistRun {
  run: typeof courseRuns.$inferSelect;
  course: { slug: string; name_eng: string; name_ar: string | null };
  /** Never a private run: it has no waiting list and is no new date. */
  isOnSale: boolean;
  isOver: boolean;
  startsAt: Date;
  /** Seats that are not sold, held or offered. */
  free: number;
}

/** Reads a run for its waiting list; null for an unknown run. To change the list, call it after `lockRuns`. */
export async function readWaitlistRun(ctx: Ctx, runId: number): Promise<WaitlistRun | null> {
  const [row] = await ctx.db
    .select({
      run: courseRuns,
      course: { slug: courses.slug, name_eng: courses.name_eng, name_ar: courses.name_ar },
      isClosed: courses.disable_course,
    })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!row) return null;
  const { run, course, isClosed } = row;
  const [first] = await ctx.db
    .select({ startsAt: min(runSessions.startsAt) })
    .from(runSessions)
    .where(eq(runSessions.runId, runId));
  const held = await countHeldInRun(ctx, runId);
  const isOver = run.cancelledAt !== null || ctx.now() >= saleEnd(run);
  return {
    run,
    course,
    isOver,
    isOnSale: !isOver && !isClosed && run.saleStoppedAt === null && run.visibility === "public",
    startsAt: first?.startsAt ?? saleEnd(run),
    free: countUnclaimedSeats(run, held),
  };
}

const listOpenEntries = (ctx: Ctx, runId: number) =>
  ctx.db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.runId, runId), ne(waitlistEntries.state, "ended")))
    .orderBy(asc(waitlistEntries.rank), asc(waitlistEntries.id));

async function updateEntry(ctx: Ctx, entry: WaitlistEntry, values: Partial<WaitlistEntry>): Promise<WaitlistEntry> {
  const [changed] = await ctx.db
    .update(waitlistEntries)
    .set(values)
    .where(eq(waitlistEntries.id, entry.id))
    .returning();
  await announceSeatChange(ctx);
  return changed ?? entry;
}

/** Emails the person of an entry in their language, once per step. */
async function notifyPerson(
  ctx: Ctx,
  { run, course }: Pick<WaitlistRun, "run" | "course">,
  entry: WaitlistEntry,
  mail: { template: "waiting-offer" } | { template: "waiting-news"; news: WaitingNews },
): Promise<void> {
  const { name, email } = users;
  const [person] = await ctx.db
    .select({ name, email, locale: sql<Locale>`${users.locale}` })
    .from(users)
    .where(eq(users.id, entry.userId));
  if (!person) return;
  const { locale } = person;
  const percent = await taxPercent(ctx);
  const url = (path: string) => `${ctx.env.BASE_URL}${localePath(path, locale)}`;
  const props: WaitingMailProps = {
    name: person.name,
    course: { name_eng: course.name_eng, name_ar: course.name_ar },
    run: mailedRun(run, (await listSessions(ctx, [run.id])).get(run.id)),
    seats: entry.seats,
    price: amountWithVat(decimalFromHalalas(seatsNet(run, entry.seats)), percent),
    taxPercent: percent,
    endsAt: entry.offerEndsAt?.toISOString() ?? "",
    offerUrl: url(`/waiting-list/${entry.id}`),
    courseUrl: url(`/courses/${course.slug}`),
    listUrl: url("/my-courses"),
  };
  const to = { to: person.email, locale };
  if (mail.template === "waiting-offer")
    await queueMail(ctx, { key: `waiting-offer:${entry.id}:${entry.offers}`, ...to, template: mail.template, props });
  else
    await queueMail(ctx, {
      key: `waiting-${mail.news}:${entry.id}:${entry.offers}:${run.version}`,
      ...to,
      template: mail.template,
      props: { ...props, news: mail.news },
    });
}

/** Ends an entry. Notifies the person unless they ended it themselves. Callers hold the run lock. */
export async function endEntry(
  ctx: Ctx,
  waitlistRun: WaitlistRun,
  entry: WaitlistEntry,
  ended: WaitingEnd,
): Promise<void> {
  const endedEntry = await updateEntry(ctx, entry, { state: "ended", ended, endedAt: ctx.now() });
  if (ended === "left" || ended === "declined" || ended === "bought") return;
  await notifyPerson(ctx, waitlistRun, endedEntry, { template: "waiting-news", news: ended });
}

/** Offers an entry the seats it waits for. Callers hold the run lock and have checked that the seats are free. */
export async function makeOffer(ctx: Ctx, waitlistRun: WaitlistRun, entry: WaitlistEntry): Promise<void> {
  const offeredAt = ctx.now();
  const offered = await updateEntry(ctx, entry, {
    state: "offered",
    offeredAt,
    offerEndsAt: offerEnd(offeredAt, { startsAt: waitlistRun.startsAt, endDate: waitlistRun.run.endDate }),
    orderId: null,
    offers: entry.offers + 1,
  });
  await notifyPerson(ctx, waitlistRun, offered, { template: "waiting-offer" });
}

/** Whether the order that accepted the offer still holds or has bought its seats. A transfer order holds them for days. */
async function isAccepted(ctx: Ctx, { orderId, runId }: WaitlistEntry): Promise<boolean> {
  if (orderId === null) return false;
  const whereLive = or(eq(enrolments.state, "confirmed"), isHeldNowSql(ctx));
  const [seat] = await ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, orderId), eq(enrolments.runId, runId), whereLive))
    .limit(1);
  return seat !== undefined;
}

/** Ends an expired offer: as bought when an order accepted it, else as unanswered. */
async function endOffer(ctx: Ctx, waitlistRun: WaitlistRun, entry: WaitlistEntry): Promise<void> {
  if (await isAccepted(ctx, entry)) return endEntry(ctx, waitlistRun, entry, "bought");
  return endEntry(ctx, waitlistRun, { ...entry, offerEndsAt: null, offeredAt: null, orderId: null }, "unanswered");
}

/** Ends expired offers, then offers free seats to the first entries that fit. Callers hold the run lock. */
export async function advanceWaitlist(ctx: Ctx, runId: number): Promise<void> {
  const before = await readWaitlistRun(ctx, runId);
  if (!before) return;
  const entries = await listOpenEntries(ctx, runId);
  if (before.isOver) {
    const ended = before.run.cancelledAt === null ? "sale-ended" : "run-cancelled";
    for (const entry of entries) await endEntry(ctx, before, entry, (await isAccepted(ctx, entry)) ? "bought" : ended);
    return;
  }
  const at = ctx.now();
  const due = entries.filter(
    ({ state, offerEndsAt }) => state === "offered" && offerEndsAt !== null && offerEndsAt <= at,
  );
  for (const entry of due) await endOffer(ctx, before, entry);
  const current = await readWaitlistRun(ctx, runId);
  if (!current?.isOnSale) return;
  const waitingEntries = (await listOpenEntries(ctx, runId)).filter(({ state }) => state === "waiting");
  for (const entry of nextEntries(waitingEntries, current.free)) await makeOffer(ctx, current, entry);
}

const lockAndAdvance = (ctx: Ctx, runId: number) =>
  inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    await advanceWaitlist(ctx, runId);
  });

/** Job: advances the waiting list of one run after seats were freed. */
export async function offerFreedSeats(ctx: Ctx, data: object): Promise<void> {
  const { runId } = data as { runId: number };
  await lockAndAdvance(ctx, runId);
}

/** Lists runs with open entries where an offer has expired, a seat is free, the run is over or it was cancelled. */
async function listDueRuns(ctx: Ctx): Promise<number[]> {
  const { runId, state, offerEndsAt } = waitlistEntries;
  const whereRun = eq(runId, courseRuns.id);
  const hasEntry = (condition: ReturnType<typeof and>) =>
    exists(ctx.db.select({ id: waitlistEntries.id }).from(waitlistEntries).where(and(whereRun, condition)));
  const isFree = and(
    gt(courseRuns.waiting, 0),
    isNull(courseRuns.saleStoppedAt),
    not(courses.disable_course),
    gt(
      sql`${courseRuns.capacity} - ${courseRuns.seatsSold} - ${courseRuns.seatsOffered} - ${heldSeatsSql(ctx, undefined)}`,
      0,
    ),
  );
  const isOver = or(isNotNull(courseRuns.cancelledAt), lt(courseRuns.endDate, riyadhDate(ctx.now())));
  const rows = await ctx.db
    .select({ id: courseRuns.id })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(
      and(
        hasEntry(ne(state, "ended")),
        or(isOver, isFree, hasEntry(and(eq(state, "offered"), lte(offerEndsAt, ctx.now())))),
      ),
    )
    .orderBy(asc(courseRuns.id));
  return rows.map(({ id }) => id);
}

/** Job: advances every due waiting list, each in its own transaction. */
export async function advanceDueWaitlists(ctx: Ctx): Promise<void> {
  for (const runId of await listDueRuns(ctx)) await lockAndAdvance(ctx, runId);
}

/** Notifies everyone on the waiting list that the run has moved; they stay on it. Callers hold the run lock. */
export async function notifyWaitlist(ctx: Ctx, runId: number): Promise<void> {
  const waitlistRun = await readWaitlistRun(ctx, runId);
  if (!waitlistRun) return;
  for (const entry of await listOpenEntries(ctx, runId))
    await notifyPerson(ctx, waitlistRun, entry, { template: "waiting-news", news: "moved" });
}
