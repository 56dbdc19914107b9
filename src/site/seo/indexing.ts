import { withoutLocale } from "#i18n/locale.ts";

/** Disallowed in robots.txt. */
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
 * Noindex: account forms, results, what follows a form, and pages with a secret address. Robots must read those to see
 * the noindex: a disallowed address that is linked somewhere can be listed bare.
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

/** Language and final slash do not matter. */
export function isIndexed(pathname: string): boolean {
  const path = withoutLocale(pathname);
  return ![...personalPaths, ...unlistedPaths].some((first) => path === first || path.startsWith(`${first}/`));
}
