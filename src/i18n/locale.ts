/** The two languages of the site and how an address carries them: English at `/…`, Arabic at `/ar/…`. */
export const locales = ["en", "ar"] as const;
export type Locale = (typeof locales)[number];

/** The language of a path: Arabic when its first segment is `ar`, English otherwise. */
export function localeOf(pathname: string): Locale {
  return /^\/ar(?=[/?#]|\.data$|$)/.test(pathname) ? "ar" : "en";
}

/**
 * What stands at the start of an address and could be read as "another host follows": any run of slashes and backslashes, also encoded
 * ones, and what browsers drop while they read an address (spaces and control characters).
 */
// eslint-disable-next-line no-control-regex
const leadingSlashes = /^(?:[\u0000-\u0020/\\]|%2f|%5c)*/i;
// eslint-disable-next-line no-control-regex
const dropped = /[\t\n\r]/g;

/** The same path inside this site: it begins with exactly one slash, so no reader can take its first segment for a host. */
function rooted(path: string): string {
  return path.replace(dropped, "").replace(leadingSlashes, "/");
}

/** The same path without its language segment, always with exactly one slash at its start; `/` for a home page. */
export function withoutLocale(pathname: string): string {
  const path = rooted(pathname);
  return localeOf(path) === "en" ? path : rooted(path.slice(3));
}

/** The address of a page in a language; takes and keeps query and hash. Never an address of another site, whatever `path` is. */
export function localePath(path: string, locale: Locale): string {
  const bare = withoutLocale(path);
  if (locale === "en") return bare;
  return bare === "/" ? "/ar" : bare.startsWith("/?") || bare.startsWith("/#") ? `/ar${bare.slice(1)}` : `/ar${bare}`;
}

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** Picks the Arabic sibling of a content field when there is one; says which language the text is in. */
export function localText(locale: Locale, eng: string, ar: string | null | undefined): { text: string; lang: Locale } {
  return locale === "ar" && ar ? { text: ar, lang: "ar" } : { text: eng, lang: "en" };
}
