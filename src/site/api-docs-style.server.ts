import { standaloneCss } from "#platform/http/standalone-page.server.ts";

/** Two columns from 900 px up; below, the paths fold away and table rows become labelled blocks. */
export const apiDocsStyle = `${standaloneCss}
html{scroll-padding-block-start:1.5rem}.skip{position:absolute;inset-block-start:-4rem;inset-inline-start:1rem;background:var(--surface);padding:.75rem 1rem;z-index:1}.skip:focus{inset-block-start:1rem}
header{background:#073a34;color:#f4efe3}header>div{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between;max-width:80rem;margin:0 auto;padding:1rem clamp(1.25rem,3vw,2.5rem)}header span,header a{color:#b4d9cf}
.page{display:grid;gap:2rem;max-width:80rem;margin:0 auto;padding:1.5rem clamp(1.25rem,3vw,2.5rem) 6rem}main{min-width:0}
nav summary{font-weight:500;padding-block:.625rem;cursor:pointer}nav ol{list-style:none;margin:0;padding:0;border-block-start:1px solid var(--line)}
nav a{display:block;padding:.5rem 0;text-decoration:none;border-block-end:1px solid var(--line);overflow-wrap:anywhere}nav a span{display:block;font-size:.8125rem;color:var(--ink-3)}nav a:hover{background:var(--tint)}
h1{font-size:clamp(2.125rem,1.55rem + 2.1vw,3.25rem);font-weight:300;letter-spacing:-.014em}h2{font-size:1.5rem;overflow-wrap:anywhere}h2 code{font-size:1.25rem}h3,caption{font-size:1.125rem;font-weight:500;line-height:1.4;margin-block:2rem .75rem;text-align:start}
p{color:var(--ink-2);max-width:42rem;margin-block-start:1rem}header p{margin:0;color:inherit}.lead{font-size:1.125rem}main>h2{margin-block:3rem 1rem}
article{margin-block-start:4rem;padding-block-start:3rem;border-block-start:1px solid var(--line)}.summary{font-size:1.125rem;color:var(--ink)}
.method{font:600 .8125rem/1 ui-monospace,Consolas,monospace;color:var(--primary);background:var(--tint);padding:.375rem .625rem;border-radius:6px;vertical-align:.2em}
.chip{display:block;inline-size:fit-content;font-size:.8125rem;padding:.125rem .625rem;border-radius:999px;background:var(--sunken);color:var(--ink-2);margin-block-start:.5rem}.must{background:var(--warning-tint);color:var(--warning)}
table{width:100%;border-collapse:collapse}caption{padding-block:2rem .75rem;margin:0}thead th{font-size:.8125rem;font-weight:500;color:var(--ink-3)}th,td{text-align:start;vertical-align:top;padding:.625rem 1rem .625rem 0;border-block-end:1px solid var(--line);font-size:.9375rem}th{font-weight:400}tbody th{min-width:9rem}td{color:var(--ink-2);overflow-wrap:anywhere}
dl{margin:0;border-block-start:1px solid var(--line)}dl div{display:grid;grid-template-columns:4rem 1fr;padding-block:.625rem;border-block-end:1px solid var(--line)}dt{font:500 .9375rem/1.6 ui-monospace,Consolas,monospace}dd{margin:0;color:var(--ink-2);font-size:.9375rem}
pre{margin:0;padding:1.25rem;border-radius:16px;background:#051f1c;color:#f4efe3;overflow-x:auto}
@media(min-width:900px){.page{grid-template-columns:17rem minmax(0,1fr);gap:4rem;padding-block-start:3rem}nav{position:sticky;inset-block-start:1.5rem;align-self:start;max-height:calc(100vh - 3rem);overflow-y:auto}}
@media(max-width:640px){thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}table,tbody,tr,tbody th,td{display:block}tr{padding-block:.75rem;border-block-end:1px solid var(--line)}tbody th,td{border:0;padding:.125rem 0}td[data-label]::before{content:attr(data-label) ": ";color:var(--ink-3)}td.none{display:none}}`;
