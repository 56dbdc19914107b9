import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { isUniqueViolation } from "#platform/db/sql-errors.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { claimPath, leaveRedirect } from "#features/content/redirects/redirect-list.server.ts";
import { requirePublishableMedia } from "#features/content/media/uses.server.ts";
import type { Mode } from "./entities/fields.server.ts";
import { entities } from "./entities/table.server.ts";
import { parseData, type Revision } from "./revision-rows.server.ts";

/**
 * Returns the data as published; a moved page leaves a redirect. Part of the open transaction. Throws ValidationError
 * for unfinished data and for pictures that are not ready or described, unless it is applied as a draft.
 */
export async function applyRevision(
  ctx: Ctx,
  { entity, entityId, data: stored }: Pick<Revision, "entity" | "entityId" | "data">,
  mode: Mode,
): Promise<object> {
  const kind = entities[entity];
  // Again: the rules may be stricter than at the save.
  const data = await parseData(ctx, kind, mode, stored);
  if (mode === "publish") await requirePublishableMedia(ctx, data);
  const [before] = kind.hasAddress ? await kind.read(ctx, entityId) : [];
  await kind.write(ctx, entityId, data);
  if (!kind.hasAddress) return data;
  const [from, to] = [before && kind.path(before.data), kind.path(data)];
  if (from !== undefined && from !== to) await leaveRedirect(ctx, from, to);
  else await claimPath(ctx, to);
  return data;
}

const fieldOfConstraint: Record<string, string> = {
  course_slug_unique: "slug",
  news_slug_unique: "slug",
  banner_slug_image_unique: "image",
  content_revision_version: "slug",
  content_revision_one_draft: "slug",
};

/** Turns a value that is already in use into a field error; returns any other error unchanged. */
export function fieldErrorOf(ctx: Ctx, error: unknown): unknown {
  const [, field] = Object.entries(fieldOfConstraint).find(([name]) => isUniqueViolation(error, name)) ?? [];
  return field === undefined
    ? error
    : new ValidationError({ [field]: [m.editing_slug_taken({}, { locale: ctx.locale })] });
}

/** `inTransaction` with `fieldErrorOf`. Throws what `work` throws, and ValidationError. */
export async function withFieldErrors<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(ctx, work);
  } catch (error) {
    throw fieldErrorOf(ctx, error);
  }
}
