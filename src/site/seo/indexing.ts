import { withoutLocale } from "#i18n/locale.ts";

/** Paths that robots.txt disallows. */
export const personalPaths: readonly string[] = [
  "/profile",
  "/my-courses",
  "/my-cpd",
  "/waiting-list",
  "/cart",
  "/checkout",
  "/order-response",
];

/**
 * Paths with noindex: account forms, search results, pages after a form, and pages with a secret address. robots.txt
 * allows them, because robots must read a page to see its noindex, and may list a disallowed address that others link.
 */
const unlistedPaths: readonly string[] = [
  "/login",
  "/register",
  "/forget-password",
  "/forgot-password",
  "/reset-password",
  "/search",
  "/thank-you",
  "/verify",
  "/r",
  "/feedback",
  "/ticket",
  "/claim",
  "/quotation",
  "/new-dates",
  "/newsletter",
  "/reset-password-form",
];

/** Whether search engines may list a path. Language and final slash do not matter. */
export function isIndexed(pathname: string): boolean {
  const path = withoutLocale(pathname);
  return ![...personalPaths, ...unlistedPaths].some((parent) => path === parent || path.startsWith(`${parent}/`));
}
