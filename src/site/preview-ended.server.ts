import { directionOf, type Locale } from "#i18n/locale.ts";
import { escapeHtml } from "#platform/escape-html.ts";
import { renderStandalonePage } from "#platform/http/standalone-page.server.ts";
import { m } from "#messages";
import { centredPageCss, logoSvg } from "./bilingual-page.server.ts";

/** Status 404, whatever the reason. */
export function previewEndedPage(locale: Locale): Response {
  const title = m.site_preview_ended({}, { locale });
  const text = m.site_preview_ended_text({}, { locale });
  return renderStandalonePage({
    lang: locale,
    dir: directionOf(locale),
    title,
    style: centredPageCss,
    body: `<main>${logoSvg}<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`,
    status: 404,
    headers: { "x-robots-tag": "noindex, nofollow, noarchive" },
  });
}
