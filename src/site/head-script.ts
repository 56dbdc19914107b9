import { shellMark } from "#features/media/bridge.ts";
import { startScript } from "./start-script.ts";

/**
 * In the desktop shell the bridge to its pictures; in a browser, when the page can be used, the service worker. Neither is part of the code
 * of any page. A browser that refuses workers goes on without.
 */
const helpers = import.meta.env.PROD
  ? `(function(n){if(n.userAgent.indexOf("${shellMark}")>0)import("/shell-bridge.js");` +
    `else if(n.serviceWorker)addEventListener("hydrated",function(){n.serviceWorker.register("/sw.js").catch(function(){})})})(navigator);` +
    startScript
  : "";

/**
 * Nothing is drawn before the page's content is all there: it comes in pieces, and what is centred would move with each. The content is under
 * 12 kB on its way, so it comes with the first answer, before the style sheet that is waited for anyway. HTML Standard, link type
 * "expect"; from a script, because the validator does not know its `blocking` yet. Browsers that do not know it either draw as it comes.
 */
const wholeFirst = `(function(d,l){l.rel="expect";l.href="#footer";l.setAttribute("blocking","render");d.head.append(l)})(document,document.createElement("link"));`;

/**
 * A hash in a fresh address waits for `useFrameEffects`, which goes to it after a second as it does inside the site (specification §2): while
 * the page is parsed the address is without it, so the browser has nowhere to jump to. It is back before anything else runs.
 */
const hashLater =
  `(function(l){var h=l.hash;if(!h||document.documentElement.hidden)return;function go(to){history.replaceState(history.state,"",l.pathname+l.search+to)}` +
  `go("");document.addEventListener("DOMContentLoaded",function(){setTimeout(function(){go(h)})})})(location);`;

/**
 * Runs in the head before the first paint (decisions §1): an address without a language follows the stored preference, and
 * `data-session="in"` and `data-cart` let CSS show the right half of the header and the cart with no flash. Small, constant, named by hash in the policy.
 */
export const headScript = /* @__PURE__ */ [
  wholeFirst,
  helpers,
  `(function(d,l){try{var s=localStorage,p=l.pathname;` +
  `if(s.getItem("lang")==="ar"&&!/^\\/ar(\\/|$)/.test(p)){d.hidden=true;l.replace("/ar"+(p==="/"?"":p)+l.search+l.hash)}` +
  `if(s.getItem("user-token"))d.dataset.session="in";` +
  `var c=+JSON.parse(s.getItem("cart")||"{}").cart_total_items;if(c>0){d.dataset.cart=c;d.style.setProperty("--cart-count",'"'+c+'"')}` +
  `}catch(e){}})(document.documentElement,location);`,
  hashLater,
].join("");
