/** Who was in an online meeting: rules without I/O. */
import { latinDigits } from "#i18n/digits.ts";
import { riyadhDate, riyadhInstant } from "#i18n/dates.ts";

/** Milliseconds since 1970. */
export interface Visit {
  from: number;
  to: number;
}

/** One line of a file of participants. */
export interface ParticipantLine {
  name: string;
  /** Lower case; empty without one. */
  email: string;
  visit: Visit | null;
  /** Where the file has no times. */
  minutes: number | null;
}

/** Everything that the file says of one participant. */
export interface Participant {
  name: string;
  email: string;
  visits: Visit[];
  /** Of lines without times. */
  minutes: number;
}

/** Lines of one e-mail, else of one name, are one participant who joined several times. */
export function joinLines(lines: readonly ParticipantLine[]): Participant[] {
  const groups = Map.groupBy(lines, ({ email, name }) => email || `name ${foldName(name)}`);
  return [...groups.values()].map((ofOne) => ({
    name: ofOne.find(({ name }) => name !== "")?.name ?? "",
    email: ofOne[0]?.email ?? "",
    visits: ofOne.flatMap(({ visit }) => visit ?? []),
    minutes: ofOne.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
  }));
}

/** Within the session, in order; visits that overlap are one. */
export function visitsWithin(visits: readonly Visit[], session: Visit): Visit[] {
  const inside = visits
    .map(({ from, to }) => ({ from: Math.max(from, session.from), to: Math.min(to, session.to) }))
    .filter(({ from, to }) => to > from)
    .toSorted((one, other) => one.from - other.from);
  const joined: Visit[] = [];
  for (const visit of inside) {
    const last = joined.at(-1);
    if (last && visit.from <= last.to) last.to = Math.max(last.to, visit.to);
    else joined.push({ ...visit });
  }
  return joined;
}

const minuteMs = 60_000;
export const minutesOf = ({ from, to }: Visit): number => (to - from) / minuteMs;

/** Whole minutes within the session; overlaps count once. */
export function attendedMinutes(people: readonly Pick<Participant, "visits" | "minutes">[], session: Visit): number {
  const visits = visitsWithin(
    people.flatMap((one) => one.visits),
    session,
  );
  const withTimes = visits.reduce((sum, visit) => sum + minutesOf(visit), 0);
  const without = people.reduce((sum, { minutes }) => sum + minutes, 0);
  return Math.min(Math.round(withTimes + without), Math.round(minutesOf(session)));
}

/** Present from so many percent of the minutes of the session. */
export const isPresent = (minutes: number, session: Visit, fromPercent: number): boolean =>
  minutes >= Math.ceil((Math.round(minutesOf(session)) * fromPercent) / 100);

const invisible = /[\p{Cf}\p{Mn}\u0640]/gu;
const titles = new Set(
  "dr,mr,mrs,ms,prof,eng,pharm,rn,د,أ,ا,م,دكتور,دكتوره,الدكتور,الدكتوره,استاذ,استاذه,الاستاذ,الاستاذه".split(","),
);

/** A name as it is compared: no titles, marks, signs or what stands in brackets; Arabic letters that are written alike. */
export function foldName(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(invisible, "")
    .replaceAll(/[([].*?[)\]]/g, " ")
    .toLowerCase()
    .replaceAll(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !titles.has(word))
    .join(" ");
}

export interface RosterPerson {
  id: number;
  /** In either script. */
  names: string[];
  /** Lower case. */
  emails: string[];
}

export interface Match {
  id: number;
  /** By e-mail it is certain; by name a person confirms it. */
  by: "email" | "name";
}

/**
 * Finds who of the roster someone is: by e-mail, else by the only name that fits in either script. Null when none or
 * several do. The roster's names are folded once: a file may have thousands of people.
 */
export function matcherOf(roster: readonly RosterPerson[]) {
  const byEmail = new Map(roster.toReversed().flatMap(({ id, emails }) => emails.map((email) => [email, id] as const)));
  const known = roster.map(({ id, names }) => ({
    id,
    names: names.map(foldName).map((name) => ({ name, words: new Set(name.split(" ")) })),
  }));
  return ({ name, email }: Pick<Participant, "name" | "email">): Match | null => {
    const id = byEmail.get(email || (name.includes("@") ? name.trim().toLowerCase() : ""));
    if (id !== undefined) return { id, by: "email" };
    const wanted = foldName(name);
    if (wanted === "") return null;
    const same = known.filter(({ names }) => names.some((one) => one.name === wanted));
    // Part of a name: a first name alone, or one without those in the middle.
    const words = new Set(wanted.split(" "));
    const isPart = (some: Set<string>, all: Set<string>) => [...some].every((word) => all.has(word));
    const partly = () =>
      known.filter(({ names }) => names.some((one) => isPart(words, one.words) || isPart(one.words, words)));
    const found = same.length > 0 ? same : partly();
    return found.length === 1 && found[0] ? { id: found[0].id, by: "name" } : null;
  };
}

/**
 * A time of a meeting's file, in Riyadh, however the account writes dates. Of day and month the order is that which
 * falls on the day of the session; null for what is no time.
 */
export function readTime(text: string, sessionDay: string): number | null {
  const plain = latinDigits(text)
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll("\u202f", " ")
    .trim();
  const found =
    /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{2,4})[,،]?[\sT]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]\.?m\.?|ص|م)?/i.exec(
      plain,
    );
  if (!found) return null;
  const [, a = "", b = "", c = "", hours = "", minutes = "", seconds = "0", half = ""] = found;
  const year = (text: string) => (text.length === 2 ? `20${text}` : text);
  const two = (text: string) => text.padStart(2, "0");
  const days =
    a.length === 4
      ? [`${a}-${two(b)}-${two(c)}`]
      : [`${year(c)}-${two(a)}-${two(b)}`, `${year(c)}-${two(b)}-${two(a)}`];
  const known = days.filter((day) => !Number.isNaN(Date.parse(day)));
  const day = known.find((one) => one === sessionDay) ?? known[0];
  const isAfternoon = /^(?:p|م)/i.test(half);
  const hour = half === "" ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (day === undefined || hour > 23 || Number(minutes) > 59) return null;
  return riyadhInstant(day, `${two(String(hour))}:${minutes}`).getTime() + Math.min(Number(seconds), 59) * 1000;
}

/** `92`, `1h 32m 49s`, `1:32:49`, `1 س 32 د`: minutes; null for what is none. */
export function readMinutes(text: string): number | null {
  const plain = latinDigits(text)
    .replaceAll(/\p{Cf}/gu, "")
    .trim();
  if (/^\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  const clock = /^(\d+):(\d{2}):(\d{2})$/.exec(plain);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]) + Number(clock[3]) / 60;
  const part = (unit: string) => Number(new RegExp(`(\\d+)\\s*(?:${unit})`, "iu").exec(plain)?.[1] ?? 0);
  if (!/\d/.test(plain)) return null;
  return part("h|س") * 60 + part("m|د") + part("s|ث") / 60;
}

export const sessionDayOf = (session: Visit): string => riyadhDate(new Date(session.from));
