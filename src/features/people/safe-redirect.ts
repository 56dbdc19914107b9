/** Pages that lead to the login again. */
const entrances = /^\/(?:ar\/)?(?:login|register|forget-password|reset-password-form)(?:[/?#]|$)/;

/** A base that no address of the site has, which reveals an address that leaves the site. */
const inside = "http://inside.invalid";

/**
 * `target` when it is a page of this site, else `fallback`. Only a path is ever returned, never an origin; addresses
 * that parsers could read differently are refused.
 */
export function safeRedirect(target: string | null | undefined, fallback: string): string {
  if (!target || target.length > 1000 || !/^\/(?![/\\])/.test(target)) return fallback;
  // Text after two slashes can be read as a host.
  if (/^[^?#]*(?:[/\\]|%2f|%5c){2}/i.test(target)) return fallback;
  // Browsers drop tabs and line ends and read a backslash as a slash; an encoded one may be decoded on the way.
  if (
    /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]|%(?:[01][0-9a-f]|7f|5c)/i.test(target) ||
    /^\/(?:%2f|\.)/i.test(target)
  )
    return fallback;
  if (!target.isWellFormed() || !URL.canParse(target, inside)) return fallback;
  const url = new URL(target, inside);
  const path = url.pathname + url.search + url.hash;
  if (url.origin !== inside || path.startsWith("//") || path.startsWith("/api/") || entrances.test(path))
    return fallback;
  // The path after its dots are resolved must be valid too: /x/../%2f is /%2f.
  return path === target ? path : safeRedirect(path, fallback);
}

/** The page that required the login, else My Courses. */
export function afterLogin(redirect: string | null): string {
  return safeRedirect(redirect, "/my-courses");
}

/** Course of a course page or its checkout; null for any other page. */
export function getCourseSlug(redirect: string | null): string | null {
  const slug = /^\/(?:ar\/)?(?:courses|checkout)\/([a-z0-9-]{1,120})(?:[/?#]|$)/.exec(safeRedirect(redirect, ""))?.[1];
  return slug === undefined || slug === "cart" ? null : slug;
}

/** Ends the redirect of a visitor who pressed Register on a course page. */
export const registerHash = "#register";

/**
 * Where a new account goes on, without language: the checkout of the course whose Register button led here, else null.
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
 * The query that links between the entrance pages keep: the target page and the reason for the login. Empty without a
 * target, or with one off this site; flags of the login page are dropped.
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
