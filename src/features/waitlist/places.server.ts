/** A person's own places in lines. */
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
import { endPlace, moveLine, readWaitedRun } from "./line.server.ts";
import { waitingPlaces } from "#features/seats/offer-tables.server.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";
import { readOwnHolds } from "#features/seats/hold-limits.server.ts";
import { getRunHolds } from "#features/seats/hold-rules.ts";
import { limitWaitingSeats, networkKey } from "#features/seats/unpaid-seats.server.ts";
import { dayAndTime } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { maxUnpaidHolds, maxSeats, rejoinHours } from "#features/seats/offer-rules.ts";

const ahead = alias(waitingPlaces, "ahead");

/** From 1 in the line of its run; of a place that waits. */
const positionSql = (ctx: Ctx): SQL<number> => {
  const before = ctx.db
    .select({ places: sql`count(*)::int` })
    .from(ahead)
    .where(
      and(
        eq(ahead.runId, waitingPlaces.runId),
        eq(ahead.state, "waiting"),
        sql`(${ahead.rank}, ${ahead.id}) <= (${waitingPlaces.rank}, ${waitingPlaces.id})`,
      ),
    );
  return sql<number>`${before}`;
};

const isLive = ne(waitingPlaces.state, "ended");

/** A place as its person sees it; times ISO 8601, `now` by the server's clock. */
async function shownPlaces(ctx: Ctx, where: SQL | undefined) {
  const rows = await ctx.db
    .select({ place: waitingPlaces, run: courseRuns, course: courses, position: positionSql(ctx) })
    .from(waitingPlaces)
    .innerJoin(courseRuns, eq(courseRuns.id, waitingPlaces.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(where)
    .orderBy(asc(courseRuns.startDate), asc(waitingPlaces.id));
  const percent = await taxPercent(ctx);
  const sessions = await listSessions(
    ctx,
    rows.map(({ run }) => run.id),
  );
  return rows.map(({ place, run, course, position }) => ({
    id: place.id,
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
    total: amountWithVat(decimalFromHalalas(seatsNet(run, place.seats)), percent),
    tax_percent: percent,
    capacity: run.capacity,
    taken: run.seatsSold,
    seats: place.seats,
    state: place.state,
    ended: place.ended,
    position: place.state === "waiting" ? position : null,
    joined_at: place.joinedAt.toISOString(),
    ends_at: place.offerEndsAt?.toISOString() ?? null,
    now: ctx.now().toISOString(),
  }));
}
type ShownPlace = Awaited<ReturnType<typeof shownPlaces>>[number];

/** How many wait for a run, and the caller's own place when they are signed in. Throws NotFound. */
export async function readWaitingList(
  ctx: Ctx,
  { runId }: { runId: number },
): Promise<{ waiting: number; place: ShownPlace | null }> {
  const [run] = await ctx.db.select({ waiting: courseRuns.waiting }).from(courseRuns).where(eq(courseRuns.id, runId));
  if (!run) throw noSuchRecord(ctx);
  if (!ctx.viewer) return { ...run, place: null };
  const isOwn = and(eq(waitingPlaces.runId, runId), eq(waitingPlaces.userId, ctx.viewer.id), isLive);
  const [place = null] = await shownPlaces(ctx, isOwn);
  return { ...run, place };
}

/** Places that are not over. Throws Unauthenticated. */
export async function listMyPlaces(ctx: Ctx): Promise<ShownPlace[]> {
  return shownPlaces(ctx, and(eq(waitingPlaces.userId, requireViewer(ctx).id), isLive));
}

/** Also one that is over. Throws Unauthenticated, NotFound (also of another person's). */
export async function readMyPlace(ctx: Ctx, { id }: { id: number }): Promise<ShownPlace> {
  const isOwn = and(eq(waitingPlaces.id, id), eq(waitingPlaces.userId, requireViewer(ctx).id));
  const [place] = await shownPlaces(ctx, isOwn);
  if (!place) throw noSuchRecord(ctx);
  return place;
}

/**
 * From when an account may join the waiting list of a run again: 24 hours after it declined or missed an offer of it, or
 * after the second of its holds there that ended unpaid within a day. Null: now.
 */
async function rejoinsAt(ctx: Ctx, runId: number, userId: string): Promise<Date | null> {
  const pause = rejoinHours * 3_600_000;
  const since = new Date(ctx.now().getTime() - pause);
  const [ended] = await ctx.db
    .select({ at: max(waitingPlaces.endedAt) })
    .from(waitingPlaces)
    .where(
      and(
        eq(waitingPlaces.runId, runId),
        eq(waitingPlaces.userId, userId),
        inArray(waitingPlaces.ended, ["declined", "unanswered"]),
        gt(waitingPlaces.endedAt, since),
      ),
    );
  const unpaid = getRunHolds(await readOwnHolds(ctx, userId), runId)
    .filter(({ ends, paid }) => !paid && ends > since && ends <= ctx.now())
    .map(({ ends }) => ends);
  const pauses = unpaid.length >= maxUnpaidHolds ? unpaid : [];
  const last = Math.max(...[...pauses, ...(ended?.at ? [ended.at] : [])].map((at) => at.getTime()));
  return Number.isFinite(last) ? new Date(last + pause) : null;
}

/** Throws Conflict when the account would wait for more than `maxSeats` seats of all runs. Call under `buyerLock`. */
async function requireFewWaiting(ctx: Ctx, userId: string, seats: number): Promise<void> {
  const [own] = await ctx.db
    .select({ seats: sql<number>`coalesce(sum(${waitingPlaces.seats}), 0)::int` })
    .from(waitingPlaces)
    .where(and(eq(waitingPlaces.userId, userId), isLive));
  if ((own?.seats ?? 0) + seats > maxSeats)
    throw new Conflict(m.waiting_too_many({ count: maxSeats }, { locale: ctx.locale }));
}

/**
 * Takes a place in the line of a run without a free seat; someone who is in it keeps the place they have. Throws
 * Unauthenticated, ConfirmedAddressRequired, RateLimited, NotFound, Conflict (not on sale, or a seat is free; five seats
 * waited for already, too many from the network, a pause after a declined or missed offer or unpaid holds).
 */
export async function joinWaitingList(ctx: Ctx, input: { runId: number; seats: number }): Promise<ShownPlace> {
  const { id: userId } = requireViewer(ctx);
  await consumeRateLimit(ctx, "waitingPerAccount", userId);
  await requireConfirmedAddress(ctx);
  const { runId, seats } = input;
  const { locale } = ctx;
  const isOwn = and(eq(waitingPlaces.runId, runId), eq(waitingPlaces.userId, userId), isLive);
  const join = async (ctx: Ctx): Promise<ShownPlace> => {
    await lockRuns(ctx, [runId]);
    const waited = await readWaitedRun(ctx, runId);
    if (!waited) throw noSuchRecord(ctx);
    const course = locale === "ar" && waited.course.name_ar ? waited.course.name_ar : waited.course.name_eng;
    if (waited.isOver) throw new Conflict(m.checkout_ended({ course }, { locale }));
    if (!waited.isOnSale) throw new Conflict(m.checkout_closed({ course }, { locale }));
    const [own] = await shownPlaces(ctx, isOwn);
    if (own) return own;
    const again = await rejoinsAt(ctx, runId, userId);
    if (again) {
      const time = isolate(dayAndTime(again, locale));
      throw new Conflict(m.waiting_again_from({ course, time }, { locale }));
    }
    await requireFewWaiting(ctx, userId, seats);
    if (waited.run.waiting === 0 && waited.free > 0) throw new Conflict(m.waiting_seat_free({ course }, { locale }));
    await limitWaitingSeats(ctx, { userId, seats });
    const [last] = await ctx.db
      .select({ rank: max(waitingPlaces.rank) })
      .from(waitingPlaces)
      .where(eq(waitingPlaces.runId, runId));
    await ctx.db
      .insert(waitingPlaces)
      .values({ runId, userId, seats, rank: (last?.rank ?? 0) + 1, joinedAt: ctx.now(), joinedFrom: networkKey(ctx) });
    // A seat may be free that fits no one before.
    await moveLine(ctx, runId);
    const [joined] = await shownPlaces(ctx, isOwn);
    if (!joined) throw new Error(`A place in the line of run ${runId} was not written`);
    return joined;
  };
  // Serialized per account, whose seats are counted over all runs.
  return inAccountTransaction(ctx, join, buyerLock(userId));
}

/**
 * Leaves the line of a run, or declines the offer: then the seats go to the next in the same transaction. Nothing
 * happens to someone who is not in it. Throws Unauthenticated.
 */
export async function leaveWaitingList(ctx: Ctx, { runId }: { runId: number }): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  await inAccountTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const waited = await readWaitedRun(ctx, runId);
    const isOwn = and(eq(waitingPlaces.runId, runId), eq(waitingPlaces.userId, userId), isLive);
    const [place] = await ctx.db.select().from(waitingPlaces).where(isOwn);
    if (!waited || !place) return;
    await endPlace(ctx, waited, place, place.state === "offered" ? "declined" : "left");
    await moveLine(ctx, runId);
  });
}
