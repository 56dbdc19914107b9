/** Participant files of Zoom and Teams: rejections, formats, matching people, and minutes. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markAttendance } from "#features/learning/attendance/marks.server.ts";
import { listRunAttendance } from "#features/learning/attendance/attendance.server.ts";
import { foldLetters } from "#i18n/fold-letters.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { riyadh, findSeat, taughtRun, type TaughtRun } from "#test/taught-run.ts";
import { maxLines, readParticipants } from "./participants-file.server.ts";
import {
  countAttendedMinutes,
  checkTimes,
  foldName,
  isPresent,
  joinLines,
  createMatcher,
  readMinutes,
  readTime,
} from "./participants.ts";
import { importParticipants, previewParticipants } from "./participants.server.ts";

const day = "2026-11-22";
const session = { from: riyadh("19:00").getTime(), to: riyadh("20:30").getTime() };
const utf16 = (text: string, hasMark = true) => Buffer.from((hasMark ? "\ufeff" : "") + text, "utf16le");

const zoom = `Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants
815 1234 5678,Sepsis clinic,11/22/2026 06:55:01 PM,11/22/2026 08:35:12 PM,trainer@example.com,100,4

Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest,Recording Consent,In Waiting Room
Dr Maha (host),trainer@example.com,11/22/2026 06:55:01 PM,11/22/2026 08:35:12 PM,100,No,,No
"Salem, Huda (iPhone)",huda.salem@example.com,11/22/2026 07:00:00 PM,11/22/2026 07:44:00 PM,44,Yes,,No
Huda,huda.salem@example.com,11/22/2026 07:40:00 PM,11/22/2026 08:30:00 PM,50,Yes,,No
Badr,,11/22/2026 07:29:00 PM,11/22/2026 08:40:00 PM,71,Yes,,No
`;
const teams = `1. Summary\r
Meeting title\tSepsis clinic\r
Attended participants\t2\r
\r
2. Participants\r
Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole\r
Huda Salem\t11/22/26, 6:58:00 PM\t11/22/26, 8:31:00 PM\t1h 20m 0s\thuda.salem@example.com\thuda.salem@example.com\tAttendee\r
\r
3. In-Meeting Activities\r
Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole\r
Huda Salem\t11/22/26, 6:58:00 PM\t11/22/26, 7:40:00 PM\t42m 0s\thuda.salem@example.com\tAttendee\r
Huda Salem\t11/22/26, 7:53:00 PM\t11/22/26, 8:31:00 PM\t38m 0s\thuda.salem@example.com\tAttendee\r
`;
const arabic = `الاسم\tوقت الانضمام\tوقت المغادرة\tالمدة\tالبريد الإلكتروني\tالدور
\u200fد. هدى سالم\u200f\t٢٢‏/١١‏/٢٠٢٦، ٧:٠٠:٠٠ م\t٢٢‏/١١‏/٢٠٢٦، ٨:٣٠:٠٠ م\t1 س 30 د\t\tحاضر
`;
const summarizeFile = (text: string) => {
  const file = readParticipants(Buffer.from(text), day);
  return typeof file === "string" ? file : [file.rows, file.lines.length, file.leftOut];
};
const minutesIn = (bytes: Uint8Array) => {
  const file = readParticipants(bytes, day);
  if (typeof file === "string") return file;
  return joinLines(file.lines).map((person) => [person.name, countAttendedMinutes([person], session)]);
};

describe("a file of participants", () => {
  it("T-04 rejects a workbook, a picture, another table, and too many lines", () => {
    const bytes = (text: string) => Buffer.from(text);
    for (const other of ["", "PK\u0003\u0004\u0000\u0000", "\u0089PNG\r\n\u0000", "a,b\n1,2\n", "<html></html>", '"'])
      expect(readParticipants(bytes(other), day), other).toBe("not-participants");
    expect(readParticipants(bytes("Name,Email,Duration (Minutes)\n"), day)).toBe("not-participants");
    const line = "Sara N.,sara@example.com,90\n";
    const many = bytes(`Name (Original Name),User Email,Total Duration (Minutes)\n${line.repeat(maxLines + 1)}`);
    expect(readParticipants(many, day)).toBe("long");
  });

  it("T-04 Zoom: joins visits of one email, counts overlaps once and no minutes outside the session", () => {
    const expected = [
      ["Dr Maha (host)", 90],
      ["Salem, Huda (iPhone)", 90],
      ["Badr", 61],
    ];
    for (const bytes of [Buffer.from(zoom), Buffer.from(`\ufeff${zoom}`), utf16(zoom)])
      expect(minutesIn(bytes)).toEqual(expected);
    expect(minutesIn(Buffer.from(zoom.replaceAll(",", ";").replaceAll('"Salem; Huda (iPhone)"', "Huda")))).toEqual([
      ["Dr Maha (host)", 90],
      ["Huda", 90],
      ["Badr", 61],
    ]);
    const total = "Name (original name),Email,Total duration (minutes),Guest\nHuda,,300,Yes\n";
    expect(minutesIn(Buffer.from(total))).toEqual([["Huda", 90]]);
  });

  it("T-04 Teams: reads each visit in UTF-16 with or without BOM, and Arabic heads, digits and direction marks", () => {
    for (const bytes of [utf16(teams), utf16(teams, false)]) expect(minutesIn(bytes)).toEqual([["Huda Salem", 77]]);
    const summary = teams.slice(0, teams.indexOf("3. In"));
    expect(minutesIn(utf16(summary))).toEqual([["Huda Salem", 80]]);
    for (const bytes of [utf16(arabic), Buffer.from(arabic)]) expect(minutesIn(bytes)).toEqual([["د. هدى سالم", 90]]);
  });

  it("T-04 reads times in several formats, with the order of day and month that fits the session", () => {
    const at = riyadh("19:05", "2026-12-11").getTime();
    for (const text of ["12/11/2026 07:05:00 PM", "11/12/2026 19:05", "2026-12-11 19:05:00", "11.12.26, 7:05 م"])
      expect(readTime(text, "2026-12-11"), text).toBe(at);
    for (const text of ["", "yesterday", "13/13/2026 10:00", "11/12/2026 25:00"])
      expect(readTime(text, "2026-12-11"), text).toBeNull();
    expect(["92", "1h 32m 0s", "1:32:00", "1 س 32 د", "-"].map(readMinutes)).toEqual([92, 92, 92, 92, null]);
    expect([80, 81].map((minutes) => isPresent(minutes, session, 90))).toEqual([false, true]);
  });
});

describe("rows without attendance", () => {
  const zoomHead = "Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,In waiting room\n";
  const at = (time: string) => `11/22/2026 ${time}:00 PM`;

  it("B-01 leaves out time in the waiting room and reports its rows, in English and Arabic", () => {
    const file = `${zoomHead}Mona,z3@example.org,${at("06:55")},${at("08:31")},96,Yes,Yes
Sara,z1@example.org,${at("06:55")},${at("08:00")},65,Yes,Yes
Sara,z1@example.org,${at("08:00")},${at("08:30")},30,Yes,No
`;
    expect(minutesIn(Buffer.from(file))).toEqual([["Sara", 30]]);
    expect(summarizeFile(file)).toEqual([3, 1, [{ reason: "waiting-room", count: 2 }]]);
    const arabicFile = `الاسم,وقت الانضمام,وقت المغادرة,في غرفة الانتظار
منى,${at("07:00")},${at("08:30")},نعم
سارة,${at("07:00")},${at("08:30")},لا
`;
    expect(minutesIn(Buffer.from(arabicFile))).toEqual([["سارة", 90]]);
    expect(summarizeFile(`${zoomHead}Mona,,${at("07:00")},${at("08:00")},60,Yes,Yes\n`)).toEqual([
      1,
      0,
      [{ reason: "waiting-room", count: 1 }],
    ]);
  });

  const webinar = `Attendee Report
Topic,Webinar ID,Actual Start Time,Actual Duration (minutes),# Registered
Sepsis,815 1234 5678,"Nov 22, 2026 18:50:00",100,4
Host Details,
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest
Yes,Dr Maha,trainer@example.com,"Nov 22, 2026 18:55:00","Nov 22, 2026 20:35:00",100,No
Panelist Details,
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest
Yes,Huda Salem,huda@example.com,"Nov 22, 2026 19:45:00","Nov 22, 2026 20:30:00",45,Yes
Attendee Details,
Attended,User Name (Original Name),First Name,Last Name,Email,Registration Time,Approval Status,Join Time,Leave Time,Time in Session (minutes),Is Guest
Yes,Huda Salem,Huda,Salem,huda@example.com,"Nov 1, 2026 08:00:00",approved,"Nov 22, 2026 19:00:00","Nov 22, 2026 19:50:00",50,Yes
Yes,Badr,Badr,,badr@example.com,"Nov 1, 2026 08:00:00",approved,"Nov 22, 2026 19:00:00","Nov 22, 2026 20:00:00",60,Yes
No,Mona Ali,Mona,Ali,mona@example.com,"Nov 1, 2026 08:00:00",approved,--,--,--,--
Other Attended,
User Name,Join Time,Leave Time,Time in Session (minutes)
966501234567,"Nov 22, 2026 19:00:00","Nov 22, 2026 20:30:00",90
`;
  it("B-03 reads all tables of a webinar, joins panelists and attendees, and leaves out people who only registered", () => {
    const expected = [
      ["Dr Maha", 90],
      ["Huda Salem", 90],
      ["Badr", 60],
      ["966501234567", 90],
    ];
    const withNumericDates = webinar.replaceAll(/"Nov (\d+), (\d+) /g, '"11/$1/$2 ');
    for (const text of [webinar, withNumericDates]) {
      expect(minutesIn(Buffer.from(text))).toEqual(expected);
      expect(summarizeFile(text)).toEqual([6, 5, [{ reason: "not-attended", count: 1 }]]);
    }
    const breakout = `4. Breakout\r\nName\tJoin Time\tLeave Time\tDuration\r\nHuda Salem\t11/22/26, 7:40:00 PM\t11/22/26, 7:53:00 PM\t13m\r\n`;
    expect(minutesIn(Buffer.from(teams + breakout))).toEqual([
      ["Huda Salem", 77],
      ["Huda Salem", 13],
    ]);
  });

  it("B-03 reports rows with unreadable times, also with a duration", () => {
    const rows = `Huda,,tomorrow,never,90,No,No\nBadr,,${at("07:00")},${at("08:00")},60,No,No\n,,,,,,\nMona,,,,,No,No\n-,,${at("07:00")},${at("08:00")},60,No,No\n`;
    expect(summarizeFile(zoomHead + rows)).toEqual([
      4,
      1,
      [
        { reason: "no-time", count: 2 },
        { reason: "no-name", count: 1 },
      ],
    ]);
    expect(summarizeFile(`${zoomHead}Huda,,tomorrow,never,90,No,No\n`)).toBe("times");
  });

  it("B-05 detects durations in seconds by their heading, and rejects minutes above a day", () => {
    const total = (heading: string, value: string) => minutesIn(Buffer.from(`Name\t${heading}\nHuda\t${value}\n`));
    expect(total("Duration (seconds)", "3,600")).toEqual([["Huda", 60]]);
    expect(total("المدة (ثواني)", "٣٦٠٠")).toEqual([["Huda", 60]]);
    for (const [heading, value] of [
      ["Duration", "21,960"],
      ["Duration (minutes)", "21960"],
    ] as const)
      expect(total(heading, value), heading).toBe("times");
    expect(minutesIn(Buffer.from("Name\tDuration\nHuda\t21960\nBadr\t1200\n"))).toBe("times");
  });

  it("S-09 rejects a row of more than 500 cells while reading", () => {
    const commas = Buffer.from(`Name,Duration (minutes)\n${",".repeat(10 * 2 ** 20 - 30)}`);
    expect(readParticipants(commas, day)).toBe("wide");
    expect(readParticipants(Buffer.from(`Name,Duration\n${'"'.padEnd(200_000, "x")}"`), day)).toBe("wide");
    expect(readParticipants(Buffer.from(`Name,Duration\n${"x,1\n".repeat(50_000)}`), day)).toBe("long");
  });
});

describe("the session's day", () => {
  it.each([
    ["Nov 22, 2026 19:05:00", "19:05"],
    ["22-Nov-26 7:05 PM", "19:05"],
    ["Sunday, 22 November 2026 7:05:00 p.m.", "19:05"],
    ["٢٢ نوفمبر ٢٠٢٦، ٧:٠٥ م", "19:05"],
    ["الأحد 22 تشرين الثاني 2026 7:05 مساءً", "19:05"],
    ["2026-11-22T16:05:00Z", "19:05"],
    ["2026-11-22T19:05:00.000+03:00", "19:05"],
    ["11/22/2026 08:05:00 PM (GMT+4)", "19:05"],
    ["2026-11-22 11:05:00 -0500", "19:05"],
  ])("B-03, B-05 reads %s", (text, time) => {
    expect(readTime(text, day)).toBe(riyadh(time).getTime());
  });

  it("B-05 rejects Hijri years, also with durations", () => {
    expect(readTime("12/06/1448 07:00:00 م", day)).toBe("hijri");
    expect(readTime("12 جمادى الآخرة 1448 هـ 7:00 م", day)).toBe("hijri");
    const file = "Name,Join time,Leave time,Duration (minutes)\nHuda,1448/06/12 19:00,1448/06/12 20:30,90\n";
    expect(readParticipants(Buffer.from(file), day)).toBe("hijri");
  });

  it("B-05 detects times of another session or in UTC, and accepts fitting ones", () => {
    const others = [
      { id: 7, span: { from: riyadh("19:00", "2026-11-21").getTime(), to: riyadh("20:30", "2026-11-21").getTime() } },
    ];
    const span = (from: string, to: string, date = day) => [
      { from: riyadh(from, date).getTime(), to: riyadh(to, date).getTime() },
    ];
    expect(checkTimes(span("18:55", "20:35"), session, others)).toBeNull();
    expect(checkTimes(span("19:50", "20:30"), session, others)).toBeNull();
    expect(checkTimes([], session, others)).toBeNull();
    const yesterday = span("18:55", "20:35", "2026-11-21");
    expect(checkTimes(yesterday, session, others)).toEqual({ days: ["2026-11-21"], sessionId: 7, shiftHours: null });
    expect(checkTimes(yesterday, session, [])).toEqual({ days: ["2026-11-21"], sessionId: null, shiftHours: null });
    expect(checkTimes(span("15:58", "17:32"), session, others)).toMatchObject({ sessionId: null, shiftHours: 3 });
    // By chance, times in UTC overlap half of a long session.
    const long = { from: riyadh("09:00").getTime(), to: riyadh("15:00").getTime() };
    expect(checkTimes(span("06:00", "12:00"), long, others)).toMatchObject({ sessionId: null, shiftHours: 3 });
    expect(checkTimes(span("09:00", "12:00"), long, others)).toBeNull();
  });
});

describe("matching names", () => {
  const roster = [
    { id: 1, names: ["Huda Salem", "هدى سالم"], emails: ["huda.salem@example.com"] },
    { id: 2, names: ["Badr Omar", "بدر عمر"], emails: ["badr@example.com"] },
    { id: 3, names: ["Huda Omar"], emails: [] },
  ];
  const matchPerson = createMatcher(roster);
  const matchName = (name: string, email = "") => matchPerson({ name, email });

  it("T-04 matches no one when no name fits, or several do", () => {
    for (const name of ["", "Guest 3", "Huda", "Omar", "Dr.", "(iPhone)"]) expect(matchName(name), name).toBeNull();
  });

  it("T-04 matches by email, else by name in either script", () => {
    expect(matchName("Guest", "badr@example.com")).toEqual({ id: 2, by: "email" });
    expect(matchName("Badr@example.com ")).toEqual({ id: 2, by: "email" });
    for (const name of ["DR. HUDA SALEM", "Huda A. Salem", "\u200fأ. هُدى سالم", "Salem, Huda (iPhone)"])
      expect(matchName(name), name).toEqual({ id: 1, by: "name" });
    expect(matchName("Badr (Riyadh)")).toEqual({ id: 2, by: "name" });
    expect(foldName("=HYPERLINK(1)")).toBe("hyperlink");
  });

  it("B-11 tries Zoom's original name in brackets, and equates spellings of an Arabic name", () => {
    expect(matchName("iPhone (Huda Salem)")).toEqual({ id: 1, by: "name" });
    expect(matchName("Badr Omar (Huda Salem)")).toBeNull();
    const spelled = createMatcher([{ id: 9, names: ["عبدالله محمد الغامدي"], emails: [] }]);
    for (const name of ["عبد الله محمد الغامدى", "عبدالله الغامدي", "iPad (عبد اللّه محمد الغامدي)"])
      expect(spelled({ name, email: "" }), name).toEqual({ id: 9, by: "name" });
    const named = (name: string) => ({ name, email: "", visit: null, minutes: 30, isTotal: true });
    expect(joinLines([named("iPhone (Huda Salem)"), named("iPhone (Badr Omar)")])).toHaveLength(2);
    expect(joinLines([named("عبد الله"), named("عبدالله")])).toHaveLength(1);
  });
});

describeOnDatabase("importing participants", (open) => {
  let ctx: TestCtx;
  let support: TestCtx;
  let run: TaughtRun;
  let folder: string;

  beforeEach(async () => {
    ctx = testContext(await open());
    support = ctx.asStaff("support");
    run = await taughtRun(ctx, ["Huda Salem", "Badr Omar", "Mona Ali"]);
    await ctx.db.execute(
      sql`update run_session set starts_at = ${riyadh("19:00")}, ends_at = ${riyadh("20:30")} where id = ${run.sessions[0]}`,
    );
    ctx.clock.now = riyadh("21:00");
    folder = await mkdtemp(join(tmpdir(), "participants-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const writeUpload = async (text: string): Promise<UploadedFile> => {
    const path = join(folder, "file");
    await writeFile(path, text);
    return { path, name: "participants.csv", bytes: text.length, sha256: "", head: new Uint8Array() };
  };
  const previewText = async (text: string, by = support, sessionId = run.sessions[0]) =>
    previewParticipants(by, { sessionId }, await writeUpload(text));
  const findSeatId = async (name: string) => (await findSeat(ctx, run.runId, name)).id;

  it("T-04 rejects a caller without the permission, an unknown or unopened session, and a file without participants", async () => {
    await expect(previewText(zoom, ctx)).rejects.toMatchObject({ status: 401 });
    await expect(previewText(zoom, ctx.asStaff("auditor"))).rejects.toMatchObject({ status: 403 });
    await expect(previewText(zoom, support, 99_999)).rejects.toMatchObject({ status: 404 });
    await expect(previewText(zoom, support, run.sessions[1])).rejects.toMatchObject({ status: 409 });
    await expect(previewText("a,b\n1,2")).rejects.toMatchObject({ fields: { file: [expect.any(String)] } });
    const input = { sessionId: run.sessions[0], key: crypto.randomUUID(), people: [] };
    await expect(importParticipants(ctx.asStaff("auditor"), input)).rejects.toMatchObject({ status: 403 });
  });

  it("T-04 previews matches, guesses and kept marks before anything is written", async () => {
    const [huda, badr] = [await findSeatId("Huda Salem"), await findSeatId("Badr Omar")];
    const { people, session, roster } = await previewText(zoom);
    expect(session).toMatchObject({ minutes: 90, presentFrom: 81 });
    expect(people.map(({ enrolmentId, match, minutes }) => [enrolmentId, match, minutes])).toEqual([
      [null, null, 90],
      [huda, "email", 90],
      [badr, "name", 61],
    ]);
    expect(roster).toHaveLength(3);
    expect((await listRunAttendance(ctx, run.runId)).flatMap(({ marks }) => marks)).toEqual([]);
  });

  it("T-04 previews 5,000 lines with formulas and direction marks as text, and writes nothing", async () => {
    const head = "Name (original name),Email,Total duration (minutes)\n";
    const named = ["\"=cmd|'/c calc'!A1\",,90", "\u202eHuda\u202c Salem\u200f,,85", "+Badr @ Omar-,,90"];
    const others = Array.from(
      { length: 4997 },
      (_one, at) => `Guest ${at} of elsewhere,guest${at}@example.com,${at % 90}`,
    );
    const { people, file } = await previewText(head + [...named, ...others].join("\n"));
    expect([file.rows, file.merged, file.leftOut, people.length]).toEqual([5000, 0, [], 5000]);
    expect(people.slice(0, 3).map(({ name, match }) => [name, match])).toEqual([
      [expect.stringContaining("=cmd"), null],
      ["Huda Salem", "name"],
      ["+Badr @ Omar-", "name"],
    ]);
    expect((await listRunAttendance(ctx, run.runId)).flatMap(({ marks }) => marks)).toEqual([]);
  });

  it("B-05 preview and import reject more than a day in total for one person", async () => {
    const head = "Name,Email,Duration (minutes)\n";
    const lines = (...minutes: number[]) =>
      head + minutes.map((one) => `Huda Salem,huda@example.com,${one}\n`).join("");
    await expect(previewText(lines(1440, 1))).rejects.toMatchObject({
      fields: { file: [expect.stringMatching(/Huda Salem.* more than a day/)] },
    });
    const { people } = await previewText(lines(1440));
    expect(people).toMatchObject([{ untimedMinutes: 1440, minutes: 90 }]);
    const browser = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
    const write = (untimedMinutes: number) =>
      browser.call(`POST run-sessions/${run.sessions[0]}/participants`, {
        key: crypto.randomUUID(),
        people: [{ enrolmentId: people[0]?.enrolmentId, visits: [], untimedMinutes }],
      });
    expect([(await write(1441)).status, (await write(1440)).status]).toEqual([422, 200]);
  });

  it("B-05 a file of another session shows its day and suggests that session, and counts the rows read", async () => {
    const { hint, file } = await previewText(zoom);
    expect([hint, file.rows, file.merged, file.leftOut]).toEqual([null, 4, 1, []]);
    const utc = zoom.replaceAll(/(\d\d)(:\d\d:\d\d) PM/g, (_, hour, rest) => `0${Number(hour) - 3}${rest} PM`);
    expect((await previewText(utc)).hint).toMatchObject({ shiftHours: 3 });
    await ctx.db.execute(
      sql`update run_session set starts_at = ${riyadh("16:00")}, ends_at = ${riyadh("17:00")} where id = ${run.sessions[1]}`,
    );
    const other = await previewText(zoom, support, run.sessions[1]);
    expect(other.hint).toEqual({ days: ["2026-11-22"], sessionId: run.sessions[0], shiftHours: null });
    const hijri = zoom.replaceAll("11/22/2026", "06/12/1448");
    await expect(previewText(hijri)).rejects.toMatchObject({ fields: { file: [expect.stringMatching(/Hijri/)] } });
  });

  it("B-11 folds names like the portal's people search", async () => {
    const letters = [..."أإآٱىئؤةیک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹àáâãäåāçćčèéêëēìíîïīñòóôõöøōùúûüūýÿšž"];
    const names = ["عبد الله محمد الغامدى", "هُدى ســالم", "Zoë ÅNGSTRÖM", ...letters];
    const { rows } = await ctx.db.execute<{ spelling: string }>(
      sql`select person_spelling(name) as spelling from unnest(${sql.param(names)}::text[]) with ordinality as n (name, at) order by at`,
    );
    expect(names.map(foldLetters)).toEqual(rows.map(({ spelling }) => spelling));
  });

  it("T-04 HTTP: rejects a picture, a PDF, an empty file or another table named .csv, no file, and more than 10 MB", async () => {
    const browser = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
    const send = async (...parts: BlobPart[]) => {
      const form = new FormData();
      if (parts.length > 0) form.set("file", new File(parts, "participants.csv", { type: "text/csv" }));
      const { status, body } = await browser.call(`POST run-sessions/${run.sessions[0]}/participants/preview`, form);
      return [status, Object.keys(body)];
    };
    const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", "base64");
    for (const wrong of [[png], ["%PDF-1.7\n%âãÏÓ\n1 0 obj"], [""], ["a,b\n1,2\n"]])
      expect(await send(...wrong), String(wrong[0]).slice(0, 8)).toEqual([422, ["file"]]);
    expect((await send())[0]).toBe(422);
    expect(await send("Name,Duration (Minutes)\n", "x".repeat(10 * 2 ** 20))).toEqual([413, ["message"]]);
    expect((await send(zoom))[0]).toBe(200);
    expect((await listRunAttendance(ctx, run.runId)).flatMap(({ marks }) => marks)).toEqual([]);
  });

  it("T-04 writes confirmed people once, joins several lines of one person, and keeps marks by hand", async () => {
    const [huda, badr, mona] = [
      await findSeatId("Huda Salem"),
      await findSeatId("Badr Omar"),
      await findSeatId("Mona Ali"),
    ];
    const byHand = {
      enrolmentId: mona,
      sessionId: run.sessions[0],
      mark: { state: "excused", lateMinutes: null },
    } as const;
    await markAttendance(support, { runId: run.runId, key: crypto.randomUUID(), marks: [byHand] });
    const at = (time: string) => riyadh(time).getTime();
    const key = crypto.randomUUID();
    const people = [
      { enrolmentId: huda, visits: [{ from: at("18:50"), to: at("19:50") }], minutes: 0 },
      { enrolmentId: huda, visits: [{ from: at("19:40"), to: at("20:30") }], minutes: 0 },
      { enrolmentId: badr, visits: [], minutes: 61 },
      { enrolmentId: mona, visits: [], minutes: 90 },
    ];
    const input = { sessionId: run.sessions[0], key, people };
    expect(await importParticipants(support, input)).toEqual({ changed: 2, kept: 1 });
    expect(await importParticipants(support, input)).toMatchObject({ changed: 2 });
    const marks = (await listRunAttendance(ctx, run.runId)).map(({ marks }) => marks[0]);
    expect(marks).toMatchObject([
      { state: "present", attendedMinutes: 90, way: "import" },
      { state: "absent", attendedMinutes: 61, way: "import" },
      { state: "excused", attendedMinutes: null, way: "list" },
    ]);
    const { rows } = await ctx.db.execute(sql`select action, after from audit_event order by id`);
    expect(rows[3]).toEqual({
      action: "attendance.imported",
      after: { sessionId: run.sessions[0], people: 3, changed: 2, kept: 1 },
    });
  });
});
