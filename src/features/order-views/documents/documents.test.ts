/** Invoices and credit notes through the API, for the buyer only. */
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { inTransaction } from "#platform/context.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import { createLog } from "#platform/log.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { orderCalendar } from "#features/seats/api.server.ts";
import * as api from "./api.server.ts";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";

const buyer = { id: "buyer-of-documents", name: "Sara N.", email: "sara@example.com" };
const table = {
  "/api/order-documents": api.orderDocuments,
  "/api/order-document": api.orderDocument,
  "/api/order-calendar": orderCalendar,
};

function mountSite(ctx: TestCtx) {
  const app = new Hono();
  app.use(async (request, next) => {
    request.set("requestId", "test");
    request.set("log", createLog("silent"));
    await next();
  });
  mountApi(app, table, async () => ctx);
  return (path: string, body: object) =>
    app.request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

describeOnDatabase("the documents of an order", (open) => {
  it("9 documents, files and calendar of an order are not found for another buyer, and rejected for a visitor", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    await paidOrders(ctx, 1, { buyer: { id: "another", name: "Another", email: "another@example.com" } });
    const [otherOrder] = (await ctx.db.execute<{ id: number }>(sql`select id from "order" where user_id = 'another'`))
      .rows;
    for (const path of Object.keys(table)) {
      expect((await mountSite(ctx)(path, { order_id: orderId })).status).toBe(401);
      const asOther = mountSite(ctx.as({ id: "another", name: "Another", email: "another@example.com" }));
      expect((await asOther(path, { order_id: orderId })).status).toBe(404);
      expect(await (await asOther(path, { order_id: orderId })).json()).toEqual(
        await (await asOther(path, { order_id: 999_999 })).json(),
      );
    }
    // One's own order does not open the document of another buyer's order.
    const asOther = mountSite(ctx.as({ id: "another", name: "Another", email: "another@example.com" }));
    expect((await asOther("/api/order-document", { order_id: otherOrder?.id, document_id: invoice.id })).status).toBe(
      404,
    );
  });

  it("F-28 the buyer gets invoice and credit notes as data and as files", async () => {
    const ctx = testContext(await open());
    const [orderId = 0] = await paidOrders(ctx, 1, {
      company: { name: "Example Clinic", vat_number: "310122393500003", address: "Riyadh" },
    });
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const id = await refundRow(ctx, orderId, 115_000);
    const creditNote = await inTransaction(ctx, (ctx) =>
      issueCreditNote(ctx, { id, orderId, amountHalalas: 115_000, reason: "requested" }),
    );
    const post = mountSite(ctx.as(buyer));
    const { documents } = (await (await post("/api/order-documents", { order_id: orderId })).json()) as {
      documents: {
        kind: string;
        original_number: string;
        total: string;
        name_code: string;
        supply_from: string;
        supply_to: string;
      }[];
    };
    expect(documents).toMatchObject([
      {
        kind: "invoice",
        total: "1150.00",
        name_code: "0100000",
        original_number: null,
        seller: { vat_number: "300000000000003" },
        buyer: { company: { name: "Example Clinic" } },
        payment: { card_masked: "4111-11XX-XXXX-1111" },
      },
      { kind: "credit-note", total: "1150.00", reason: "requested", remains: "0.00" },
    ]);
    // F-28: VAT of each line, and when it is supplied.
    expect(documents[0]).toMatchObject({
      remains: null,
      lines: [{ qty: 1, unit_price: "1000.00", amount: "1000.00", tax: "150.00", total: "1150.00" }],
    });
    for (const day of ["supply_from", "supply_to"] as const) expect(documents[0]?.[day]).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(documents[1]?.original_number).toMatch(/^INV-/);
    for (const [body, name] of [
      [{}, /INV-\d{4}-000001\.pdf/],
      [{ document_id: creditNote?.id }, /CN-\d{4}-000001\.pdf/],
    ] as const) {
      const answer = await post("/api/order-document", { order_id: orderId, ...body });
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.get("content-disposition")).toMatch(name);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");
    }
  });

  it("the calendar has whole days, each ending the day after, with the id of the run", async () => {
    const ctx = testContext(await open(), { locale: "ar" });
    const dates = { startDate: "2027-01-12", endDate: "2027-01-14", days: 3 };
    const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, dates);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    const answer = await mountSite(ctx.as(buyer))("/api/order-calendar", { order_id: orderId });
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const text = (await answer.text()).replaceAll("\r\n ", "");
    expect(text).toContain("DTSTART;VALUE=DATE:20270112");
    expect(text).toContain("DTEND;VALUE=DATE:20270113");
    expect(text).toContain("DTEND;VALUE=DATE:20270115");
    expect(text).toContain("SEQUENCE:0");
    expect(text).toMatch(/UID:run-\d+@/);
    expect(text).toContain("SUMMARY:أساسيات سلامة المرضى للفرق السريرية");
  });
});

it("the OpenAPI document says which responses are files", async () => {
  const document = JSON.stringify(await openApiDocument(table, "https://nama.example"));
  expect(document).toContain(`"application/pdf":{"schema":{"type":"string","format":"binary"}}`);
  expect(document).toContain(`"text/calendar"`);
});
