/** Quotations for employers: refusals first, then their contents. */
import { beforeEach, expect, it } from "vitest";
import { eq, sql } from "drizzle-orm";
import { makeCode } from "#db/factories/discount-code.ts";
import { discountCodes } from "#features/discounts/tables.server.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { pdfPages } from "#test/pdf-text.ts";
import { quotePdf } from "./quote-pdf.server.ts";
import { quoteSeats } from "./quote.server.ts";

describeOnDatabase("a quotation", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let today: string;

  beforeEach(async () => {
    const database = await open();
    ctx = testContext(database);
    today = riyadhDate(ctx.now());
    const course = await makeCourse(database.db, { name_eng: "Ward safety", name_ar: "سلامة الأقسام" });
    const start = { startDate: addDays(today, 60), endDate: addDays(today, 61) };
    runId = (await makeRun(database.db, course.id, { ...start, capacity: 6, priceHalalas: 240_000 })).id;
  });
  const quote = (qty = 2, run = runId) => quoteSeats(ctx, { items: [{ runId: run, qty }] });

  it("is refused for unknown, past and cancelled runs, and for more seats than are free", async () => {
    await expect(quote(1, 99_999)).rejects.toThrow(Conflict);
    await expect(quote(7)).rejects.toThrow(/has only 6 free seats/);
    await ctx.db.execute(
      sql`update course_run set end_date = ${addDays(today, -1)}, start_date = ${addDays(today, -2)}`,
    );
    await expect(quote()).rejects.toThrow(Conflict);
    await ctx.db.execute(
      sql`update course_run set end_date = ${addDays(today, 61)}, start_date = ${addDays(today, 60)}`,
    );
    await ctx.db.execute(sql`update course_run set cancelled_at = now()`);
    await expect(quote()).rejects.toThrow(Conflict);
  });

  it("has the prices of checkout, is valid for 14 days but ends before the course, and stores nothing", async () => {
    const offer = await quote();
    expect(offer).toMatchObject({
      subTotalHalalas: 480_000,
      taxHalalas: 72_000,
      totalHalalas: 552_000,
      taxPercent: 15,
      validUntil: addDays(today, 14),
    });
    await ctx.db.execute(sql`update course_run set start_date = ${addDays(today, 5)}`);
    expect((await quote()).validUntil).toBe(addDays(today, 4));
    const { rows } = await ctx.db.execute(
      sql`select (select count(*)::int from "order") as orders, (select count(*)::int from enrolment) as seats`,
    );
    expect(rows).toEqual([{ orders: 0, seats: 0 }]);
  });

  it("X-05 applies a discount code to its lines before VAT, and does not count as a use", async () => {
    const { id } = await makeCode(ctx.db, "TEAM10", { maxUses: 1 });
    const quoteWithCode = () => quoteSeats(ctx, { items: [{ runId, qty: 2 }], discountCode: " team10" });
    await quoteWithCode();
    const offer = await quoteWithCode();
    expect(offer).toMatchObject({
      subTotalHalalas: 432_000,
      taxHalalas: 64_800,
      lines: [{ discountHalalas: 48_000, discountPercent: 10, discountCode: "TEAM10" }],
    });
    expect((await pdfPages(await quotePdf(offer, "en"))).join(" ")).toContain("TEAM10");
    await ctx.db.update(discountCodes).set({ pausedAt: ctx.now() }).where(eq(discountCodes.id, id));
    await expect(quoteWithCode()).rejects.toBeInstanceOf(ValidationError);
  });

  it("says that it is not a tax invoice, shows courses, sums and seller, and grows to several pages", async () => {
    const offer = await quote();
    const bytes = await quotePdf(offer, "en");
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-");
    const longPdf = await quotePdf({ ...offer, lines: Array.from({ length: 20 }, () => offer.lines).flat() }, "ar");
    expect(longPdf.length).toBeGreaterThan(bytes.length);
    const text = pdfPages(bytes).join("");
    for (const phrase of [
      "Quotation – not a tax",
      "Ward safety",
      "4,800.00",
      "SAR 720.00",
      "SAR 5,520.00",
      offer.seller.vatNumber,
    ])
      expect(text).toContain(phrase);
    expect(text).toContain(addDays(today, 14));
    expect(text).not.toContain("INV-");
    expect(pdfPages(longPdf).length).toBeGreaterThan(2);
  });
});
