import { directionOf, localePath, type Locale } from "#i18n/locale.ts";
import { renderStandalonePage } from "#platform/http/standalone-page.server.ts";
import { logoSvg, standaloneErrorCss } from "./standalone-error.server.ts";

/** Not among the messages, because the build reads it before messages are compiled. */
const labels: Record<Locale, { title: string; text: string; again: string }> = {
  en: {
    title: "You’re offline",
    text: "This page needs the internet, and there’s no connection right now. Nothing you entered elsewhere is lost. Check your connection and try again.",
    again: "Try again",
  },
  ar: {
    title: "أنت غير متصل بالإنترنت",
    text: "تحتاج هذه الصفحة إلى الإنترنت، ولا يوجد اتصال الآن. لم تفقد شيئًا مما أدخلته في صفحات أخرى. تحقق من الاتصال ثم أعد المحاولة.",
    again: "إعادة المحاولة",
  },
};

export const offlinePath = (locale: Locale) => localePath("/offline", locale);

/** Precached by the service worker: the reader's language first, then the other. Loads nothing. */
export function offlinePage(locale: Locale): Response {
  const other: Locale = locale === "en" ? "ar" : "en";
  const [first, second] = [labels[locale], labels[other]];
  // An empty address is the requested page, with its query.
  const body = `<main>${logoSvg}<section><h1>${first.title}</h1><p>${first.text}</p><nav><a href="">${first.again}</a></nav></section><section lang="${other}" dir="${directionOf(other)}"><h2>${second.title}</h2><p>${second.text}</p></section></main>`;
  return renderStandalonePage({
    lang: locale,
    dir: directionOf(locale),
    title: first.title,
    style: standaloneErrorCss,
    body,
    headers: { "cache-control": "no-cache" },
  });
}
