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
  /** Without final slash. */
  baseUrl: string;
  /** From `canonicalQuery`: `?page=2`, or empty. */
  query: string;
  /** Path of the Open Graph image, 1200 × 630. */
  share: string;
  /** Publication time of a story, ISO 8601; null for other pages. */
  publishedAt: string | null;
  isPreview: boolean;
  /** The page of a run that is not listed. */
  isPrivate: boolean;
}

const openGraphLocales: Record<Locale, string> = { en: "en_GB", ar: "ar_SA" };

function buildShareTags({ meta, locale, baseUrl, share, publishedAt }: Head, url: string): MetaDescriptor[] {
  const toOpenGraphTag = (name: string, content: string) => ({ property: `og:${name}`, content });
  const toTwitterTag = (name: string, content: string) => ({ name: `twitter:${name}`, content });
  const image = baseUrl + share;
  return [
    toOpenGraphTag("type", publishedAt ? "article" : "website"),
    toOpenGraphTag("title", meta.title),
    toOpenGraphTag("description", meta.description),
    toOpenGraphTag("url", url),
    toOpenGraphTag("site_name", m.site_name({}, { locale })),
    toOpenGraphTag("locale", openGraphLocales[locale]),
    toOpenGraphTag("locale:alternate", openGraphLocales[locale === "ar" ? "en" : "ar"]),
    toOpenGraphTag("image", image),
    toOpenGraphTag("image:type", "image/jpeg"),
    toOpenGraphTag("image:width", "1200"),
    toOpenGraphTag("image:height", "630"),
    toOpenGraphTag("image:alt", meta.title),
    ...(publishedAt ? [{ property: "article:published_time", content: publishedAt }] : []),
    toTwitterTag("card", "summary_large_image"),
    toTwitterTag("title", meta.title),
    toTwitterTag("description", meta.description),
    toTwitterTag("image", image),
    toTwitterTag("image:alt", meta.title),
  ];
}

/**
 * Builds the tags of a page's head. A page with noindex gets no tag that repeats its address, because the address may
 * hold a token.
 */
export function pageMetaTags(head: Head): MetaDescriptor[] {
  const { meta, path, locale, baseUrl, query, isPreview, isPrivate } = head;
  const textTags = [
    { title: meta.title },
    { name: "description", content: meta.description },
    ...(meta.keywords ? [{ name: "keywords", content: meta.keywords }] : []),
  ];
  if (isPreview || isPrivate || !isIndexed(path)) return [...textTags, { name: "robots", content: "noindex" }];
  const barePath = withoutLocale(path).replace(/(?<=.)\/+$/, "");
  const getAddress = (to: Locale) => baseUrl + localePath(barePath + query, to);
  const toLinkTag = (rel: string, rest: Record<string, string>) => ({ tagName: "link" as const, rel, ...rest });
  return [
    ...textTags,
    toLinkTag("canonical", { href: getAddress(locale) }),
    toLinkTag("alternate", { hrefLang: "en", href: getAddress("en") }),
    toLinkTag("alternate", { hrefLang: "ar", href: getAddress("ar") }),
    toLinkTag("alternate", { hrefLang: "x-default", href: getAddress("en") }),
    ...(/^\/news(\/|$)/.test(barePath)
      ? [
          toLinkTag("alternate", {
            type: "application/atom+xml",
            title: m.site_feed_title({}, { locale }),
            href: baseUrl + localePath("/news/feed.xml", locale),
          }),
        ]
      : []),
    ...buildShareTags(head, getAddress(locale)),
  ];
}

const titles = { 404: m.site_error_404_title, 500: m.site_error_500_title, 503: m.site_error_503_title };

/** Returns a status that has texts; 500 for any other. */
export function errorStatus(error: unknown): keyof typeof titles {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return status === 404 || status === 503 ? status : 500;
}

export const errorTitle = (status: keyof typeof titles) => titles[status]();

export function errorMeta(status: keyof typeof titles): MetaDescriptor[] {
  return [{ title: `${errorTitle(status)} · ${m.site_name()}` }, { name: "robots", content: "noindex" }];
}
