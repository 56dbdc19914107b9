/** Login and its neighbours. A redirect to one of them would lead to the login again. */
const loginPagePattern = /^\/(?:ar\/)?(?:login|register|forget-password|reset-password-form)(?:[/?#]|$)/;

/** A base for parsing. A parsed address with another origin leaves the site. */
const testOrigin = "http://inside.invalid";

/**
 * Returns `target` if it is a page of this site, else `fallback`. Returns only paths, never an origin, and refuses
 * addresses that parsers could read differently.
 */
export function safeRedirect(target: string | null | undefined, fallback: string): string {
  if (!target || target.length > 1000 || !/^\/(?![/\\])/.test(target)) return fallback;
  // A parser may read text after two slashes as a host.
  if (/^[^?#]*(?:[/\\]|%2f|%5c){2}/i.test(target)) return fallback;
  // Browsers drop tabs and line ends and read a backslash as a slash; proxies may decode encoded ones.
  if (
    /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]|%(?:[01][0-9a-f]|7f|5c)/i.test(target) ||
    /^\/(?:%2f|\.)/i.test(target)
  )
    return fallback;
  if (!target.isWellFormed() || !URL.canParse(target, testOrigin)) return fallback;
  const url = new URL(target, testOrigin);
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== testOrigin || path.startsWith("//") || path.startsWith("/api/") || loginPagePattern.test(path))
    return fallback;
  // The path with resolved dots must be valid too: /x/../%2f becomes /%2f.
  return path === target ? path : safeRedirect(path, fallback);
}

/** Returns the page that required the login, else My Courses. */
export function afterLogin(redirect: string | null): string {
  return safeRedirect(redirect, "/my-courses");
}

/** Returns the slug of the course if the redirect is its page or its checkout, else null. */
export function getCourseSlug(redirect: string | null): string | null {
  const slug = /^\/(?:ar\/)?(?:courses|checkout)\/([a-z0-9-]{1,120})(?:[/?#]|$)/.exec(safeRedirect(redirect, ""))?.[1];
  return slug === undefined || slug === "cart" ? null : slug;
}

/** End of the redirect for a visitor who selected Register on a course page. */
export const registerHash = "#register";

/**
 * Returns the next page after a registration, without language: the checkout of the course whose Register button led
 * here, else null.
 */
export function checkoutAfterRegistration(search: string): string | null {
  const target = safeRedirect(new URLSearchParams(search).get("redirect"), "");
  const slug = getCourseSlug(target);
  const match = /^[^?#]+(\?run=\d{1,9}(?:&key=[\w-]{1,60})?)?#register$/.exec(target);
  return slug && match ? `/checkout/${slug}${match[1] ?? ""}` : null;
}

export function withFlag(search: string, flag: "registered" | "logout" | "expired"): string {
  const params = new URLSearchParams(search);
  const query = new URLSearchParams({ [flag]: "1" });
  for (const name of ["redirect", "redirect_message"]) {
    const value = params.get(name);
    if (value) query.set(name, value);
  }
  return `?${query}`;
}

/**
 * Builds the query for links between the login pages: the target page and the reason for the login, without other
 * flags. Empty when there is no target or it is not a page of this site.
 */
export function keepRedirect(search: string): string {
  const params = new URLSearchParams(search);
  const query = new URLSearchParams();
  const target = safeRedirect(params.get("redirect"), "");
  if (target === "") return "";
  query.set("redirect", target);
  const message = params.get("redirect_message");
  if (message) query.set("redirect_message", message);
  return `?${query}`;
}

export const redirectQuery = (target: string | undefined): string =>
  target ? keepRedirect(`?${new URLSearchParams({ redirect: target })}`) : "";
