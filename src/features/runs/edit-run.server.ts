import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import { countHeld } from "#features/seats/seats.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import {
  requireOpenRun,
  type RunWithSessions,
  changeRun,
  requireOnSale,
} from "#features/catalogue/schedule/run-changes.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { percentOf, taxOn } from "#features/orders/pricing.ts";
import { notifyApprovers } from "#features/settings/approver-notices.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requireFreshSignIn, requirePermission, type Ctx } from "#platform/context.server.ts";
import { EditConflict, ValidationError, type FieldMap, Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { notifyAttendees } from "#features/seats/run-notices.server.ts";
import { requireSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { changeOfSessions, daysOfSessions, type Session } from "#features/catalogue/schedule/sessions.ts";
import { seatsFreed } from "#features/seats/offers.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import {
  columnsOf,
  minimumSetBy,
  requireDecisionAhead,
  shownDecideBy,
  shownPolicy,
  type RunForm,
} from "./run-fields.server.ts";

/** The joining link is for the enrolled, so the audit log says only whether there is one. */
const timesOf = (sessions: readonly Session[]) =>
  sessions.map(({ startsAt, endsAt, joiningUrl }) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    hasLink: joiningUrl !== null,
  }));

/**
 * Confirms a run's times. Notifies everyone of new dates, the enrolled of new times or joining links. Throws NotFound,
 * ValidationError by `sessions.N.field`, Conflict when the run is cancelled or has ended.
 */
export async function replaceSessions(ctx: Ctx, input: { runId: number; sessions: Session[] }): Promise<void> {
  requirePermission(ctx, replaceSessions.permission);
  const { runId } = input;
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireOpenRun(ctx, runId);
    requireOnSale(ctx, before);
    if (before.endDate < riyadhDate(ctx.now())) throw new Conflict(m.schedule_run_ended({}, { locale: ctx.locale }));
    const sessions = requireSessions(ctx, input.sessions, before.delivery);
    const change = { ...daysOfSessions(sessions), timesConfirmed: true, sessions };
    const kind = changeOfSessions(before, change);
    if (!kind) return;
    await audit(ctx, {
      action: "run.sessions-replaced",
      entity: "run",
      entityId: runId,
      before: { sessions: timesOf(before.sessions) },
      after: { sessions: timesOf(sessions) },
    });
    await notifyAttendees(ctx, await changeRun(ctx, kind, before, change));
  });
}
replaceSessions.permission = "schedule.write" as const;

type Fields = ReturnType<typeof columnsOf>;

const fieldsOf = (run: RunWithSessions): Fields => {
  const { delivery, venueEng, venueAr, addressEng, addressAr, doorsOpen, bringEng, bringAr, language } = run;
  const { minSeats, decideBy, ifMissed, remindsToDecide } = run;
  const { capacity, priceHalalas, hours, accreditationStatus, accreditationNumber, activityReference } = run;
  const { accreditingBodyEng, accreditingBodyAr, specialtyEng, specialtyAr } = run;
  const scfhs = { activityReference, accreditingBodyEng, accreditingBodyAr, specialtyEng, specialtyAr };
  const { groupFromSeats, groupPercent } = run;
  const place = { delivery, venueEng, venueAr, addressEng, addressAr, doorsOpen, bringEng, bringAr, language };
  const price = { priceHalalas, groupFromSeats, groupPercent };
  const minimum = { minSeats, decideBy, ifMissed, remindsToDecide, changePolicy: run.changePolicy };
  const { lateMinutesAllowed } = run;
  const accreditation = { accreditationStatus, accreditationNumber, ...scfhs };
  return { ...place, capacity, ...minimum, ...price, hours, lateMinutesAllowed, ...accreditation };
};

/** As the API words the fields that the form has. */
const shown = (fields: Fields) => ({
  delivery: fields.delivery,
  venue_eng: fields.venueEng,
  venue_ar: fields.venueAr,
  address_eng: fields.addressEng,
  address_ar: fields.addressAr,
  doors_open: fields.doorsOpen,
  bring_eng: fields.bringEng,
  bring_ar: fields.bringAr,
  language: fields.language,
  capacity: fields.capacity,
  min_seats: fields.minSeats,
  decide_by: shownDecideBy(fields.decideBy),
  if_missed: fields.ifMissed,
  reminds_to_decide: fields.remindsToDecide,
  price: decimalFromHalalas(fields.priceHalalas),
  group_from_seats: fields.groupFromSeats,
  group_percent: fields.groupPercent,
  ...shownPolicy(fields.changePolicy ?? null),
  hours: Number(fields.hours),
  late_minutes_allowed: fields.lateMinutesAllowed,
  accreditation_status: fields.accreditationStatus,
  accreditation_number: fields.accreditationNumber,
  activity_reference: fields.activityReference,
  accrediting_body_eng: fields.accreditingBodyEng,
  accrediting_body_ar: fields.accreditingBodyAr,
  specialty_eng: fields.specialtyEng,
  specialty_ar: fields.specialtyAr,
});

