export type Language = "en" | "ar";

/** Language of a page: from the address, else that of the shop's return address (`lang=ar` or a path under /ar), else the browser's. */
export function pageLanguage(requested: string | null, callbackUrl: string | null, acceptLanguage: string): Language {
  if (requested === "en" || requested === "ar") return requested;
  const callback = callbackUrl === null ? null : URL.parse(callbackUrl);
  if (callback) {
    const lang = callback.searchParams.get("lang");
    if (lang === "en" || lang === "ar") return lang;
    if (/^\/ar(\/|$)/.test(callback.pathname)) return "ar";
  }
  const preferred = acceptLanguage
    .split(",")
    .map((part) => {
      const [tag = "", weight = "q=1"] = part.trim().toLowerCase().split(";");
      return { tag: tag.slice(0, 2), weight: Number(weight.trim().slice(2)) || 0 };
    })
    .filter(({ tag, weight }) => (tag === "en" || tag === "ar") && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0];
  return preferred?.tag === "ar" ? "ar" : "en";
}
