import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Reply } from "../http.ts";
import type { Language } from "../language.ts";
import { labels } from "./labels.ts";

export type Merchant = { en: string; ar: string };

let styleSheet: { style: string; hash: string } | undefined;
/**
 * Reads the style sheets with the first page. The demo history uses this provider without pages, in a bundle that lacks
 * these files.
 */
function readStyleSheet(): { style: string; hash: string } {
  if (styleSheet) return styleSheet;
  const style = ["page.css", "form.css", "narrow.css"]
    .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
    .join("");
  return (styleSheet = { style, hash: createHash("sha256").update(style).digest("base64") });
}

/** Escapes text for HTML, in elements and in double-quoted attributes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Isolates left-to-right text (a number, a code) inside either language. */
export const isolate = (text: string): string => `<bdi dir="ltr">${escape(text)}</bdi>`;

const starPath =
  "M47.5 24L40.6 30.9L40.6 40.6L30.9 40.6L24 47.5L17.1 40.6L7.4 40.6L7.4 30.9L0.5 24L7.4 17.1L7.4 7.4L17.1 7.4L24 0.5L30.9 7.4L40.6 7.4L40.6 17.1Z";
const leaves =
  "M26.2 24Q32.4 17.4 39 24Q32.4 30.6 26.2 24ZM24 26.2Q30.6 32.4 24 39Q17.4 32.4 24 26.2ZM21.8 24Q15.6 30.6 9 24Q15.6 17.4 21.8 24Z";
const mark = `<svg class="mark" viewBox="0 0 48 48" width="36" height="36" aria-hidden="true"><path class="star" d="${starPath}"/><path class="leaf" d="${leaves}"/><path class="spark" d="M24 21.8Q17.4 15.6 24 9Q30.6 15.6 24 21.8Z"/></svg>`;

/** An eight-pointed seal above a panel, with a shield, a check mark or a cross. */
export function seal(sign: "shield" | "done" | "stop"): string {
  const signs = {
    shield: "M24 13l8 3v6.5c0 5.2-3.3 9.3-8 11-4.7-1.7-8-5.8-8-11V16zM20.5 23.5l2.5 2.5 4.5-4.800",
    done: "M17 24.5l5 5 9.5-10.5",
    stop: "M18 18l12 12M30 18L18 30",
  };
  return `<svg class="seal ${sign}" viewBox="0 0 48 48" width="104" height="104" aria-hidden="true"><path class="star" d="${starPath}"/><path class="sign" d="${signs[sign]}"/></svg>`;
}

/** The brand's pattern, shown once behind the panel. */
const lattice = `<svg class="lattice" aria-hidden="true"><defs><pattern id="p" width="96" height="96" patternUnits="userSpaceOnUse"><g transform="scale(2)"><path d="${starPath}"/></g></pattern></defs><rect width="100%" height="100%" fill="url(#p)"/></svg>`;

export interface PageParts {
  title: string;
  main: string;
  merchant: Merchant;
  language: Language;
  /** Address of the same page, to which `?lang=` is added for the other language; null hides the link. */
  self: string | null;
  status?: number;
  /** Other origins to which a form on the page may lead. */
  formTargets?: string[];
}

/** Renders a full page with one hashed style sheet, without scripts or external files. */
export function page({ title, main, merchant, language, self, status = 200, formTargets = [] }: PageParts): Reply {
  const t = labels[language];
  const other = language === "ar" ? "en" : "ar";
  const switcher =
    self === null
      ? ""
      : `<a class="lang" href="${escape(self)}?lang=${other}" hreflang="${other}" lang="${other}">${labels[other].ownName}</a>`;
  const body = `<!DOCTYPE html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escape(title)} · ${t.sandbox}</title><style>${readStyleSheet().style}</style></head>
<body><aside class="banner" aria-label="${t.sandbox}"><p><strong>${t.bannerStrong}</strong> <span>${t.bannerRest}</span></p></aside>
<header><div class="bar"><span class="logo">${mark}<b>${escape(merchant[language])}</b><small>${t.sandbox}</small></span>${switcher}</div></header>
<main>${lattice}${main}</main></body></html>`;
  return {
    status,
    body,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-language": language,
      "content-security-policy": `default-src 'none'; style-src 'sha256-${readStyleSheet().hash}'; form-action ${["'self'", ...formTargets].join(" ")}; base-uri 'none'; frame-ancestors 'none'`,
      // Not `no-referrer`: the form's POST must send its origin. Other sites must not learn any of the address.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  };
}
