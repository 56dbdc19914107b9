import { withoutLocale } from "#i18n/locale.ts";

/** Pages of one person: no robot has anything to ask for there. */
export const personalPaths: readonly string[] = [
  "/profile",
  "/my-courses",
  "/cart",
  "/checkout",
  "/order-response",
  "/newsletter",
  "/reset-password-form",
];

/** Pages that are not worth a search result: forms of an account, results, and what follows a form. */
const unlistedPaths: readonly string[] = [
  "/login",
  "/register",
  "/forget-password",
  "/forgot-password",
  "/reset-password",
  "/search",
  "/thank-you",
];

/** Whether a search engine may keep the page at this path; language and final slash as they come. */
export function isIndexed(pathname: string): boolean {
  const path = withoutLocale(pathname);
  return ![...personalPaths, ...unlistedPaths].some((first) => path === first || path.startsWith(`${first}/`));
}
