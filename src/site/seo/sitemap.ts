import { localePath, locales } from "#i18n/locale.ts";
import { isIndexed, personalPaths } from "./indexing.ts";
import { xmlText } from "./xml.ts";

export interface SitemapPage {
  /** No language, no final slash. */
  path: string;
  updatedAt?: Date | undefined;
}

const maxUrls = 50_000;

/** Indexed routes without a parameter, from patterns such as `ar?/news/:slug`. */
export function listedPaths(routes: readonly string[]): string[] {
  const paths = routes.map((route) => `/${route.replace(/^ar\?\/?/, "")}`);
  return [...new Set(paths)].filter((path) => !/[:*?]/.test(path) && isIndexed(path));
}

/** Every page in both languages, with alternates. `origin` has no final slash. */
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

/** Noindex pages are allowed: a robot must read them to know. */
export function robotsTxt(origin: string): string {
  const closed = [
    "/api/",
    "/__dev/",
    ...personalPaths.flatMap((path) => locales.map((locale) => localePath(path, locale))),
  ];
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join("")}\nSitemap: ${origin}/sitemap.xml\n`;
}
