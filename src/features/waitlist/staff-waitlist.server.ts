/** The waiting list of a run for staff: read it, offer seats, reorder and remove entries. */
import { and, asc, count, desc, eq, isNotNull, lt, ne } from "drizzle-orm";
import { lockRuns } from "#features/orders/locks.server.ts";
import { users } from "#features/people/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import {
  endEntry,
  makeOffer,
  advanceWaitlist,
  readWaitlistRun,
  type WaitlistEntry,
  type WaitlistRun,
} from "./waitlist.server.ts";
import { courseInterests, waitlistEntries } from "#features/seats/offer-tables.server.ts";

const maxEnded = 50;

/**
 * Reads the waiting list of a run in order, its last 50 ended entries, and how many people want to hear of new dates of
 * its course. Throws Unauthenticated, Forbidden, NotFound.
 */
export async function readStaffWaitlist(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, readStaffWaitlist.permission);
  const waitlistRun = await readWaitlistRun(ctx, runId);
  if (!waitlistRun) throw noSuchRecord(ctx);
  const selectEntries = () =>
    ctx.db
      .select({ entry: waitlistEntries, person: users })
      .from(waitlistEntries)
      .innerJoin(users, eq(users.id, waitlistEntries.userId))
      .$dynamic();
  const whereRun = eq(waitlistEntries.runId, runId);
  const openEntries = await selectEntries()
    .where(and(whereRun, ne(waitlistEntries.state, "ended")))
    .orderBy(asc(waitlistEntries.state), asc(waitlistEntries.rank), asc(waitlistEntries.id));
  const endedEntries = await selectEntries()
    .where(and(whereRun, eq(waitlistEntries.state, "ended")))
    .orderBy(desc(waitlistEntries.endedAt))
    .limit(maxEnded);
  const [interested] = await ctx.db
    .select({ people: count() })
    .from(courseInterests)
    .where(and(eq(courseInterests.courseId, waitlistRun.run.courseId), isNotNull(courseInterests.confirmedAt)));
  let position = 0;
  return {
    runId,
    waiting: waitlistRun.run.waiting,
    seatsOffered: waitlistRun.run.seatsOffered,
    seatsFree: Math.max(0, waitlistRun.free),
    isOpen: waitlistRun.isOnSale,
    interested: interested?.people ?? 0,
    rows: [...openEntries, ...endedEntries].map(({ entry, person }) => ({
      id: entry.id,
      position: entry.state === "waiting" ? (position += 1) : null,
      personId: person.id,
      name: person.name,
      name_other: person.nameOther,
      email: person.email,
      phone: person.contactNumber,
      profession: person.profession,
      seats: entry.seats,
      state: entry.state,
      ended: entry.ended,
      joinedAt: entry.joinedAt.toISOString(),
      endsAt: entry.offerEndsAt?.toISOString() ?? null,
      endedAt: entry.endedAt?.toISOString() ?? null,
      orderId: entry.orderId,
      movedUpReason: entry.movedUpReason,
    })),
  };
}
readStaffWaitlist.permission = "roster.read" as const;

interface StaffInput {
  id: number;
  /** The reason that staff give, for the audit log. */
  reason: string;
}

/** Locks the run of an open entry, changes the entry and audits the reason. Throws NotFound, Conflict (ended). */
async function changeEntry(
  ctx: Ctx,
  { id, reason }: StaffInput,
  action: string,
  work: (ctx: Ctx, waitlistRun: WaitlistRun, entry: WaitlistEntry) => Promise<void>,
): Promise<void> {
  const [row] = await ctx.db
    .select({ runId: waitlistEntries.runId })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.id, id));
  if (!row) throw noSuchRecord(ctx);
  const { runId } = row;
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const waitlistRun = await readWaitlistRun(ctx, runId);
    const [entry] = await ctx.db.select().from(waitlistEntries).where(eq(waitlistEntries.id, id));
    if (!waitlistRun || !entry) throw noSuchRecord(ctx);
    if (entry.state === "ended") throw new Conflict(m.waiting_staff_over({}, { locale: ctx.locale }));
    await work(ctx, waitlistRun, entry);
    const personal = { of: entry.userId, paths: ["after.reason"] };
    // Stored events call the id of an entry `placeId`.
    await audit(ctx, { action, entity: "run", entityId: runId, after: { placeId: id, reason }, personal });
  });
}

/**
 * Offers free seats to an entry now, even before others. Throws Unauthenticated, Forbidden, NotFound, Conflict (ended,
 * offered already, not on sale, too few seats free).
 */
export async function offerSeats(ctx: Ctx, input: StaffInput): Promise<void> {
  requirePermission(ctx, offerSeats.permission);
  const { locale } = ctx;
  await changeEntry(ctx, input, "waiting.offered", async (ctx, waitlistRun, entry) => {
    if (entry.state === "offered") throw new Conflict(m.waiting_staff_offered({}, { locale }));
    if (!waitlistRun.isOnSale || waitlistRun.free < entry.seats)
      throw new Conflict(m.waiting_staff_no_seat({}, { locale }));
    await makeOffer(ctx, waitlistRun, entry);
  });
}
offerSeats.permission = "waiting.write" as const;

/** Moves an entry up by one. Throws Unauthenticated, Forbidden, NotFound, Conflict (ended, offered, first already). */
export async function moveUpEntry(ctx: Ctx, input: StaffInput): Promise<void> {
  requirePermission(ctx, moveUpEntry.permission);
  await changeEntry(ctx, input, "waiting.moved-up", async (ctx, _waitlistRun, entry) => {
    const { id, rank, runId, state } = waitlistEntries;
    const [entryAbove] = await ctx.db
      .select({ id, rank })
      .from(waitlistEntries)
      .where(and(eq(runId, entry.runId), eq(state, "waiting"), lt(rank, entry.rank)))
      .orderBy(desc(rank))
      .limit(1);
    if (entry.state !== "waiting" || !entryAbove) throw new Conflict(m.waiting_staff_first({}, { locale: ctx.locale }));
    await ctx.db.update(waitlistEntries).set({ rank: entry.rank }).where(eq(id, entryAbove.id));
    await ctx.db
      .update(waitlistEntries)
      .set({ rank: entryAbove.rank, movedUpReason: input.reason })
      .where(eq(id, entry.id));
  });
}
moveUpEntry.permission = "waiting.write" as const;

/**
 * Removes an entry and emails its person. Offered seats go to the next entry. Throws Unauthenticated, Forbidden,
 * NotFound, Conflict (ended).
 */
export async function removeEntry(ctx: Ctx, input: StaffInput): Promise<void> {
  requirePermission(ctx, removeEntry.permission);
  await changeEntry(ctx, input, "waiting.taken-off", async (ctx, waitlistRun, entry) => {
    await endEntry(ctx, waitlistRun, entry, "taken-off");
    await advanceWaitlist(ctx, entry.runId);
  });
}
removeEntry.permission = "waiting.write" as const;
