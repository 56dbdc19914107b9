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

/** Pages that have moved: one step from every old address to the one of today. */

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
  const [row] = await ctx.db.select().from(redirects).where(eq(redirects.fromPath, path));
  if (row) throw redirect(localePath(row.toPath + search, ctx.locale), 301);
}

export const redirectSorts = { created_at: redirects.createdAt, id: redirects.fromPath, to: redirects.toPath } as const;

/** `id` is the old path, without language. */
export interface RedirectLine {
  id: string;
  to: string;
  created_at: string;
}

type Row = typeof redirects.$inferSelect;
const toLine = ({ fromPath, toPath, createdAt }: Row): RedirectLine => ({
  id: fromPath,
  to: toPath,
  created_at: createdAt.toISOString(),
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

/** Addresses that no page of text, news or course ever has. */
const reserved = /^\/(?:api|staff|admin|assets|account)(?:\/|$)/;

/** As the table has it: a path of this site without language, query and final slash. Throws ValidationError. */
function parsePath(ctx: Ctx, field: "from" | "to", text: string): string {
  const path = withoutLocale(text).replace(/(?<=.)\/+$/, "");
  if (!/^\/(?!\/)[\w./-]*$/.test(text) || reserved.test(path))
    throw new ValidationError({ [field]: [m.editing_redirect_path({}, { locale: ctx.locale })] });
  return path;
}

async function isPage(ctx: Ctx, path: string): Promise<boolean> {
  for (const kind of [entities["page-meta"], entities.page, entities.news, entities.course])
    if ((await kind.read(ctx)).some(({ data }) => kind.path(data) === path)) return true;
  return false;
}

/**
 * Leads an address where no page stands to a page or file of the site; what led to it leads there, too. Throws
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
      const [onward] = await ctx.db.select().from(redirects).where(eq(redirects.fromPath, target));
      const to = onward?.toPath ?? target;
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
      return { id: from, to, created_at: ctx.now().toISOString() };
    },
    { advisoryLock: "redirects" },
  );
}
addRedirect.permission = "content.publish" as const;

/** The old address is not there any more. Throws NotFound. */
export async function removeRedirect(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requirePermission(ctx, removeRedirect.permission);
  await inTransaction(ctx, async (ctx) => {
    const [gone] = await ctx.db.delete(redirects).where(eq(redirects.fromPath, id)).returning();
    if (!gone) throw noSuchRecord(ctx);
    const before = { to: gone.toPath };
    await audit(ctx, { action: "redirect.removed", entity: "redirect", entityId: id, before, after: null });
  });
}
removeRedirect.permission = "content.publish" as const;
