import { shellMark } from "#features/content/media/bridge.ts";
import { startLater } from "./deferred-hydration.ts";

/**
 * Blocks painting until the footer arrives, to avoid a layout shift of 0.06 to 0.08. Uses the link type "expect" of the
 * HTML Standard. A script adds the link, because the HTML validator does not know its attribute `blocking` yet.
 */
function waitForFooter(): void {
  const link = Object.assign(document.createElement("link"), { rel: "expect", href: "#footer" });
  link.setAttribute("blocking", "render");
  document.head.append(link);
}

function loadHelpers(shellMark: string): void {
  if (navigator.userAgent.includes(shellMark))
    document.head.append(Object.assign(document.createElement("script"), { src: "/shell-bridge.js" }));
  else if ("serviceWorker" in navigator)
    addEventListener("hydrated", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
}

/**
 * Applies the stored language; `data-session="in"` and `data-cart` let CSS show the right header without a flash.
 * Without a session, account pages redirect to Login at once, as `useViewer` does once the page's code has loaded.
 */
function applyStored(): void {
  const root = document.documentElement;
  const { pathname, search, hash } = location;
  try {
    if (localStorage.getItem("lang") === "ar" && !/^\/ar(\/|$)/.test(pathname)) {
      root.hidden = true;
      location.replace(`/ar${pathname === "/" ? "" : pathname}${search}${hash}`);
    }
    const accountPath =
      /^(\/ar)?\/(?:my-courses(?:\/\d+(?:\/change)?)?|waiting-list\/\d+|profile(?:\/security|\/data)?)$/.exec(pathname);
    if (localStorage.getItem("user-token")) root.dataset["session"] = "in";
    else if (accountPath && !root.hidden) {
      root.hidden = true;
      location.replace(`${accountPath[1] ?? ""}/login?redirect=${encodeURIComponent(pathname)}`);
    }
    const count = Number(JSON.parse(localStorage.getItem("cart") ?? "{}").cart_total_items);
    if (count > 0) {
      root.dataset["cart"] = String(count);
      root.style.setProperty("--cart-count", `"${count}"`);
    }
  } catch {
    // Storage may be forbidden or hold broken values.
  }
}

/** Prevents the browser's jump to a hash: `useNavigationEffects` scrolls to it after a second (specification §2). */
function holdHash(): void {
  const { hash, pathname, search } = location;
  if (!hash || document.documentElement.hidden) return;
  history.replaceState(history.state, "", pathname + search);
  const restore = () => history.replaceState(history.state, "", pathname + search + hash);
  document.addEventListener("DOMContentLoaded", () => setTimeout(restore));
}

/** Builds the source text of a call. `work` runs in the browser without its module, so it must not use its imports. */
const buildCall = (work: (argument: string) => void, argument = "") => `(${work})(${JSON.stringify(argument)});`;

/** Builds the head's script, which runs before the first paint. It is the same on all pages: the policy has its hash. */
export function headScript(): string {
  const inProduction = import.meta.env.PROD ? [buildCall(loadHelpers, shellMark), buildCall(startLater)] : [];
  return [buildCall(waitForFooter), ...inProduction, buildCall(applyStored), buildCall(holdHash)].join("\n");
}
