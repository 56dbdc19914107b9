/** Bank transfer chosen by the buyer: refusals first, then paid and unpaid orders. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { remindTransfers } from "#features/settlement/transfers/transfer-mails.server.ts";
import { expireTransfers, recordTransfer } from "#features/settlement/transfers/transfers.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { addDays, endOfRiyadhDay, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { bank } from "#test/bank.ts";
import { address, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { pdfPages } from "#test/pdf-text.ts";
import { bookByTransfer, type TransferBooking } from "#features/checkout/book-by-transfer.server.ts";
import { proformaAttachment, proformaPdf } from "#features/settlement/quotes/proforma.server.ts";
import { transferDueOn } from "#features/checkout/transfer-terms.ts";
import { paidOrders } from "#test/paid-order.ts";
import { openSandbox } from "#test/sandbox.ts";

const sandbox = await openSandbox();

const company = {
  name: "Example General Hospital",
  vat_number: "300000000000003",
  address: "Riyadh",
  purchase_order: "PO-88120",
};
const price = 240_000;
const addHours = (instant: Date, hours: number) => new Date(instant.getTime() + hours * 3_600_000);
const totalFor = (seats: number) => Math.round(price * seats * 1.15);

it("X-04 the due date is in 14 days, at least 7 days before the first course (1 for a company's), and never past", () => {
  const dueFor = (starts: string[]) => transferDueOn("2026-11-22", starts, { days: 14 });
  expect(dueFor(["2027-01-12"])).toBe("2026-12-06");
  expect(dueFor(["2027-01-12", "2026-12-08"])).toBe("2026-12-01");
  expect(dueFor(["2026-12-13"])).toBe("2026-12-06");
  expect(dueFor(["2026-11-25"])).toBe("2026-11-22");
  const dueForCompany = (start: string) => transferDueOn("2026-11-22", [start], { days: 14 }, { isForCompany: true });
  expect(["2027-01-12", "2026-11-25", "2026-11-22"].map(dueForCompany)).toEqual([
    "2026-12-06",
    "2026-11-24",
    "2026-11-22",
  ]);
});

describeOnDatabase("transfer chosen by the buyer", (open) => {
  let ctx: TestCtx;
  let staff: TestCtx;
  let me: { id: string };
  let runs: number[];
  let today: string;

  beforeEach(async () => {
    const visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    staff = visitor.asStaff("owner");
    today = riyadhDate(visitor.now());
    me = await makeUser(visitor.db);
    ctx = visitor.as(await makeUser(visitor.db));
    me = ctx.viewer ?? me;
    // Buyer and company have paid before, so their bookings need no approval.
    await paidOrders(visitor, 1, { buyer: ctx.viewer as never, company });
    await changeSetting(staff, "transfers", bank);
    runs = [];
    for (const days of [30, 40, 13]) {
      const startDate = addDays(today, days);
      const dates = { startDate, endDate: startDate, days: 1 };
      const course = await makeCourse(visitor.db);
      runs.push((await makeRun(visitor.db, course.id, { capacity: 150, priceHalalas: price, ...dates })).id);
    }
  });
  const items = (quantities: number[]) =>
    quantities.flatMap((qty, index) => (qty > 0 ? [{ runId: runs[index] ?? 0, qty }] : []));
  const book = (quantities: number[], overrides: Partial<TransferBooking> = {}, buyer = ctx) =>
    bookByTransfer(buyer, {
      items: items(quantities),
      billing: address,
      company,
      totalHalalas: totalFor(quantities.reduce((sum, qty) => sum + qty, 0)),
      ...overrides,
    });
  const readMailTemplates = async () =>
    (await ctx.db.execute(sql`select template from outbox_mail order by id`)).rows.map(({ template }) => template);
  const countHeldSeats = async () =>
    (await ctx.db.execute(sql`select count(*)::int as seats from enrolment where state = 'held'`)).rows[0]?.["seats"];
  const readPayment = async (orderId: number) => (await myOrder(ctx, { user_id: me.id, order_id: orderId })).payment;

  it("X-04 refuses visitors, buyers without a company, low totals, early courses, wrong prices, too many seats, no bank", async () => {
    await expect(book([3], {}, { ...ctx, viewer: null })).rejects.toMatchObject({ status: 401 });
    await expect(book([3], { company: null })).rejects.toMatchObject({ fields: { "company.name": expect.anything() } });
    await expect(book([1])).rejects.toThrow(/from SAR\s5,000/);
    await expect(book([3, 0, 1])).rejects.toThrow(/14 days before/);
    await expect(book([3], { totalHalalas: 1 })).rejects.toThrow(/price has changed/);
    await expect(book([50, 1])).rejects.toThrow(ValidationError);
    expect([await countHeldSeats(), await readMailTemplates()]).toEqual([0, []]);
    await changeSetting(staff, "transfers", { ...bank, iban: "" });
    await expect(book([3])).rejects.toThrow(Conflict);
  });

  it("X-04 holds several courses until the due date, emails a proforma, and still allows orders by card", async () => {
    const { orderId, dueOn, totalHalalas } = await book([30, 20]);
    expect([dueOn, totalHalalas, await countHeldSeats()]).toEqual([addDays(today, 14), totalFor(50), 50]);
    expect(await readPayment(orderId)).toMatchObject({
      status: "pending",
      method: "transfer",
      due_on: dueOn,
      bank: { iban: bank.iban },
    });
    expect(await readMailTemplates()).toEqual(["transfer-requested"]);
    const text = pdfPages(await proformaPdf(ctx, { orderId })).join("\n");
    for (const phrase of [
      "Proforma – not a tax invoice",
      `PF-${orderId}`,
      company.name,
      "PO-88120",
      "138,000.00",
      dueOn,
    ])
      expect(text).toContain(phrase);
    const readAttachments = () => proformaAttachment(ctx, orderId, "ar");
    const [file] = await readAttachments();
    expect(file?.filename).toBe(`PF-${orderId}.pdf`);
    expect(pdfPages((await file?.content()) ?? new Uint8Array()).join("\n")).toContain("138,000.00");
    // The same booking returns the same order. More seats are refused. Seats by card have their own limits.
    expect(await book([30, 20])).toMatchObject({ orderId });
    await expect(book([1, 2], {})).rejects.toThrow(ValidationError);
    await beginCheckout(ctx, { items: items([5]), billing: address });
    expect(await countHeldSeats()).toBe(55);
    expect(await readPayment(orderId)).toMatchObject({ status: "pending" });
    const otherBuyer = ctx.as(await makeUser(ctx.db));
    await expect(proformaPdf(otherBuyer, { orderId })).rejects.toThrow(NotFound);
    // An email that is sent after the order has ended gets no proforma.
    await ctx.db.execute(sql`update "order" set status = 'failed' where id = ${orderId}`);
    expect(await readAttachments()).toEqual([]);
  });

  it("X-04 holds seats with a discount code at the reduced price, and shows it on the proforma", async () => {
    await makeCode(ctx.db, "TEAM10");
    const reduced = Math.round(price * 5 * 0.9 * 1.15);
    await expect(book([5], { discountCode: "TEAM10" })).rejects.toThrow(/price has changed/);
    const { orderId, totalHalalas } = await book([5], { discountCode: "team10", totalHalalas: reduced });
    expect(totalHalalas).toBe(reduced);
    const text = pdfPages(await proformaPdf(ctx, { orderId })).join("\n");
    expect(text).toContain("12,420.00");
    expect(text).toContain("TEAM10");
  });

  it("X-04 uses the seats that the waiting list offered to the buyer", async () => {
    const runId = runs[0] ?? 0;
    await ctx.db.update(courseRuns).set({ capacity: 15 }).where(eq(courseRuns.id, runId));
    await paidOrders(staff, 10, { runId });
    const offer = { state: "offered" as const, offeredAt: ctx.now(), offerEndsAt: addHours(ctx.now(), 24), offers: 1 };
    await ctx.db
      .insert(waitlistEntries)
      .values({ runId, userId: me.id, seats: 5, rank: 1, joinedAt: ctx.now(), ...offer });
    await expect(book([5], {}, ctx.as(await makeUser(ctx.db)))).rejects.toThrow(Conflict);
    const { orderId } = await book([5]);
    const [entry] = await ctx.db.select().from(waitlistEntries).where(eq(waitlistEntries.userId, me.id));
    expect(entry).toMatchObject({ state: "offered", orderId, seats: 5 });
    expect(await countHeldSeats()).toBe(5);
  });

  it("X-04 makes one order of two simultaneous bookings, and ends an unpaid card order for the same course", async () => {
    await beginCheckout(ctx, { items: items([5]), billing: address });
    const [one, two] = await Promise.all([book([5]), book([5])]);
    expect(one.orderId).toBe(two.orderId);
    expect(await countHeldSeats()).toBe(5);
  });

  it("X-04 reminds once 3 days before and once on the due date; payment issues the invoice and ends the proforma", async () => {
    const { orderId, dueOn } = await book([3]);
    const setClock = (day: string, time: string) => (ctx.clock.now = riyadhInstant(day, time));
    const countReminders = async () =>
      (await readMailTemplates()).filter((template) => template === "transfer-reminder").length;
    for (const [day, time, count] of [
      [today, "12:00", 0],
      [addDays(dueOn, -4), "12:00", 0],
      [addDays(dueOn, -3), "07:59", 0],
      [addDays(dueOn, -3), "08:00", 1],
      [addDays(dueOn, -3), "20:00", 1],
      [addDays(dueOn, -1), "08:00", 1],
      [dueOn, "08:00", 2],
      [dueOn, "09:00", 2],
    ] as const) {
      setClock(day, time);
      await Promise.all([remindTransfers(ctx), remindTransfers(ctx)]);
      expect(await countReminders(), `${day} ${time}`).toBe(count);
    }
    await recordTransfer(staff, { orderId, amountHalalas: totalFor(3), reference: "FT-1", receivedOn: dueOn });
    expect(await readPayment(orderId)).toMatchObject({ status: "paid", bank: null });
    const documents = await ctx.db.execute(sql`select kind from tax_document where order_id = ${orderId}`);
    expect(documents.rows).toEqual([{ kind: "invoice" }]);
    await expect(proformaPdf(ctx, { orderId })).rejects.toThrow(Conflict);
    await remindTransfers(ctx);
    expect(await countReminders()).toBe(2);
  });

  it("X-04 releases unpaid seats at the end of the due date with one email; late money still buys free seats", async () => {
    const { orderId, dueOn } = await book([3]);
    ctx.clock.now = new Date(endOfRiyadhDay(dueOn).getTime() - 1);
    await expireTransfers(ctx);
    expect(await countHeldSeats()).toBe(3);
    ctx.clock.now = endOfRiyadhDay(dueOn);
    await Promise.all([expireTransfers(ctx), expireTransfers(ctx)]);
    expect(await countHeldSeats()).toBe(0);
    expect(await readPayment(orderId)).toMatchObject({ status: "expired", reason: "transfer-overdue", bank: null });
    expect(await readMailTemplates()).toEqual(["transfer-requested", "transfer-ended"]);
    await recordTransfer(staff, { orderId, amountHalalas: totalFor(3), reference: "FT-1", receivedOn: dueOn });
    expect(await readPayment(orderId)).toMatchObject({ status: "paid" });
  });
});
