import { escapeHtml } from "#platform/escape-html.ts";
import type { Locale } from "#i18n/locale.ts";
import { bilingualPage } from "./bilingual-page.server.ts";

/** These texts are not among the messages, because this page must work when nothing else does. */
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
/** Header of every response that tells clients to try again soon. */
export const retryAfter = { "retry-after": String(retryAfterSeconds) };

/** Builds the page of status 500, with the request's id as reference. */
export function standaloneErrorPage(locale: Locale, requestId: string): Response {
  const reference = `<p class="ref">${labels[locale].reference}: <bdi dir="ltr">${escapeHtml(requestId)}</bdi></p>`;
  return bilingualPage({ locale, status: 500, texts: labels, reference });
}

/**
 * Returns a function that responds with status 503 and `Retry-After`. Builds the page only once for each language,
 * because the site is overloaded when it sends this page.
 */
function createRetryPage(texts: typeof busyLabels): (locale: Locale) => Promise<Response> {
  const pages = new Map<Locale, Promise<{ headers: Headers; body: ArrayBuffer }>>();
  const build = async (locale: Locale) => {
    const page = bilingualPage({ locale, status: 503, texts, headers: retryAfter });
    return { headers: page.headers, body: await page.arrayBuffer() };
  };
  return async (locale) => {
    const page = pages.get(locale) ?? build(locale);
    pages.set(locale, page);
    const { headers, body } = await page;
    return new Response(body, { status: 503, headers });
  };
}

/** Response while the render queue is full. */
export const busyPage = createRetryPage(busyLabels);
/** Response to a page whose data cannot be read at the moment. */
export const databaseAwayPage = createRetryPage(awayLabels);
