import type { Context, Hono } from "hono";
import { courseAddresses } from "#features/catalogue/addresses.server.ts";
import { feedStories, newsAddresses, staticPageAddresses } from "#features/content/addresses.server.ts";
import { publicSettings } from "#features/settings/settings.server.ts";
import { localePath, locales, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { PageCache } from "#platform/http/page-cache.server.ts";
import { commonHeaders, inertPolicy } from "#platform/http/security.server.ts";
import { m } from "#messages";
import { atomFeed } from "./feed.ts";
import { webManifest } from "./manifest.ts";
import { securityTxt, securityTxtPath } from "./security-txt.ts";
import { openGraphImage } from "./og-image.server.ts";
import type { PageKey } from "./og-image-url.server.ts";
import { listedPaths, robotsTxt, sitemapXml, type SitemapPage } from "./sitemap.ts";

const storiesInFeed = 20;

async function sitemapPages(ctx: Ctx, routes: readonly string[]): Promise<SitemapPage[]> {
  const [courses, stories, texts] = await Promise.all([
    courseAddresses(ctx),
    newsAddresses(ctx),
    staticPageAddresses(ctx),
  ]);
  const latest = (rows: readonly { updatedAt: Date }[]) =>
    rows.reduce<Date | undefined>(
      (found, { updatedAt }) => (found && found > updatedAt ? found : updatedAt),
      undefined,
    );
  const changes = new Map<string, Date | undefined>([
    ...texts.map((text) => [`/${text.slug}`, text.updatedAt] as const),
    ["/courses", latest(courses)],
    ["/news", latest(stories)],
    ["/", latest([...courses, ...stories])],
  ]);
  return [
    ...listedPaths(routes).map((path) => ({ path, updatedAt: changes.get(path) })),
    ...courses.map(({ slug, updatedAt }) => ({ path: `/courses/${encodeURIComponent(slug)}`, updatedAt })),
    ...stories.map(({ slug, updatedAt }) => ({ path: `/news/${encodeURIComponent(slug)}`, updatedAt })),
  ];
}

export interface SeoOptions {
  pages: PageCache;
  contextOf: (request: Context, locale: Locale) => Ctx;
  /** Such as `ar?/news/:slug`. */
  routes: readonly string[];
  /** No final slash. */
  origin: string;
}

/** Mounts sitemap, robots, feeds, manifests and Open Graph images; content is cached and purged with the pages. */
export function mountSeoRoutes(app: Hono, { pages, contextOf, routes, origin }: SeoOptions): void {
  const common = { ...commonHeaders(origin.startsWith("https:")), "content-security-policy": inertPolicy };
  const serve = (path: string, type: string, make: (request: Context) => Promise<string>) =>
    app.get(path, async (request) => {
      const headers = { ...common, "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=300" };
      const made = async () => ({ status: 200, headers, body: await make(request), isCacheable: true });
      // No query matters, so each is one address.
      const answer = await pages.answer(path, made, { accepted: request.req.header("accept-encoding"), isPlain: true });
      return new Response(new Uint8Array(answer.body), {
        headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
      });
    });

  serve(securityTxtPath, "text/plain", async (request) => {
    const ctx = contextOf(request, "en");
    return securityTxt({ origin, email: (await publicSettings(ctx)).email, now: ctx.now() });
  });
  serve("/robots.txt", "text/plain", async () => robotsTxt(origin));
  serve("/sitemap.xml", "application/xml", async (request) =>
    sitemapXml(await sitemapPages(contextOf(request, "en"), routes), origin),
  );
  for (const locale of locales) {
    serve(localePath("/manifest.webmanifest", locale), "application/manifest+json", async (request) => {
      const { messageSet } = await publicSettings(contextOf(request, locale));
      return JSON.stringify(webManifest(locale, messageSet));
    });
    serve(localePath("/news/feed.xml", locale), "application/atom+xml", async (request) => {
      const ctx = contextOf(request, locale);
      return atomFeed({
        stories: await feedStories(ctx, storiesInFeed),
        locale,
        origin,
        title: m.site_feed_title({}, { locale }),
        author: m.site_name({}, { locale }),
        now: ctx.now(),
      });
    });
  }

  app.get("/share/:type{page|course|news}/:slug/:file{(?:en|ar)-[0-9a-f]{12}\\.jpg}", async (request) => {
    const { type, slug, file } = request.req.param();
    const [, locale, mark = ""] = /^(en|ar)-([0-9a-f]{12})/.exec(file) ?? [];
    const bytes = await openGraphImage(
      contextOf(request, locale === "ar" ? "ar" : "en"),
      { type: type as PageKey["type"], slug },
      mark,
    );
    if (!bytes) return request.text("Not Found", 404, { "cache-control": "no-store" });
    return request.body(new Uint8Array(bytes), 200, {
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });
}
