import { getDirection, localePath, type Locale } from "#i18n/locale.ts";
import { renderStandalonePage, standaloneCss } from "#platform/http/standalone-page.server.ts";
import { escapeHtml } from "#platform/escape-html.ts";
import { m } from "#messages";

const centredPageCss = `${standaloneCss}
body{min-height:100vh;display:grid;place-items:center;padding:2rem 1.25rem}main{max-width:38rem}svg{display:block;margin-block-end:2rem}
h1{font-size:clamp(1.75rem,1.3rem + 2vw,2.5rem);margin-block-end:1rem}section+section{margin-block-start:2.5rem;padding-block-start:2.5rem;border-block-start:1px solid var(--line)}
h2{font-size:1.25rem;margin-block-end:.5rem}p{color:var(--ink-2)}nav{display:flex;flex-wrap:wrap;gap:.75rem;margin-block:1.5rem}
nav a{display:inline-flex;align-items:center;min-height:3rem;padding:0 1.25rem;border-radius:10px;border:1px solid var(--primary);text-decoration:none;font-weight:500}
nav a:first-child{background:var(--primary);color:var(--surface)}.ref{font-size:.875rem;color:var(--ink-3);overflow-wrap:anywhere}`;

const logoSvg = `<svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true"><path fill="#0c6155" d="M47.5 24L40.6 30.9L40.6 40.6L30.9 40.6L24 47.5L17.1 40.6L7.4 40.6L7.4 30.9L0.5 24L7.4 17.1L7.4 7.4L17.1 7.4L24 0.5L30.9 7.4L40.6 7.4L40.6 17.1Z"/><path fill="#fff" d="M26.2 24Q32.4 17.4 39 24Q32.4 30.6 26.2 24ZM24 26.2Q30.6 32.4 24 39Q17.4 32.4 24 26.2ZM21.8 24Q15.6 30.6 9 24Q15.6 17.4 21.8 24Z"/><path fill="#f2be5c" d="M24 21.8Q17.4 15.6 24 9Q30.6 15.6 24 21.8Z"/></svg>`;

interface BilingualPage {
  locale: Locale;
  status?: number;
  texts: Record<Locale, { title: string; text: string; again: string; home?: string }>;
  reference?: string;
  headers?: Record<string, string>;
}

/** A page in both languages, the reader's first. It loads no other file from the site. */
export function bilingualPage({ locale, status, texts, reference = "", headers }: BilingualPage): Response {
  const other: Locale = locale === "en" ? "ar" : "en";
  const [first, second] = [texts[locale], texts[other]];
  const home = first.home ? `<a href="${localePath("/", locale)}">${first.home}</a>` : "";
  // An empty `href` reloads this page with its query.
  const actions = `<nav><a href="">${first.again}</a>${home}</nav>`;
  const body = `<main>${logoSvg}<section><h1>${first.title}</h1><p>${first.text}</p>${actions}${reference}</section><section lang="${other}" dir="${getDirection(other)}"><h2>${second.title}</h2><p>${second.text}</p></section></main>`;
  return renderStandalonePage({
    lang: locale,
    dir: getDirection(locale),
    title: first.title,
    style: centredPageCss,
    body,
    ...(status && { status }),
    ...(headers && { headers }),
  });
}

/** The page of a preview that has ended. Always responds with 404. */
export function previewEndedPage(locale: Locale): Response {
  const title = m.site_preview_ended({}, { locale });
  const text = m.site_preview_ended_text({}, { locale });
  return renderStandalonePage({
    lang: locale,
    dir: getDirection(locale),
    title,
    style: centredPageCss,
    body: `<main>${logoSvg}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`,
    status: 404,
    headers: { "x-robots-tag": "noindex, nofollow, noarchive" },
  });
}

/** Written here, not in `messages/`, because the build reads them before messages are compiled. */
const offlineTexts: Record<Locale, { title: string; text: string; again: string }> = {
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

/** Precached by the service worker. Loads no other file. */
export const offlinePage = (locale: Locale): Response =>
  bilingualPage({ locale, texts: offlineTexts, headers: { "cache-control": "no-cache" } });