/** What a seat costs a group, before VAT; the price of one where there is no group price, or no seats for a group. */
function groupPrice({ priceHalalas, groupFromSeats, groupPercent }: Fields, seatsFree: number): number {
  if (groupFromSeats === null || groupPercent === null || groupFromSeats > seatsFree) return priceHalalas;
  return priceHalalas - percentOf(priceHalalas, groupPercent);
}

function checkTaken(ctx: Ctx, before: RunWithSessions, now: Fields, taken: number): void {
  const { locale } = ctx;
  const wrong: FieldMap = {};
  if (now.capacity < taken) wrong["capacity"] = [m.schedule_capacity_taken({ taken }, { locale })];
  const hasMoved = before.venueEng !== now.venueEng || before.venueAr !== now.venueAr;
  if (taken > 0 && hasMoved) wrong["venue_eng"] = [m.schedule_venue_by_move({}, { locale })];
  const hasLink = before.sessions.some(({ joiningUrl }) => joiningUrl !== null);
  if (before.delivery !== now.delivery && (taken > 0 || (now.delivery === "onsite" && hasLink)))
    wrong["delivery"] = [m.schedule_delivery_fixed({}, { locale })];
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

/**
 * Edits the fields of the run's form; place and delivery only while no one has a seat. Attendees are not notified. A
 * new price is for new orders: existing ones keep theirs. Capacity never goes below the seats sold, offered and held,
 * also while buyers buy. When a lower price or group price makes the free seats cheaper by more than one person may refund
 * alone, everyone who may agree to refunds is notified. For `schedule.write`; a change of price, group price or change
 * policy needs a fresh sign-in. Throws FreshSignInRequired, NotFound, ValidationError, EditConflict, Conflict (the run
 * is cancelled).
 */
export async function editRun(ctx: Ctx, input: RunForm & { runId: number; version: number }): Promise<void> {
  requirePermission(ctx, editRun.permission);
  const { runId, version } = input;
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    const before = await requireOpenRun(ctx, runId);
    const { group_from_seats = before.groupFromSeats, group_percent = before.groupPercent } = input;
    const late_minutes_allowed = input.late_minutes_allowed ?? before.lateMinutesAllowed;
    // Absent, they stay as they are.
    const policy = input.all_back_days === undefined ? shownPolicy(before.changePolicy) : {};
    const { if_missed = before.ifMissed, reminds_to_decide = before.remindsToDecide } = input;
    const form = {
      ...input,
      ...policy,
      if_missed,
      reminds_to_decide,
      late_minutes_allowed,
      group_from_seats,
      group_percent,
    };
    const now = columnsOf(form, ctx.locale);
    const was = fieldsOf(before);
    if (before.version !== version) {
      const texts = { current: { version: before.version, ...shown(was) }, yours: shown(now) };
      throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), texts);
    }
    const held = (await countHeld(ctx, [runId], undefined)).get(runId) ?? 0;
    checkTaken(ctx, before, now, before.seatsSold + before.seatsOffered + held);
    const changed = (Object.keys(now) as (keyof Fields)[]).filter(
      (field) => !isDeepStrictEqual(was[field], now[field]),
    );
    if (changed.length === 0) return;
    const givesValue = (["priceHalalas", "groupFromSeats", "groupPercent", "changePolicy"] as const).some((one) =>
      changed.includes(one),
    );
    if (givesValue) requireFreshSignIn(ctx);
    requireDecisionAhead(ctx, now.decideBy ?? null, before.sessions);
    const asksAnew = (["minSeats", "decideBy", "ifMissed"] as const).some((field) => changed.includes(field));
    await ctx.db
      .update(courseRuns)
      .set({ ...now, ...(asksAnew && minimumSetBy(ctx, now)), version: sql`${courseRuns.version} + 1` })
      .where(eq(courseRuns.id, runId));
    const only = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
    await audit(ctx, { action: "run.edited", entity: "run", entityId: runId, before: only(was), after: only(now) });
    const seatsFree = now.capacity - before.seatsSold - held;
    const percent = await taxPercent(ctx);
    for (const kind of ["run-price", "group-price"] as const) {
      const [fromHalalas, toHalalas] = [was, now].map((fields) =>
        kind === "run-price" ? fields.priceHalalas : groupPrice(fields, seatsFree),
      ) as [number, number];
      const lowerHalalas = Math.max(0, fromHalalas - toHalalas) * seatsFree;
      const halalas = lowerHalalas + taxOn(lowerHalalas, percent);
      // A lower price lowers the group price too: one notice is enough.
      if (kind === "group-price" && now.priceHalalas < was.priceHalalas) continue;
      await notifyApprovers(ctx, { kind, runId, fromHalalas, toHalalas, halalas });
    }
    await seatsFreed(ctx, [runId]);
    await contentChanged(ctx);
  });
}
editRun.permission = "schedule.write" as const;
