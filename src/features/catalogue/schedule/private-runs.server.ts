/** Private runs (decision 050): who can find them, and how their links are signed. */
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { isSame, newSeed, sign } from "#platform/signing.server.ts";
import { quotationPath, runQuery } from "./run-address.ts";
import type { Visibility } from "./run-choices.ts";
import { courseRuns } from "./tables.server.ts";

/**
 * Condition on runs that anyone may find. Every public list of runs uses it: lists, search, sitemap, other dates,
 * related courses, dates to move to.
 */
export const isListedSql = (run: Record<"cancelledAt" | "visibility", PgColumn> = courseRuns): SQL | undefined =>
  and(isNull(run.cancelledAt), eq(run.visibility, "public"));

type LinkedRun = Pick<typeof courseRuns.$inferSelect, "id" | "visibility" | "linkSeed">;

/** A key is the first 128 bits of the signature. */
const keyBytes = 16;

/** The secret part of a private run's link; null while no link works. */
export const runKey = (ctx: Pick<Ctx, "env">, { id, linkSeed }: LinkedRun): string | null =>
  linkSeed === null ? null : sign(ctx, `run:${id}:${linkSeed}`).subarray(0, keyBytes).toString("base64url");

/** Whether a reader may see and buy a run: a public run, a private one with its key; staff may open any run. */
export function canOpenRun(ctx: Pick<Ctx, "env" | "actor">, run: LinkedRun, key: string | null | undefined): boolean {
  if (run.visibility === "public" || ctx.actor.kind === "staff") return true;
  const expectedKey = runKey(ctx, run);
  return expectedKey !== null && isSame(Buffer.from(key ?? ""), Buffer.from(expectedKey));
}

/**
 * The absolute address of a private run: the course page, or for a run for a company the page where the company accepts
 * the quotation. Null while no link works.
 */
export function runLink(ctx: Pick<Ctx, "env">, run: LinkedRun & { slug: string }, locale: Locale): string | null {
  const key = runKey(ctx, run);
  if (key === null) return null;
  const path =
    run.visibility === "company" ? quotationPath(run.id, key) : `/courses/${run.slug}${runQuery(run.id, key)}`;
  return `${ctx.env.BASE_URL}${localePath(path, locale)}`;
}

/**
 * The page where an attendee reads about a run: the course page of a public run, else My Courses, because the page of a
 * private run shows a price that not every attendee may see.
 */
export const attendeePath = ({ id, visibility }: Pick<LinkedRun, "id" | "visibility">, slug: string): string =>
  visibility === "public" ? `/courses/${slug}${runQuery(id)}` : "/my-courses";

/** The seed to store with a run: a public run has no link, one that becomes private gets a new one. */
export function linkSeedFor(before: LinkedRun | null, visibility: Visibility): string | null {
  if (visibility === "public") return null;
  return before && before.visibility !== "public" ? before.linkSeed : newSeed();
}
