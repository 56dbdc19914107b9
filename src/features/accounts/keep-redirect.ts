import { safeRedirect } from "./safe-redirect.ts";

/**
 * The query that every link among login, register, forgotten and new password carries on: where someone was going and
 * why they were stopped, taken from the query of the page. Empty when they were going nowhere, or off this site; flags
 * of the login page are left behind.
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

/** The same for a target alone, as a mail carries it. */
export const redirectQuery = (target: string | undefined): string =>
  target ? keepRedirect(`?${new URLSearchParams({ redirect: target })}`) : "";
