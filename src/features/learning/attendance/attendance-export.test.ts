/** The export of a run's attendance, in both formats. */
import { mkdtempSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeAll, expect, it } from "vitest";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { downloadTaskFile } from "#features/staff/tasks/tasks.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff } from "#test/staff.ts";
import { findSeat, taughtRun, type TaughtRun } from "#test/taught-run.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { unzip } from "#test/unzip.ts";
import { attendanceExport } from "./attendance-export.server.ts";
import { markAttendance } from "./marks.server.ts";

const kinds = [attendanceExport];
const formula = `=HYPERLINK("https://evil.example","Huda")`;

describeOnDatabase("the export of attendance", (open) => {
  let ctx: TestCtx;
  let support: TestCtx;
  let run: TaughtRun;
  beforeAll(async () => {
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-export-")) }) });
    support = ctx.asStaff("support", { id: (await makeStaff(ctx, "support")).id });
    run = await taughtRun(ctx, [formula, "Badr Omar"]);
    const mark = { state: "late", lateMinutes: 7 } as const;
    const { id: enrolmentId } = await findSeat(ctx, run.runId, "Badr Omar");
    const marks = [{ enrolmentId, sessionId: run.sessions[0], mark }];
    await markAttendance(support, { runId: run.runId, key: crypto.randomUUID(), marks });
  });
  const buildRequest = (format: string) => ({ kind: "attendance", format, filter: { run_id: run.runId } });
  const downloadExport = async (format: string) => {
    const { id } = await startExport(support, kinds, buildRequest(format));
    await runQueuedTasks(ctx, kinds);
    return buffer((await downloadTaskFile(support, kinds, { id })).body as ReadStream);
  };

  it("T-04 rejects an export without the permission, or without a fresh sign-in", async () => {
    await expect(startExport(ctx.asStaff("finance"), kinds, buildRequest("csv"))).rejects.toMatchObject({
      status: 403,
    });
    const stale = ctx.asStaff("support", { confirmedAt: new Date(0) });
    await expect(startExport(stale, kinds, buildRequest("csv"))).rejects.toMatchObject({ status: 403 });
  });

  it("T-04 CSV has a line for each person and session, also unmarked ones, and no formulas", async () => {
    const text = (await downloadExport("csv")).toString("utf8");
    expect(text.startsWith("\ufeff")).toBe(true);
    const lines = text.trim().split(/\r?\n/);
    expect(lines).toHaveLength(5);
    const late = lines.find((line) => line.includes("Late"));
    expect(late).toContain("Badr Omar");
    expect(late).toContain("7");
    // An apostrophe before the formula makes a spreadsheet show it as text.
    expect(lines.filter((line) => line.includes("HYPERLINK"))).toHaveLength(2);
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?=/);
  });

  it("T-04 XLSX has both people, and no formulas", async () => {
    const sheet = Object.entries(unzip(await downloadExport("xlsx")));
    const cells = sheet.map(([, text]) => text).join("");
    expect(cells).toContain("HYPERLINK");
    expect(cells).not.toMatch(/<f[ >]/);
    expect(cells).toContain("Badr Omar");
  });
});
