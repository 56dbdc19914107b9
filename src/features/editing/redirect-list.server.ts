import { or, ilike } from "drizzle-orm";
import { redirects } from "#features/content/tables.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsPattern, pageOf } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";

export const redirectSorts = { created_at: redirects.createdAt, id: redirects.fromPath, to: redirects.toPath } as const;

/** `id` is the old path, without language. */
export interface RedirectLine {
  id: string;
  to: string;
  created_at: string;
}

/** For `content.read`. Throws Unauthenticated, Forbidden. */
export async function listRedirects(
  ctx: Ctx,
  query: ListQuery<keyof typeof redirectSorts, { q?: string | undefined }>,
): Promise<ListPage<RedirectLine>> {
  requirePermission(ctx, "content.read");
  const part = query.filter.q && containsPattern(query.filter.q);
  const { rows, ...counted } = await pageOf(ctx, query, {
    rows: ctx.db.select().from(redirects).$dynamic(),
    where: part ? or(ilike(redirects.fromPath, part), ilike(redirects.toPath, part)) : undefined,
    sorts: redirectSorts,
    tie: redirects.fromPath,
  });
  const data = rows.map(({ fromPath, toPath, createdAt }) => ({
    id: fromPath,
    to: toPath,
    created_at: createdAt.toISOString(),
  }));
  return { data, ...counted };
}
