import { inAccountTransaction, lockAccount } from "#features/people/hold-account.server.ts";
import { and, count, desc, eq, inArray } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { certificateLinks } from "#features/learning/certificates/links.server.ts";
import {
  listPersonCertificates,
  type OwnCertificate,
} from "#features/learning/certificates/own-certificates.server.ts";
import { users } from "#features/people/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { noSuchRecord, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { getHolderNames, zeroRepeatedHours, type DeclaredActivity, type VerifiedActivity } from "./record.ts";
import { readProofs, setProof } from "./proofs.server.ts";
import { activityProofs, cpdTargets, declaredActivities, recordShares } from "./tables.server.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

const maxActivities = 500;

export interface CpdRecord {
  verified: VerifiedActivity[];
  declared: DeclaredActivity[];
  /** The valid certificates behind `verified`. */
  certificates: OwnCertificate[];
}

/** Reads the verified and declared activities of a person, latest first. Callers check the permission. */
export async function readRecord(ctx: Ctx, userId: string): Promise<CpdRecord> {
  const valid = (await listPersonCertificates(ctx, { userId })).filter(({ state }) => state === "valid");
  const runIds = [...new Set(valid.map(({ runId }) => runId))];
  const runs = await ctx.db
    .select({ id: courseRuns.id, delivery: courseRuns.delivery })
    .from(courseRuns)
    .where(inArray(courseRuns.id, runIds));
  const deliveries = new Map(runs.map(({ id, delivery }) => [id, delivery]));
  const verified = valid.map(({ number, courseId, runId, activity }) => ({
    number,
    courseId,
    titleEng: activity.titleEng,
    titleAr: activity.titleAr,
    startDate: activity.startDate,
    endDate: activity.endDate,
    delivery: deliveries.get(runId) ?? "onsite",
    hours: activity.accreditation ? activity.hours : 0,
    accreditationNumber: activity.accreditation?.number ?? null,
  }));
  const { id, title, provider, kind, date, hours } = declaredActivities;
  const declared = await ctx.db
    .select({ id, title, provider, kind, date, hours })
    .from(declaredActivities)
    .where(eq(declaredActivities.userId, userId))
    .orderBy(desc(date), desc(id));
  return { verified: zeroRepeatedHours(verified), declared, certificates: valid };
}

/** Reads the names of a record's holder, as `getHolderNames` returns them. Callers check the permission. */
export async function readHolderNames(
  ctx: Ctx,
  userId: string,
  certificates: readonly OwnCertificate[],
): Promise<string[]> {
  const { name, nameOther } = users;
  const [person] = await ctx.db.select({ name, nameOther }).from(users).where(eq(users.id, userId));
  return person ? getHolderNames(person, certificates) : [];
}

/** Reads the caller's record, proofs and target, and the links of each certificate. Throws Unauthenticated. */
export async function readMyRecord(ctx: Ctx) {
  const { id: userId } = requireViewer(ctx);
  const { certificates, ...record } = await readRecord(ctx, userId);
  const links = new Map(certificates.map((certificate) => [certificate.number, certificateLinks(ctx, certificate)]));
  return { ...record, links, proofs: await readProofs(ctx, userId), target: await readTarget(ctx, userId) };
}

async function readTarget(ctx: Ctx, userId: string) {
  const { hours, startsOn, endsOn } = cpdTargets;
  const [target] = await ctx.db
    .select({ hours, startsOn, endsOn })
    .from(cpdTargets)
    .where(eq(cpdTargets.userId, userId));
  return target ?? null;
}

/**
 * Adds an activity of the caller, or changes the activity `id`. Returns its id. Without `proofId` the proof stays; null
 * removes it. Throws Unauthenticated, ConfirmedAddressRequired, NotFound (also for another person's activity),
 * ValidationError (a day in the future, or from `setProof`), Conflict (the account has the maximum number of
 * activities).
 */
export async function saveActivity(
  ctx: Ctx,
  {
    id,
    proofId,
    ...activity
  }: Omit<DeclaredActivity, "id"> & { id?: number | undefined; proofId?: number | null | undefined },
): Promise<number> {
  const { id: userId } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  if (activity.date > riyadhDate(ctx.now()))
    throw new ValidationError({ date: [m.cpd_date_ahead({}, { locale: ctx.locale })] });
  return inAccountTransaction(ctx, async (ctx) => {
    if (proofId !== undefined) await lockAccount(ctx, userId);
    const activityId = await writeActivity(ctx, userId, id, { ...activity, updatedAt: ctx.now() });
    if (proofId !== undefined) await setProof(ctx, { activityId, proofId });
    return activityId;
  });
}

async function writeActivity(
  ctx: Ctx,
  userId: string,
  id: number | undefined,
  values: Omit<DeclaredActivity, "id"> & { updatedAt: Date },
): Promise<number> {
  if (id !== undefined) {
    const [changed] = await ctx.db
      .update(declaredActivities)
      .set(values)
      .where(whereOwnActivity(userId, id))
      .returning({ id: declaredActivities.id });
    if (!changed) throw noSuchRecord(ctx);
    return changed.id;
  }
  const [row] = await ctx.db
    .select({ total: count() })
    .from(declaredActivities)
    .where(eq(declaredActivities.userId, userId));
  if ((row?.total ?? 0) >= maxActivities) throw new Conflict(m.cpd_too_many({}, { locale: ctx.locale }));
  const [created] = await ctx.db
    .insert(declaredActivities)
    .values({ userId, ...values, createdAt: ctx.now() })
    .returning({ id: declaredActivities.id });
  if (!created) throw new Error("The activity was not saved");
  return created.id;
}

const whereOwnActivity = (userId: string, id: number) =>
  and(eq(declaredActivities.userId, userId), eq(declaredActivities.id, id));

/** Deletes an activity of the caller. Throws Unauthenticated, NotFound (also for another person's activity). */
export async function deleteActivity(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  const deleted = await ctx.db
    .delete(declaredActivities)
    .where(whereOwnActivity(userId, id))
    .returning({ id: declaredActivities.id });
  if (deleted.length === 0) throw noSuchRecord(ctx);
}

/**
 * Sets the caller's own target; null removes it. Throws Unauthenticated, ConfirmedAddressRequired, ValidationError (the
 * cycle ends before it begins).
 */
export async function saveTarget(
  ctx: Ctx,
  { target }: { target: { hours: number; startsOn: string; endsOn: string } | null },
): Promise<void> {
  const { id: userId } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  if (!target) {
    await ctx.db.delete(cpdTargets).where(eq(cpdTargets.userId, userId));
    return;
  }
  if (target.endsOn < target.startsOn)
    throw new ValidationError({ ends_on: [getProblemMessage("invalid", ctx.locale)] });
  await inAccountTransaction(ctx, async (ctx) => {
    const onConflict = { target: cpdTargets.userId, set: target };
    await ctx.db
      .insert(cpdTargets)
      .values({ userId, ...target })
      .onConflictDoUpdate(onConflict);
  });
}

/** Deletes a person's proofs, declared activities, target and shared links. Call this in an open transaction. */
export async function eraseRecord(ctx: Ctx, userId: string): Promise<void> {
  for (const table of [activityProofs, declaredActivities, cpdTargets, recordShares])
    await ctx.db.delete(table).where(eq(table.userId, userId));
}
