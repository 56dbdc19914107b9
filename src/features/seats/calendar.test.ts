import { describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { calendarFile, type CalendarRun } from "#features/catalogue/schedule/calendar.server.ts";
import { wholeDaySessions } from "#features/catalogue/schedule/sessions.ts";
import { cancelRunNow, moveRunNow } from "#test/run-changes.ts";
import { orderCalendarFile } from "./calendar-runs.server.ts";

/** Parses a calendar file: its method, and the properties of each entry by name, unescaped and without parameters. */
function parseCalendar(ics: string): { method: string; events: Record<string, string>[] } {
  const events: Record<string, string>[] = [];
  let method = "";
  for (const line of ics.replaceAll("\r\n ", "").split("\r\n")) {
    const [, name = "", value = ""] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
    if (line === "BEGIN:VEVENT") events.push({});
    else if (name === "METHOD") method = value;
    else Object.assign(events.at(-1) ?? {}, { [name]: value.replaceAll(/\\([,;\\])/g, "$1") });
  }
  return { method, events };
}
const formatEvents = (ics: string) =>
  parseCalendar(ics).events.map(
    ({ UID, DTSTART, DTEND, STATUS, SEQUENCE }) => `${UID?.split("@")[0]} ${DTSTART}-${DTEND} ${STATUS} ${SEQUENCE}`,
  );

const dates = { days: 3, startDate: "2027-01-12", endDate: "2027-01-14" };
const run: CalendarRun = {
  runId: 7,
  nameEng: "Medication safety; high-alert drugs",
  nameAr: "سلامة الدواء",
  ...dates,
  timesConfirmed: false,
  sessions: wholeDaySessions(dates),
  venueEng: "Riyadh, hall 2",
  venueAr: null,
  addressEng: null,
  addressAr: null,
  sequence: 0,
  cancelled: false,
  earlier: [],
  url: "https://nama.example/courses/x?run=7",
};
/** Returns the run on other days, also without confirmed times. */
const withDates = (changes: Partial<typeof dates>): CalendarRun => {
  const days = { ...dates, ...changes };
  return { ...run, ...days, sessions: wholeDaySessions(days) };
};
const site = {
  baseUrl: "https://nama.example",
  organizer: "courses@nama.example",
  now: new Date("2026-11-22T07:00:00Z"),
};

describe("a calendar file", () => {
  it("F-28 has one whole-day entry for each teaching day", () => {
    const ics = calendarFile([run], "en", site);
    expect(formatEvents(ics)).toEqual([
      "run-7 20270112-20270113 CONFIRMED 0",
      "run-7-day-2 20270113-20270114 CONFIRMED 0",
      "run-7-day-3 20270114-20270115 CONFIRMED 0",
    ]);
    const { method, events } = parseCalendar(ics);
    expect(method).toBe("PUBLISH");
    expect(events[1]).toMatchObject({
      SUMMARY: "Medication safety; high-alert drugs (day 2 of 3)",
      LOCATION: "Riyadh, hall 2",
      URL: "https://nama.example/courses/x?run=7",
    });
    expect(events[1]).not.toHaveProperty("DESCRIPTION");
    expect(
      parseCalendar(calendarFile([withDates({ days: 1, endDate: run.startDate })], "ar", site)).events.map(
        ({ SUMMARY }) => SUMMARY,
      ),
    ).toEqual(["سلامة الدواء"]);
  });

  it("F-28 three days spread over 24 days block only first and last; the description says so in the reader's language", () => {
    const spread = withDates({ startDate: "2027-01-24", endDate: "2027-02-16" });
    expect(formatEvents(calendarFile([spread], "en", site))).toEqual([
      "run-7 20270124-20270125 CONFIRMED 0",
      "run-7-day-3 20270216-20270217 CONFIRMED 0",
    ]);
    const [english] = parseCalendar(calendarFile([spread], "en", site)).events;
    expect(english?.["DESCRIPTION"]).toMatch(
      /^This course has 3 teaching days, Sun 24 January – Tue 16 February 2027\. This calendar shows only the first and the last/,
    );
    const [arabic] = parseCalendar(calendarFile([spread], "ar", site)).events;
    expect(arabic?.["DESCRIPTION"]).toMatch(
      /^في هذه الدورة 3 أيام تدريب، من الأحد 24 يناير إلى الثلاثاء 16 فبراير 2027\./,
    );
    expect(arabic?.["SUMMARY"]).toBe("سلامة الدواء (اليوم 1 من 3)");
  });

  it("F-28 a moved run keeps the entries of its days and cancels entries without a day", () => {
    const moved = {
      ...withDates({ startDate: "2027-03-01", endDate: "2027-03-20" }),
      sequence: 1,
      earlier: [{ startDate: "2027-01-12", endDate: "2027-01-14" }],
    };
    const ics = calendarFile([moved], "en", site);
    expect(formatEvents(ics)).toEqual([
      "run-7 20270301-20270302 CONFIRMED 1",
      "run-7-day-3 20270320-20270321 CONFIRMED 1",
      "run-7-day-2 20270113-20270114 CANCELLED 1",
    ]);
    expect(parseCalendar(ics).method).toBe("PUBLISH");
  });

  it.each([
    ["en", "Nama Health"],
    ["ar", "نماء الصحية"],
  ] as const)("B-14 every entry names the organizer, even a cancelled one: %s", (locale, name) => {
    for (const one of [run, { ...run, cancelled: true }]) {
      const unfolded = calendarFile([one], locale, site).replaceAll("\r\n ", "");
      const organizers = unfolded.split("\r\n").filter((line) => line.startsWith("ORGANIZER"));
      expect(organizers).toEqual(Array(3).fill(`ORGANIZER;CN="${name}":mailto:courses@nama.example`));
    }
  });

  it("F-28 a cancelled run cancels the entry of every day it ever had", () => {
    const cancelledRun = {
      ...withDates({ startDate: "2027-03-01", endDate: "2027-03-20" }),
      sequence: 2,
      cancelled: true,
      earlier: [{ startDate: "2027-01-12", endDate: "2027-01-14" }],
    };
    const { method, events } = parseCalendar(calendarFile([cancelledRun], "en", site));
    expect(method).toBe("CANCEL");
    expect(events.map(({ UID, STATUS }) => `${UID} ${STATUS}`)).toEqual([
      "run-7@nama.example CANCELLED",
      "run-7-day-3@nama.example CANCELLED",
      "run-7-day-2@nama.example CANCELLED",
    ]);
  });
});

describeOnDatabase("the calendar of an order", (open) => {
  const sellOrder = async (days: number): Promise<{ ctx: TestCtx; orderId: number; runId: number }> => {
    const ctx = testContext(await open());
    const values = { ...dates, days, capacity: 20 };
    const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, values);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    return { ctx, orderId, runId };
  };

  it("F-28 follows the run when it is moved and cancelled, with the same UIDs and a higher SEQUENCE", async () => {
    const { ctx, orderId, runId } = await sellOrder(3);
    const readEvents = async () => formatEvents(await orderCalendarFile(ctx, orderId, "en"));
    expect(await readEvents()).toEqual([
      `run-${runId} 20270112-20270113 CONFIRMED 0`,
      `run-${runId}-day-2 20270113-20270114 CONFIRMED 0`,
      `run-${runId}-day-3 20270114-20270115 CONFIRMED 0`,
    ]);
    const venue = { venueEng: "Riyadh", venueAr: null };
    await moveRunNow(ctx.asStaff("training"), { runId, startDate: "2027-02-01", endDate: "2027-02-24", ...venue });
    expect(await readEvents()).toEqual([
      `run-${runId} 20270201-20270202 CONFIRMED 1`,
      `run-${runId}-day-3 20270224-20270225 CONFIRMED 1`,
      `run-${runId}-day-2 20270113-20270114 CANCELLED 1`,
    ]);
    await moveRunNow(ctx.asStaff("training"), { runId, startDate: "2027-03-01", endDate: "2027-03-03", ...venue });
    expect(await readEvents()).toEqual([
      `run-${runId} 20270301-20270302 CONFIRMED 2`,
      `run-${runId}-day-2 20270302-20270303 CONFIRMED 2`,
      `run-${runId}-day-3 20270303-20270304 CONFIRMED 2`,
    ]);
    await cancelRunNow(ctx.asStaff("training"), { runId });
    const ics = await orderCalendarFile(ctx, orderId, "en");
    expect(parseCalendar(ics).method).toBe("CANCEL");
    expect(formatEvents(ics).map((line) => line.split(" ").slice(2).join(" "))).toEqual([
      "CANCELLED 3",
      "CANCELLED 3",
      "CANCELLED 3",
    ]);
  });

  it("F-28 an order placed after a move has no cancelled entries", async () => {
    const { ctx, runId } = await sellOrder(3);
    await moveRunNow(ctx.asStaff("training"), {
      runId,
      startDate: "2027-02-01",
      endDate: "2027-02-24",
      venueEng: "Riyadh",
      venueAr: null,
    });
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
    const [later = 0] = await paidOrders(ctx, 1, { runId });
    expect(formatEvents(await orderCalendarFile(ctx, later, "en"))).toEqual([
      `run-${runId} 20270201-20270202 CONFIRMED 1`,
      `run-${runId}-day-3 20270224-20270225 CONFIRMED 1`,
    ]);
  });
});
