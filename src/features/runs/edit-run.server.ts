import { eq, sql } from "drizzle-orm";
import { requireTrainers } from "#features/content/trainers.server.ts";
import { countHeldInRun } from "#features/seats/seats.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import {
  requireUncancelledRun,
  type RunWithSessions,
  changeRun,
  requireNoWaitingCancellation,
} from "#features/catalogue/schedule/run-changes.server.ts";
import { linkSeedFor } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { applyPercent, taxOn } from "#features/orders/pricing.ts";
import { notifyApprovers } from "#features/settings/approver-notices.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { notifyNewDates } from "#features/waitlist/new-dates.server.ts";
import { audit, auditDiff } from "#platform/audit.server.ts";
import { inTransaction, requireFreshSignIn, requirePermission, type Ctx } from "#platform/context.server.ts";
import { EditConflict, ValidationError, type FieldMap, Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { notifyAttendees } from "#features/seats/run-notices.server.ts";
import { requireSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { classifySessionChange, toRunSpan, type Session } from "#features/catalogue/schedule/sessions.ts";
import { queueSeatOffers } from "#features/seats/offers.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { requireNotOffered } from "./run-changes/offered-run.server.ts";
import {
  buildMinimumColumns,
  requireDecisionAhead,
  toColumns,
  toEditable,
  type FormColumns,
  type EditableRun,
} from "./run-fields.server.ts";
import { editableRunReply } from "./staff-fields.server.ts";

/** The joining link is for enrolled people only, so the audit log only records whether there is one. */
const toTimes = (sessions: readonly Session[]) =>
  sessions.map(({ startsAt, endsAt, joiningUrl }) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    hasLink: joiningUrl !== null,
  }));

/**
 * Confirms a run's times. Notifies everyone about new dates, and the enrolled about new times or joining links. Throws
 * NotFound, ValidationError by `sessions.N.field`, Conflict (cancelled or ended; on other dates also: offered to a
 * company).
 */
export async function replaceSessions(ctx: Ctx, input: { runId: number; sessions: Session[] }): Promise<void> {
  requirePermission(ctx, replaceSessions.permission);
  const { runId } = input;
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireUncancelledRun(ctx, runId);
    requireNoWaitingCancellation(ctx, before);
    if (before.endDate < riyadhDate(ctx.now())) throw new Conflict(m.schedule_run_ended({}, { locale: ctx.locale }));
    const sessions = requireSessions(ctx, input.sessions, before.delivery);
    const change = { ...toRunSpan(sessions), timesConfirmed: true, sessions };
    const kind = classifySessionChange(before, change);
    if (!kind) return;
    if (kind === "moved") await requireNotOffered(ctx, before);
    await audit(ctx, {
      action: "run.sessions-replaced",
      entity: "run",
      entityId: runId,
      before: { sessions: toTimes(before.sessions) },
      after: { sessions: toTimes(sessions) },
    });
    await notifyAttendees(ctx, await changeRun(ctx, kind, before, change));
  });
}
replaceSessions.permission = "schedule.write" as const;

/**
 * Sets who teaches a run; null for the trainers of its course. Attendees are not notified. Throws NotFound,
 * ValidationError (a trainer that is not on the site), Conflict (cancelled).
 */
export async function setTrainers(
  ctx: Ctx,
  { runId, trainerIds }: { runId: number; trainerIds: number[] | null },
): Promise<void> {
  requirePermission(ctx, setTrainers.permission);
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireUncancelledRun(ctx, runId);
    await requireTrainers(ctx, trainerIds ?? [], "trainerIds");
    const changed = auditDiff<Pick<RunWithSessions, "trainerIds">>(before, { trainerIds });
    if (Object.keys(changed.after).length === 0) return;
    // The version stays, because the form that a colleague has open does not hold them.
    await ctx.db.update(courseRuns).set({ trainerIds }).where(eq(courseRuns.id, runId));
    await audit(ctx, { action: "run.trainers-changed", entity: "run", entityId: runId, ...changed });
    await announceContentChange(ctx);
  });
}
setTrainers.permission = "schedule.write" as const;

/**
 * Calculates the seat price of a group before VAT; the single price when there is no group price or no seats for a
 * group.
 */
function groupPrice({ priceHalalas, groupFromSeats, groupPercent }: FormColumns, seatsFree: number): number {
  if (groupFromSeats === null || groupPercent === null || groupFromSeats > seatsFree) return priceHalalas;
  return priceHalalas - applyPercent(priceHalalas, groupPercent);
}

