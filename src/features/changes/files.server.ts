import { paidStatuses } from "#features/orders/order-states.ts";
import { inAccountTransaction } from "#features/people/hold-account.server.ts";
import { and, eq, inArray, isNull, lt, lte, notInArray, or } from "drizzle-orm";
import { readFile } from "node:fs/promises";
import { checkUpload } from "#features/content/media/upload.server.ts";
import { displayName, isHeic, detectUploadKind } from "#features/content/media/upload-kinds.ts";
import { orders } from "#features/orders/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import type { UploadedFile, UploadRules } from "#platform/http/upload.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { maxFileBytes, maxFiles } from "./file-limits.ts";
import { changeFiles, changeMessages, orderChanges } from "./tables.server.ts";
import { dayMs } from "#i18n/dates.ts";

const allowedTypes = new Set(["application/pdf", "image/jpeg", "image/png"]);

/** How many days files are kept after a decision. */
const retentionDays = 365;

/** Detects the file type from its first bytes. Throws ValidationError of `file`. */
function requireKind(ctx: Ctx, head: Uint8Array) {
  const kind = detectUploadKind(head);
  if (!kind || !allowedTypes.has(kind.type)) {
    const text = isHeic(head) ? m.media_heic : m.changes_file_kind;
    throw new ValidationError({ file: [text({}, { locale: ctx.locale })] });
  }
  return kind;
}

export const fileRules: UploadRules = {
  maxBytes: maxFileBytes,
  getMaxBytes: (ctx, head) => (requireKind(ctx, head), maxFileBytes),
};

/** Checks an upload by its content and returns the columns to store. Throws ValidationError of `file`, QueueFull. */
export async function readCheckedFile(ctx: Ctx, file: UploadedFile | undefined) {
  if (!file) throw new ValidationError({ file: [m.changes_file_kind({}, { locale: ctx.locale })] });
  const kind = requireKind(ctx, file.head);
  await checkUpload(ctx, file, kind);
  const name = `${displayName(file.name)}.${kind.extensions[0] ?? ""}`;
  return { name, type: kind.type, content: await readFile(file.path), bytes: file.bytes };
}

/**
 * Stores a file that the caller will send with a request or an answer, after checking its content. Only the three newest
 * unsent files are kept. Throws Unauthenticated, Conflict (has bought nothing), ValidationError of `file`, RateLimited.
 */
export async function uploadChangeFile(ctx: Ctx, file: UploadedFile | undefined) {
  const { id: userId } = requireViewer(ctx);
  await consumeRateLimit(ctx, "changeFilesPerAccount", userId);
  const isPaidOrder = and(eq(orders.userId, userId), inArray(orders.status, paidStatuses));
  if ((await ctx.db.$count(orders, isPaidOrder)) === 0)
    throw new Conflict(m.changes_not_paid({}, { locale: ctx.locale }));
  const checked = await readCheckedFile(ctx, file);
  return inAccountTransaction(ctx, async (ctx) => {
    const row = { userId, ...checked, createdAt: ctx.now() };
    const { id, bytes, changeId } = changeFiles;
    const [saved] = await ctx.db.insert(changeFiles).values(row).returning({ id, name: changeFiles.name, bytes });
    if (!saved) throw new Error("A file was not written");
    const isUnsent = and(eq(changeFiles.userId, userId), isNull(changeId));
    const unsentFiles = ctx.db.select({ id }).from(changeFiles).where(isUnsent).orderBy(id);
    const idsToKeep = (await unsentFiles).map((one) => one.id).slice(-maxFiles);
    await ctx.db.delete(changeFiles).where(and(isUnsent, notInArray(id, idsToKeep)));
    return saved;
  });
}

/** Attaches uploaded files of the caller to a request or an answer, in the open transaction. Throws ValidationError. */
export async function attachFiles(
  ctx: Ctx,
  fileIds: number[],
  to: { changeId: number; messageId: number | null },
): Promise<void> {
  if (fileIds.length === 0) return;
  const { id, userId, changeId } = changeFiles;
  const attached = await ctx.db
    .update(changeFiles)
    .set(to)
    .where(and(inArray(id, fileIds), eq(userId, requireViewer(ctx).id), isNull(changeId)))
    .returning({ id });
  if (attached.length < new Set(fileIds).size)
    throw new ValidationError({ file_ids: [m.changes_file_gone({}, { locale: ctx.locale })] });
}

/**
 * Reads a file of a request for download. The audit log records this, because the file may be a sick note. Throws
 * Unauthenticated, Forbidden, NotFound.
 */
export async function readChangeFile(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readChangeFile.permission);
  const [row] = await ctx.db
    .select({ file: changeFiles, orderId: orderChanges.orderId })
    .from(changeFiles)
    .innerJoin(orderChanges, eq(orderChanges.id, changeFiles.changeId))
    .where(eq(changeFiles.id, id));
  if (!row) throw noSuchRecord(ctx);
  const { file, orderId } = row;
  const after = { changeId: file.changeId, fileId: file.id };
  await inTransaction(ctx, (ctx) =>
    audit(ctx, { action: "change.file-read", entity: "order", entityId: orderId, after }),
  );
  return { name: file.name, type: file.type, body: file.content };
}
readChangeFile.permission = "changes.decide" as const;

/** Job: deletes files that were not sent within a day, and those of requests decided more than a year ago. */
export async function deleteOldChangeFiles(ctx: Ctx): Promise<void> {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs);
  const { changeId, createdAt } = changeFiles;
  const { id, decidedAt } = orderChanges;
  const oldChanges = ctx.db
    .select({ id })
    .from(orderChanges)
    .where(lte(decidedAt, daysAgo(retentionDays)));
  await ctx.db
    .delete(changeFiles)
    .where(or(and(isNull(changeId), lt(createdAt, daysAgo(1))), inArray(changeId, oldChanges)));
}

/** Erases what a person wrote and attached, in the open transaction. Questions of the staff stay. */
export async function eraseChangeTexts(ctx: Ctx, userId: string): Promise<void> {
  const ownOrders = ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  const changes = ctx.db
    .select({ id: orderChanges.id })
    .from(orderChanges)
    .where(inArray(orderChanges.orderId, ownOrders));
  await ctx.db.update(orderChanges).set({ message: null }).where(inArray(orderChanges.orderId, ownOrders));
  const { changeId, askedBy } = changeMessages;
  await ctx.db
    .update(changeMessages)
    .set({ text: null })
    .where(and(inArray(changeId, changes), isNull(askedBy)));
  await ctx.db.delete(changeFiles).where(eq(changeFiles.userId, userId));
}
