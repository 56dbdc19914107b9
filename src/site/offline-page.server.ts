import { localePath, type Locale } from "#i18n/locale.ts";
import { bilingualPage } from "./bilingual-page.server.ts";

/** Not among the messages: the build reads it before messages are compiled. */
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

/** Precached by the service worker. Loads nothing. */
export const offlinePage = (locale: Locale): Response =>
  bilingualPage({ locale, texts: labels, headers: { "cache-control": "no-cache" } });
