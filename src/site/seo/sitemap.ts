import { localePath, locales } from "#i18n/locale.ts";
import { isIndexed, personalPaths } from "./indexing.ts";
import { xmlText } from "./xml.ts";

export interface SitemapPage {
  /** Without language and final slash. */
  path: string;
  /** When it last changed, as far as that is known. */
  updatedAt?: Date | undefined;
}

/** What one file may hold. */
const maxUrls = 50_000;

/** The routes that are one page each and may be found: those without a parameter, from patterns such as `ar?/news/:slug`. */
export function listedPaths(routes: readonly string[]): string[] {
  const paths = routes.map((route) => `/${route.replace(/^ar\?\/?/, "")}`);
  return [...new Set(paths)].filter((path) => !/[:*?]/.test(path) && isIndexed(path));
}

/** The sitemap: every page in both languages, each naming the other. `origin` has no final slash. */
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
    const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : "";
    return locales.map(
      (locale) => `<url><loc>${xmlText(origin + localePath(path, locale))}</loc>${changed}${links}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join("\n")}\n</urlset>\n`;
}

/** What robots need not ask for, and where the sitemap is. Pages that only ask not to be kept stay open: a robot must read them to know. */
export function robotsTxt(origin: string): string {
  const closed = [
    "/api/",
    "/__dev/",
    ...personalPaths.flatMap((path) => locales.map((locale) => localePath(path, locale))),
  ];
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join("")}\nSitemap: ${origin}/sitemap.xml\n`;
}
