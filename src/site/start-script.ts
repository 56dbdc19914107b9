/** The kind of the block that holds a page's code until it may start: no browser runs it. */
const waitingKind = "text/plain";

/**
 * Lets a page be seen before its code is fetched: takes the rendered page and answers with one whose module script waits, with the addresses
 * of its modules beside it, for `startScript`. On a slow line pictures and faces then do not share the way with a hundred kilobytes of code.
 */
export function codeAfterLooks(html: string): string {
  const modules: string[] = [];
  const bare = html.replace(/<link rel="modulepreload" [^>]*?href="([^"]+)"[^>]*>/g, (_, href: string) => {
    modules.push(href);
    return "";
  });
  return bare.replace(/<script([^>]*?) type="module" async=""/, (_, before: string) => `<script${before} type="${waitingKind}" data-modules="${modules.join(" ")}"`);
}

/**
 * Runs in the head. Starts the waiting code when the page has loaded and been painted, at the first press or key if that is earlier, and after four
 * seconds whatever still loads. Until React has taken over (the event "hydrated") it keeps the last press on a button, and a form that
 * only our code can send, and does it then: nothing that was pressed or typed early is lost.
 */
export const startScript =
  `(function(d,w){var on=0,live=0,kept;` +
  `function start(){if(on)return;var s=d.querySelector("script[data-modules]");if(!s)return d.addEventListener("DOMContentLoaded",start);on=1;` +
  `s.dataset.modules.split(" ").forEach(function(h){var l=d.createElement("link");l.rel="modulepreload";l.href=h;d.head.append(l)});` +
  `var n=d.createElement("script");n.type="module";n.textContent=s.textContent;d.head.append(n);n.remove()}` +
  `function shown(){try{new PerformanceObserver(start).observe({type:"paint",buffered:true})}catch(e){start()}}` +
  `w.addEventListener("load",shown);setTimeout(start,4000);` +
  `["pointerdown","keydown","click"].forEach(function(k){w.addEventListener(k,start,{capture:true,once:true})});` +
  `w.addEventListener("click",function(e){var b=e.target.closest("button");if(!live&&b&&!(b.form&&b.type==="submit"))kept=function(){b.click()}},true);` +
  `w.addEventListener("submit",function(e){var f=e.target;if(!live&&f.method==="post"){e.preventDefault();kept=function(){f.requestSubmit(e.submitter)}}},true);` +
  `w.addEventListener("hydrated",function(){live=1;if(kept)kept();kept=0})})(document,window);`;
