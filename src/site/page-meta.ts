import { isRouteErrorResponse, type MetaDescriptor } from "react-router";
import { localePath, withoutLocale, type Locale } from "#i18n/locale.ts";
import type { PageMeta } from "#features/content/page-meta.ts";
import { m } from "#messages";
import { isIndexed } from "./seo/indexing.ts";

/** `/courses/{slug}` is a course, `/news/{slug}` a story, all else a page by its first segment. */
export function getMetaKey(pathname: string): { type: "page" | "course" | "news"; slug: string } {
  const [first = "", second] = withoutLocale(pathname).split("/").filter(Boolean);
  if (second && (first === "courses" || first === "news"))
    return { type: first === "courses" ? "course" : "news", slug: second };
  return { type: "page", slug: first || "home" };
}

/** The page number of an unfiltered list: the only query that search engines index. */
export function canonicalQuery(query: URLSearchParams): string {
  const page = query.get("page") ?? "";
  const isFiltered = ["q", "search", "from", "to"].some((key) => query.has(key));
  return !isFiltered && /^([2-9]|[1-9]\d+)$/.test(page) ? `?page=${page}` : "";
}

export interface Head {
  meta: PageMeta;
  path: string;
  locale: Locale;
  /** No final slash. */
  baseUrl: string;
  query: string;
  /** Path of the Open Graph image, 1200 × 630. */
  share: string;
  /** ISO 8601. */
  publishedAt: string | null;
  isPreview: boolean;
  /** Of a run that is not listed. */
  isPrivate: boolean;
}

const openGraphLocales: Record<Locale, string> = { en: "en_GB", ar: "ar_SA" };

function shared({ meta, locale, baseUrl, share, publishedAt }: Head, url: string): MetaDescriptor[] {
  const property = (name: string, content: string) => ({ property: `og:${name}`, content });
  const card = (name: string, content: string) => ({ name: `twitter:${name}`, content });
  const image = baseUrl + share;
  return [
    property("type", publishedAt ? "article" : "website"),
    property("title", meta.title),
    property("description", meta.description),
    property("url", url),
    property("site_name", m.site_name({}, { locale })),
    property("locale", openGraphLocales[locale]),
    property("locale:alternate", openGraphLocales[locale === "ar" ? "en" : "ar"]),
    property("image", image),
    property("image:type", "image/jpeg"),
    property("image:width", "1200"),
    property("image:height", "630"),
    property("image:alt", meta.title),
    ...(publishedAt ? [{ property: "article:published_time", content: publishedAt }] : []),
    card("card", "summary_large_image"),
    card("title", meta.title),
    card("description", meta.description),
    card("image", image),
    card("image:alt", meta.title),
  ];
}

/** Pages with noindex get no canonical address, which may hold a token. */
export function pageMetaTags(head: Head): MetaDescriptor[] {
  const { meta, path, locale, baseUrl, query, isPreview, isPrivate } = head;
  const words = [
    { title: meta.title },
    { name: "description", content: meta.description },
    ...(meta.keywords ? [{ name: "keywords", content: meta.keywords }] : []),
  ];
  if (isPreview || isPrivate || !isIndexed(path)) return [...words, { name: "robots", content: "noindex" }];
  const bare = withoutLocale(path).replace(/(?<=.)\/+$/, "");
  const address = (to: Locale) => baseUrl + localePath(bare + query, to);
  const link = (rel: string, rest: Record<string, string>) => ({ tagName: "link" as const, rel, ...rest });
  return [
    ...words,
    link("canonical", { href: address(locale) }),
    link("alternate", { hrefLang: "en", href: address("en") }),
    link("alternate", { hrefLang: "ar", href: address("ar") }),
    link("alternate", { hrefLang: "x-default", href: address("en") }),
    ...(/^\/news(\/|$)/.test(bare)
      ? [
          link("alternate", {
            type: "application/atom+xml",
            title: m.site_feed_title({}, { locale }),
            href: baseUrl + localePath("/news/feed.xml", locale),
          }),
        ]
      : []),
    ...shared(head, address(locale)),
  ];
}

const titles = { 404: m.site_error_404_title, 500: m.site_error_500_title, 503: m.site_error_503_title };

/** A status that has texts; 500 by default. */
export function errorStatus(error: unknown): keyof typeof titles {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return status === 404 || status === 503 ? status : 500;
}

export const errorTitle = (status: keyof typeof titles) => titles[status]();

export function errorMeta(status: keyof typeof titles): MetaDescriptor[] {
  return [{ title: `${errorTitle(status)} · ${m.site_name()}` }, { name: "robots", content: "noindex" }];
}
