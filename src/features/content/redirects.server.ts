/** Pages that have moved: one step from every old address to the one of today. */
import { eq } from "drizzle-orm";
import { redirect } from "react-router";
import { localePath, withoutLocale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { redirects } from "./tables.server.ts";

/** A page stands at this path (again), so nothing leads away from it. Part of the open transaction. */
export async function claimPath(ctx: Ctx, path: string): Promise<void> {
  await ctx.db.delete(redirects).where(eq(redirects.fromPath, path));
}

/**
 * Leads an old path to the new one, and what led to the old one, too: chains stay one step long, and as no page's path
 * leads away, there are no loops. Paths are without language. Part of the open transaction.
 */
export async function leaveRedirect(ctx: Ctx, from: string, to: string): Promise<void> {
  await claimPath(ctx, to);
  await ctx.db.update(redirects).set({ toPath: to }).where(eq(redirects.toPath, from));
  const row = { toPath: to, createdAt: ctx.now() };
  await ctx.db
    .insert(redirects)
    .values({ fromPath: from, ...row })
    .onConflictDoUpdate({ target: redirects.fromPath, set: row });
}

/**
 * For the loader of a page that is not there: throws the 301 to where it has moved, in the language and with the query
 * of `url`, if it has.
 */
export async function redirectMoved(ctx: Ctx, { pathname, search }: Pick<URL, "pathname" | "search">): Promise<void> {
  const path = withoutLocale(pathname).replace(/(?<=.)\/+$/, "");
  const [found] = await ctx.db.select().from(redirects).where(eq(redirects.fromPath, path));
  if (found) throw redirect(localePath(found.toPath + search, ctx.locale), 301);
}
