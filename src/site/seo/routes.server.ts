import type { Context, Hono } from "hono";
import { courseAddresses } from "#features/catalogue/addresses.server.ts";
import { feedStories, newsAddresses, staticPageAddresses } from "#features/content/pages.server.ts";
import { publicSettings } from "#features/settings/settings.server.ts";
import { localePath, locales, type Locale, localText, getDirection } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { PageCache } from "#platform/http/page-cache.server.ts";
import { commonHeaders, inertPolicy } from "#platform/http/security.server.ts";
import { m } from "#messages";
import { escapeHtml } from "#platform/escape-html.ts";
import type { FeedStory } from "#features/content/content.schema.server.ts";
import { labelText, type MessageSet } from "#i18n/label.tsx";
import { openGraphImage } from "./og-image.server.ts";
import type { PageKey } from "./og-image-url.server.ts";
import { isIndexed, personalPaths } from "./indexing.ts";
import { iconFiles } from "./icon-files.ts";

/** Where to report a vulnerability (RFC 9116). */
const securityTxtPath = "/.well-known/security.txt";

/** Shorter than the year the RFC allows, so that an old copy is recognised. */
const validDays = 180;

/** `origin` has no final slash. */
export function securityTxt({ origin, email, now }: { origin: string; email: string; now: Date }): string {
  // Rounded to keep the text stable for a day.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + validDays));
  return [
    `Contact: mailto:${email}`,
    `Contact: ${origin}/contact-us`,
    `Expires: ${expires.toISOString().replace(".000Z", "Z")}`,
    "Preferred-Languages: en, ar",
    `Canonical: ${origin}${securityTxtPath}`,
    "",
  ].join("\n");
}

const colours = { background: "#fbfcfa", theme: "#0c6155" };

export function webManifest(locale: Locale, set: MessageSet = "complete"): object {
  const toLocalPath = (path: string) => localePath(path, locale);
  const shortcut = (name: string, path: string) => ({
    name,
    url: toLocalPath(path),
    icons: [{ src: iconFiles.small, sizes: "192x192", type: "image/png" }],
  });
  return {
    id: toLocalPath("/"),
    name: m.site_name({}, { locale }),
    short_name: m.site_name_first({}, { locale }),
    description: m.site_tagline({}, { locale }),
    lang: locale,
    dir: getDirection(locale),
    start_url: toLocalPath("/"),
    scope: "/",
    display: "standalone",
    background_color: colours.background,
    theme_color: colours.theme,
    categories: ["education", "medical"],
    icons: [
      { src: iconFiles.small, sizes: "192x192", type: "image/png", purpose: "any" },
      { src: iconFiles.large, sizes: "512x512", type: "image/png", purpose: "any" },
      { src: iconFiles.maskable, sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      shortcut(labelText("courses", locale, set).text, "/courses"),
      shortcut(m.common_my_courses({}, { locale }), "/my-courses"),
      shortcut(m.common_news({}, { locale }), "/news"),
    ],
  };
}

/** Escapes a text and removes characters that XML cannot hold. */
export function xmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 forbids
  const forbidden =
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  return escapeHtml(text.replace(forbidden, ""));
}

interface SitemapPage {
  /** Path without language or final slash. */
  path: string;
  updatedAt?: Date | undefined;
}

const maxUrls = 50_000;

/** Paths of indexed routes without parameters, from patterns such as `ar?/news/:slug`. */
export function listedPaths(routes: readonly string[]): string[] {
  const paths = routes.map((route) => `/${route.replace(/^ar\?\/?/, "")}`);
  return [...new Set(paths)].filter((path) => !/[:*?]/.test(path) && isIndexed(path));
}

