/** Rules for who attended an online meeting, without I/O. */
import { latinDigits } from "#i18n/digits.ts";
import { isDate, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { foldWords } from "#i18n/fold-letters.ts";

/** A stay in the meeting. Times are in milliseconds since 1970. */
export interface Visit {
  from: number;
  to: number;
}

/** One line of a file of participants. */
export interface ParticipantLine {
  name: string;
  /** In lower case; empty when the line has none. */
  email: string;
  visit: Visit | null;
  /** Set only when the line has no visit, but a duration. */
  minutes: number | null;
  /** Whether the line is from a summary table. If another table has the person's visits, those count instead. */
  isTotal: boolean;
}

/**
 * Why a row of a file is left out: it is a stay in Zoom's waiting room or a registration without attendance, or it has
 * no readable time or duration, or neither name nor email.
 */
export const leftOutReasons = ["waiting-room", "not-attended", "no-time", "no-name"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** Maximum minutes of one person in a file without times: a day. */
export const maxUntimedMinutes = 24 * 60;

/** All data of one participant in the file. */
export interface Participant {
  name: string;
  email: string;
  visits: Visit[];
  /** Sum of the minutes of lines without times. */
  minutes: number;
}

/**
 * Joins the lines with the same email, or without an email the lines with the same name, into one participant. Text in
 * brackets counts as part of the name here, because it may be the person's own name after that of their device.
 */
export function joinLines(lines: readonly ParticipantLine[]): Participant[] {
  const groups = Map.groupBy(lines, ({ email, name }) => email || `name ${joinParticles(foldWords(name))}`);
  return [...groups.values()].map((group) => {
    const visits = group.flatMap(({ visit }) => visit ?? []);
    const untimed = group.filter(({ isTotal }) => !isTotal || visits.length === 0);
    return {
      name: group.find(({ name }) => name !== "")?.name ?? "",
      email: group[0]?.email ?? "",
      visits,
      minutes: untimed.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    };
  });
}

/** Merges visits that overlap or touch, in order. */
export function joinVisits(visits: readonly Visit[]): Visit[] {
  const joined: Visit[] = [];
  for (const visit of visits.toSorted((a, b) => a.from - b.from)) {
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

/**
 * Counts the whole minutes within the session that one person attended, from their entries in the file. Overlapping
 * visits count once.
 */
export function countAttendedMinutes(
  entries: readonly Pick<Participant, "visits" | "minutes">[],
  session: Visit,
): number {
  const visits = visitsWithin(
    entries.flatMap((entry) => entry.visits),
    session,
  );
  const timedMinutes = visits.reduce((sum, visit) => sum + countMinutes(visit), 0);
  const untimedMinutes = entries.reduce((sum, { minutes }) => sum + minutes, 0);
  return Math.min(Math.round(timedMinutes + untimedMinutes), Math.round(countMinutes(session)));
}

/** Whether minutes are enough to be present: at least `fromPercent` of the session's minutes. */
export const isPresent = (minutes: number, session: Visit, fromPercent: number): boolean =>
  minutes >= Math.ceil((Math.round(countMinutes(session)) * fromPercent) / 100);

const titles = new Set(
  "dr,mr,mrs,ms,prof,eng,pharm,rn,د,أ,م,دكتور,دكتورة,الدكتور,الدكتورة,أستاذ,أستاذة,الأستاذ,الأستاذة"
    .split(",")
    .map(foldWords),
);

/** Joins a particle of a name to the next word: `عبد الله` equals `عبدالله`, and `Al Harbi` equals `Alharbi`. */
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
  /** Names in either script. */
  names: string[];
  /** Addresses in lower case. */
  emails: string[];
}

export interface Match {
  id: number;
  /** A match by email is certain; a match by name needs a person's confirmation. */
  by: "email" | "name";
}

/**
 * Creates a function that finds a participant on the roster: by email, else by the only name that matches in either
 * script. It returns null when no name or several names match. The names of the roster are folded once, because a file
 * may have thousands of people.
 */
export function createMatcher(roster: readonly RosterPerson[]) {
  const idsByEmail = new Map(
    roster.toReversed().flatMap(({ id, emails }) => emails.map((email) => [email, id] as const)),
  );
  const foldedRoster = roster.map(({ id, names }) => ({
    id,
    names: names.map(foldName).map((name) => ({ name, words: new Set(name.split(" ")) })),
  }));
  const findIdsByName = (folded: string): number[] => {
    if (folded === "") return [];
    const sameName = foldedRoster.filter(({ names }) => names.some(({ name }) => name === folded));
    // A part of a name matches too: a first name alone, or a name without its middle names.
    const words = new Set(folded.split(" "));
    const isPart = (part: Set<string>, whole: Set<string>) => [...part].every((word) => whole.has(word));
    const findPartial = () =>
      foldedRoster.filter(({ names }) => names.some((name) => isPart(words, name.words) || isPart(name.words, words)));
    return (sameName.length > 0 ? sameName : findPartial()).map(({ id }) => id);
  };
  return ({ name, email }: Pick<Participant, "name" | "email">): Match | null => {
    const id = idsByEmail.get(email || (name.includes("@") ? name.trim().toLowerCase() : ""));
    if (id !== undefined) return { id, by: "email" };
    // Zoom puts the original name into brackets after the chosen one: "iPhone (Sara Ahmed)".
    const inBrackets = [...name.matchAll(/[([](.*?)[)\]]/g)].map(([, text = ""]) => text);
    const ids = new Set([name, ...inBrackets].flatMap((text) => findIdsByName(foldName(text))));
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

/** Lists the dates that a text may mean, `YYYY-MM-DD`. If it has only digits, day and month may be in either order. */
function listPossibleDays(text: string): string[] {
  const toFullYear = (digits: string) => (digits.length === 2 ? `20${digits}` : digits);
  const toDay = (year: string, month: string | number, day: string) =>
    `${toFullYear(year)}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const digits = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{2,4})$/.exec(text);
  if (digits) {
    const [, a = "", b = "", c = ""] = digits;
    return a.length === 4 ? [toDay(a, b, c)] : [toDay(c, a, b), toDay(c, b, a)];
  }
  const words = foldWords(text).split(" ");
  const numbers = words.filter((word) => /^\d/.test(word)).map((word) => word.replace(/(?:st|nd|rd|th)$/, ""));
  const name = words.filter((word) => !/^\d/.test(word) && !weekdays.test(word)).join(" ");
  const month = months.findIndex((names) =>
    names.some((monthName) => monthName === name || (/^[a-z]{3,}$/.test(name) && monthName.startsWith(name))),
  );
  const [first = "", second = ""] = numbers;
  if (month < 0 || numbers.length !== 2) return [];
  return [first.length === 4 ? toDay(first, month + 1, second) : toDay(second, month + 1, first)];
}

const timePattern =
  /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?|صباحا|مساء|ص|م)?\s*(?:(z|utc|gmt)?\s*([+-]\d{1,2}(?::?\d{2})?)?)?$/i;

/** Parses an offset such as `Z`, `UTC`, `+03:00` or `GMT+3` to minutes east of UTC; null when the text names none. */
function parseOffsetMinutes(zone: string | undefined, offset: string | undefined): number | null {
  if (offset === undefined) return zone === undefined ? null : 0;
  const [, sign = "", hours = "", minutes = "0"] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * Parses a time in the file of a meeting, in any date format, to milliseconds since 1970. The time is in Riyadh unless
 * it names an offset. Of the possible orders of day and month, chooses the date that is nearest to the session. Returns
 * `hijri` for a year of the Hijri calendar, and null for other text.
 */
export function readTime(text: string, sessionDay: string): number | "hijri" | null {
  if (text.length > 100) return null;
  const plain = latinDigits(text)
    .replaceAll(/[\p{Cf}\p{Mn}()]/gu, "")
    .replaceAll(/[\s،,]+/g, " ")
    .trim();
  const match = timePattern.exec(plain);
  if (!match) return null;
  const [, hours = "", minutes = "", seconds = "0", amOrPm = "", zone, offset] = match;
  const date = plain
    .slice(0, match.index)
    .replace(/[T\s]+$/, "")
    .trim();
  if (/(?<!\d)1[345]\d\d(?!\d)/.test(date)) return "hijri";
  const getDistance = (day: string) => Math.abs(Date.parse(day) - Date.parse(sessionDay));
  const [day] = listPossibleDays(date)
    .filter(isDate)
    .toSorted((a, b) => getDistance(a) - getDistance(b));
  const isAfternoon = /^(?:p|م)/i.test(amOrPm);
  const hour = amOrPm === "" ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  if (day === undefined || hour > 23 || Number(minutes) > 59) return null;
  const time = `${String(hour).padStart(2, "0")}:${minutes}`;
  const offsetMinutes = parseOffsetMinutes(zone, offset);
  const start =
    offsetMinutes === null
      ? riyadhInstant(day, time).getTime()
      : Date.parse(`${day}T${time}:00Z`) - offsetMinutes * minuteMs;
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
  const readUnit = (unit: string) => Number(new RegExp(`(\\d+)\\s*(?:${unit})`, "iu").exec(plain)?.[1] ?? NaN);
  const [hours, minutes, seconds] = [readUnit("h|س"), readUnit("m|د"), readUnit("s|ث")];
  if ([hours, minutes, seconds].every(Number.isNaN)) return null;
  return (hours || 0) * 60 + (minutes || 0) + (seconds || 0) / 60;
}

/** Share of the visits' time that lies within the session, 0 to 1; null without visits. */
export function getShareWithin(visits: readonly Visit[], session: Visit): number | null {
  const total = visits.reduce((sum, visit) => sum + countMinutes(visit), 0);
  const inside = visits.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, session.to) - Math.max(from, session.from)) / minuteMs,
    0,
  );
  return total > 0 ? inside / total : null;
}

export interface TimesHint {
  /** The days of the file's times in Riyadh, at most three. */
  days: string[];
  /** The session of the run that the times match. */
  sessionId: number | null;
  /** Hours by which all times must be shifted to match the session, because the file uses another time zone. */
  shiftHours: 3 | -3 | null;
}

/** Shifts in hours to try: Riyadh is three hours ahead of UTC. */
const shifts = [3, -3] as const;

/**
 * Explains a file whose times hardly match the session: they match another session, or are three hours off. Returns
 * null when the times match.
 */
export function checkTimes(
  visits: readonly Visit[],
  session: Visit,
  others: readonly { id: number; span: Visit }[],
): TimesHint | null {
  const share = getShareWithin(visits, session);
  if (share === null || share >= 0.6) return null;
  const shiftAll = (hours: number) => visits.map((visit) => shiftVisit(visit, hours));
  const best = others
    .map(({ id, span }) => ({ id, share: getShareWithin(visits, span) ?? 0 }))
    .reduce((best, other) => (other.share > best.share ? other : best), { id: 0, share: 0.5 });
  const sessionId = share < 0.2 && best.id > 0 ? best.id : null;
  const matchesWhenShifted = (hours: number) => (getShareWithin(shiftAll(hours), session) ?? 0) >= 0.8;
  const shiftHours = sessionId === null ? (shifts.find(matchesWhenShifted) ?? null) : null;
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
