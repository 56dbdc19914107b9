/** Runs that are not for everyone (decision 050): who finds them, and how their link is signed. */
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { isSame, newSeed, sign } from "#platform/signing.server.ts";
import { quotationPath, runQuery } from "./run-address.ts";
import type { Visibility } from "./run-choices.ts";
import { courseRuns } from "./tables.server.ts";

/**
 * Runs that anyone may find. Every public reader of runs filters by this: lists, search, sitemap, other dates, related
 * courses, dates to move to.
 */
export const isListedSql = (run: Record<"cancelledAt" | "visibility", PgColumn> = courseRuns): SQL | undefined =>
  and(isNull(run.cancelledAt), eq(run.visibility, "public"));

type LinkedRun = Pick<typeof courseRuns.$inferSelect, "id" | "visibility" | "linkSeed">;

/** 128 bits of the signature. */
const keyBytes = 16;

/** The secret part of a private run's link; null while no link works. */
export const runKey = (ctx: Pick<Ctx, "env">, { id, linkSeed }: LinkedRun): string | null =>
  linkSeed === null ? null : sign(ctx, `run:${id}:${linkSeed}`).subarray(0, keyBytes).toString("base64url");

/** Whether a reader may see and buy a run: a public one, one whose key they have, staff any. */
export function canOpenRun(ctx: Pick<Ctx, "env" | "actor">, run: LinkedRun, key: string | null | undefined): boolean {
  if (run.visibility === "public" || ctx.actor.kind === "staff") return true;
  const right = runKey(ctx, run);
  return right !== null && isSame(Buffer.from(key ?? ""), Buffer.from(right));
}

/**
 * The address of a private run, absolute: its page, or where the company that it is for accepts it. Null while no link
 * works.
 */
export function runLink(ctx: Pick<Ctx, "env">, run: LinkedRun & { slug: string }, locale: Locale): string | null {
  const key = runKey(ctx, run);
  if (key === null) return null;
  const path =
    run.visibility === "company" ? quotationPath(run.id, key) : `/courses/${run.slug}${runQuery(run.id, key)}`;
  return `${ctx.env.BASE_URL}${localePath(path, locale)}`;
}

/**
 * Where someone with a seat reads about a course date: its page, or their seats in My Courses. The page of a private run
 * shows its price, which is not for everyone who attends.
 */
export const attendeePath = ({ id, visibility }: Pick<LinkedRun, "id" | "visibility">, slug: string): string =>
  visibility === "public" ? `/courses/${slug}${runQuery(id)}` : "/my-courses";

/** The seed to store with a run: a public run has no link, one that becomes private gets a new one. */
export function linkSeedFor(before: LinkedRun | null, visibility: Visibility): string | null {
  if (visibility === "public") return null;
  return before && before.visibility !== "public" ? before.linkSeed : newSeed();
}