/** Lists every page in both languages, with alternates. `origin` has no final slash. */
export function sitemapXml(pages: readonly SitemapPage[], origin: string): string {
  const entries = pages.slice(0, maxUrls / locales.length).flatMap(({ path, updatedAt }) => {
    const links = (
      [
        ["en", "en"],
        ["ar", "ar"],
        ["x-default", "en"],
      ] as const
    )
      .map(
        ([name, locale]) =>
          `<xhtml:link rel="alternate" hreflang="${name}" href="${xmlText(origin + localePath(path, locale))}"/>`,
      )
      .join("");
    const lastModified = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : "";
    return locales.map(
      (locale) => `<url><loc>${xmlText(origin + localePath(path, locale))}</loc>${lastModified}${links}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("\n")}\n</urlset>\n`;
}

/** Allows `noindex` pages, because a robot must fetch them to see it. */
export function robotsTxt(origin: string): string {
  const disallowedPaths = [
    "/api/",
    "/__dev/",
    ...personalPaths.flatMap((path) => locales.map((locale) => localePath(path, locale))),
  ];
  return `User-agent: *\n${disallowedPaths.map((path) => `Disallow: ${path}\n`).join("")}\nSitemap: ${origin}/sitemap.xml\n`;
}

interface Feed {
  stories: readonly FeedStory[];
  locale: Locale;
  /** Without a final slash. */
  origin: string;
  title: string;
  author: string;
  /** When the feed was updated, if it has no story. */
  now: Date;
}

/** Newest story first. A story without Arabic is in English and marked as English. */
export function atomFeed({ stories, locale, origin, title, author, now }: Feed): string {
  const pageUrl = origin + localePath("/news", locale);
  const updated =
    stories
      .map((story) => story.updated_at)
      .toSorted()
      .at(-1) ?? now.toISOString();
  const entries = stories.map((story) => {
    const storyUrl = xmlText(origin + localePath(`/news/${encodeURIComponent(story.slug)}`, locale));
    const text = (element: string, eng: string, ar: string | null) => {
      const { text: content, lang } = localText(locale, eng, ar);
      return `<${element}${lang === locale ? "" : ` xml:lang="${lang}"`}>${xmlText(content)}</${element}>`;
    };
    return `<entry><id>${storyUrl}</id>${text("title", story.title_eng, story.title_ar)}<link href="${storyUrl}"/><published>${story.created_at}</published><updated>${story.updated_at}</updated>${text("summary", story.excerpt_eng, story.excerpt_ar)}</entry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}"><id>${xmlText(pageUrl)}</id><title>${xmlText(title)}</title><link href="${xmlText(pageUrl)}"/><link rel="self" type="application/atom+xml" href="${xmlText(`${pageUrl}/feed.xml`)}"/><updated>${updated}</updated><author><name>${xmlText(author)}</name></author>\n${entries.join("\n")}\n</feed>\n`;
}

const storiesInFeed = 20;

async function sitemapPages(ctx: Ctx, routes: readonly string[]): Promise<SitemapPage[]> {
  const [courses, stories, staticPages] = await Promise.all([
    courseAddresses(ctx),
    newsAddresses(ctx),
    staticPageAddresses(ctx),
  ]);
  const latest = (rows: readonly { updatedAt: Date }[]) =>
    rows.reduce<Date | undefined>(
      (newest, { updatedAt }) => (newest && newest > updatedAt ? newest : updatedAt),
      undefined,
    );
  const updatedAtByPath = new Map<string, Date | undefined>([
    ...staticPages.map(({ slug, updatedAt }) => [`/${slug}`, updatedAt] as const),
    ["/courses", latest(courses)],
    ["/news", latest(stories)],
    ["/", latest([...courses, ...stories])],
  ]);
  return [
    ...listedPaths(routes).map((path) => ({ path, updatedAt: updatedAtByPath.get(path) })),
    ...courses.map(({ slug, updatedAt }) => ({ path: `/courses/${encodeURIComponent(slug)}`, updatedAt })),
    ...stories.map(({ slug, updatedAt }) => ({ path: `/news/${encodeURIComponent(slug)}`, updatedAt })),
  ];
}

export interface SeoOptions {
  pages: PageCache;
  createContext: (request: Context, locale: Locale) => Ctx;
  /** Route patterns such as `ar?/news/:slug`. */
  routes: readonly string[];
  /** Without a final slash. */
  origin: string;
}

/** Mounts sitemap, robots, feeds, manifests and Open Graph images; content is cached and purged with the pages. */
export function mountSeoRoutes(app: Hono, { pages, createContext, routes, origin }: SeoOptions): void {
  const common = { ...commonHeaders(origin.startsWith("https:")), "content-security-policy": inertPolicy };
  const serve = (path: string, type: string, renderBody: (request: Context) => Promise<string>) =>
    app.get(path, async (request) => {
      const headers = { ...common, "content-type": `${type}; charset=utf-8`, "cache-control": "public, max-age=300" };
      const render = async () => ({ status: 200, headers, body: await renderBody(request), isCacheable: true });
      // The query changes nothing, so it is not part of the cache key.
      const response = await pages.answer(path, render, {
        accepted: request.req.header("accept-encoding"),
        hasFixedAddress: true,
      });
      return new Response(new Uint8Array(response.body), {
        headers: Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
      });
    });

  serve(securityTxtPath, "text/plain", async (request) => {
    const ctx = createContext(request, "en");
    return securityTxt({ origin, email: (await publicSettings(ctx)).email, now: ctx.now() });
  });
  serve("/robots.txt", "text/plain", async () => robotsTxt(origin));
  serve("/sitemap.xml", "application/xml", async (request) =>
    sitemapXml(await sitemapPages(createContext(request, "en"), routes), origin),
  );
  for (const locale of locales) {
    serve(localePath("/manifest.webmanifest", locale), "application/manifest+json", async (request) => {
      const { messageSet } = await publicSettings(createContext(request, locale));
      return JSON.stringify(webManifest(locale, messageSet));
    });
    serve(localePath("/news/feed.xml", locale), "application/atom+xml", async (request) => {
      const ctx = createContext(request, locale);
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
      createContext(request, locale === "ar" ? "ar" : "en"),
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
