import { m } from "#messages";
import type { Locale } from "./locale.ts";
import { getSessionDay, listed, type SessionTimes } from "./session-times.ts";

/** A session with where it is joined. */
export interface JoinableSession extends SessionTimes {
  joining_url: string | null;
}

/** Each joining link once, with the days it is for where there are several. */
export function joiningLinks(
  sessions: readonly Partial<JoinableSession>[],
  locale: Locale,
): { label: string; url: string }[] {
  const joinable = sessions.filter((one): one is JoinableSession & { joining_url: string } => Boolean(one.joining_url));
  const links = [...Map.groupBy(joinable, ({ joining_url }) => joining_url)];
  if (links.length === 1 && joinable.length === sessions.length)
    return links.map(([url]) => ({ label: m.common_joining_link({}, { locale }), url }));
  return links.map(([url, ofLink]) => ({
    label: m.schedule_joining_link_of_days({ days: listed(ofLink.map(getSessionDay), locale) }, { locale }),
    url,
  }));
}
