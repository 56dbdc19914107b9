import { shellMark } from "#features/media/bridge.ts";
import { startLater } from "./deferred-hydration.ts";

/**
 * Nothing is drawn before the page's content is all there: it comes in pieces, and what is centred would move with each (measured layout
 * shift without: 0.06 to 0.08). HTML Standard, link type "expect"; from a script, because the validator does not know its `blocking` yet.
 * Browsers that do not know it either draw as it comes.
 */
function waitForFooter(): void {
  const link = Object.assign(document.createElement("link"), { rel: "expect", href: "#footer" });
  link.setAttribute("blocking", "render");
  document.head.append(link);
}

/** In the desktop shell the bridge to its pictures; in a browser, once the page is hydrated, the service worker, where there may be one. */
function loadHelpers(shellMark: string): void {
  if (navigator.userAgent.includes(shellMark))
    document.head.append(Object.assign(document.createElement("script"), { src: "/shell-bridge.js" }));
  else if ("serviceWorker" in navigator)
    addEventListener("hydrated", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
}

/**
 * An address without a language follows the stored preference; `data-session="in"` and `data-cart` let CSS show the right half of the
 * header and the cart with no flash.
 */
function applyStored(): void {
  const root = document.documentElement;
  const { pathname, search, hash } = location;
  try {
    if (localStorage.getItem("lang") === "ar" && !/^\/ar(\/|$)/.test(pathname)) {
      root.hidden = true;
      location.replace(`/ar${pathname === "/" ? "" : pathname}${search}${hash}`);
    }
    if (localStorage.getItem("user-token")) root.dataset["session"] = "in";
    const count = Number(JSON.parse(localStorage.getItem("cart") ?? "{}").cart_total_items);
    if (count > 0) {
      root.dataset["cart"] = String(count);
      root.style.setProperty("--cart-count", `"${count}"`);
    }
  } catch {
    // Storage may be forbidden, and what is in it may be broken.
  }
}

/**
 * A hash in a fresh address waits for `useNavigationEffects`, which goes to it after a second as it does inside the
 * site (specification §2): while the page is parsed the address is without it, so the browser has nowhere to jump to.
 * It is back before anything else runs.
 */
function holdHash(): void {
  const { hash, pathname, search } = location;
  if (!hash || document.documentElement.hidden) return;
  history.replaceState(history.state, "", pathname + search);
  const restore = () => history.replaceState(history.state, "", pathname + search + hash);
  document.addEventListener("DOMContentLoaded", () => setTimeout(restore));
}

/** A call of a function as text. It runs in the browser by itself: nothing outside of the function is there. */
const call = (work: (given: string) => void, given = "") => `(${work})(${JSON.stringify(given)});`;

/** Runs in the head before the first paint. The same for every page and visitor, so that the policy can name its hash. */
export function headScript(): string {
  const inProduction = import.meta.env.PROD ? [call(loadHelpers, shellMark), call(startLater)] : [];
  return [call(waitForFooter), ...inProduction, call(applyStored), call(holdHash)].join("\n");
}
