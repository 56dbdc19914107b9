/** The application's only page. The build writes it as an HTML file with the texts of both languages. */
import { labels } from "./labels.ts";

const style = `:root{color-scheme:light dark;--bg:#fbfcfa;--ink:#0b211e;--ink-2:#3b4f4b;--line:#dde5e1;--primary:#0c6155;--on:#fff}
@media(prefers-color-scheme:dark){:root{--bg:#071917;--ink:#eaf3f0;--ink-2:#b9cbc6;--line:#1f3d38;--primary:#63cdb8;--on:#071917}}
html,body{height:100%;margin:0;background:var(--bg);color:var(--ink);font:1rem/1.6 "IBM Plex Sans","IBM Plex Sans Arabic",system-ui,sans-serif}
webview{position:absolute;inset:0}#away{position:absolute;inset:0;background:var(--bg);display:grid;place-items:center;overflow:auto}#away[hidden]{display:none}
#away>div{max-width:36rem;padding:2rem}h1{font-weight:400;line-height:1.3;margin:0 0 .5rem}p{margin:0 0 1.25rem;color:var(--ink-2)}
section+section{margin-block-start:2rem;padding-block-start:2rem;border-block-start:1px solid var(--line)}section[lang=ar]{line-height:1.85}
button{font:inherit;min-height:3rem;padding:0 1.5rem;border:0;border-radius:10px;background:var(--primary);color:var(--on)}button:focus-visible{outline:2px solid #6a50ae;outline-offset:2px}`;

/** Returns the HTML of the window: the view of the site, and above it the message that the site cannot be reached. */
export function shellPage(): string {
  const section = (lang: "en" | "ar") =>
    `<section lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}"><h1>${labels[lang].unreachable}</h1><p>${labels[lang].unreachableText}</p><button type="button">${labels[lang].tryAgain}</button></section>`;
  // The partition keeps the site's storage between two starts. The view has no attribute that would give it Node.
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Nama Health</title><style>${style}</style></head><body><webview partition="persist:nama"></webview><main id="away" hidden><div>${section("en")}${section("ar")}</div></main><script src="shell.js"></script></body></html>`;
}
