/** What staff see of the line of a run, and do with it. */
import { and, asc, count, desc, eq, isNotNull, lt, ne } from "drizzle-orm";
import { lockRuns } from "#features/orders/locks.server.ts";
import { users } from "#features/people/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { endPlace, makeOffer, moveLine, readWaitedRun, type Place, type WaitedRun } from "./line.server.ts";
import { courseInterests, waitingPlaces } from "#features/seats/offer-tables.server.ts";

const maxEnded = 50;

/** Who waits for a run, in order, and the last who did; how many want to hear of new dates. Throws NotFound. */
export async function readStaffList(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, readStaffList.permission);
  const waited = await readWaitedRun(ctx, runId);
  if (!waited) throw noSuchRecord(ctx);
  const rows = () =>
    ctx.db
      .select({ place: waitingPlaces, person: users })
      .from(waitingPlaces)
      .innerJoin(users, eq(users.id, waitingPlaces.userId))
      .$dynamic();
  const whereRun = eq(waitingPlaces.runId, runId);
  const live = await rows()
    .where(and(whereRun, ne(waitingPlaces.state, "ended")))
    .orderBy(asc(waitingPlaces.state), asc(waitingPlaces.rank), asc(waitingPlaces.id));
  const ended = await rows()
    .where(and(whereRun, eq(waitingPlaces.state, "ended")))
    .orderBy(desc(waitingPlaces.endedAt))
    .limit(maxEnded);
  const [interested] = await ctx.db
    .select({ people: count() })
    .from(courseInterests)
    .where(and(eq(courseInterests.courseId, waited.run.courseId), isNotNull(courseInterests.confirmedAt)));
  let position = 0;
  return {
    run_id: runId,
    waiting: waited.run.waiting,
    seats_offered: waited.run.seatsOffered,
    seats_free: Math.max(0, waited.free),
    is_open: waited.isOnSale,
    interested: interested?.people ?? 0,
    rows: [...live, ...ended].map(({ place, person }) => ({
      id: place.id,
      position: place.state === "waiting" ? (position += 1) : null,
      person_id: person.id,
      name: person.name,
      name_other: person.nameOther,
      email: person.email,
      phone: person.contactNumber,
      profession: person.profession,
      seats: place.seats,
      state: place.state,
      ended: place.ended,
      joined_at: place.joinedAt.toISOString(),
      ends_at: place.offerEndsAt?.toISOString() ?? null,
      ended_at: place.endedAt?.toISOString() ?? null,
      order_id: place.orderId,
      moved_up_reason: place.movedUpReason,
    })),
  };
}
readStaffList.permission = "roster.read" as const;

interface StaffInput {
  id: number;
  /** In the staff's words, kept in the audit log. */
  reason: string;
}

/** Finds a place that is not over, locks its run, changes it and writes why. Throws NotFound, Conflict when it is over. */
async function changePlace(
  ctx: Ctx,
  { id, reason }: StaffInput,
  action: string,
  work: (ctx: Ctx, waited: WaitedRun, place: Place) => Promise<void>,
): Promise<void> {
  const [found] = await ctx.db
    .select({ runId: waitingPlaces.runId })
    .from(waitingPlaces)
    .where(eq(waitingPlaces.id, id));
  if (!found) throw noSuchRecord(ctx);
  const { runId } = found;
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const waited = await readWaitedRun(ctx, runId);
    const [place] = await ctx.db.select().from(waitingPlaces).where(eq(waitingPlaces.id, id));
    if (!waited || !place) throw noSuchRecord(ctx);
    if (place.state === "ended") throw new Conflict(m.waiting_staff_over({}, { locale: ctx.locale }));
    await work(ctx, waited, place);
    const personal = { of: place.userId, paths: ["after.reason"] };
    await audit(ctx, { action, entity: "run", entityId: runId, after: { placeId: id, reason }, personal });
  });
}

/**
 * Offers free seats to someone in line now, also before others. Throws NotFound, Conflict (over, offered already, not
 * on sale, too few seats free).
 */
export async function offerPlace(ctx: Ctx, input: StaffInput): Promise<void> {
  requirePermission(ctx, offerPlace.permission);
  const { locale } = ctx;
  await changePlace(ctx, input, "waiting.offered", async (ctx, waited, place) => {
    if (place.state === "offered") throw new Conflict(m.waiting_staff_offered({}, { locale }));
    if (!waited.isOnSale || waited.free < place.seats) throw new Conflict(m.waiting_staff_no_seat({}, { locale }));
    await makeOffer(ctx, waited, place);
  });
}
offerPlace.permission = "waiting.write" as const;

/** Moves someone one place up. Throws NotFound, Conflict (over, or first already). */
export async function moveUpPlace(ctx: Ctx, input: StaffInput): Promise<void> {
  requirePermission(ctx, moveUpPlace.permission);
  await changePlace(ctx, input, "waiting.moved-up", async (ctx, _waited, place) => {
    const { id, rank, runId, state } = waitingPlaces;
    const [before] = await ctx.db
      .select({ id, rank })
      .from(waitingPlaces)
      .where(and(eq(runId, place.runId), eq(state, "waiting"), lt(rank, place.rank)))
      .orderBy(desc(rank))
      .limit(1);
    if (place.state !== "waiting" || !before) throw new Conflict(m.waiting_staff_first({}, { locale: ctx.locale }));
    await ctx.db.update(waitingPlaces).set({ rank: place.rank }).where(eq(id, before.id));
    await ctx.db.update(waitingPlaces).set({ rank: before.rank, movedUpReason: input.reason }).where(eq(id, place.id));
  });
}
moveUpPlace.permission = "waiting.write" as const;

/** Takes someone off the list, who gets an email; offered seats go to the next. Throws NotFound, Conflict (over). */
export async function removeEntry(ctx: Ctx, input: StaffInput): Promise<void> {
  requirePermission(ctx, removeEntry.permission);
  await changePlace(ctx, input, "waiting.taken-off", async (ctx, waited, place) => {
    await endPlace(ctx, waited, place, "taken-off");
    await moveLine(ctx, place.runId);
  });
}
removeEntry.permission = "waiting.write" as const;
