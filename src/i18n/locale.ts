/** The site's languages. English pages are at `/…`, Arabic ones at `/ar/…`. */
export const locales = ["en", "ar"] as const;
export type Locale = (typeof locales)[number];

/** Returns Arabic when the first segment of the path is `ar`. */
export function localeFromPath(pathname: string): Locale {
  return /^\/ar(?=[/?#]|\.data$|$)/.test(pathname) ? "ar" : "en";
}

/**
 * Matches the start of a path that a browser could read as the start of another host: any run of slashes and
 * backslashes, also encoded ones, and of characters that browsers ignore (spaces and control characters).
 */
// eslint-disable-next-line no-control-regex
const leadingSlashes = /^(?:[\u0000-\u0020/\\]|%2f|%5c)*/i;
/** Matches characters that browsers remove from anywhere in a URL. */
// eslint-disable-next-line no-control-regex
const ignoredCharacters = /[\t\n\r]/g;

/** Makes a path begin with exactly one slash, so that no browser takes its first segment for a host. */
function toRootedPath(path: string): string {
  return path.replace(ignoredCharacters, "").replace(leadingSlashes, "/");
}

/** Removes the language from a path. The result begins with exactly one slash and is `/` for a home page. */
export function withoutLocale(pathname: string): string {
  const path = toRootedPath(pathname);
  return localeFromPath(path) === "en" ? path : toRootedPath(path.slice(3));
}

/** Adds the language to a path and keeps query and hash. Never returns an address of another site. */
export function localePath(path: string, locale: Locale): string {
  const bare = withoutLocale(path);
  if (locale === "en") return bare;
  return bare === "/" ? "/ar" : bare.startsWith("/?") || bare.startsWith("/#") ? `/ar${bare.slice(1)}` : `/ar${bare}`;
}

export function getDirection(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** Returns the name of a language in the language `locale`, such as `Arabic` or «العربية». */
export function languageName(language: string, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: "language" }).of(language) ?? language;
}

/** Returns the text for a language and the language it is in: the English text where the Arabic one is missing. */
export function localText(locale: Locale, eng: string, ar: string | null | undefined): { text: string; lang: Locale } {
  return locale === "ar" && ar ? { text: ar, lang: "ar" } : { text: eng, lang: "en" };
}

/** Returns the fields `<name>_eng` and `<name>_ar` of a record as one text in two languages. */
export function pickBilingual<Name extends string>(
  record: Record<`${Name}_eng`, string> & Record<`${Name}_ar`, string | null>,
  name: Name,
): { eng: string; ar: string | null } {
  const english: Record<`${Name}_eng`, string> = record;
  const arabic: Record<`${Name}_ar`, string | null> = record;
  return { eng: english[`${name}_eng`], ar: arabic[`${name}_ar`] };
}
