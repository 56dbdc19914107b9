import { createHash } from "node:crypto";
import { escapeHtml } from "#platform/escape-html.ts";

/** Renders a page without the site's assets. Its one style element is allowed by hash. */
export function renderStandalonePage(page: {
  lang: string;
  dir?: "ltr" | "rtl";
  title: string;
  style: string;
  body: string;
  status?: number;
  headers?: Record<string, string>;
  frames?: boolean;
}): Response {
  const { lang, dir = "ltr", title, style, body, status = 200, headers = {}, frames = false } = page;
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    ...(frames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const html = `<!DOCTYPE html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy,
      ...headers,
    },
  });
}

/** Repeats the values of src/ui/tokens.css. */
export const standaloneCss = `:root{color-scheme:light dark;--bg:#fbfcfa;--surface:#fff;--sunken:#f1f5f2;--ink:#0b211e;--ink-2:#3b4f4b;--ink-3:#5a6d68;--line:#dde5e1;--primary:#0c6155;--tint:#e4f3ee;--accent:#6a50ae;--warning:#855000;--warning-tint:#fcf0d8;--danger:#b3261e;--danger-tint:#fceae8}
@media(prefers-color-scheme:dark){:root{--bg:#071917;--surface:#0c2320;--sunken:#05130f;--ink:#eaf3f0;--ink-2:#b9cbc6;--ink-3:#8fa6a0;--line:#1f3d38;--primary:#63cdb8;--tint:#10352f;--accent:#c6b7ee;--warning:#f2c36b;--warning-tint:#33250a;--danger:#ffa79e;--danger-tint:#3b1512}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:1rem/1.6 "IBM Plex Sans","IBM Plex Sans Arabic",system-ui,sans-serif}
body:lang(ar),section[lang=ar]{line-height:1.85}section[lang=en]{line-height:1.6}h1,h2,h3{font-weight:400;line-height:1.3;margin:0;text-wrap:balance}p{margin:0}a{color:var(--primary)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
code,pre{font:.875em/1.6 ui-monospace,Consolas,monospace}`;
