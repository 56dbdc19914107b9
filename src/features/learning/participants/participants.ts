/** Rules for who was in an online meeting, without I/O. */
import { latinDigits } from "#i18n/digits.ts";
import { riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { foldWords } from "#i18n/fold-letters.ts";

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
  /** Only when the file has no times. */
  minutes: number | null;
  /** From a summary table: individual visits of the same person in another table count instead. */
  isTotal: boolean;
}

/**
 * Why a row of a file is not a presence: a stay in Zoom's waiting room, a registration without attendance, no readable
 * time or duration, or neither name nor email.
 */
export const leftOutReasons = ["waiting-room", "not-attended", "no-time", "no-name"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Maximum of one person in one file without times: a day. */
export const maxUntimedMinutes = 24 * 60;

/** All data of one participant in the file. */
export interface Participant {
  name: string;
  email: string;
  visits: Visit[];
  /** Of lines without times. */
  minutes: number;
}

/**
 * Joins the lines of one email, or else of one name, into one participant who joined several times. Text in brackets
 * belongs to the name here: it may be the person's own name after that of their device.
 */
export function joinLines(lines: readonly ParticipantLine[]): Participant[] {
  const groups = Map.groupBy(lines, ({ email, name }) => email || `name ${joinParticles(foldWords(name))}`);
  return [...groups.values()].map((all) => {
    const visits = all.flatMap(({ visit }) => visit ?? []);
    const untimed = all.filter(({ isTotal }) => !isTotal || visits.length === 0);
    return {
      name: all.find(({ name }) => name !== "")?.name ?? "",
      email: all[0]?.email ?? "",
      visits,
      minutes: untimed.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    };
  });
}

/** Merges visits that overlap or touch, in order. */
export function joinVisits(visits: readonly Visit[]): Visit[] {
  const joined: Visit[] = [];
  for (const visit of visits.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last && visit.from <= last.to) last.to = Math.max(last.to, visit.to);
    else joined.push({ ...visit });
  }
  return joined;
}

/** Cuts visits to the session, in order, and merges overlapping ones. */
const visitsWithin = (visits: readonly Visit[], session: Visit): Visit[] =>
  joinVisits(
    visits
      .map(({ from, to }) => ({ from: Math.max(from, session.from), to: Math.min(to, session.to) }))
      .filter(({ from, to }) => to > from),
  );

const minuteMs = 60_000;
export const countMinutes = ({ from, to }: Visit): number => (to - from) / minuteMs;

/** Counts whole minutes within the session; overlaps count once. */
export function attendedMinutes(people: readonly Pick<Participant, "visits" | "minutes">[], session: Visit): number {
  const visits = visitsWithin(
    people.flatMap((one) => one.visits),
    session,
  );
  const withTimes = visits.reduce((sum, visit) => sum + countMinutes(visit), 0);
  const without = people.reduce((sum, { minutes }) => sum + minutes, 0);
  return Math.min(Math.round(withTimes + without), Math.round(countMinutes(session)));
}

/** Present from this percentage of the session's minutes. */
export const isPresent = (minutes: number, session: Visit, fromPercent: number): boolean =>
  minutes >= Math.ceil((Math.round(countMinutes(session)) * fromPercent) / 100);

const titles = new Set(
  "dr,mr,mrs,ms,prof,eng,pharm,rn,د,أ,م,دكتور,دكتورة,الدكتور,الدكتورة,أستاذ,أستاذة,الأستاذ,الأستاذة"
    .split(",")
    .map(foldWords),
);

/** Joins such names into one word: `عبد الله` and `عبدالله`, `Al Harbi` and `Alharbi`. */
const joinParticles = (words: string): string =>
  words.replaceAll(/(?<![^ ])(عبد|ابو|ال|abdul|abd|abu|al|el) (?=[^ ])/gu, "$1");

/** Normalises a name for comparison: folded letters, without titles, signs and text in brackets. */
export const foldName = (name: string): string =>
  joinParticles(
    foldWords(name.replaceAll(/[([].*?[)\]]/g, " "))
      .split(" ")
      .filter((word) => word !== "" && !titles.has(word))
      .join(" "),
  );

export interface RosterPerson {
  id: number;
  /** In either script. */
  names: string[];
  /** Lower case. */
  emails: string[];
}

export interface Match {
  id: number;
  /** A match by email is certain; a match by name needs a person's confirmation. */
  by: "email" | "name";
}

/**
 * Finds a participant on the roster: by email, else by the only name that matches in either script. Null when none or
 * several do. The roster's names are folded once, because a file may have thousands of people.
 */
