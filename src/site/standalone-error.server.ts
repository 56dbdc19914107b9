import { escapeHtml } from "#platform/escape-html.ts";
import { renderStandalonePage, standaloneCss } from "#platform/http/standalone-page.server.ts";
import { directionOf, localePath, type Locale } from "#i18n/locale.ts";

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

/** For a full render queue. */
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
const retryAfterSeconds = 2;

export const standaloneErrorCss = `${standaloneCss}
body{min-height:100vh;display:grid;place-items:center;padding:2rem 1.25rem}main{max-width:38rem}svg{display:block;margin-block-end:2rem}
h1{font-size:clamp(1.75rem,1.3rem + 2vw,2.5rem);margin-block-end:1rem}section+section{margin-block-start:2.5rem;padding-block-start:2.5rem;border-block-start:1px solid var(--line)}
h2{font-size:1.25rem;margin-block-end:.5rem}p{color:var(--ink-2)}nav{display:flex;flex-wrap:wrap;gap:.75rem;margin-block:1.5rem}
nav a{display:inline-flex;align-items:center;min-height:3rem;padding:0 1.25rem;border-radius:10px;border:1px solid var(--primary);text-decoration:none;font-weight:500}
nav a:first-child{background:var(--primary);color:var(--surface)}.ref{font-size:.875rem;color:var(--ink-3);overflow-wrap:anywhere}`;

export const logoSvg = `<svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true"><path fill="#0c6155" d="M47.5 24L40.6 30.9L40.6 40.6L30.9 40.6L24 47.5L17.1 40.6L7.4 40.6L7.4 30.9L0.5 24L7.4 17.1L7.4 7.4L17.1 7.4L24 0.5L30.9 7.4L40.6 7.4L40.6 17.1Z"/><path fill="#fff" d="M26.2 24Q32.4 17.4 39 24Q32.4 30.6 26.2 24ZM24 26.2Q30.6 32.4 24 39Q17.4 32.4 24 26.2ZM21.8 24Q15.6 30.6 9 24Q15.6 17.4 21.8 24Z"/><path fill="#f2be5c" d="M24 21.8Q17.4 15.6 24 9Q30.6 15.6 24 21.8Z"/></svg>`;

interface PlainPage {
  locale: Locale;
  status: number;
  texts: Record<Locale, { title: string; text: string; again: string; home: string }>;
  reference?: string;
  headers?: Record<string, string>;
}

/** The reader's language first, then the other one. Loads nothing. */
function plainPage({ locale, status, texts, reference = "", headers = {} }: PlainPage): Response {
  const other: Locale = locale === "en" ? "ar" : "en";
  const [first, second] = [texts[locale], texts[other]];
  // An empty address is the page itself, with its query.
  const actions = `<nav><a href="">${first.again}</a><a href="${localePath("/", locale)}">${first.home}</a></nav>`;
  const body = `<main>${logoSvg}<section><h1>${first.title}</h1><p>${first.text}</p>${actions}${reference}</section><section lang="${other}" dir="${directionOf(other)}"><h2>${second.title}</h2><p>${second.text}</p></section></main>`;
  return renderStandalonePage({
    lang: locale,
    dir: directionOf(locale),
    title: first.title,
    style: standaloneErrorCss,
    body,
    status,
    headers,
  });
}

/** Status 500. */
export function standaloneErrorPage(locale: Locale, requestId: string): Response {
  const reference = `<p class="ref">${labels[locale].reference}: <bdi dir="ltr">${escapeHtml(requestId)}</bdi></p>`;
  return plainPage({ locale, status: 500, texts: labels, reference });
}

const busyPages = new Map<Locale, Promise<{ headers: Headers; body: ArrayBuffer }>>();

/** Status 503 with `Retry-After`. Rendered once, because it is sent under load. */
export async function busyPage(locale: Locale): Promise<Response> {
  let written = busyPages.get(locale);
  if (!written) {
    const page = plainPage({
      locale,
      status: 503,
      texts: busyLabels,
      headers: { "retry-after": String(retryAfterSeconds) },
    });
    written = page.arrayBuffer().then((body) => ({ headers: page.headers, body }));
    busyPages.set(locale, written);
  }
  const { headers, body } = await written;
  return new Response(body, { status: 503, headers });
}
