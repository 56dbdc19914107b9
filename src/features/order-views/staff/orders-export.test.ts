/** Staff export orders from their list: the selected ones, or all that match the filter (P-15, P-21). */
import { mkdtempSync, readFileSync } from "node:fs";
import { type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeUser } from "#db/factories/user.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { downloadTaskFile } from "#features/staff/tasks/tasks.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { Forbidden, FreshSignInRequired, Unauthenticated, ValidationError } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { unzip } from "#test/unzip.ts";
import { exportOrders } from "./orders-export.server.ts";

const kinds = [exportOrders];

describeOnDatabase("orders export", (open) => {
  let ctx: TestCtx;
  let finance: TestCtx;
  let ids: number[];
  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-orders-")) }) });
    finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
    const huda = await makeUser(ctx.db, { name: "=Huda Zaidan" });
    ids = [...(await paidOrders(ctx, 3, { buyer: huda })), ...(await paidOrders(ctx, 1))];
  });
  const buildRequest = (filter: object, format = "csv") => ({ kind: "orders", format, filter });
  /** Exports orders. Returns the rows of the file, without its head. */
  async function exportRows(filter: object): Promise<string[]> {
    const { id } = await startExport(finance, kinds, buildRequest(filter));
    await runQueuedTasks(ctx, kinds);
    const { body } = await downloadTaskFile(finance, kinds, { id });
    return (await text(body as ReadStream)).trim().split("\r\n").slice(1);
  }
  const exportNumbers = async (filter: object) => (await exportRows(filter)).map((row) => Number(row.split(",")[0]));
  const readStartedTasks = async () =>
    (
      await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "task.started")).orderBy(asc(auditEvents.id))
    ).map(({ after }) => after);

  describe("refusals", () => {
    it("P-15 P-02 rejects callers without the permission or a fresh sign-in, and unknown filters", async () => {
      await expect(startExport(ctx, kinds, buildRequest({ ids }))).rejects.toThrow(Unauthenticated);
      await expect(startExport(ctx.asStaff("support"), kinds, buildRequest({ ids }))).rejects.toThrow(Forbidden);
      const late = ctx.asStaff("finance", { confirmedAt: new Date(0) });
      await expect(startExport(late, kinds, buildRequest({ ids }))).rejects.toThrow(FreshSignInRequired);
      const many = Array.from({ length: 501 }, (_, at) => at + 1);
      for (const filter of [{ ids: [] }, { ids: many }, { ids: ["1 or true"] }, { buyer: "huda" }, { status: ["all"] }])
        await expect(startExport(finance, kinds, buildRequest(filter)), JSON.stringify(filter)).rejects.toThrow(
          ValidationError,
        );
      expect(await readStartedTasks()).toEqual([]);
    });
  });

  it("P-15 P-21 exports the selected orders, all orders, or those that match the filter", async () => {
    const [first = 0, , third = 0, other = 0] = ids;
    expect(await exportNumbers({ ids: [other, first] })).toEqual([first, other]);
    expect(await exportNumbers({ ids: [third, 2_000_000_000] })).toEqual([third]);
    expect(await exportNumbers({})).toEqual(ids);
    expect(await exportNumbers({ q: "zaidan" })).toEqual(ids.slice(0, 3));
    expect(await exportNumbers({ q: "zaidan", ids: [other, third] })).toEqual([third]);
    expect(await exportNumbers({ status: ["pending"] })).toEqual([]);
    const today = riyadhDate(ctx.now());
    const previousMonthEnd = addDays(`${today.slice(0, 7)}-01`, -1);
    expect(await exportNumbers({ month: today.slice(0, 7), status: ["paid"] })).toEqual(ids);
    expect(await exportNumbers({ month: previousMonthEnd.slice(0, 7) })).toEqual([]);
  });

  it("P-15 logs which orders were selected, but no search text", async () => {
    await exportRows({ ids: ids.slice(0, 2), status: ["paid"] });
    await exportRows({ q: "zaidan" });
    expect(await readStartedTasks()).toEqual([
      { kind: "export.orders", format: "csv", filter: { ids: ids.slice(0, 2), status: ["paid"] } },
      { kind: "export.orders", format: "csv", filter: { q: "…" } },
    ]);
  });

  it("P-15 writes Arabic sheets right to left, and a name that looks like a formula as text", async () => {
    const [one = ""] = await exportRows({ ids: ids.slice(0, 1) });
    expect(one).toContain("'=Huda Zaidan");
    const { id } = await startExport(
      { ...finance, locale: "ar" },
      kinds,
      buildRequest({ ids: ids.slice(0, 1) }, "xlsx"),
    );
    await runQueuedTasks(ctx, kinds);
    const { body } = await downloadTaskFile(finance, kinds, { id });
    const { "xl/sheet.xml": sheet = "" } = unzip(readFileSync((body as ReadStream).path));
    expect(sheet).toContain('rightToLeft="1"');
    expect(sheet).toContain("=Huda Zaidan");
    expect(sheet).not.toContain("<f>");
  });
});
