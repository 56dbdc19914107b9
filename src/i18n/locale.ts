/** The two languages of the site and how an address carries them: English at `/…`, Arabic at `/ar/…`. */
export const locales = ["en", "ar"] as const;
export type Locale = (typeof locales)[number];

/** The language of a path: Arabic when its first segment is `ar`, English otherwise. */
export function localeOf(pathname: string): Locale {
  return /^\/ar(?=[/?#]|\.data$|$)/.test(pathname) ? "ar" : "en";
}

/** The same path without its language segment; `/` for a home page. */
export function withoutLocale(pathname: string): string {
  if (localeOf(pathname) === "en") return pathname;
  const rest = pathname.slice(3);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The address of a page in a language; takes and keeps query and hash. */
export function localePath(path: string, locale: Locale): string {
  const bare = withoutLocale(path);
  if (locale === "en") return bare;
  return bare === "/" ? "/ar" : bare.startsWith("/?") || bare.startsWith("/#") ? `/ar${bare.slice(1)}` : `/ar${bare}`;
}

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** The language of an API answer, from `Accept-Language`: the first of en and ar named, English otherwise. */
export function acceptedLocale(header: string | null | undefined): Locale {
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const tag = part.trim().slice(0, 2);
    if (tag === "ar" || tag === "en") return tag;
  }
  return "en";
}

/** Picks the Arabic sibling of a content field when there is one; says which language the text is in. */
export function localText(locale: Locale, eng: string, ar: string | null | undefined): { text: string; lang: Locale } {
  return locale === "ar" && ar ? { text: ar, lang: "ar" } : { text: eng, lang: "en" };
}
