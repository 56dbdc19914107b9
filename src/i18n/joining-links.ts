import { m } from "#messages";
import type { Locale } from "./locale.ts";
import { getSessionDay, listed, type SessionTimes } from "./session-times.ts";

/** A session with its joining link. */
export interface JoinableSession extends SessionTimes {
  joining_url: string | null;
}

/**
 * Returns each joining link once. When the links differ, or a session has none, each label names the days of its link.
 */
export function joiningLinks(
  sessions: readonly Partial<JoinableSession>[],
  locale: Locale,
): { label: string; url: string }[] {
  const joinable = sessions.filter((session): session is JoinableSession & { joining_url: string } =>
    Boolean(session.joining_url),
  );
  const links = [...Map.groupBy(joinable, ({ joining_url }) => joining_url)];
  if (links.length === 1 && joinable.length === sessions.length)
    return links.map(([url]) => ({ label: m.common_joining_link({}, { locale }), url }));
  return links.map(([url, linkSessions]) => ({
    label: m.schedule_joining_link_of_days({ days: listed(linkSessions.map(getSessionDay), locale) }, { locale }),
    url,
  }));
}
