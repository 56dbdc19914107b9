import { mkdtempSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { staffUsers } from "#features/staff/tables.server.ts";
import { Forbidden, FreshSignInRequired, Unauthenticated, ValidationError } from "#platform/errors.ts";
import { number, text } from "#platform/export/columns.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { unzip } from "#test/unzip.ts";
import { defineExport, startExport } from "./export.server.ts";
import { staffTasks } from "./tables.server.ts";
import { cancelTask, deleteOldTasks, downloadTaskFile, readTask } from "./tasks.server.ts";

const numbers = defineExport<{ upTo: number; q?: string | undefined }, number, number>({
  kind: "numbers",
  permission: "finance.export",
  personal: true,
  title: (_filter, locale) => (locale === "ar" ? "أعداد" : "Numbers"),
  filter: z.strictObject({ upTo: z.int(), q: z.string().optional() }),
  columns: [
    number(
      (locale) => (locale === "ar" ? "العدد" : "Number"),
      (row) => row,
    ),
    text(
      () => "Sign",
      (row) => (row === 2 ? "=1+1" : "x"),
    ),
  ],
  count: async (_ctx, { upTo }) => upTo,
  rows: async (_ctx, { upTo }, after, limit) =>
    Array.from({ length: Math.max(0, Math.min(limit, upTo - (after ?? 0))) }, (_, at) => (after ?? 0) + at + 1),
  key: (row) => row,
});
const kinds = [numbers];

describeOnDatabase("exports", (open) => {
  let ctx: TestCtx;
  let finance: TestCtx;
  beforeAll(async () => {
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-export-")) }) });
    finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
  });
  const exportNumbers = async (by: TestCtx, format: string, upTo: number) => {
    const { id } = await startExport(by, kinds, { kind: "numbers", format, filter: { upTo } });
    await runQueuedTasks(ctx, kinds);
    expect(await readTask(by, { id })).toMatchObject({ state: "done", done: upTo, total: upTo });
    const { body, ...file } = await downloadTaskFile(by, kinds, { id });
    return { ...file, bytes: await buffer(body as ReadStream) };
  };

  describe("refusals", () => {
    it("P-15 rejects a missing permission, an old sign-in, and an unknown kind, format or filter", async () => {
      const request = { kind: "numbers", format: "csv", filter: { upTo: 1 } };
      const late = ctx.asStaff("finance", { confirmedAt: new Date(0) });
      await expect(startExport(ctx, kinds, request)).rejects.toThrow(Unauthenticated);
      await expect(startExport(ctx.asStaff("support"), kinds, request)).rejects.toThrow(Forbidden);
      await expect(startExport(late, kinds, request)).rejects.toThrow(FreshSignInRequired);
      for (const [wrong, field] of [
        [{ kind: "letters" }, "kind"],
        [{ format: "pdf" }, "format"],
        [{ filter: {} }, "filter.upTo"],
        [{ filter: { upTo: 1, secret: 1 } }, "secret"],
      ] as const) {
        const refusal = await startExport(finance, kinds, { ...request, ...wrong }).catch((error: unknown) => error);
        expect(refusal, field).toBeInstanceOf(ValidationError);
        expect(Object.keys((refusal as ValidationError).fields)).toEqual([field]);
      }
    });

    it("P-15 rejects XLSX of more than 10,000 rows and suggests CSV", async () => {
      const request = { kind: "numbers", format: "xlsx", filter: { upTo: 10_001 } };
      const refusal = await startExport(finance, kinds, request).catch((error: unknown) => error);
      expect((refusal as ValidationError).fields).toEqual({
        format: ["Excel files hold up to 10,000 rows here. Choose CSV, or narrow the filter."],
      });
    });
  });

  it("P-16 deletes the search text when a task ends in any way; keeps the rest", async () => {
    const readTask = async (id: number) =>
      (await ctx.db.select().from(staffTasks).where(eq(staffTasks.id, id)))[0] ?? { input: {}, cursor: null };
    const begin = async (upTo: number, by = finance) => {
      const filter = { upTo, q: "Huda Salem" };
      const { id } = await startExport(by, kinds, { kind: "numbers", format: "csv", filter });
      expect((await readTask(id)).input).toEqual({ format: "csv", filter });
      return id;
    };
    const done = await begin(1);
    await runQueuedTasks(ctx, kinds);
    const stopped = await begin(1);
    await ctx.db
      .update(staffTasks)
      .set({ cursor: ["Huda Salem", "1"] })
      .where(eq(staffTasks.id, stopped));
    await cancelTask(finance, { id: stopped });
    const gone = await makeStaff(ctx, "finance");
    const failed = await begin(1, ctx.asStaff("finance", { id: gone.id }));
    await ctx.db.update(staffUsers).set({ removedAt: ctx.now() }).where(eq(staffUsers.id, gone.id));
    await runQueuedTasks(ctx, kinds);
    for (const id of [done, stopped, failed])
      expect(await readTask(id)).toMatchObject({ input: { format: "csv", filter: { upTo: 1 } }, cursor: null });
    // As an earlier version left it.
    const leftover = { input: { format: "csv", filter: { upTo: 1, q: "Huda Salem" } }, cursor: ["Huda Salem", "1"] };
    await ctx.db.update(staffTasks).set(leftover).where(eq(staffTasks.id, stopped));
    const open = await begin(1);
    await deleteOldTasks(ctx);
    expect(JSON.stringify(await readTask(stopped))).not.toContain("Huda");
    expect(JSON.stringify(await readTask(open))).toContain("Huda");
    await cancelTask(finance, { id: open });
  });

  it("P-15 CSV contains every row once in any number of batches, and the day in its name", async () => {
    for (const rows of [0, 1, 1000, 2001]) {
      const { bytes, name, type } = await exportNumbers(finance, "csv", rows);
      const lines = bytes.toString().split("\r\n");
      expect(lines.slice(0, -1)).toHaveLength(rows + 1);
      expect(lines.slice(1, -1).slice(0, 3)).toEqual(["1,x", `2,"'=1+1"`, "3,x"].slice(0, rows));
      expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(lines.length);
      expect(name).toMatch(/^Numbers \d{4}-\d\d-\d\d\.csv$/);
      expect(type).toBe("text/csv; charset=utf-8");
    }
  });

  it("P-15 XLSX in Arabic is right to left with Arabic headers, no formula, and every row once", async () => {
    const { bytes, name } = await exportNumbers({ ...finance, locale: "ar" }, "xlsx", 2500);
    const { "xl/sheet.xml": sheet = "", "xl/workbook.xml": workbook = "" } = unzip(bytes);
    expect(name).toMatch(/^أعداد \d{4}-\d\d-\d\d\.xlsx$/);
    expect(workbook).toContain('name="أعداد"');
    expect(sheet).toContain('rightToLeft="1"');
    expect(sheet).toContain(">العدد<");
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t>');
    expect(sheet).not.toContain("<f");
    const lines = [...sheet.matchAll(/<row r="(\d+)"/g)].map(([, line]) => Number(line));
    expect(lines).toEqual(Array.from({ length: 2501 }, (_, at) => at + 1));
    expect(sheet).toContain('<c r="A2501" s="0"><v>2500</v></c>');
  });
});
