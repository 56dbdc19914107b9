import Negotiator from "negotiator";

export type Language = "en" | "ar";

/**
 * Language of a page: the one in the page's address, else the one in the shop's return address (`lang=ar` or a path
 * under /ar), else the browser's.
 */
export function choosePageLanguage(
  requested: string | null,
  callbackUrl: string | null,
  acceptLanguage: string,
): Language {
  if (requested === "en" || requested === "ar") return requested;
  const callback = callbackUrl === null ? null : URL.parse(callbackUrl);
  if (callback) {
    const lang = callback.searchParams.get("lang");
    if (lang === "en" || lang === "ar") return lang;
    if (/^\/ar(\/|$)/.test(callback.pathname)) return "ar";
  }
  const best = new Negotiator({ headers: { "accept-language": acceptLanguage } }).language(["en", "ar"]);
  return best === "ar" ? "ar" : "en";
}
