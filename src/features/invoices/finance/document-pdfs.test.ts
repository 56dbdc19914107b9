/** The PDFs of a month, or of selected orders, as one archive (P-15, P-20). */
import { mkdtempSync, readFileSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { downloadTaskFile, readTask, startTask } from "#features/staff/tasks/tasks.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Conflict, Forbidden, FreshSignInRequired, Unauthenticated } from "#platform/errors.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { unzip } from "#test/unzip.ts";
import { documentPdfs } from "./document-pdfs.server.ts";

const month = "2026-10";

describeOnDatabase("tax documents as PDFs", (open) => {
  let ctx: TestCtx;
  let lina: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-pdfs-")) }) });
    lina = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
  });
  const issueInvoicesAt = async (instant: string, count: number) => {
    ctx.clock.now = new Date(instant);
    const ids = await paidOrders(ctx, count);
    const numbers: string[] = [];
    for (const id of ids)
      numbers.push((await inTransaction(ctx, (ctx) => issueInvoice(ctx, id, paidByCard)))?.number ?? "");
    return { ids, numbers };
  };
  const createArchive = async (input: { month: string } | { order_ids: number[] } = { month }) => {
    const { id } = await startTask(lina, documentPdfs, input);
    await runQueuedTasks(ctx, [documentPdfs]);
    const { body, name } = await downloadTaskFile(lina, [documentPdfs], { id });
    return { name, files: unzip(readFileSync((body as ReadStream).path)), task: await readTask(lina, { id }) };
  };

  describe("refusals", () => {
    it("P-15 P-02 rejects an archive without finance.export or a fresh sign-in, and an invalid month", async () => {
      const late = ctx.asStaff("finance", { confirmedAt: new Date(0) });
      await expect(startTask(ctx, documentPdfs, { month })).rejects.toThrow(Unauthenticated);
      await expect(startTask(ctx.asStaff("support"), documentPdfs, { month })).rejects.toThrow(Forbidden);
      await expect(startTask(late, documentPdfs, { month })).rejects.toThrow(FreshSignInRequired);
      expect(documentPdfs.input.safeParse({ month: "2026-13" }).success).toBe(false);
    });
  });

  it("P-15 P-20 contains every document of the month by its number and no other, over several steps", async () => {
    // Midnight in Riyadh is 21:00 UTC.
    await issueInvoicesAt("2026-09-30T20:59:59Z", 1);
    const { ids, numbers } = await issueInvoicesAt("2026-09-30T21:00:00Z", 9);
    const orderId = ids[0] ?? 0;
    const refund = { id: await refundRow(ctx, orderId, 11_500), orderId, amountHalalas: 11_500, reason: "requested" };
    const creditNote = await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    await issueInvoicesAt("2026-10-31T21:00:00Z", 1);
    const { name, files, task } = await createArchive();
    expect(name).toBe("Invoices and credit notes 2026-10.zip");
    expect(Object.keys(files).toSorted()).toEqual(
      [...numbers, creditNote?.number].map((one) => `${one}.pdf`).toSorted(),
    );
    for (const pdf of Object.values(files)) expect(pdf.startsWith("%PDF-")).toBe(true);
    expect(task).toMatchObject({ state: "done", total: 10, done: 10, failed: 0 });
  });

  it("P-15 P-20 contains all documents of the selected orders and no others; rejects orders without documents", async () => {
    const { ids, numbers } = await issueInvoicesAt("2026-10-05T09:00:00Z", 3);
    const [orderId = 0, , other = 0] = ids;
    const refund = { id: await refundRow(ctx, orderId, 11_500), orderId, amountHalalas: 11_500, reason: "requested" };
    const creditNote = await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    const { files, task, name } = await createArchive({ order_ids: [orderId, other] });
    const expected = [numbers[0], numbers[2], creditNote?.number].map((one) => `${one}.pdf`);
    expect(Object.keys(files).toSorted()).toEqual(expected.toSorted());
    expect(task).toMatchObject({ title_eng: "Invoices and credit notes, selected orders", done: 3 });
    expect(name).toMatch(/^Invoices and credit notes 2026-10-05\.zip$/);
    const [unpaid = 0] = await paidOrders(ctx, 1);
    await expect(startTask(lina, documentPdfs, { order_ids: [unpaid] })).rejects.toThrow(Conflict);
  });

  it("P-15 a month without documents is an empty archive", async () => {
    expect((await createArchive()).files).toEqual({});
  });
});
