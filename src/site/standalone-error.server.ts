import { escapeHtml } from "#platform/escape-html.ts";
import type { Locale } from "#i18n/locale.ts";
import { bilingualPage } from "./bilingual-page.server.ts";

/** Not among the messages: this page has to work when nothing else does. */
const labels: Record<Locale, { title: string; text: string; again: string; home: string; reference: string }> = {
  en: {
    title: "Something went wrong on our side",
    text: "This page couldn’t be shown. Nothing you entered or paid has been lost. Please load the page again in a moment; if the problem continues, email us and quote the reference.",
    again: "Load the page again",
    home: "Go to the home page",
    reference: "Reference",
  },
  ar: {
    title: "حدث خطأ من جهتنا",
    text: "تعذّر عرض هذه الصفحة، ولم تفقد بسبب ذلك شيئًا أدخلته أو دفعته. أعد تحميل الصفحة بعد قليل، وإذا تكرر الخطأ فراسلنا واذكر الرقم المرجعي.",
    again: "إعادة تحميل الصفحة",
    home: "الذهاب إلى الصفحة الرئيسية",
    reference: "الرقم المرجعي",
  },
};

const busyLabels: Record<Locale, { title: string; text: string; again: string; home: string }> = {
  en: {
    title: "The site is very busy",
    text: "More people are here than we can serve at once, so this page has to wait. Nothing you entered or paid is lost. Please try again in a few seconds.",
    again: "Try again",
    home: "Go to the home page",
  },
  ar: {
    title: "الموقع مزدحم الآن",
    text: "عدد الزوار الآن أكبر مما نستطيع خدمته في اللحظة نفسها، فتأخّر عرض هذه الصفحة. لم تفقد شيئًا أدخلته أو دفعته، فحاول مرة أخرى بعد ثوانٍ.",
    again: "حاول مرة أخرى",
    home: "الذهاب إلى الصفحة الرئيسية",
  },
};
const awayLabels: typeof busyLabels = {
  en: {
    title: "This page is not available for a moment",
    text: "The site can’t reach its data at the moment. Nothing you entered or paid is lost. Please try again in a few seconds.",
    again: "Try again",
    home: "Go to the home page",
  },
  ar: {
    title: "هذه الصفحة غير متاحة للحظات",
    text: "لا يستطيع الموقع الوصول إلى بياناته في هذه اللحظة. لم تفقد شيئًا أدخلته أو دفعته، فحاول مرة أخرى بعد ثوانٍ.",
    again: "حاول مرة أخرى",
    home: "الذهاب إلى الصفحة الرئيسية",
  },
};
const retryAfterSeconds = 2;
/** Of every answer that will be another one soon. */
export const retryAfter = { "retry-after": String(retryAfterSeconds) };

/** Status 500. */
export function standaloneErrorPage(locale: Locale, requestId: string): Response {
  const reference = `<p class="ref">${labels[locale].reference}: <bdi dir="ltr">${escapeHtml(requestId)}</bdi></p>`;
  return bilingualPage({ locale, status: 500, texts: labels, reference });
}

/** A page with status 503 and `Retry-After`, written once a language: it is sent when the site can do least. */
function laterPage(texts: typeof busyLabels): (locale: Locale) => Promise<Response> {
  const pages = new Map<Locale, Promise<{ headers: Headers; body: ArrayBuffer }>>();
  const write = async (locale: Locale) => {
    const page = bilingualPage({ locale, status: 503, texts, headers: retryAfter });
    return { headers: page.headers, body: await page.arrayBuffer() };
  };
  return async (locale) => {
    const written = pages.get(locale) ?? write(locale);
    pages.set(locale, written);
    const { headers, body } = await written;
    return new Response(body, { status: 503, headers });
  };
}

/** For a full render queue. */
export const busyPage = laterPage(busyLabels);
/** For a page whose data cannot be read now. */
export const databaseAwayPage = laterPage(awayLabels);