export function createMatcher(roster: readonly RosterPerson[]) {
  const byEmail = new Map(roster.toReversed().flatMap(({ id, emails }) => emails.map((email) => [email, id] as const)));
  const known = roster.map(({ id, names }) => ({
    id,
    names: names.map(foldName).map((name) => ({ name, words: new Set(name.split(" ")) })),
  }));
  const idsByName = (folded: string): number[] => {
    if (folded === "") return [];
    const same = known.filter(({ names }) => names.some((one) => one.name === folded));
    // Part of a name: a first name alone, or one without those in the middle.
    const words = new Set(folded.split(" "));
    const isPart = (some: Set<string>, all: Set<string>) => [...some].every((word) => all.has(word));
    const partly = () =>
      known.filter(({ names }) => names.some((one) => isPart(words, one.words) || isPart(one.words, words)));
    return (same.length > 0 ? same : partly()).map(({ id }) => id);
  };
  return ({ name, email }: Pick<Participant, "name" | "email">): Match | null => {
    const id = byEmail.get(email || (name.includes("@") ? name.trim().toLowerCase() : ""));
    if (id !== undefined) return { id, by: "email" };
    // Zoom puts the original name into brackets after the chosen one: "iPhone (Sara Ahmed)".
    const inBrackets = [...name.matchAll(/[([](.*?)[)\]]/g)].map(([, text = ""]) => text);
    const ids = new Set([name, ...inBrackets].flatMap((one) => idsByName(foldName(one))));
    const [only] = ids;
    return ids.size === 1 && only !== undefined ? { id: only, by: "name" } : null;
  };
}

const months = [
  ["january", "يناير", "كانون الثاني"],
  ["february", "فبراير", "شباط"],
  ["march", "مارس", "آذار"],
  ["april", "أبريل", "إبريل", "نيسان"],
  ["may", "مايو", "أيار"],
  ["june", "يونيو", "حزيران"],
  ["july", "يوليو", "تموز"],
  ["august", "أغسطس", "آب"],
  ["september", "سبتمبر", "أيلول"],
  ["october", "أكتوبر", "تشرين الأول"],
  ["november", "نوفمبر", "تشرين الثاني"],
  ["december", "ديسمبر", "كانون الأول"],
].map((names) => names.map(foldWords));
const weekdays =
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$|^(?:الاحد|الاثنين|الثلاثاء|الاربعاء|الخميس|الجمعه|السبت|الساعه|في|at|of)$/;

