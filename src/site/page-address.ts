import { facets } from "#features/catalogue/filters.ts";
import { withoutLocale } from "#i18n/locale.ts";
import { secretPages } from "#platform/secret-pages.ts";

const loginKeys = ["redirect", "redirect_message", "registered", "deleted", "logout", "expired"];

/** `key` opens a private run. */
const runKeys = ["run", "key"];

/** Query keys that a page reads, by route without language; `*` is any further segment. Other keys are dropped. */
const pageKeys = new Map<string, readonly string[]>([
  ["/search", ["q", "type"]],
  ["/courses", ["q", "from", "to", ...facets, "sort", "page"]],
  ["/courses/*", runKeys],
  ["/checkout/*", runKeys],
  ["/news", ["search", "page"]],
  ["/order-response", ["id", "status", "message"]],
  ["/login", loginKeys],
  ["/register", loginKeys],
  ["/forget-password", loginKeys],
  ["/reset-password-form/*", loginKeys],
]);

/** Shows a draft on its page (features/content/editing/preview.server.ts). Pages with this key are never cached. */
const previewKey = "preview";

/** The data of a client navigation, `/courses.data`, belongs to the page `/courses`. */
const dataSuffix = /\/_(?:root)?\.data$|\.data$/;

/** Builds a page's cache key: `path` and the known query keys, in a fixed order, with the first value of each. */
export function pageAddress(path: string, query: string): string {
  if (query === "") return path;
  const isData = dataSuffix.test(path);
  const [first = "", ...rest] = withoutLocale(path.replace(dataSuffix, "")).split("/").filter(Boolean);
  const known = pageKeys.get(rest.length > 0 ? `/${first}/*` : `/${first}`) ?? [];
  // React Router's key: the routes whose data a navigation needs.
  const keys = [...known, ...(isData ? ["_routes"] : []), previewKey];
  const params = new URLSearchParams(query);
  const pairs = keys.flatMap((key) => {
    const value = params.get(key);
    return value === null ? [] : [`${key}=${encodeURIComponent(value)}`];
  });
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

export function toPageAddress(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : pageAddress(url.slice(0, mark), url.slice(mark + 1));
}

/** Returns the key of the preview that a page shows, else null. */
export function getPreviewKey(address: string): string | null {
  return new URLSearchParams(address.split("?")[1]).get(previewKey);
}

const unreserved = /^[A-Za-z0-9\-._~]$/;

/** Collapses slashes, encoded ones too, and decodes characters that need no encoding. */
function normalisePath(path: string): string {
  const single = path.replace(/^(?:[/\\]|%2f|%5c)+|(?:[/\\]|%2f|%5c){2,}/gi, "/");
  // A decoded character could complete a broken escape: `%4%61`.
  if (/%(?![0-9a-f]{2})/i.test(single)) return single;
  return single.replace(/%([0-9a-f]{2})/gi, (encoded, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return unreserved.test(character) ? character : encoded;
  });
}

const secretPage = new RegExp(`^/(?:${secretPages})/.`);
/** The address of a private run. */
const keyedPage = /^\/(?:courses|checkout)\/[^?]+\?(?:.*&)?key=/;

/** Whether an address is secret: a page of one person or of a private run, or the data of a navigation to one. */
export function isPrivatePage(address: string): boolean {
  const path = withoutLocale(address);
  return secretPage.test(path) || keyedPage.test(path);
}

/** Returns a function that spells paths canonically, given routes such as `ar?/courses/:slug`. */
export function pathSpelling(patterns: readonly string[]): (path: string) => string {
  const routes = patterns
    .filter((pattern) => !pattern.includes("*"))
    .map((pattern) =>
      pattern
        .replace(/^ar\?\/?/, "")
        .split("/")
        .filter(Boolean),
    );
  const isFixed = (segment: string) => !segment.startsWith(":");
  return (path) => {
    const plain = normalisePath(path);
    const [, language = "", rest = ""] = /^(\/ar(?=\/|\.data$|$))?(.*)$/is.exec(plain) ?? [];
    const [, page = "", suffix = ""] = /^(.*?)((?:\/_(?:root)?)?\.data|\/)?$/s.exec(rest) ?? [];
    const segments = page.split("/").slice(1);
    // A trailing parameter may be optional: `checkout/:slug?`.
    const matchesPath = (route: string[]) =>
      segments.length <= route.length &&
      route.every((part, index) =>
        segments[index] === undefined ? part.endsWith("?") : !isFixed(part) || part === segments[index].toLowerCase(),
      );
    const route = routes.find(matchesPath);
    const spelled = route
      ? segments.map((segment, index) => (isFixed(route[index] ?? ":") ? segment.toLowerCase() : segment))
      : segments;
    return `${language.toLowerCase()}${spelled.map((segment) => `/${segment}`).join("")}${suffix}` || "/";
  };
}

/** Returns a test for fixed addresses: those of a route without parameter, and without a query. They are few. */
export function createFixedAddressTest(patterns: readonly string[]): (address: string) => boolean {
  const paths = new Set(
    patterns.filter((pattern) => !/[:*]/.test(pattern)).map((pattern) => `/${pattern.replace(/^ar\?\/?/, "")}`),
  );
  return (address) => paths.has(withoutLocale(address).replace(/(?<=.)\/$/, ""));
}
