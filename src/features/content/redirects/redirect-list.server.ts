import { eq, or } from "drizzle-orm";
import { redirect } from "react-router";
import { redirects } from "#features/content/tables.server.ts";
import { withoutLocale, localePath } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsSql, readPage } from "#platform/db/list-page.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { isOnSite } from "./link-targets.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";

/** Redirects of pages that have moved: every old address leads to the present one in one step. */

/** Removes the redirect from a path that has a page (again). Part of the open transaction. */
export async function claimPath(ctx: Ctx, path: string): Promise<void> {
  await ctx.db.delete(redirects).where(eq(redirects.fromPath, path));
}

/**
 * Redirects an old path to the new one, with every path that led to the old one, so that chains stay one step long.
 * There are no loops, because the path of a page is never redirected. Paths are without language. Part of the open
 * transaction.
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
 * For the loader of a page that was not found: if the page has moved, throws the 301 to its new address, in the
 * language of the context and with the query of the URL.
 */
export async function redirectMoved(ctx: Ctx, { pathname, search }: Pick<URL, "pathname" | "search">): Promise<void> {
  const path = withoutLocale(pathname).replace(/(?<=.)\/+$/, "");
  const [row] = await ctx.db.select().from(redirects).where(eq(redirects.fromPath, path));
  if (row) throw redirect(localePath(row.toPath + search, ctx.locale), 301);
}

export const redirectSorts = { created_at: redirects.createdAt, id: redirects.fromPath, to: redirects.toPath } as const;

/** `id` is the old path, without language. */
export interface RedirectLine {
  id: string;
  to: string;
  createdAt: string;
}

type Row = typeof redirects.$inferSelect;
const toLine = ({ fromPath, toPath, createdAt }: Row): RedirectLine => ({
  id: fromPath,
  to: toPath,
  createdAt: createdAt.toISOString(),
});

export async function listRedirects(
  ctx: Ctx,
  query: ListQuery<keyof typeof redirectSorts, { q?: string | undefined }>,
): Promise<ListPage<RedirectLine>> {
  requirePermission(ctx, listRedirects.permission);
  const { q } = query.filter;
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: ctx.db.select().from(redirects).$dynamic(),
    where: q ? or(containsSql(redirects.fromPath, q), containsSql(redirects.toPath, q)) : undefined,
    sorts: redirectSorts,
    tie: redirects.fromPath,
  });
  return { data: rows.map(toLine), ...counted };
}
listRedirects.permission = "content.read" as const;

/** Addresses that no text page, story or course can have. */
const reservedPathPattern = /^\/(?:api|staff|admin|assets|account)(?:\/|$)/;

/** Returns a path as the table stores it: without language, query and final slash. Throws ValidationError. */
function parsePath(ctx: Ctx, field: "from" | "to", text: string): string {
  const path = withoutLocale(text).replace(/(?<=.)\/+$/, "");
  if (!/^\/(?!\/)[\w./-]*$/.test(text) || reservedPathPattern.test(path))
    throw new ValidationError({ [field]: [m.editing_redirect_path({}, { locale: ctx.locale })] });
  return path;
}

async function isPage(ctx: Ctx, path: string): Promise<boolean> {
  for (const kind of [entities["page-meta"], entities.page, entities.news, entities.course])
    if ((await kind.read(ctx)).some(({ data }) => kind.path(data) === path)) return true;
  return false;
}

/**
 * Redirects an address without a page, and every address that led to it, to a page or file of the site. Throws
 * ValidationError.
 */
export async function addRedirect(ctx: Ctx, input: { from: string; to: string }): Promise<RedirectLine> {
  requirePermission(ctx, addRedirect.permission);
  const { locale } = ctx;
  const [from, target] = [parsePath(ctx, "from", input.from), parsePath(ctx, "to", input.to)];
  return inTransaction(
    ctx,
    async (ctx) => {
      if (await isPage(ctx, from)) throw new ValidationError({ from: [m.editing_redirect_page({}, { locale })] });
      const [targetRedirect] = await ctx.db.select().from(redirects).where(eq(redirects.fromPath, target));
      const to = targetRedirect?.toPath ?? target;
      if (to === from) throw new ValidationError({ to: [m.editing_redirect_loop({}, { locale })] });
      if (!(await isOnSite(ctx, to))) throw new ValidationError({ to: [m.editing_redirect_nowhere({}, { locale })] });
      const [before] = await ctx.db.select().from(redirects).where(eq(redirects.fromPath, from));
      await leaveRedirect(ctx, from, to);
      await audit(ctx, {
        action: "redirect.added",
        entity: "redirect",
        entityId: from,
        before: before ? { to: before.toPath } : null,
        after: { to },
      });
      return { id: from, to, createdAt: ctx.now().toISOString() };
    },
    { advisoryLock: "redirects" },
  );
}
addRedirect.permission = "content.publish" as const;

/** Removes a redirect, so that its old address is not found any more. Throws NotFound. */
export async function removeRedirect(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requirePermission(ctx, removeRedirect.permission);
  await inTransaction(ctx, async (ctx) => {
    const [removed] = await ctx.db.delete(redirects).where(eq(redirects.fromPath, id)).returning();
    if (!removed) throw noSuchRecord(ctx);
    const before = { to: removed.toPath };
    await audit(ctx, { action: "redirect.removed", entity: "redirect", entityId: id, before, after: null });
  });
}
removeRedirect.permission = "content.publish" as const;
