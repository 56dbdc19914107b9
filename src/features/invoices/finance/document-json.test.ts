import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn } from "#test/staff.ts";

type Row = typeof taxDocuments.$inferInsert;
const line = { nameEng: "", nameAr: null, qty: 1, unitPriceHalalas: 1, amountHalalas: 1 };
const seller = { nameEng: "", nameAr: "", addressEng: "", addressAr: "", vatNumber: "", registrationNumber: "" };
const buyer = { name: "", email: "", billing: {}, company: null };

describeOnDatabase("the JSON of tax documents", (open) => {
  let ctx: TestCtx;
  let realDocument: Row;
  beforeAll(async () => {
    ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const [{ id: _, ...row } = { id: 0 }] = await ctx.db.select().from(taxDocuments);
    realDocument = row as Row;
  });

  let copyCount = 0;
  /** Inserts a copy of the real document for a new order, with some JSON columns replaced. */
  async function insertCopy(replacedJson: Record<string, unknown>): Promise<number> {
    copyCount += 1;
    const [orderId = 0] = await paidOrders(ctx, 1);
    const [sequence, counter] = [realDocument.sequence + copyCount, realDocument.counter + copyCount];
    const unique = { sequence, counter, number: `INV-${copyCount}`, uuid: randomUUID(), orderId };
    const [row] = await ctx.db
      .insert(taxDocuments)
      .values({ ...realDocument, ...unique, ...(replacedJson as Partial<Row>) })
      .returning({ id: taxDocuments.id });
    return row?.id ?? 0;
  }

  it.each(
    Object.entries({
      seller: [{}, [], { ...seller, nameAr: null }, { ...seller, vatNumber: 3 }],
      buyer: [
        {},
        "a buyer",
        { ...buyer, name: undefined },
        { ...buyer, email: 7 },
        { ...buyer, billing: null },
        { ...buyer, company: {} },
        { ...buyer, company: "a company" },
      ],
      lines: [[], {}, [{}], [line, { ...line, qty: "1" }], [{ ...line, amountHalalas: undefined }]],
      payment: [[], "card", { cardMasked: 4111, cardScheme: null }],
    }),
  )("P-15 the database rejects a document whose %s has a missing or mistyped value", async (column, invalidValues) => {
    for (const json of invalidValues)
      await expect(insertCopy({ [column]: json }), JSON.stringify(json)).rejects.toMatchObject({
        cause: { message: expect.stringMatching(new RegExp(`document_${column}_(is|are)_whole`)) },
      });
  });

  it("P-15 a document with the least JSON that the database accepts can be listed, read, rendered and counted", async () => {
    const id = await insertCopy({ seller, buyer, lines: [line], payment: {} });
    const { call } = await signedIn(ctx, (await makeStaff(ctx, "finance")).id);
    const month = ctx.now().toISOString().slice(0, 7);
    for (const path of ["documents", `documents/${id}`, `documents/${id}/pdf`, "months", `months/${month}`])
      expect([path, (await call(`GET ${path}`)).status]).toEqual([path, 200]);
  });
});
