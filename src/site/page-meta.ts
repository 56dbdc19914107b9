import type { MetaDescriptor } from "react-router";
import { localePath, withoutLocale, type Locale } from "#i18n/locale.ts";
import type { PageMeta } from "#features/content/page-meta.ts";

/** What `get-meta-information` is asked for an address: `/courses/{slug}` is a course, `/news/{slug}` a story, all else a page by its first segment. */
export function metaKeyOf(pathname: string): { type: "page" | "course" | "news"; slug: string } {
  const [first = "", second] = withoutLocale(pathname).split("/").filter(Boolean);
  if (second && (first === "courses" || first === "news")) return { type: first === "courses" ? "course" : "news", slug: second };
  return { type: "page", slug: first || "home" };
}

interface Head {
  meta: PageMeta | undefined;
  /** Of the address, language and final slash as they come. */
  path: string;
  locale: Locale;
  /** Public origin without a final slash. */
  baseUrl: string;
  /** The part of the query that makes it another page, such as `?page=2`. */
  query?: string;
}

/** Title, description, keywords, canonical address and language alternates of a page; nothing while its meta is unknown. */
export function pageMetaTags({ meta, path, locale, baseUrl, query = "" }: Head): MetaDescriptor[] {
  if (!meta) return [];
  const bare = withoutLocale(path).replace(/(?<=.)\/+$/, "") + query;
  const address = (to: Locale) => baseUrl + localePath(bare, to);
  return [
    { title: meta.title },
    { name: "description", content: meta.description },
    ...(meta.keywords ? [{ name: "keywords", content: meta.keywords }] : []),
    { property: "og:title", content: meta.title },
    { property: "og:description", content: meta.description },
    { tagName: "link", rel: "canonical", href: address(locale) },
    { tagName: "link", rel: "alternate", hrefLang: "en", href: address("en") },
    { tagName: "link", rel: "alternate", hrefLang: "ar", href: address("ar") },
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: address("en") },
  ];
}
