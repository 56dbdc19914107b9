import { describe, expect, it } from "vitest";
import { riyadhInstant } from "#i18n/dates.ts";
import {
  classifySessionChange,
  toRunSpan,
  normaliseJoiningUrl,
  maxSessions,
  movedSessions,
  sessionProblems,
  keepIds,
} from "./sessions.ts";
import type { Session } from "./sessions.ts";

const session = (date: string, from: string, to: string, joiningUrl: string | null = null): Session => ({
  startsAt: riyadhInstant(date, from),
  endsAt: riyadhInstant(date, to),
  joiningUrl,
});
const listProblems = (sessions: Session[], delivery: "onsite" | "online" = "onsite") =>
  sessionProblems(sessions, delivery).map(({ field, problem }) => `${field} ${problem}`);
const formatTimes = (sessions: readonly Session[]) =>
  sessions.map(
    ({ startsAt, endsAt }) => `${startsAt.toISOString().slice(0, 16)} ${endsAt.toISOString().slice(11, 16)}`,
  );

describe("sessionProblems", () => {
  it("G-02 rejects an empty list of sessions, too many sessions and invalid dates", () => {
    expect(listProblems([])).toEqual(["sessions required"]);
    const many = Array.from({ length: maxSessions + 1 }, () => session("2027-01-12", "09:00", "10:00"));
    expect(listProblems(many)).toEqual(["sessions count"]);
    const broken = { startsAt: new Date("x"), endsAt: new Date("y"), joiningUrl: null };
    expect(listProblems([broken])).toEqual(["sessions.0.startsAt invalid", "sessions.0.endsAt invalid"]);
  });

  it("G-02 rejects a session that ends no later than it begins, or on another day in Riyadh", () => {
    expect(listProblems([session("2027-01-12", "15:00", "09:00")])).toEqual(["sessions.0.endsAt ends-before"]);
    expect(listProblems([session("2027-01-12", "15:00", "15:00")])).toEqual(["sessions.0.endsAt ends-before"]);
    // 23:00 to 01:00 in Riyadh is 20:00 to 22:00 UTC: two days in Riyadh, one in UTC.
    const overMidnight = { ...session("2027-01-12", "23:00", "23:30"), endsAt: riyadhInstant("2027-01-13", "01:00") };
    expect(listProblems([overMidnight])).toEqual(["sessions.0.endsAt another-day"]);
    const toMidnight = { ...session("2027-01-12", "20:00", "21:00"), endsAt: riyadhInstant("2027-01-13", "00:00") };
    expect(listProblems([toMidnight])).toEqual(["sessions.0.endsAt another-day"]);
  });

  it("G-02 rejects overlapping sessions in any order; allows back-to-back sessions", () => {
    const morning = session("2027-01-12", "09:00", "12:00");
    expect(listProblems([morning, session("2027-01-12", "11:59", "13:00")])).toEqual(["sessions.1.startsAt overlap"]);
    expect(listProblems([session("2027-01-12", "08:00", "13:00"), morning])).toEqual(["sessions.1.startsAt overlap"]);
    expect(listProblems([morning, morning])).toEqual(["sessions.1.startsAt overlap"]);
    expect(listProblems([morning, session("2027-01-12", "12:00", "13:00")])).toEqual([]);
  });

  it("G-02 rejects joining links of on-site sessions and links other than https", () => {
    const link = "https://meet.example.com/a";
    expect(listProblems([session("2027-01-12", "09:00", "12:00", link)])).toEqual(["sessions.0.joiningUrl onsite"]);
    expect(listProblems([session("2027-01-12", "09:00", "12:00", link)], "online")).toEqual([]);
    const wrong = ["http://meet.example.com/", "javascript:alert(1)", "meet.example.com", "", "https://a:b@x.example/"];
    for (const text of wrong)
      expect(listProblems([session("2027-01-12", "09:00", "12:00", text)], "online"), text).toEqual([
        "sessions.0.joiningUrl link",
      ]);
    expect(normaliseJoiningUrl(`https://x.example/${"a".repeat(2000)}`)).toBeNull();
    // spaces and line breaks inside an address are rejected.
    expect(normaliseJoiningUrl(" https://x.example/a b\r\nBEGIN:VEVENT ")).toBeNull();
  });
});

