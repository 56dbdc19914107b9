import { and, asc, eq, inArray, notInArray, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { z } from "zod";
import { mediaFiles } from "#features/content/media/tables.server.ts";
import { documentAddress, uploadsIn } from "#features/content/media/uploaded-picture.ts";
import { searchDocuments } from "#features/content/search/tables.server.ts";
import { pageMetas, redirects } from "#features/content/tables.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { contentRevisions } from "#features/content/editing/tables.server.ts";
import { isolate } from "#i18n/isolate.ts";
import { withoutLocale } from "#i18n/locale.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsSql } from "#platform/db/list-page.server.ts";
import { ValidationError, type FieldMap } from "#platform/errors.ts";
import { m } from "#messages";

/** A target within the site to which a link or a redirect may lead. */
export const linkTarget = z.object({
  kind: z.enum(["page", "course", "news", "document"]),
  path: z.string().meta({ description: "Path without language" }),
  title_eng: z.string(),
  title_ar: z.string().nullable(),
});
export type LinkTarget = z.output<typeof linkTarget>;

/** How many targets of each kind a search returns at most. */
const maxPerKind = 8;

/** Pages that show nothing without a code in their address. */
const codedPages = ["r", "feedback", "reset-password-form", "order-response"];

const pagePath = sql<string>`case when ${pageMetas.slug} = 'home' then '/' else '/' || ${pageMetas.slug} end`;

const isPageHead = and(eq(pageMetas.type, "page"), notInArray(pageMetas.slug, codedPages));
/** Kinds that are read from the index of the site's search. */
const searchKinds = ["course", "news"] as const;
/** Courses with a date and stories that are on the site. */
const isVisible = and(searchDocuments.visible, inArray(searchDocuments.kind, [...searchKinds]));
const isDocument = and(eq(mediaFiles.kind, "document"), eq(mediaFiles.state, "ready"));

/** Returns the path of an address of the site, without language, query, anchor and final slash; null for any other. */
const getSitePath = (address: string): string | null =>
  /^\/(?![/\\])/.test(address) ? withoutLocale(address.replace(/[?#].*$/, "")).replace(/(?<=.)\/+$/, "") : null;

/** Whether a page, a course, a story or a file is at this address of the site. */
export async function isOnSite(ctx: Ctx, address: string): Promise<boolean> {
  const path = getSitePath(address);
  if (path === null) return false;
  const [uploadKey] = uploadsIn(path).keys();
  if (uploadKey) return (await ctx.db.$count(mediaFiles, eq(mediaFiles.key, uploadKey))) > 0;
  // Other files under this path ship with the site.
  if (path.startsWith("/media/")) return true;
  const isPage = (await ctx.db.$count(pageMetas, and(isPageHead, eq(pagePath, path)))) > 0;
  return isPage || (await ctx.db.$count(searchDocuments, and(isVisible, eq(searchDocuments.url, path)))) > 0;
}

/** Removes the site's own origin, because an address that staff copied from the browser is a link within the site. */
function withoutOrigin(ctx: Ctx, address: string): string {
  const origin = new URL(ctx.env.BASE_URL).origin;
  return address === origin || address.startsWith(`${origin}/`) ? address.slice(origin.length) || "/" : address;
}

/** Whether a link may lead to this address: it is on the site, redirects to a page that is, or is scheduled. */
async function isLinkable(ctx: Ctx, address: string): Promise<boolean> {
  const path = getSitePath(withoutOrigin(ctx, address));
  if (path === null) return false;
  if (await isOnSite(ctx, path)) return true;
  // One redirect always leads to the present address (`leaveRedirect`), whose page may have been removed.
  const [moved] = await ctx.db.select({ to: redirects.toPath }).from(redirects).where(eq(redirects.fromPath, path));
  if (moved && (await isOnSite(ctx, moved.to))) return true;
  const { entity, data } = contentRevisions;
  const scheduled = await ctx.db
    .select({ entity, data })
    .from(contentRevisions)
    .where(eq(contentRevisions.state, "scheduled"));
  return scheduled.some((revision) => entities[revision.entity].path(revision.data) === path);
}

/** Lists the addresses of this site in a text: the links of sanitised HTML, or of a field that is an address itself. */
function listSiteLinks(ctx: Ctx, text: string): string[] {
  const links = [...text.matchAll(/<a href="([^"]*)"/g)].map(([, address = ""]) => address);
  const addresses = [...links, ...(/^https?:\S+$/.test(text) ? [text] : [])];
  return addresses.filter((address) => withoutOrigin(ctx, address).startsWith("/"));
}

/** Lists every text of an item's data, also within lists, with the path of its field such as `features.0.eng`. */
const listTexts = (value: unknown, path: string[] = []): [string, string][] =>
  typeof value === "string"
    ? [[path.join("."), value]]
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => listTexts(inner, [...path, key]))
      : [];

/**
 * Throws ValidationError, by field, for texts with a link to an address of this site that leads nowhere. `ownPath`
 * exists once they are published. Links that `before` already has are accepted: their pages may have been removed since.
 */
export async function requireLiveLinks(
  ctx: Ctx,
  { data, before, ownPath }: { data: object; before: object; ownPath: string },
): Promise<void> {
  const knownLinks = new Set(listTexts(before).flatMap(([, text]) => listSiteLinks(ctx, text)));
  const errors: FieldMap = {};
  for (const [field, text] of listTexts(data))
    for (const address of new Set(listSiteLinks(ctx, text))) {
      const isOwn = getSitePath(withoutOrigin(ctx, address)) === ownPath;
      if (isOwn || knownLinks.has(address) || (await isLinkable(ctx, address))) continue;
      (errors[field] ??= []).push(m.editing_link_nowhere({ address: isolate(address) }, { locale: ctx.locale }));
    }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/**
 * Finds link targets whose title or path contains `q`, at most eight of each kind; none for an empty text. `exists`: a
 * link may lead to `q` itself (it is on the site, redirects to a page that is, or is scheduled).
 */
export async function findLinkTargets(
  ctx: Ctx,
  { q }: { q: string },
): Promise<{ data: LinkTarget[]; exists: boolean }> {
  requirePermission(ctx, findLinkTargets.permission);
  const text = q.trim();
  if (text === "") return { data: [], exists: false };
  const part = getSitePath(text) ?? text;
  const containsPart = (...columns: SQLWrapper[]): SQL | undefined =>
    or(...columns.map((column) => containsSql(column, part)));
  const { url, kind, titleEng, titleAr } = searchDocuments;
  const readItems = async (itemKind: (typeof searchKinds)[number]) => {
    const rows = await ctx.db
      .select({ path: url, title_eng: titleEng, title_ar: titleAr })
      .from(searchDocuments)
      .where(and(isVisible, eq(kind, itemKind), containsPart(url, titleEng, titleAr)))
      .orderBy(asc(titleEng))
      .limit(maxPerKind);
    return rows.map((row) => ({ kind: itemKind, ...row }));
  };
  const [pages, items, documents, exists] = await Promise.all([
    ctx.db
      .select({ path: pagePath, title_eng: pageMetas.title_eng, title_ar: pageMetas.title_ar })
      .from(pageMetas)
      .where(and(isPageHead, containsPart(pagePath, pageMetas.title_eng, pageMetas.title_ar)))
      .orderBy(asc(pageMetas.slug))
      .limit(maxPerKind),
    Promise.all(searchKinds.map(readItems)),
    ctx.db
      .select({ key: mediaFiles.key, name: mediaFiles.name })
      .from(mediaFiles)
      .where(and(isDocument, containsPart(mediaFiles.name)))
      .orderBy(asc(mediaFiles.name))
      .limit(maxPerKind),
    isLinkable(ctx, text),
  ]);
  const data: LinkTarget[] = [
    ...pages.map((page) => ({ kind: "page" as const, ...page })),
    ...items.flat(),
    ...documents.map(({ key, name }) => ({
      kind: "document" as const,
      path: documentAddress(key, name),
      title_eng: name,
      title_ar: null,
    })),
  ];
  return { data, exists };
}
findLinkTargets.permission = "content.read" as const;
