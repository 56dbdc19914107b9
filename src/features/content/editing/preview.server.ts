import { and, eq, gt, isNull, lte } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { dayMs, addDays, riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { getActorIdentity, inTransaction, requirePermission, type Ctx, rolledBack } from "#platform/context.server.ts";
import { HttpError, ValidationError } from "#platform/errors.ts";
import { hashText, isSame, newSeed, sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import {
  applyRevision,
  toFieldError,
  withFieldErrors,
  noSuchRevision,
  permissionFor,
  writers,
  revisionFor,
  type Item,
  type Revision,
} from "./revision-rows.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { contentPreviews, contentRevisions } from "./tables.server.ts";

const previewDays = 7;

/** A key carries the server's signature, so a forged key is refused without a query. */
const signKey = (ctx: Ctx, seed: string) => `${seed}.${sign(ctx, `content-preview:${seed}`).toString("base64url")}`;

const isSigned = (ctx: Ctx, key: string) =>
  isSame(Buffer.from(key), Buffer.from(signKey(ctx, key.split(".")[0] ?? "")));

export interface PreviewLink {
  id: number;
  /** Path with the key, without origin and language. */
  path: string;
  /** The course has no date, so its page shows an example. */
  hasExampleDate: boolean;
  expiresAt: Date;
}

/**
 * Creates a preview link that works for 7 days for everyone who has it. Throws Unauthenticated, Forbidden, NotFound,
 * and ValidationError for content whose slug is empty or already in use.
 */
export async function createPreview(ctx: Ctx, { id }: { id: number }): Promise<PreviewLink> {
  const revision = await revisionFor(ctx, id, "write");
  return withFieldErrors(ctx, async (ctx) => {
    const { path, hasExampleDate } = await tryPreview(ctx, revision);
    const key = signKey(ctx, newSeed());
    const now = ctx.now();
    const expiresAt = new Date(now.getTime() + previewDays * dayMs);
    const createdBy = getActorIdentity(ctx.actor).id;
    const [created] = await ctx.db
      .insert(contentPreviews)
      .values({ revisionId: id, keyHash: hashText(key), createdBy, createdAt: now, expiresAt })
      .returning({ id: contentPreviews.id });
    if (!created) throw new Error("no preview was stored");
    const { entity, entityId } = revision;
    await audit(ctx, { action: "content.previewed", entity, entityId, after: { revision: id, preview: created.id } });
    return { id: created.id, path: `${path}?preview=${key}`, hasExampleDate, expiresAt };
  });
}

/**
 * Adds an example date to a course without dates; returns whether it did. A course has a page only once it has a date,
 * and gets dates only once it is published.
 */
async function addExampleDate(ctx: Ctx, { entity, entityId }: Item): Promise<boolean> {
  if (entity !== "course") return false;
  const courseId = Number(entityId);
  // The same condition as `isListedSql` of the catalogue.
  const isListed = and(isNull(courseRuns.cancelledAt), eq(courseRuns.visibility, "public"));
  const dates = await ctx.db.$count(courseRuns, and(eq(courseRuns.courseId, courseId), isListed));
  if (dates > 0) return false;
  const day = addDays(riyadhDate(ctx.now()), 30);
  await ctx.db.insert(courseRuns).values({
    courseId,
    startDate: day,
    endDate: day,
    days: 1,
    hours: "0",
    venueEng: m.editing_example_venue({}, { locale: "en" }),
    venueAr: m.editing_example_venue({}, { locale: "ar" }),
    delivery: "onsite",
    capacity: 1,
    priceHalalas: 0,
    accreditationStatus: "none",
  });
  return true;
}

/** Publishes the draft in the open transaction, which the caller rolls back. */
async function applyToPreview(ctx: Ctx, revision: Revision) {
  const data = await applyRevision(ctx, revision, "draft");
  return { data, hasExampleDate: await addExampleDate(ctx, revision) };
}

function tryPreview(ctx: Ctx, revision: Revision): Promise<Pick<PreviewLink, "path" | "hasExampleDate">> {
  return rolledBack(ctx, async (ctx) => {
    const { data, hasExampleDate } = await applyToPreview(ctx, revision);
    if ("slug" in data && data.slug === "")
      throw new ValidationError({ slug: [m.platform_field_required({}, { locale: ctx.locale })] });
    return { path: entities[revision.entity].path(data), hasExampleDate };
  });
}

/** Throws NotFound. */
export async function revokePreview(ctx: Ctx, { id }: { id: number }): Promise<void> {
  requirePermission(ctx, ...revokePreview.permission);
  const [row] = await ctx.db
    .select({ entity: contentRevisions.entity, entityId: contentRevisions.entityId })
    .from(contentPreviews)
    .innerJoin(contentRevisions, eq(contentRevisions.id, contentPreviews.revisionId))
    .where(eq(contentPreviews.id, id));
  if (!row) throw noSuchRevision(ctx);
  requirePermission(ctx, permissionFor(row.entity, "write"));
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(contentPreviews).set({ revokedAt: ctx.now() }).where(eq(contentPreviews.id, id));
    await audit(ctx, { action: "content.preview-revoked", ...row, after: { preview: id } });
  });
}
revokePreview.permission = writers;

async function findRevision(ctx: Ctx, key: string): Promise<Revision | null> {
  if (!isSigned(ctx, key)) return null;
  const [row] = await ctx.db
    .select({ revision: contentRevisions })
    .from(contentPreviews)
    .innerJoin(contentRevisions, eq(contentRevisions.id, contentPreviews.revisionId))
    .where(
      and(
        eq(contentPreviews.keyHash, hashText(key)),
        gt(contentPreviews.expiresAt, ctx.now()),
        isNull(contentPreviews.revokedAt),
      ),
    );
  return row?.revision ?? null;
}

/**
 * Runs `work` as if the draft were published, then rolls back. Null for an invalid key or a draft that no longer fits
 * the site.
 */
export async function withPreview<T>(ctx: Ctx, key: string, work: (ctx: Ctx) => Promise<T>): Promise<T | null> {
  const revision = await findRevision(ctx, key);
  if (!revision) return null;
  let isApplied = false;
  try {
    return await rolledBack(ctx, async (ctx) => {
      await applyToPreview(ctx, revision);
      isApplied = true;
      return work(ctx);
    });
  } catch (error) {
    if (!isApplied && toFieldError(ctx, error) instanceof HttpError) return null;
    throw error;
  }
}

export async function deleteExpiredPreviews(ctx: Ctx): Promise<void> {
  await ctx.db.delete(contentPreviews).where(lte(contentPreviews.expiresAt, ctx.now()));
}
