/** Files that prove declared activities. Only their owner can read them. */
import { inAccountTransaction, lockAccount } from "#features/people/hold-account.server.ts";
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { extname } from "node:path";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";
import { readCheckedFile } from "#features/changes/files.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { noSuchRecord, requireViewer, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { activityProofs } from "./tables.server.ts";

/** Maximum size of all proofs of an account's activities. */
const maxAccountBytes = 100 * 2 ** 20;
/** Maximum uploads of an account that have no activity yet: one for each form that is open at the same time. */
const maxUnused = 3;

const { id, userId, activityId, name, bytes, createdAt } = activityProofs;

/**
 * Stores a file until the caller saves an activity with it. Checks the type by the file's content. Throws
 * Unauthenticated, ConfirmedAddressRequired, RateLimited, QueueFull, and ValidationError of `file`.
 */
export async function uploadProof(ctx: Ctx, file: UploadedFile | undefined) {
  const { id: viewerId } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  await consumeRateLimit(ctx, "proofsPerAccount", viewerId);
  const checkedFile = await readCheckedFile(ctx, file);
  return inAccountTransaction(ctx, async (ctx) => {
    await lockAccount(ctx, viewerId);
    const isOwn = eq(userId, viewerId);
    const unused = ctx.db
      .select({ id })
      .from(activityProofs)
      .where(and(isOwn, isNull(activityId)));
    const older = unused.orderBy(desc(id)).offset(maxUnused - 1);
    await ctx.db.delete(activityProofs).where(inArray(id, older));
    const [created] = await ctx.db
      .insert(activityProofs)
      .values({ userId: viewerId, ...checkedFile, createdAt: ctx.now() })
      .returning({ id, name });
    if (!created) throw new Error("The proof was not saved");
    return created;
  });
}

/**
 * Attaches a proof to an activity of the caller; null removes the proof. Deletes the previous proof first, so that it
 * does not count towards the account's limit. Call this in an open transaction after `lockAccount`. Throws
 * ValidationError of `proof_id` for a proof that was deleted or belongs to another person or activity, and when the
 * account's proofs are too large together.
 */
export async function setProof(ctx: Ctx, input: { activityId: number; proofId: number | null }): Promise<void> {
  const whereActivity = eq(activityId, input.activityId);
  const isOther = input.proofId === null ? undefined : ne(id, input.proofId);
  await ctx.db.delete(activityProofs).where(and(whereActivity, isOther));
  if (input.proofId === null) return;
  const isOwn = eq(userId, requireViewer(ctx).id);
  const [attached] = await ctx.db
    .update(activityProofs)
    .set({ activityId: input.activityId })
    .where(and(eq(id, input.proofId), isOwn, or(isNull(activityId), whereActivity)))
    .returning({ id });
  if (!attached) throw new ValidationError({ proof_id: [m.cpd_proof_gone({}, { locale: ctx.locale })] });
  const [stored] = await ctx.db
    .select({ bytes: sql<number>`coalesce(sum(${bytes}), 0)::int` })
    .from(activityProofs)
    .where(and(isOwn, isNotNull(activityId)));
  if ((stored?.bytes ?? 0) > maxAccountBytes)
    throw new ValidationError({ proof_id: [m.cpd_proof_full({}, { locale: ctx.locale })] });
}

/** Lists the proofs of a person by activity id, without their content. Callers check the permission. */
export async function readProofs(ctx: Ctx, ownerId: string) {
  const rows = await ctx.db
    .select({ id, activityId, name, type: activityProofs.type, bytes })
    .from(activityProofs)
    .where(and(eq(userId, ownerId), isNotNull(activityId)));
  return new Map(rows.map(({ activityId, ...proof }) => [activityId, proof]));
}

/**
 * Reads the proof of an activity of the caller for download. Throws Unauthenticated, ConfirmedAddressRequired,
 * RateLimited, NotFound (also for another person's activity).
 */
export async function readProof(ctx: Ctx, input: { id: number }) {
  const { id: viewerId } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  await consumeRateLimit(ctx, "documentPerAccount", viewerId);
  const [proof] = await ctx.db
    .select({ name, content: activityProofs.content })
    .from(activityProofs)
    .where(and(eq(activityId, input.id), eq(userId, viewerId)));
  if (!proof) throw noSuchRecord(ctx);
  return { bytes: new Uint8Array(proof.content), filename: `proof-${input.id}${extname(proof.name)}` };
}

/** Job: deletes uploads that belong to no activity after a day. */
export async function deleteUnusedProofs(ctx: Ctx): Promise<void> {
  const yesterday = new Date(ctx.now().getTime() - dayMs);
  await ctx.db.delete(activityProofs).where(and(isNull(activityId), lt(createdAt, yesterday)));
}
