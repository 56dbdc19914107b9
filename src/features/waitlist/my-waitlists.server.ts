/** The waiting lists that the caller is on. */
import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { and, asc, eq, gt, inArray, max, ne, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { listSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { buyerLock, lockRuns } from "#features/orders/locks.server.ts";
import { seatsNet } from "#features/orders/pricing.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { amountWithVat, decimalFromHalalas } from "#i18n/money.ts";
import { noSuchRecord, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { endEntry, advanceWaitlist, readWaitlistRun } from "./waitlist.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";
import { readOwnHolds } from "#features/seats/hold-limits.server.ts";
import { getRunHolds } from "#features/seats/hold-rules.ts";
import { limitWaitingSeats, networkKey } from "#features/seats/unpaid-seats.server.ts";
import { dayAndTime } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { maxUnpaidHolds, maxSeats, rejoinHours } from "#features/seats/offer-rules.ts";

const ahead = alias(waitlistEntries, "ahead");

/** Position of a waiting entry on the list of its run, from 1. */
const positionSql = (ctx: Ctx): SQL<number> => {
  const positionQuery = ctx.db
    .select({ entries: sql`count(*)::int` })
    .from(ahead)
    .where(
      and(
        eq(ahead.runId, waitlistEntries.runId),
        eq(ahead.state, "waiting"),
        sql`(${ahead.rank}, ${ahead.id}) <= (${waitlistEntries.rank}, ${waitlistEntries.id})`,
      ),
    );
  return sql<number>`${positionQuery}`;
};

const isOpen = ne(waitlistEntries.state, "ended");

/** Reads entries as their person sees them. Times are ISO 8601; `now` is the server's clock. */
async function readEntries(ctx: Ctx, where: SQL | undefined) {
  const rows = await ctx.db
    .select({ entry: waitlistEntries, run: courseRuns, course: courses, position: positionSql(ctx) })
    .from(waitlistEntries)
    .innerJoin(courseRuns, eq(courseRuns.id, waitlistEntries.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(where)
    .orderBy(asc(courseRuns.startDate), asc(waitlistEntries.id));
  const percent = await taxPercent(ctx);
  const sessions = await listSessions(
    ctx,
    rows.map(({ run }) => run.id),
  );
  return rows.map(({ entry, run, course, position }) => ({
    id: entry.id,
    run_id: run.id,
    slug: course.slug,
    name_eng: course.name_eng,
    name_ar: course.name_ar,
    start_date: run.startDate,
    end_date: run.endDate,
    days: run.days,
    sessions: sessions.get(run.id) ?? [],
    venue_eng: run.venueEng,
    venue_ar: run.venueAr,
    total: amountWithVat(decimalFromHalalas(seatsNet(run, entry.seats)), percent),
    tax_percent: percent,
    capacity: run.capacity,
    taken: run.seatsSold,
    seats: entry.seats,
    state: entry.state,
    ended: entry.ended,
    position: entry.state === "waiting" ? position : null,
    joined_at: entry.joinedAt.toISOString(),
    ends_at: entry.offerEndsAt?.toISOString() ?? null,
    now: ctx.now().toISOString(),
  }));
}
type EntryView = Awaited<ReturnType<typeof readEntries>>[number];

/** Reads how many people wait for a run, and the caller's own entry when signed in. Throws NotFound. */
export async function readWaitlist(
  ctx: Ctx,
  { runId }: { runId: number },
): Promise<{ waiting: number; place: EntryView | null }> {
  const [run] = await ctx.db
    .select({ waiting: courseRuns.waiting })
    .from(courseRuns)
    .where(and(eq(courseRuns.id, runId), eq(courseRuns.visibility, "public")));
  if (!run) throw noSuchRecord(ctx);
  if (!ctx.viewer) return { ...run, place: null };
  const isOwn = and(eq(waitlistEntries.runId, runId), eq(waitlistEntries.userId, ctx.viewer.id), isOpen);
  const [entry = null] = await readEntries(ctx, isOwn);
  return { ...run, place: entry };
}

/** Lists the caller's entries that have not ended. Throws Unauthenticated. */
export async function listMyWaitlists(ctx: Ctx): Promise<EntryView[]> {
  return readEntries(ctx, and(eq(waitlistEntries.userId, requireViewer(ctx).id), isOpen));
}

/** Reads one of the caller's entries, also an ended one. Throws Unauthenticated, NotFound (also for someone else's). */
export async function readMyEntry(ctx: Ctx, { id }: { id: number }): Promise<EntryView> {
  const isOwn = and(eq(waitlistEntries.id, id), eq(waitlistEntries.userId, requireViewer(ctx).id));
  const [entry] = await readEntries(ctx, isOwn);
  if (!entry) throw noSuchRecord(ctx);
  return entry;
}

/**
 * Returns when an account may join the waiting list of a run again; null for now. It has to wait 24 hours after it
 * declined or missed an offer, or after its second hold of the run that ended unpaid within a day.
 */
async function getRejoinTime(ctx: Ctx, runId: number, userId: string): Promise<Date | null> {
  const pauseMs = rejoinHours * 3_600_000;
  const since = new Date(ctx.now().getTime() - pauseMs);
  const [ended] = await ctx.db
    .select({ at: max(waitlistEntries.endedAt) })
    .from(waitlistEntries)
    .where(
      and(
        eq(waitlistEntries.runId, runId),
        eq(waitlistEntries.userId, userId),
        inArray(waitlistEntries.ended, ["declined", "unanswered"]),
        gt(waitlistEntries.endedAt, since),
      ),
    );
  // Two days: the last hold may have ended a day ago, and the one before it another day earlier.
  const unpaid = getRunHolds(await readOwnHolds(ctx, userId, 2 * rejoinHours), runId)
    .filter(({ ends, isPaid }) => !isPaid && ends <= ctx.now())
    .map(({ ends }) => ends.getTime())
    .toSorted((a, b) => a - b);
  const pausingHolds = unpaid.filter((ends, index) => {
    const earlier = unpaid[index + 1 - maxUnpaidHolds];
    return ends > since.getTime() && earlier !== undefined && ends - earlier < pauseMs;
  });
  const latestMs = Math.max(...pausingHolds, ...(ended?.at ? [ended.at.getTime()] : []));
  return Number.isFinite(latestMs) ? new Date(latestMs + pauseMs) : null;
}

/** Throws Conflict when the account would wait for more than `maxSeats` seats over all runs. Call under `buyerLock`. */
async function requireSeatLimit(ctx: Ctx, userId: string, seats: number): Promise<void> {
  const [ownSeats] = await ctx.db
    .select({ seats: sql<number>`coalesce(sum(${waitlistEntries.seats}), 0)::int` })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.userId, userId), isOpen));
  if ((ownSeats?.seats ?? 0) + seats > maxSeats)
    throw new Conflict(m.waiting_too_many({ count: maxSeats }, { locale: ctx.locale }));
}

/**
 * Joins the waiting list of a run without a free seat. Someone who is on it already keeps their entry. Throws
 * Unauthenticated, ConfirmedAddressRequired, RateLimited, NotFound, Conflict (not on sale, a seat is free, more than
 * `maxSeats` seats over all runs, too many from this network, or the account has to wait before joining again).
 */
export async function joinWaitlist(ctx: Ctx, input: { runId: number; seats: number }): Promise<EntryView> {
  const { id: userId } = requireViewer(ctx);
  await consumeRateLimit(ctx, "waitingPerAccount", userId);
  await requireConfirmedAddress(ctx);
  const { runId, seats } = input;
  const { locale } = ctx;
  const isOwn = and(eq(waitlistEntries.runId, runId), eq(waitlistEntries.userId, userId), isOpen);
  const join = async (ctx: Ctx): Promise<EntryView> => {
    await lockRuns(ctx, [runId]);
    const waitlistRun = await readWaitlistRun(ctx, runId);
    if (!waitlistRun || waitlistRun.run.visibility !== "public") throw noSuchRecord(ctx);
    const course =
      locale === "ar" && waitlistRun.course.name_ar ? waitlistRun.course.name_ar : waitlistRun.course.name_eng;
    if (waitlistRun.isOver) throw new Conflict(m.checkout_ended({ course }, { locale }));
    if (!waitlistRun.isOnSale) throw new Conflict(m.checkout_closed({ course }, { locale }));
    const [existing] = await readEntries(ctx, isOwn);
    if (existing) return existing;
    const rejoinAt = await getRejoinTime(ctx, runId, userId);
    if (rejoinAt) {
      const time = isolate(dayAndTime(rejoinAt, locale));
      throw new Conflict(m.waiting_again_from({ course, time }, { locale }));
    }
    await requireSeatLimit(ctx, userId, seats);
    if (waitlistRun.run.waiting === 0 && waitlistRun.free > 0)
      throw new Conflict(m.waiting_seat_free({ course }, { locale }));
    await limitWaitingSeats(ctx, { userId, seats });
    const [lastEntry] = await ctx.db
      .select({ rank: max(waitlistEntries.rank) })
      .from(waitlistEntries)
      .where(eq(waitlistEntries.runId, runId));
    await ctx.db.insert(waitlistEntries).values({
      runId,
      userId,
      seats,
      rank: (lastEntry?.rank ?? 0) + 1,
      joinedAt: ctx.now(),
      joinedFrom: networkKey(ctx),
    });
    // A seat may be free that no earlier entry could take, because those entries need more seats.
    await advanceWaitlist(ctx, runId);
    const [joined] = await readEntries(ctx, isOwn);
    if (!joined) throw new Error(`A waiting list entry of run ${runId} was not written`);
    return joined;
  };
  // Serialised per account, whose seats are counted over all runs.
  return inAccountTransaction(ctx, join, buyerLock(userId));
}

/**
 * Leaves the waiting list of a run, or declines the offer, whose seats go to the next entry in the same transaction.
 * Does nothing when the caller is not on the list. Throws Unauthenticated.
 */
export async function leaveWaitlist(ctx: Ctx, { runId }: { runId: number }): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  await inAccountTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const waitlistRun = await readWaitlistRun(ctx, runId);
    const isOwn = and(eq(waitlistEntries.runId, runId), eq(waitlistEntries.userId, userId), isOpen);
    const [entry] = await ctx.db.select().from(waitlistEntries).where(isOwn);
    if (!waitlistRun || !entry) return;
    await endEntry(ctx, waitlistRun, entry, entry.state === "offered" ? "declined" : "left");
    await advanceWaitlist(ctx, runId);
  });
}
