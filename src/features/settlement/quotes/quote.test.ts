/** Quotations for employers: what is refused first, then what they say. */
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

  it("is refused for what cannot be booked, and for more seats than there are", async () => {
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

  it("is priced as checkout would, stands for 14 days and never into the course, and keeps and holds nothing", async () => {
    const made = await quote();
    expect(made).toMatchObject({
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

  it("X-05 carries a discount code as checkout would, on its lines and before VAT, and takes no use of it", async () => {
    const { id } = await makeCode(ctx.db, "TEAM10", { maxUses: 1 });
    const coded = () => quoteSeats(ctx, { items: [{ runId, qty: 2 }], discountCode: " team10" });
    await coded();
    const made = await coded();
    expect(made).toMatchObject({
      subTotalHalalas: 432_000,
      taxHalalas: 64_800,
      lines: [{ discountHalalas: 48_000, discountPercent: 10, discountCode: "TEAM10" }],
    });
    expect((await pdfPages(await quotePdf(made, "en"))).join(" ")).toContain("TEAM10");
    await ctx.db.update(discountCodes).set({ pausedAt: ctx.now() }).where(eq(discountCodes.id, id));
    await expect(coded()).rejects.toBeInstanceOf(ValidationError);
  });

  it("says in both languages that it is no tax invoice, with courses, sums and company, over as many pages as it needs", async () => {
    const one = await quote();
    const bytes = await quotePdf(one, "en");
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-");
    const many = await quotePdf({ ...one, lines: Array.from({ length: 20 }, () => one.lines).flat() }, "ar");
    expect(many.length).toBeGreaterThan(bytes.length);
    const text = pdfPages(bytes).join("");
    for (const part of [
      "Quotation – not a tax",
      "Ward safety",
      "4,800.00",
      "SAR 720.00",
      "SAR 5,520.00",
      one.seller.vatNumber,
    ])
      expect(text).toContain(part);
    expect(text).toContain(addDays(today, 14));
    expect(text).not.toContain("INV-");
    expect(pdfPages(many).length).toBeGreaterThan(2);
  });
});
