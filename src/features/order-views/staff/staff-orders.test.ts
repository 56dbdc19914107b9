/** Orders in the staff API: one order, and the list with its search. */
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { NotFound } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders, refundRow } from "#test/paid-order.ts";
import { orderFilter, type OrderFilter } from "./staff-order-search.server.ts";
import { readPerson } from "#features/privacy/person.server.ts";
import { readOrder } from "./staff-order.server.ts";
import { listOrders } from "./staff-orders.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { replacePerson } from "#features/seats/person-of-seat.server.ts";
import { transferSeats } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { and, eq } from "drizzle-orm";

describeOnDatabase("orders for staff", (open) => {
  let ctx: TestCtx;
  let sarasOrders: number[];
  let omarsOrder: number;
  let runId: number;
  beforeEach(async () => {
    ctx = testContext(await open()).asStaff("support");
    const sara = await makeUser(ctx.db, { name: "Sara N.", email: "sara@example.com" });
    const omar = await makeUser(ctx.db, { name: "عمر 100%", email: "omar@example.org", emailVerified: true });
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 30 })).id;
    sarasOrders = await paidOrders(ctx, 3, { buyer: sara });
    [omarsOrder = 0] = await paidOrders(ctx, 1, { buyer: omar, runId });
  });
  const query = { page: 1, perPage: 25, sort: "id", order: "desc", filter: {} } as const;
  const findIds = async (filter: OrderFilter) => (await listOrders(ctx, { ...query, filter })).data.map(({ id }) => id);

  it("rejects an unknown order", async () => {
    await expect(readOrder(ctx, { id: 999 })).rejects.toThrow(NotFound);
  });

  it("A27: distinguishes a seat moved to another date from one passed to another person", async () => {
    await bookPlace(ctx, { orderId: omarsOrder, runId, seat: 1, name: "Omar T.", email: "omar@example.org" });
    const findSeat = async (email: string) => {
      const [seat] = await ctx.db
        .select()
        .from(enrolments)
        .where(and(eq(enrolments.orderId, omarsOrder), eq(enrolments.attendeeEmail, email)));
      if (!seat) throw new Error(`No seat of ${email}`);
      return seat;
    };
    const readSeats = async () =>
      (await readOrder(ctx, { id: omarsOrder })).enrolments.map(({ email, state, isMoved }) => [email, state, isMoved]);
    const huda = { name: "Huda S.", email: "huda@example.org", scfhsNumber: "", userId: null };
    await inTransaction(ctx, async (ctx) => replacePerson(ctx, await findSeat("omar@example.org"), huda));
    expect(await readSeats()).toEqual([
      ["huda@example.org", "confirmed", false],
      ["omar@example.org", "transferred", false],
    ]);
    const { buyer } = await readOrder(ctx, { id: omarsOrder });
    expect((await readPerson(ctx, { id: buyer.id })).seats).toMatchObject([{ state: "transferred", is_moved: false }]);
    ctx.clock.now = new Date(ctx.now().getTime() + 60_000);
    await inTransaction(ctx, async (ctx) => transferSeats(ctx, omarsOrder, [(await findSeat(huda.email)).id]));
    expect(await readSeats()).toEqual([
      ["huda@example.org", "transferred", true],
      ["omar@example.org", "transferred", false],
    ]);
  });

  it("A29: marks a held seat as expired once its hold is over", async () => {
    const now = ctx.now();
    await bookPlace(ctx, { orderId: omarsOrder, runId, seat: 1, name: "Omar T.", email: "omar@example.org" });
    const held = { state: "held" as const, confirmedAt: null, heldUntil: new Date(now.getTime() + 60_000) };
    await ctx.db.update(enrolments).set(held).where(eq(enrolments.orderId, omarsOrder));
    const readSeats = async () => {
      const { enrolments: seats, buyer } = await readOrder(ctx, { id: omarsOrder });
      const person = await readPerson(ctx, { id: buyer.id });
      return [
        ...seats.map(({ state, holdExpired }) => [state, holdExpired]),
        ...person.seats.map(({ state, hold_expired }) => [state, hold_expired]),
      ];
    };
    expect(await readSeats()).toEqual([
      ["held", false],
      ["held", false],
    ]);
    ctx.clock.now = new Date(now.getTime() + 60_000);
    expect(await readSeats()).toEqual([
      ["held", true],
      ["held", true],
    ]);
    await ctx.db
      .update(enrolments)
      .set({ state: "confirmed", confirmedAt: now })
      .where(eq(enrolments.orderId, omarsOrder));
    expect(await readSeats()).toEqual([
      ["confirmed", false],
      ["confirmed", false],
    ]);
  });

  it("finds orders by number, name, email, state, run, buyer and time", async () => {
    const [first = 0, ...rest] = sarasOrders;
    await ctx.db
      .update(orders)
      .set({ status: "refunded", createdAt: new Date("2026-01-05T00:00:00Z") })
      .where(eq(orders.id, first));
    expect(await findIds({})).toEqual([omarsOrder, ...sarasOrders.toReversed()]);
    expect(await findIds({ q: String(first) })).toEqual([first]);
    expect(await findIds({ q: "SARA" })).toEqual(sarasOrders.toReversed());
    expect(await findIds({ q: "عمر 100%" })).toEqual([omarsOrder]);
    expect(await findIds({ q: "omar@" })).toEqual([omarsOrder]);
    expect(await findIds({ q: `#${first}` })).toEqual([first]);
    expect(await findIds({ q: "0500000001" })).toHaveLength(4);
    const { payments } = await readOrder(ctx, { id: omarsOrder });
    expect(await findIds({ q: payments[0]?.id ?? "" })).toEqual([omarsOrder]);
    expect(await findIds({ q: "INV-2026-000001" })).toEqual([]);
    expect([await findIds({ company: true }), await findIds({ refund_waiting: true })]).toEqual([[], []]);
    expect(await findIds({ unnamed: true })).toHaveLength(4);
    expect(await findIds({ q: "1_0%" })).toEqual([]);
    expect(await findIds({ status: ["refunded", "failed"] })).toEqual([first]);
    expect(await findIds({ run_id: runId })).toEqual([omarsOrder]);
    expect(await findIds({ from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" })).toEqual([first]);
    const { buyer } = await readOrder(ctx, { id: omarsOrder });
    expect(await findIds({ buyer_id: buyer.id })).toEqual([omarsOrder]);
    expect(rest).toHaveLength(2);
  });

  it("B-07, B-12 finds numbers typed in Arabic digits or copied with invisible marks and typographic hyphens", async () => {
    const typed = (q: string) => findIds({ q: orderFilter.parse({ q }).q });
    const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    const [first = 0] = sarasOrders;
    expect(await typed(arabic(String(first)))).toEqual([first]);
    expect(await typed(`\u2068#${first}\u2069`)).toEqual([first]);
    for (const phone of [
      arabic("0500000001"),
      "050\u2011000\u20110001",
      "\u202a+966 50 000 0001\u202c",
      "00966-500000001",
    ])
      expect(await typed(phone), phone).toHaveLength(4);
    expect(await typed("\u200eｏｍａｒ@")).toEqual([omarsOrder]);
    expect(orderFilter.safeParse({ q: "\u200b" }).success).toBe(false);
  });

  it("returns each row on exactly one page, with the total", async () => {
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const { data, total, more } = await listOrders(ctx, { ...query, page, perPage: 2, sort: "total", order: "asc" });
      expect([total, more]).toEqual([4, false]);
      seen.push(...data.map(({ id }) => id));
    }
    expect(seen).toEqual([...sarasOrders, omarsOrder].toSorted((a, b) => a - b));
  });

  it("returns an order with buyer, lines, payments and refunds, amounts as text", async () => {
    await refundRow(ctx, omarsOrder, 5_000, "Omar is ill");
    expect(await readOrder(ctx, { id: omarsOrder })).toMatchObject({
      id: omarsOrder,
      status: "paid",
      buyer: { name: "عمر 100%" },
      total: "1150.00",
      seats: 1,
      lines: [{ runId, qty: 1, unitPrice: "1000.00" }],
      payments: [{ status: "paid", amount: "1150.00", refunded: "0.00" }],
      refunds: [{ amount: "50.00", reason: "Omar is ill", status: "done" }],
      documents: [],
    });
  });
});
