import { shellMark } from "#features/content/media/bridge.ts";
import { startLater } from "./deferred-hydration.ts";

/**
 * Blocks painting until the footer arrives, to avoid a layout shift of 0.06 to 0.08. HTML Standard, link type "expect";
 * set by script, as the validator does not know its `blocking` yet.
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
 * Applies the stored language; `data-session="in"` and `data-cart` let CSS show the right header without a flash. Pages
 * of an account lead to Login at once without a session, as `useViewer` does when the code is there.
 */
function applyStored(): void {
  const root = document.documentElement;
  const { pathname, search, hash } = location;
  try {
    if (localStorage.getItem("lang") === "ar" && !/^\/ar(\/|$)/.test(pathname)) {
      root.hidden = true;
      location.replace(`/ar${pathname === "/" ? "" : pathname}${search}${hash}`);
    }
    const own = /^(\/ar)?\/(?:my-courses(?:\/\d+(?:\/change)?)?|waiting-list\/\d+|profile(?:\/security|\/data)?)$/.exec(
      pathname,
    );
    if (localStorage.getItem("user-token")) root.dataset["session"] = "in";
    else if (own && !root.hidden) {
      root.hidden = true;
      location.replace(`${own[1] ?? ""}/login?redirect=${encodeURIComponent(pathname)}`);
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

/** Source text: it runs in the browser without its module. */
const call = (work: (argument: string) => void, argument = "") => `(${work})(${JSON.stringify(argument)});`;

/** Runs in the head before the first paint. The same on every page, because the policy names its hash. */
export function headScript(): string {
  const inProduction = import.meta.env.PROD ? [call(loadHelpers, shellMark), call(startLater)] : [];
  return [call(waitForFooter), ...inProduction, call(applyStored), call(holdHash)].join("\n");
}