/** Lists the dates that a text may mean, `YYYY-MM-DD`: with digits only, day and month may be in either order. */
function possibleDays(text: string): string[] {
  const year = (digits: string) => (digits.length === 2 ? `20${digits}` : digits);
  const toDay = (y: string, month: string | number, day: string) =>
    `${year(y)}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const digits = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{2,4})$/.exec(text);
  if (digits) {
    const [, a = "", b = "", c = ""] = digits;
    return a.length === 4 ? [toDay(a, b, c)] : [toDay(c, a, b), toDay(c, b, a)];
  }
  const words = foldWords(text).split(" ");
  const numbers = words.filter((word) => /^\d/.test(word)).map((word) => word.replace(/(?:st|nd|rd|th)$/, ""));
  const name = words.filter((word) => !/^\d/.test(word) && !weekdays.test(word)).join(" ");
  const month = months.findIndex((names) =>
    names.some((one) => one === name || (/^[a-z]{3,}$/.test(name) && one.startsWith(name))),
  );
  const [first = "", second = ""] = numbers;
  if (month < 0 || numbers.length !== 2) return [];
  return [first.length === 4 ? toDay(first, month + 1, second) : toDay(second, month + 1, first)];
}

const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

const timePattern =
  /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?|صباحا|مساء|ص|م)?\s*(?:(z|utc|gmt)?\s*([+-]\d{1,2}(?::?\d{2})?)?)?$/i;

/** Parses the minutes east of UTC of `Z`, `UTC`, `+03:00`, `GMT+3`; null when the text names no offset. */
function offsetMinutes(zone: string | undefined, offset: string | undefined): number | null {
  if (offset === undefined) return zone === undefined ? null : 0;
  const [, sign = "", hours = "", minutes = "0"] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Parses a time of a meeting's file in any date format; in Riyadh unless it names an offset. Chooses the order of day
 * and month that is nearest to the session. `hijri` for a year of the Hijri calendar, null when it is not a time.
 */
export function readTime(text: string, sessionDay: string): number | "hijri" | null {
  if (text.length > 100) return null;
  const plain = latinDigits(text)
    .replaceAll(/[\p{Cf}\p{Mn}()]/gu, "")
    .replaceAll(/[\s،,]+/g, " ")
    .trim();
  const match = timePattern.exec(plain);
  if (!match) return null;
  const [, hours = "", minutes = "", seconds = "0", half = "", zone, offset] = match;
  const date = plain
    .slice(0, match.index)
    .replace(/[T\s]+$/, "")
    .trim();
  if (/(?<!\d)1[345]\d\d(?!\d)/.test(date)) return "hijri";
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(sessionDay));
  const [day] = possibleDays(date)
    .filter(isDay)
    .toSorted((one, other) => distance(one) - distance(other));
  const isAfternoon = /^(?:p|م)/i.test(half);
  const hour = half === "" ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (day === undefined || hour > 23 || Number(minutes) > 59) return null;
  const time = `${String(hour).padStart(2, "0")}:${minutes}`;
  const east = offsetMinutes(zone, offset);
  const start = east === null ? riyadhInstant(day, time).getTime() : Date.parse(`${day}T${time}:00Z`) - east * minuteMs;
  return start + Math.min(Number(seconds), 59) * 1000;
}

/** Parses minutes from `92`, `1,092`, `1h 32m 49s`, `1:32:49` or `1 س 32 د`; null when it is not a duration. */
export function readMinutes(text: string): number | null {
  const plain = latinDigits(text)
    .replaceAll(/[\p{Cf}\p{Mn}]/gu, "")
    .trim()
    .slice(0, 60);
  if (/^\d{1,3}(?:[,٬]\d{3})+$/.test(plain)) return Number(plain.replaceAll(/[,٬]/g, ""));
  if (/^\d+(?:\.\d+)?$/.test(plain)) return Number(plain);
  const clock = /^(\d+):(\d{2}):(\d{2})$/.exec(plain);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]) + Number(clock[3]) / 60;
  const part = (unit: string) => Number(new RegExp(`(\\d+)\\s*(?:${unit})`, "iu").exec(plain)?.[1] ?? NaN);
  const [hours, minutes, seconds] = [part("h|س"), part("m|د"), part("s|ث")];
  if ([hours, minutes, seconds].every(Number.isNaN)) return null;
  return (hours || 0) * 60 + (minutes || 0) + (seconds || 0) / 60;
}

/** Share of the visits' time that lies within the session, 0 to 1; null without visits. */
export function shareWithin(visits: readonly Visit[], session: Visit): number | null {
  const total = visits.reduce((sum, visit) => sum + countMinutes(visit), 0);
  const inside = visits.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, session.to) - Math.max(from, session.from)) / minuteMs,
    0,
  );
  return total > 0 ? inside / total : null;
}

export interface TimesHint {
  /** Lists the days of the file's times in Riyadh, at most three. */
  days: string[];
  /** The session of the run that the times match. */
  sessionId: number | null;
  /** Hours by which all times must be shifted to match the session: the account's clock is not Riyadh's. */
  shiftHours: 3 | -3 | null;
}

/** Riyadh is three hours ahead of UTC. */
const shifts = [3, -3] as const;

/**
 * Explains a file whose times hardly match the session: the times of another session, or of a clock three hours off.
 * Null when the file matches.
 */
export function checkTimes(
  visits: readonly Visit[],
  session: Visit,
  others: readonly { id: number; span: Visit }[],
): TimesHint | null {
  const share = shareWithin(visits, session);
  if (share === null || share >= 0.6) return null;
  const shifted = (hours: number) => visits.map((visit) => shiftVisit(visit, hours));
  const best = others
    .map(({ id, span }) => ({ id, share: shareWithin(visits, span) ?? 0 }))
    .reduce((one, other) => (other.share > one.share ? other : one), { id: 0, share: 0.5 });
  const sessionId = share < 0.2 && best.id > 0 ? best.id : null;
  const fits = (hours: number) => (shareWithin(shifted(hours), session) ?? 0) >= 0.8;
  const shiftHours = sessionId === null ? (shifts.find(fits) ?? null) : null;
  if (share >= 0.2 && shiftHours === null) return null;
  const days = [...new Set(visits.map(({ from }) => riyadhDate(new Date(from))))].toSorted().slice(0, 3);
  return { days, sessionId, shiftHours };
}

const hourMs = 60 * minuteMs;
export const shiftVisit = ({ from, to }: Visit, hours: number): Visit => ({
  from: from + hours * hourMs,
  to: to + hours * hourMs,
});

export const getSessionDay = (session: Visit): string => riyadhDate(new Date(session.from));
