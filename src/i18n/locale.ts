/** English at `/…`, Arabic at `/ar/…`. */
export const locales = ["en", "ar"] as const;
export type Locale = (typeof locales)[number];

/** Arabic when the first segment is `ar`. */
export function localeFromPath(pathname: string): Locale {
  return /^\/ar(?=[/?#]|\.data$|$)/.test(pathname) ? "ar" : "en";
}

/**
 * A start that could be read as "another host follows": any run of slashes and backslashes, also encoded ones, and what
 * browsers drop (spaces and control characters).
 */
// eslint-disable-next-line no-control-regex
const leadingSlashes = /^(?:[\u0000-\u0020/\\]|%2f|%5c)*/i;
// eslint-disable-next-line no-control-regex
const dropped = /[\t\n\r]/g;

/** Begins with exactly one slash, so that no reader takes its first segment for a host. */
function rooted(path: string): string {
  return path.replace(dropped, "").replace(leadingSlashes, "/");
}

/** Exactly one slash at its start; `/` for a home page. */
export function withoutLocale(pathname: string): string {
  const path = rooted(pathname);
  return localeFromPath(path) === "en" ? path : rooted(path.slice(3));
}

/** Keeps query and hash. Never an address of another site, whatever `path` is. */
export function localePath(path: string, locale: Locale): string {
  const bare = withoutLocale(path);
  if (locale === "en") return bare;
  return bare === "/" ? "/ar" : bare.startsWith("/?") || bare.startsWith("/#") ? `/ar${bare.slice(1)}` : `/ar${bare}`;
}

export function getDirection(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** The name of a language in another, such as `Arabic` or «العربية». */
export function languageName(of: string, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: "language" }).of(of) ?? of;
}

/** The Arabic field when there is one, and the language of the text. */
export function localText(locale: Locale, eng: string, ar: string | null | undefined): { text: string; lang: Locale } {
  return locale === "ar" && ar ? { text: ar, lang: "ar" } : { text: eng, lang: "en" };
}

/** A text of something that has it as `<name>_eng` and `<name>_ar`. */
export function pickBilingual<Name extends string>(
  of: Record<`${Name}_eng`, string> & Record<`${Name}_ar`, string | null>,
  name: Name,
): { eng: string; ar: string | null } {
  const english: Record<`${Name}_eng`, string> = of;
  const arabic: Record<`${Name}_ar`, string | null> = of;
  return { eng: english[`${name}_eng`], ar: arabic[`${name}_ar`] };
}