describe("days, ids and changes of sessions", () => {
  it("G-02 counts days by Riyadh time: 00:00, which is the day before in UTC, and 23:59 belong to their Riyadh day", () => {
    const edges = [session("2027-01-31", "00:00", "01:00"), session("2027-02-01", "22:00", "23:59")];
    expect(formatTimes(edges)).toEqual(["2027-01-30T21:00 22:00", "2027-02-01T19:00 20:59"]);
    expect(listProblems(edges)).toEqual([]);
    expect(toRunSpan(edges)).toEqual({ startDate: "2027-01-31", endDate: "2027-02-01", days: 2 });
  });

  it("G-02 counts two sessions on one day as one day", () => {
    const day = [session("2027-01-12", "13:00", "15:00"), session("2027-01-12", "09:00", "12:00")];
    expect(toRunSpan(day)).toEqual({ startDate: "2027-01-12", endDate: "2027-01-12", days: 1 });
  });

  describe("ids of edited sessions", () => {
    const days = ["2027-01-12", "2027-01-13", "2027-01-14"];
    const before = days.map((day, index) => ({ id: index + 1, ...session(day, "09:00", "12:00") }));
    const sessionOn = (day: string, from = "09:00", id?: number): Session => ({ id, ...session(day, from, "12:00") });
    const listIds = (...sessions: Session[]) => keepIds(before, sessions).map(({ id }) => id ?? null);

    it("T-04 never gives the id of a removed session to another one", () => {
      expect(listIds(sessionOn("2027-01-13", "09:00", 2), sessionOn("2027-02-01"))).toEqual([2, null]);
      expect(listIds(sessionOn("2027-01-12", "09:00", 1), sessionOn("2027-01-12", "10:00", 1))).toEqual([1, null]);
      expect(listIds(sessionOn("2027-01-13"))).toEqual([2]);
      expect(keepIds([], [sessionOn("2027-01-12", "09:00", 7)])).toMatchObject([{ id: undefined }]);
    });

    it("T-04 matches sessions by id, or without ids by start, never by position", () => {
      expect(listIds(sessionOn("2027-01-12", "09:00", 3), sessionOn("2027-01-14", "09:00", 1))).toEqual([3, 1]);
      expect(listIds(sessionOn("2027-01-12", "10:00"), sessionOn("2027-01-13"), sessionOn("2027-01-20"))).toEqual([
        null,
        2,
        null,
      ]);
    });
  });

  const run = { startDate: "2027-01-12", endDate: "2027-01-14", days: 2, timesConfirmed: true };
  const twoSessions = [
    session("2027-01-12", "00:30", "02:00", "https://meet.example.com/a"),
    session("2027-01-14", "21:00", "23:59"),
  ];

  it("G-02 a run moved to a period of the same length keeps its times and links, even into another year", () => {
    const moved = movedSessions(run, twoSessions, { startDate: "2026-12-30", endDate: "2027-01-01" });
    expect(moved).toMatchObject({ days: 2, timesConfirmed: true });
    expect(moved.sessions).toEqual([
      session("2026-12-30", "00:30", "02:00", "https://meet.example.com/a"),
      session("2027-01-01", "21:00", "23:59"),
    ]);
  });

  it("G-02 a run moved to a longer or shorter period loses its session times; only a first and a last day are kept", () => {
    const moved = movedSessions({ ...run, days: 3 }, twoSessions, { startDate: "2027-03-01", endDate: "2027-03-20" });
    expect(moved).toMatchObject({ days: 3, timesConfirmed: false });
    expect(moved.sessions).toEqual([session("2027-03-01", "00:00", "23:59"), session("2027-03-20", "00:00", "23:59")]);
    expect(
      movedSessions({ ...run, days: 3 }, twoSessions, { startDate: "2027-03-01", endDate: "2027-03-02" }).days,
    ).toBe(2);
  });

  it("G-02 reports the most important change: dates, else times, else link, else none", () => {
    const before = { ...run, sessions: twoSessions };
    const [first, last] = twoSessions as [Session, Session];
    expect(classifySessionChange(before, { ...run, sessions: [...twoSessions] })).toBeNull();
    expect(classifySessionChange(before, { ...run, sessions: [{ ...first, joiningUrl: null }, last] })).toBe("link");
    expect(classifySessionChange({ ...before, timesConfirmed: false }, before)).toBe("times");
    const later = { ...first, endsAt: riyadhInstant("2027-01-12", "03:00") };
    expect(classifySessionChange(before, { ...run, sessions: [later, last] })).toBe("times");
    expect(classifySessionChange(before, { ...run, endDate: "2027-01-15", sessions: twoSessions })).toBe("moved");
  });
});