function checkTaken(ctx: Ctx, before: RunWithSessions, now: FormColumns, takenSeats: number): void {
  const { locale } = ctx;
  const wrong: FieldMap = {};
  if (now.capacity < takenSeats) wrong["capacity"] = [m.schedule_capacity_taken({ taken: takenSeats }, { locale })];
  const hasMoved = before.venueEng !== now.venueEng || before.venueAr !== now.venueAr;
  if (takenSeats > 0 && hasMoved) wrong["venueEng"] = [m.schedule_venue_by_move({}, { locale })];
  if (takenSeats > 0 && now.visibility === "company" && before.visibility !== "company")
    wrong["visibility"] = [m.schedule_company_taken({}, { locale })];
  const hasLink = before.sessions.some(({ joiningUrl }) => joiningUrl !== null);
  if (before.delivery !== now.delivery && (takenSeats > 0 || (now.delivery === "onsite" && hasLink)))
    wrong["delivery"] = [m.schedule_delivery_fixed({}, { locale })];
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

/** What the quotation of a run for a company says. */
const quotedFields = [
  "visibility",
  "companyName",
  "capacity",
  "priceHalalas",
  "wholePriceHalalas",
  "venueEng",
  "venueAr",
  "delivery",
] as const;

/**
 * Edits the fields of the run's form; absent fields stay as they are. Venue and delivery can only change while no one
 * has a seat. Attendees are not notified. A new price applies to new orders only. Capacity never falls below the seats
 * sold, offered and held, also while buyers buy. When a lower price or group price makes the free seats cheaper by more
 * than one person may refund alone, everyone who may approve refunds is notified. A run that becomes private gets a link
 * and must have no waiting list; one that becomes public is news for those who wait for new dates. Requires
 * `schedule.write`; a change of price, group price or change policy needs a fresh sign-in. Throws FreshSignInRequired,
 * NotFound, ValidationError, EditConflict, Conflict (cancelled; offered to a company).
 */
export async function editRun(
  ctx: Ctx,
  input: Partial<EditableRun> & { runId: number; version: number },
): Promise<void> {
  requirePermission(ctx, editRun.permission);
  const { runId, version, ...edits } = input;
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireUncancelledRun(ctx, runId);
    const now = toColumns({ ...toEditable(before), ...edits }, ctx.locale);
    if (before.version !== version) {
      const toView = (run: RunWithSessions) => editableRunReply.parse(toEditable(run));
      const texts = { current: { version: before.version, ...toView(before) }, yours: toView({ ...before, ...now }) };
      throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), texts);
    }
    const held = await countHeldInRun(ctx, runId);
    checkTaken(ctx, before, now, before.seatsSold + before.seatsOffered + held);
    const changed = auditDiff<FormColumns>(before, now);
    if (Object.keys(changed.after).length === 0) return;
    const givesValue = (
      ["priceHalalas", "wholePriceHalalas", "groupFromSeats", "groupPercent", "changePolicy"] as const
    ).some((one) => one in changed.after);
    if (givesValue) requireFreshSignIn(ctx);
    requireDecisionAhead(ctx, now.decideBy, before.sessions);
    if (now.visibility !== "public" && before.waiting + before.seatsOffered > 0)
      throw new ValidationError({ visibility: [m.schedule_private_waiting({}, { locale: ctx.locale })] });
    if (quotedFields.some((field) => field in changed.after)) await requireNotOffered(ctx, before);
    const linkSeed = linkSeedFor(before, now.visibility);
    const asksAnew = (["minSeats", "decideBy", "ifMissed"] as const).some((field) => field in changed.after);
    await ctx.db
      .update(courseRuns)
      .set({
        ...now,
        linkSeed,
        ...(now.visibility !== "company" && { quotedUntil: null }),
        ...(asksAnew && buildMinimumColumns(ctx, now)),
        version: sql`${courseRuns.version} + 1`,
      })
      .where(eq(courseRuns.id, runId));
    await audit(ctx, { action: "run.edited", entity: "run", entityId: runId, ...changed });
    const seatsFree = now.capacity - before.seatsSold - held;
    const percent = await taxPercent(ctx);
    for (const kind of ["run-price", "group-price"] as const) {
      const [fromHalalas, toHalalas] = [before, now].map((run) =>
        kind === "run-price" ? run.priceHalalas : groupPrice(run, seatsFree),
      ) as [number, number];
      const lowerHalalas = Math.max(0, fromHalalas - toHalalas) * seatsFree;
      const halalas = lowerHalalas + taxOn(lowerHalalas, percent);
      // A lower price lowers the group price too, so one notice is enough.
      if (kind === "group-price" && now.priceHalalas < before.priceHalalas) continue;
      await notifyApprovers(ctx, { kind, runId, fromHalalas, toHalalas, halalas });
    }
    if (changed.after.visibility === "public") await notifyNewDates(ctx, runId);
    await queueSeatOffers(ctx, [runId]);
    await announceContentChange(ctx);
  });
}
editRun.permission = "schedule.write" as const;
