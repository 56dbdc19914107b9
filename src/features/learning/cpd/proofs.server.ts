/** Files that show that a declared activity took place: read by their owner alone. */
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { extname } from "node:path";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";
import { readCheckedFile } from "#features/orders/changes/files.server.ts";
import { users } from "#features/people/tables.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { inTransaction, noSuchRecord, requireViewer, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { activityProofs } from "./tables.server.ts";

/** Of all proofs of an account. */
const maxAccountBytes = 100 * 2 ** 20;
/** Of an account, that no activity names: forms that are open at once. */
const maxUnused = 3;

const { id, userId, activityId, name, bytes, createdAt } = activityProofs;

/**
 * Keeps a file that the caller will name when saving an activity; checked by its content. Throws Unauthenticated,
 * ConfirmedAddressRequired, RateLimited, ValidationError of `file` (also beyond what an account keeps), QueueFull.
 */
export async function uploadProof(ctx: Ctx, file: UploadedFile | undefined) {
  const { id: viewerId } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  await consumeRateLimit(ctx, "proofsPerAccount", viewerId);
  const checked = await readCheckedFile(ctx, file);
  return inTransaction(ctx, async (ctx) => {
    // One after the other for an account, so that the limit holds.
    await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, viewerId)).for("update");
    const own = eq(userId, viewerId);
    const unused = ctx.db
      .select({ id })
      .from(activityProofs)
      .where(and(own, isNull(activityId)));
    const older = unused.orderBy(desc(id)).offset(maxUnused - 1);
    await ctx.db.delete(activityProofs).where(inArray(id, older));
    const [stored] = await ctx.db
      .select({ bytes: sql<number>`coalesce(sum(${bytes}), 0)::int` })
      .from(activityProofs)
      .where(own);
    if ((stored?.bytes ?? 0) + checked.bytes > maxAccountBytes)
      throw new ValidationError({ file: [m.cpd_proof_full({}, { locale: ctx.locale })] });
    const [made] = await ctx.db
      .insert(activityProofs)
      .values({ userId: viewerId, ...checked, createdAt: ctx.now() })
      .returning({ id, name });
    if (!made) throw new Error("A proof was not written");
    return made;
  });
}

/**
 * Gives an activity of the caller the proof of that id, or none, and deletes the one it had. In the open transaction.
 * Throws ValidationError of `proof_id` for a file that is gone, another person's, or another activity's.
 */
export async function setProof(ctx: Ctx, of: { activityId: number; proofId: number | null }): Promise<void> {
  const isOfActivity = eq(activityId, of.activityId);
  const isOther = of.proofId === null ? undefined : ne(id, of.proofId);
  await ctx.db.delete(activityProofs).where(and(isOfActivity, isOther));
  if (of.proofId === null) return;
  const [attached] = await ctx.db
    .update(activityProofs)
    .set({ activityId: of.activityId })
    .where(and(eq(id, of.proofId), eq(userId, requireViewer(ctx).id), or(isNull(activityId), isOfActivity)))
    .returning({ id });
  if (!attached) throw new ValidationError({ proof_id: [m.cpd_proof_gone({}, { locale: ctx.locale })] });
}

/** What is known of each proof, without its content; by activity. For verbs that have made sure who asks. */
export async function proofsOf(ctx: Ctx, ofUser: string) {
  const rows = await ctx.db
    .select({ id, activityId, name, type: activityProofs.type, bytes })
    .from(activityProofs)
    .where(and(eq(userId, ofUser), isNotNull(activityId)));
  return new Map(rows.map(({ activityId, ...proof }) => [activityId, proof]));
}

/**
 * The proof of an activity of the caller, to be saved. Throws Unauthenticated, ConfirmedAddressRequired, RateLimited,
 * NotFound also for another person's.
 */
export async function readProof(ctx: Ctx, of: { id: number }) {
  const { id: viewerId } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  await consumeRateLimit(ctx, "documentPerAccount", viewerId);
  const [proof] = await ctx.db
    .select({ name, content: activityProofs.content })
    .from(activityProofs)
    .where(and(eq(activityId, of.id), eq(userId, viewerId)));
  if (!proof) throw noSuchRecord(ctx);
  return { bytes: new Uint8Array(proof.content), filename: `proof-${of.id}${extname(proof.name)}` };
}

/** Job: files that no activity has named, after a day. */
export async function deleteUnusedProofs(ctx: Ctx): Promise<void> {
  const yesterday = new Date(ctx.now().getTime() - dayMs);
  await ctx.db.delete(activityProofs).where(and(isNull(activityId), lt(createdAt, yesterday)));
}
