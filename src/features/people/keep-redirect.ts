import { safeRedirect } from "./safe-redirect.ts";

/**
 * The query that links among the entrance pages carry on: where someone was going and why they were stopped. Empty
 * without a target, or with one off this site; flags of the login page are dropped.
 */
export function keepRedirect(search: string): string {
  const given = new URLSearchParams(search);
  const query = new URLSearchParams();
  const target = safeRedirect(given.get("redirect"), "");
  if (target === "") return "";
  query.set("redirect", target);
  const message = given.get("redirect_message");
  if (message) query.set("redirect_message", message);
  return `?${query}`;
}

export const redirectQuery = (target: string | undefined): string =>
  target ? keepRedirect(`?${new URLSearchParams({ redirect: target })}`) : "";
