/** Files of participants: what is refused, what Zoom and Teams write, who it is, and how many minutes. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markAttendance } from "#features/learning/attendance/marks.server.ts";
import { attendanceOfRun } from "#features/learning/attendance/attendance.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { riyadh, seatOf, taughtRun, type TaughtRun } from "#test/taught-run.ts";
import { mostLines, readParticipants } from "./participants-file.server.ts";
import { attendedMinutes, foldName, isPresent, joinLines, matcherOf, readMinutes, readTime } from "./participants.ts";
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
const minutesIn = (bytes: Uint8Array) => {
  const file = readParticipants(bytes, day);
  if (typeof file === "string") return file;
  return joinLines(file.lines).map((person) => [person.name, attendedMinutes([person], session)]);
};

describe("a file of participants", () => {
  it("T-04 what is no such file is refused: a workbook, a picture, a table of something else, one line too many", () => {
    const bytes = (text: string) => Buffer.from(text);
    for (const other of ["", "PK\u0003\u0004\u0000\u0000", "\u0089PNG\r\n\u0000", "a,b\n1,2\n", "<html></html>", '"'])
      expect(readParticipants(bytes(other), day), other).toBe("not-participants");
    expect(readParticipants(bytes("Name,Email,Duration (Minutes)\n"), day)).toBe("not-participants");
    const line = "Sara N.,sara@example.com,90\n";
    const many = bytes(`Name (Original Name),User Email,Total Duration (Minutes)\n${line.repeat(mostLines + 1)}`);
    expect(readParticipants(many, day)).toBe("too-long");
  });

  it("T-04 Zoom: visits of one e-mail are joined, overlaps and minutes outside count once or not", () => {
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

  it("T-04 Teams: each visit of its own, UTF-16 with and without its mark; Arabic heads, digits and direction marks", () => {
    for (const bytes of [utf16(teams), utf16(teams, false)]) expect(minutesIn(bytes)).toEqual([["Huda Salem", 77]]);
    const summary = teams.slice(0, teams.indexOf("3. In"));
    expect(minutesIn(utf16(summary))).toEqual([["Huda Salem", 80]]);
    for (const bytes of [utf16(arabic), Buffer.from(arabic)]) expect(minutesIn(bytes)).toEqual([["د. هدى سالم", 90]]);
  });

  it("T-04 a time is read whatever the account writes; of day and month the order that is the session's day", () => {
    const at = riyadh("19:05", "2026-12-11").getTime();
    for (const text of ["12/11/2026 07:05:00 PM", "11/12/2026 19:05", "2026-12-11 19:05:00", "11.12.26, 7:05 م"])
      expect(readTime(text, "2026-12-11"), text).toBe(at);
    for (const text of ["", "yesterday", "13/13/2026 10:00", "11/12/2026 25:00"])
      expect(readTime(text, "2026-12-11"), text).toBeNull();
    expect(["92", "1h 32m 0s", "1:32:00", "1 س 32 د", "-"].map(readMinutes)).toEqual([92, 92, 92, 92, null]);
    expect([80, 81].map((minutes) => isPresent(minutes, session, 90))).toEqual([false, true]);
  });
});

describe("who it is", () => {
  const roster = [
    { id: 1, names: ["Huda Salem", "هدى سالم"], emails: ["huda.salem@example.com"] },
    { id: 2, names: ["Badr Omar", "بدر عمر"], emails: ["badr@example.com"] },
    { id: 3, names: ["Huda Omar"], emails: [] },
  ];
  const matchOf = matcherOf(roster);
  const found = (name: string, email = "") => matchOf({ name, email });

  it("T-04 no guess where no name fits, or several do", () => {
    for (const name of ["", "Guest 3", "Huda", "Omar", "Dr.", "(iPhone)"]) expect(found(name), name).toBeNull();
  });

  it("T-04 by e-mail for certain, else by name in either script", () => {
    expect(found("Guest", "badr@example.com")).toEqual({ id: 2, by: "email" });
    expect(found("Badr@example.com ")).toEqual({ id: 2, by: "email" });
    for (const name of ["DR. HUDA SALEM", "Huda A. Salem", "\u200fأ. هُدى سالم", "Salem, Huda (iPhone)"])
      expect(found(name), name).toEqual({ id: 1, by: "name" });
    expect(found("Badr (Riyadh)")).toEqual({ id: 2, by: "name" });
    expect(foldName("=HYPERLINK(1)")).toBe("hyperlink");
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
  const fileOf = async (text: string): Promise<UploadedFile> => {
    const path = join(folder, "file");
    await writeFile(path, text);
    return { path, name: "participants.csv", bytes: text.length, sha256: "", head: new Uint8Array() };
  };
  const previewOf = async (text: string, by = support, sessionId = run.sessions[0]) =>
    previewParticipants(by, { sessionId }, await fileOf(text));
  const idOf = async (name: string) => (await seatOf(ctx, run.runId, name)).id;

  it("T-04 is for those who may write attendance, of a session that has opened, with a file that is one", async () => {
    await expect(previewOf(zoom, ctx)).rejects.toMatchObject({ status: 401 });
    await expect(previewOf(zoom, ctx.asStaff("auditor"))).rejects.toMatchObject({ status: 403 });
    await expect(previewOf(zoom, support, 99_999)).rejects.toMatchObject({ status: 404 });
    await expect(previewOf(zoom, support, run.sessions[1])).rejects.toMatchObject({ status: 409 });
    await expect(previewOf("a,b\n1,2")).rejects.toMatchObject({ fields: { file: [expect.any(String)] } });
    const input = { sessionId: run.sessions[0], key: crypto.randomUUID(), people: [] };
    await expect(importParticipants(ctx.asStaff("auditor"), input)).rejects.toMatchObject({ status: 403 });
  });

  it("T-04 shows before anything is written whom it knows and guesses, and who is kept", async () => {
    const [huda, badr] = [await idOf("Huda Salem"), await idOf("Badr Omar")];
    const { people, session, roster } = await previewOf(zoom);
    expect(session).toMatchObject({ minutes: 90, present_from: 81 });
    expect(people.map(({ enrolment_id, match, minutes }) => [enrolment_id, match, minutes])).toEqual([
      [null, null, 90],
      [huda, "email", 90],
      [badr, "name", 61],
    ]);
    expect(roster).toHaveLength(3);
    expect((await attendanceOfRun(ctx, run.runId)).flatMap(({ marks }) => marks)).toEqual([]);
  });

  it("T-04 a file of 5,000 lines, formulas and marks of direction in names: read as text, matched, nothing written", async () => {
    const head = "Name (original name),Email,Total duration (minutes)\n";
    const named = ["\"=cmd|'/c calc'!A1\",,90", "\u202eHuda\u202c Salem\u200f,,85", "+Badr @ Omar-,,90"];
    const others = Array.from(
      { length: 4997 },
      (_one, at) => `Guest ${at} of elsewhere,guest${at}@example.com,${at % 90}`,
    );
    const { people, file } = await previewOf(head + [...named, ...others].join("\n"));
    expect([file.lines, people.length]).toEqual([5000, 5000]);
    expect(people.slice(0, 3).map(({ name, match }) => [name, match])).toEqual([
      [expect.stringContaining("=cmd"), null],
      ["Huda Salem", "name"],
      ["+Badr @ Omar-", "name"],
    ]);
    expect((await attendanceOfRun(ctx, run.runId)).flatMap(({ marks }) => marks)).toEqual([]);
  });

  it("T-04 over HTTP: a picture, a PDF, nothing and more than 10 MB, whatever they are called: refused by field or size", async () => {
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
    expect((await attendanceOfRun(ctx, run.runId)).flatMap(({ marks }) => marks)).toEqual([]);
  });

  it("T-04 writes what was confirmed, once; several lines of one person are joined, hand marks stay", async () => {
    const [huda, badr, mona] = [await idOf("Huda Salem"), await idOf("Badr Omar"), await idOf("Mona Ali")];
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
    const marks = (await attendanceOfRun(ctx, run.runId)).map(({ marks }) => marks[0]);
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
