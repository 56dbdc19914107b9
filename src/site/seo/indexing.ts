import { withoutLocale } from "#i18n/locale.ts";

/** Disallowed in robots.txt. */
export const personalPaths: readonly string[] = [
  "/profile",
  "/my-courses",
  "/my-cpd",
  "/r",
  "/feedback",
  "/ticket",
  "/waiting-list",
  "/new-dates",
  "/claim",
  "/cart",
  "/checkout",
  "/order-response",
  "/newsletter",
  "/reset-password-form",
];

/** Noindex: account forms, results, and what follows a form. */
const unlistedPaths: readonly string[] = [
  "/login",
  "/register",
  "/forget-password",
  "/forgot-password",
  "/reset-password",
  "/search",
  "/thank-you",
  "/verify",
];

/** Language and final slash do not matter. */
export function isIndexed(pathname: string): boolean {
  const path = withoutLocale(pathname);
  return ![...personalPaths, ...unlistedPaths].some((first) => path === first || path.startsWith(`${first}/`));
}
