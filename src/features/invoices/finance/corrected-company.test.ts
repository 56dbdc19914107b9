/** A company corrected in an e-invoice, as finance sees it; the tax document itself is never changed (Z-06). */
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import type { ReadStream } from "node:fs";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { listEInvoices } from "#features/invoices/einvoices/list.server.ts";
import { correctEInvoice, sealEInvoices } from "#features/invoices/einvoices/seal.server.ts";
import { submitEInvoices } from "#features/invoices/einvoices/submit.server.ts";
import { einvoices } from "#features/invoices/einvoices/tables.server.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { downloadTaskFile } from "#features/staff/tasks/tasks.server.ts";
import { describeOnDatabase } from "#test/database.ts";
import { exampleCompany, exampleCorrection, issueInvoices, withUnit } from "#test/einvoicing.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { listDocuments, readDocument } from "./documents.server.ts";
import { exportDocuments } from "./exports.server.ts";

describeOnDatabase("a corrected company", (open) => {
  it("Z-06 is found by both names, and shows the new one in lists, document and export", async () => {
    const { ctx } = await withUnit(await open());
    const finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
    const wrong = { ...exampleCompany, name: "Old name", vat_number: "110122393500001" };
    const [invoice] = await issueInvoices(ctx, 2, { company: wrong });
    const documentId = invoice?.id ?? 0;
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const [rejected] = await ctx.db.select().from(einvoices).where(eq(einvoices.taxDocumentId, documentId));
    await correctEInvoice(finance, { id: rejected?.id ?? 0, company: { ...exampleCorrection, name: "New name" } });

    const queryFor = (q: string) => ({ page: 1, perPage: 10, sort: "id", order: "asc", filter: { q } }) as const;
    const find = async (q: string) => {
      const query = queryFor(q);
      const { data } = await listDocuments(finance, query);
      const sent = (await listEInvoices(finance, query)).data.map((row) => row.documentId);
      expect(new Set(sent)).toEqual(new Set(data.map(({ id }) => id)));
      return data.map(({ buyer }) => buyer.company);
    };
    expect(await find("new name")).toEqual(["New name"]);
    expect(await find(exampleCompany.vat_number)).toEqual(["New name"]);
    expect(await find("old name")).toEqual(["New name", "Old name"]);
    // The name in an e-invoice of a rehearsal is not found: Finance shows only what counts.
    if (!rejected) throw new Error("no e-invoice");
    const { id: _id, ...sealed } = rejected;
    const company = { ...exampleCompany, name: "Rehearsed name" };
    const row = { ...sealed, environment: "simulation" as const, company, uuid: randomUUID(), counter: 99 };
    await ctx.db.insert(einvoices).values(row);
    expect((await listDocuments(finance, queryFor("rehearsed name"))).data).toEqual([]);
    expect(await readDocument(finance, { id: documentId })).toMatchObject({ vat_number: exampleCompany.vat_number });

    const { id } = await startExport(finance, [exportDocuments], { kind: "documents", format: "csv", filter: {} });
    await runQueuedTasks(ctx, [exportDocuments]);
    const { body } = await downloadTaskFile(finance, [exportDocuments], { id });
    const [, first, second] = (await text(body as ReadStream)).split("\r\n");
    expect(first).toContain(`New name,${exampleCompany.vat_number}`);
    expect(second).toContain(`Old name,${wrong.vat_number}`);
  });
});
