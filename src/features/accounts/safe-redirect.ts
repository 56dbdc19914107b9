/** Pages that only lead back to where someone logs in. */
const entrances = /^\/(?:ar\/)?(?:login|register|forget-password|reset-password-form)(?:[/?#]|$)/;

/** A base that no address of the site can have, so that anything which leaves it is seen. */
const inside = "http://inside.invalid";

/**
 * The page to go to after login: `target` when it is a page of this site, else `fallback`. Only a path is ever returned, never an
 * origin; what different readers of addresses could understand differently is refused.
 */
export function safeRedirect(target: string | null | undefined, fallback: string): string {
  if (!target || target.length > 1000 || !/^\/(?![/\\])/.test(target)) return fallback;
  // Two slashes beside each other are no page of ours, and what follows them reads as a host.
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
  // What the address comes to once its dots are resolved must itself be one that is followed: /x/../%2f is /%2f.
  return path === target ? path : safeRedirect(path, fallback);
}

/** Where a login leads: the page that asked for it, else My Courses. */
export function afterLogin(redirect: string | null): string {
  return safeRedirect(redirect, "/my-courses");
}

/** The slug in the address of a course or of its checkout; null for any other page. */
export function courseSlugOf(redirect: string | null): string | null {
  const slug = /^\/(?:ar\/)?(?:courses|checkout)\/([a-z0-9-]{1,120})(?:[/?#]|$)/.exec(safeRedirect(redirect, ""))?.[1];
  return slug === undefined || slug === "cart" ? null : slug;
}

/** A query with one of the flags the login page understands, and where to go afterwards kept. */
export function withFlag(search: string, flag: "registered" | "logout" | "expired"): string {
  const given = new URLSearchParams(search);
  const query = new URLSearchParams({ [flag]: "1" });
  for (const name of ["redirect", "redirect_message"]) {
    const value = given.get(name);
    if (value) query.set(name, value);
  }
  return `?${query}`;
}
