/** Seats held without payment: first bookings by transfer, staff decisions about them, and limits for one visitor. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { forgetNetworks } from "#features/seats/unpaid-seats.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";
import { remindTransfers } from "#features/settlement/transfers/transfer-mails.server.ts";
import { listBookingsToApprove } from "#features/settlement/transfers/bookings-to-approve.server.ts";
import {
  approveTransferBooking,
  expireTransfers,
  recordTransfer,
  refuseTransferBooking,
  releaseTransferOrder,
  cancelTransferBooking,
} from "#features/settlement/transfers/transfers.server.ts";
import { advanceDueWaitlists } from "#features/waitlist/waitlist.server.ts";
import { joinWaitlist } from "#features/waitlist/my-waitlists.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { addDays, endOfRiyadhDay, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import type { Database } from "#platform/db/database.server.ts";
import { bank } from "#test/bank.ts";
import { address } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { openTwoPools, sorted, withoutStatement, type TwoPools } from "#test/two-pools.ts";
import { bookByTransfer } from "#features/checkout/book-by-transfer.server.ts";

const buildCompany = (vat_number: string) => ({ name: "Example Hospital", vat_number, address: "Riyadh" });
const company = buildCompany("300000000000003");
const price = 240_000;
const gross = (seats: number) => Math.round(price * seats * 1.15);
const hours = (count: number) => count * 3_600_000;

/** Opens a site with production's limits, at noon in Riyadh, because clocks of offers stand still at night. */
async function openSite(database: Database): Promise<TestCtx> {
  const site = testContext(database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
  site.clock.now = riyadhInstant("2026-11-22", "12:00");
  await changeSetting(site.asStaff("owner"), "transfers", bank);
  return site;
}
async function makeRuns(site: TestCtx, count: number, capacity: number): Promise<number[]> {
  const startDate = addDays(riyadhDate(site.now()), 30);
  const dates = { startDate, endDate: startDate, days: 1 };
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await makeRun(site.db, (await makeCourse(site.db)).id, { capacity, priceHalalas: price, ...dates })).id);
  return ids;
}
const bookAs = (who: TestCtx, runId: number, qty: number, invoiced = company) =>
  bookByTransfer(who, { items: [{ runId, qty }], billing: address, company: invoiced, totalHalalas: gross(qty) });
const countHeldSeats = async (site: TestCtx) =>
  Number(
    (
      await site.db.execute(sql`select
        (select count(*) from enrolment where state = 'held' and held_until > ${site.now().toISOString()}) +
        (select coalesce(sum(seats), 0) from waiting_place where state = 'offered' and order_id is null) as seats`)
    ).rows[0]?.["seats"],
  );

describeOnDatabase("a first booking by transfer", (open) => {
  let site: TestCtx;
  let ctx: TestCtx;
  let staff: TestCtx;
  let runId: number;
  let secondRunId: number;

  beforeEach(async () => {
    site = await openSite(await open());
    staff = site.asStaff("finance");
    ctx = site.as(await makeUser(site.db));
    [runId = 0, secondRunId = 0] = await makeRuns(site, 2, 60);
  });
  const advanceClock = (milliseconds: number) => void (site.clock.now = new Date(site.now().getTime() + milliseconds));
  const mails = async () =>
    (await site.db.execute(sql`select template from outbox_mail order by id`)).rows.map(({ template }) => template);
  const payment = async (orderId: number, who = ctx) =>
    (await myOrder(who, { user_id: who.viewer?.id ?? "", order_id: orderId })).payment;

  describe("refusals", () => {
    it("S-07 refuses more than ten seats for a new account or for a new company", async () => {
      await expect(bookAs(ctx, runId, 11)).rejects.toMatchObject({ status: 422 });
      await bookAs(ctx, runId, 6);
      await expect(bookAs(ctx, secondRunId, 5)).rejects.toMatchObject({ status: 422 });
      const colleague = site.as(await makeUser(site.db));
      await expect(bookAs(colleague, secondRunId, 5)).rejects.toMatchObject({ status: 422 });
      await bookAs(colleague, secondRunId, 5, buildCompany("311111111111113"));
    });

    it("S-07 a booking for a new company needs approval even if the account has paid before", async () => {
      await paidOrders(site, 1, { buyer: ctx.viewer as never });
      await expect(bookAs(ctx, runId, 11)).rejects.toMatchObject({ status: 422 });
      const { orderId } = await bookAs(ctx, runId, 3);
      expect(await payment(orderId)).toMatchObject({ bank: null });
    });

    it("S-07 refuses more than a third of a run's seats for all buyers together", async () => {
      const [small = 0] = await makeRuns(site, 1, 18);
      await bookAs(ctx, small, 4);
      const other = site.as(await makeUser(site.db));
      const refusal = bookAs(other, small, 3, buildCompany("311111111111113"));
      await expect(refusal).rejects.toMatchObject({
        fields: { "items.0.qty": [expect.stringContaining("2 more seats")] },
      });
    });

    it("S-07 refuses new bookings for 30 days after one ended unpaid, unless it was cancelled within an hour", async () => {
      const first = await bookAs(ctx, runId, 3);
      advanceClock(hours(0.9));
      await cancelTransferBooking(ctx, { orderId: first.orderId });
      const again = await bookAs(ctx, runId, 4);
      advanceClock(hours(1.1));
      await cancelTransferBooking(ctx, { orderId: again.orderId });
      await expect(bookAs(ctx, runId, 3)).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining("again"),
      });
      advanceClock(hours(29.9 * 24));
      const [next = 0] = await makeRuns(site, 1, 60);
      await expect(bookAs(ctx, next, 3)).rejects.toMatchObject({ status: 409 });
      advanceClock(hours(0.2 * 24));
      await bookAs(ctx, next, 3);
    });

    it("S-07 rejects a decision without permission, on an unknown booking or after 24 hours, and a cancellation by another buyer", async () => {
      const { orderId } = await bookAs(ctx, runId, 3);
      for (const decide of [approveTransferBooking, refuseTransferBooking]) {
        await expect(decide(site, { orderId })).rejects.toMatchObject({ status: 401 });
        await expect(decide(site.asStaff("support"), { orderId })).rejects.toMatchObject({ status: 403 });
        await expect(decide(staff, { orderId: 999_999 })).rejects.toMatchObject({ status: 404 });
      }
      await expect(listBookingsToApprove(site.asStaff("support"))).rejects.toMatchObject({ status: 403 });
      const other = site.as(await makeUser(site.db));
      await expect(cancelTransferBooking(other, { orderId })).rejects.toMatchObject({ status: 404 });
      advanceClock(hours(24));
      await expect(approveTransferBooking(staff, { orderId })).rejects.toMatchObject({ status: 409 });
    });
  });

  it("S-07 holds the seats for 24 hours without the bank's details, then frees them and mails the buyer", async () => {
    const { orderId } = await bookAs(ctx, runId, 10);
    expect(await payment(orderId)).toMatchObject({ bank: null, due_on: null });
    expect(await mails()).toEqual(["transfer-received"]);
    advanceClock(hours(23.9));
    await expireTransfers(site);
    expect(await countHeldSeats(site)).toBe(10);
    advanceClock(hours(0.2));
    await expireTransfers(site);
    expect(await countHeldSeats(site)).toBe(0);
    expect(await payment(orderId)).toMatchObject({ status: "expired", reason: "transfer-not-approved" });
    expect(await mails()).toEqual(["transfer-received", "transfer-ended"]);
  });

  it("S-07 approval holds the seats until the last day to pay; once paid, the next booking needs no approval", async () => {
    const { orderId, dueOn } = await bookAs(ctx, runId, 10);
    expect((await listBookingsToApprove(staff)).items).toMatchObject([
      { orderId, seats: 10, company: company.name, ofAccount: 1 },
    ]);
    await approveTransferBooking(staff, { orderId });
    await approveTransferBooking(staff, { orderId });
    expect(await listBookingsToApprove(staff)).toMatchObject({ count: 0, items: [] });
    expect(await mails()).toEqual(["transfer-received", "transfer-requested"]);
    expect(await payment(orderId)).toMatchObject({ status: "pending", due_on: dueOn, bank: { iban: bank.iban } });
    site.clock.now = new Date(endOfRiyadhDay(dueOn).getTime() - 1);
    await expireTransfers(site);
    expect(await countHeldSeats(site)).toBe(10);
    await recordTransfer(staff, {
      orderId,
      amountHalalas: gross(10),
      reference: "FT-1",
      receivedOn: riyadhDate(site.now()),
    });
    const [next = 0] = await makeRuns(site, 1, 60);
    const known = await bookAs(ctx, next, 15);
    expect(await payment(known.orderId)).toMatchObject({ status: "pending", bank: { iban: bank.iban } });
  });

  it("S-07 a part payment approves the booking", async () => {
    const { orderId, dueOn } = await bookAs(ctx, runId, 3);
    const received = { orderId, reference: "FT-1", receivedOn: riyadhDate(site.now()) };
    await recordTransfer(staff, { ...received, amountHalalas: 100 });
    expect(await payment(orderId)).toMatchObject({ status: "pending", due_on: dueOn });
  });

  it("S-07 staff can refuse all bookings of an account at once; releasing an order blocks the account's next booking", async () => {
    const one = await bookAs(ctx, runId, 3);
    const two = await bookAs(ctx, secondRunId, 3);
    const other = site.as(await makeUser(site.db));
    const three = await bookAs(other, runId, 4, buildCompany("311111111111113"));
    expect(await refuseTransferBooking(staff, { orderId: one.orderId, ofAccount: true })).toEqual({ ended: 2 });
    expect(await countHeldSeats(site)).toBe(4);
    expect(await payment(two.orderId)).toMatchObject({ status: "expired", reason: "transfer-refused" });
    await releaseTransferOrder(staff, { orderId: three.orderId });
    expect(await countHeldSeats(site)).toBe(0);
    await expect(bookAs(other, secondRunId, 3, buildCompany("311111111111113"))).rejects.toMatchObject({ status: 409 });
  });

  it("staff cannot refuse an order that staff opened or that has a payment; the result counts the ended bookings", async () => {
    const [one, two] = [await bookAs(ctx, runId, 3), await bookAs(ctx, secondRunId, 3)];
    const opened = await openTransferOrder(staff, {
      buyerId: ctx.viewer?.id ?? "",
      items: [{ runId, qty: 1 }],
      billing: address,
      company,
      attendees: [{ runId, name: "Huda K.", email: "huda@example.com", scfhs_number: "" }],
    });
    await expect(refuseTransferBooking(staff, opened)).rejects.toMatchObject({ status: 404 });
    await approveTransferBooking(staff, one);
    const received = { reference: "FT-1", receivedOn: riyadhDate(site.now()) };
    await recordTransfer(staff, { ...received, orderId: one.orderId, amountHalalas: 100 });
    await expect(refuseTransferBooking(staff, one)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("Money has arrived"),
    });
    expect(await refuseTransferBooking(staff, { orderId: two.orderId, ofAccount: true })).toEqual({ ended: 1 });
    expect(await refuseTransferBooking(staff, { orderId: two.orderId, ofAccount: true })).toEqual({ ended: 0 });
    expect(await payment(one.orderId)).toMatchObject({ status: "pending" });
    expect((await mails()).filter((template) => template === "transfer-ended")).toHaveLength(1);
    expect(await countHeldSeats(site)).toBe(4);
  });

  it("a part payment is recorded and approves the booking even without a bank account in the settings", async () => {
    const { orderId, dueOn } = await bookAs(ctx, runId, 3);
    await changeSetting(site.asStaff("owner"), "transfers", { ...bank, iban: "" });
    await expect(approveTransferBooking(staff, { orderId })).rejects.toThrow(/No bank account is set/);
    const received = { orderId, reference: "FT-1", receivedOn: riyadhDate(site.now()) };
    await recordTransfer(staff, { ...received, amountHalalas: 100 });
    expect(await mails()).toEqual(["transfer-received"]);
    expect(await payment(orderId)).toMatchObject({ status: "pending", due_on: dueOn, bank: null });
    await changeSetting(site.asStaff("owner"), "transfers", bank);
    expect(await payment(orderId)).toMatchObject({ bank: { iban: bank.iban } });
    site.clock.now = riyadhInstant(dueOn, "08:00");
    await remindTransfers(site);
    expect(await mails()).toEqual(["transfer-received", "transfer-reminder"]);
  });

  it("S-07 erases the network of orders that no longer hold seats", async () => {
    await bookAs(ctx, runId, 3);
    await beginCheckout(ctx, { items: [{ runId: secondRunId, qty: 1 }], billing: address });
    expect((await site.db.select().from(orders)).every(({ openedFrom }) => openedFrom?.length === 22)).toBe(true);
    await forgetNetworks(site);
    expect((await site.db.select().from(orders)).filter(({ openedFrom }) => openedFrom)).toHaveLength(2);
    advanceClock(hours(24));
    await forgetNetworks(site);
    expect((await site.db.select().from(orders)).filter(({ openedFrom }) => openedFrom)).toEqual([]);
  });

  it("S-07 refuses a new account on a network that holds many seats, but not an account that has paid", async () => {
    for (let n = 0; n < 4; n += 1) {
      const buyer = site.as(await makeUser(site.db));
      await beginCheckout(buyer, { items: [{ runId, qty: 5 }], billing: address });
    }
    const newcomer = site.as(await makeUser(site.db));
    const holdOneSeat = (who: TestCtx) => beginCheckout(who, { items: [{ runId, qty: 1 }], billing: address });
    await expect(holdOneSeat(newcomer)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("network"),
    });
    await holdOneSeat({ ...newcomer, address: "198.51.100.7" });
    const regular = site.as(await makeUser(site.db));
    await paidOrders(site, 1, { buyer: regular.viewer as never });
    await holdOneSeat(regular);
  });

  it("seats held for a card payment do not count for the network when a booking by transfer replaces them", async () => {
    for (const buyer of [ctx, site.as(await makeUser(site.db)), site.as(await makeUser(site.db))])
      await beginCheckout(buyer, { items: [{ runId, qty: 5 }], billing: address });
    await bookAs(ctx, runId, 10);
    expect(await countHeldSeats(site)).toBe(20);
    const other = site.as(await makeUser(site.db));
    await expect(bookAs(other, secondRunId, 3, buildCompany("311111111111113"))).rejects.toMatchObject({ status: 409 });
  });
});

describeOnDatabase("one visitor with many accounts", (open) => {
  it("S-07 S-03 twenty new accounts on one network hold at most a tenth of the seats on sale, however they book", async () => {
    const site = await openSite(await open());
    const onSale = 360;
    const runs = await makeRuns(site, 18, 20);
    const accounts: TestCtx[] = [];
    for (let n = 0; n < 20; n += 1) accounts.push(site.as(await makeUser(site.db)));
    let maxHeld = 0;
    const recordHeld = async () => void (maxHeld = Math.max(maxHeld, await countHeldSeats(site)));
    // The first run is sold out, so that the visitor can join its waiting list.
    const [soldOutRunId = 0] = runs;
    const sold = await paidOrders(site, 20, { runId: soldOutRunId });
    expect(sold).toHaveLength(20);
    for (let round = 0; round < 3; round += 1) {
      for (const [index, who] of accounts.entries()) {
        const runId = runs[1 + (index % 17)] ?? 0;
        const vat = `3${String(10_000_000_000 + index).padStart(13, "0")}3`;
        await bookAs(who, runId, 6, buildCompany(vat)).catch(() => {});
        for (const qty of [20, 5, 1])
          await beginCheckout(who, { items: [{ runId, qty }], billing: address, company: buildCompany(vat) }).catch(
            () => {},
          );
        for (const seats of [5, 1]) await joinWaitlist(who, { runId: soldOutRunId, seats }).catch(() => {});
        await recordHeld();
      }
      // Seats of other people are cancelled, and the waiting list advances.
      await site.db.execute(
        sql`update enrolment set state = 'cancelled', ended_at = now() where run_id = ${soldOutRunId}`,
      );
      await advanceDueWaitlists(site);
      await recordHeld();
      site.clock.now = new Date(site.now().getTime() + hours(0.3));
    }
    expect(maxHeld).toBeGreaterThan(0);
    expect(maxHeld).toBeLessThanOrEqual(onSale / 10);
    const waiting = await site.db.select().from(waitlistEntries).where(eq(waitlistEntries.runId, soldOutRunId));
    expect(waiting.reduce((sum, { seats }) => sum + seats, 0)).toBeLessThanOrEqual(15);
  });
});

describe("limits over several accounts, over two pools (postgres)", () => {
  let pools: TwoPools;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());

  const withoutHolderLocks = (database: Database) => withoutStatement(database, /pg_advisory_xact_lock/);

  let companies = 20_000_000_000;
  /**
   * Ten new buyers on one network book by transfer at once, each on another run, so that no run lock serialises them.
   * Returns the number of seats booked.
   */
  async function race(wrapDatabase: (database: Database) => Database): Promise<number> {
    const site = await openSite(pools.first);
    const runs = await makeRuns(site, 10, 150);
    const people = [];
    for (const runId of runs) people.push({ runId, person: await makeUser(site.db) });
    const results = await Promise.allSettled(
      people.map(({ runId, person }, index) => {
        const database = wrapDatabase(index % 2 === 0 ? pools.first : pools.second);
        const who: TestCtx = { ...site.as(person), database, db: database.db };
        companies += 1;
        return bookAs(who, runId, 4, buildCompany(`3${String(companies).padStart(13, "0")}3`));
      }),
    );
    expect(sorted(results).broken).toEqual([]);
    await site.db.execute(sql`update "order" set opened_from = null`);
    return 4 * sorted(results).answers.length;
  }

  it("S-07 ten simultaneous bookings on ten runs stay within the network's twenty seats", async () => {
    expect(await race((database) => database)).toBe(20);
  });

  it("negative control: without the locks they exceed the limit", async () => {
    let exceeded = 0;
    for (let round = 0; round < 5 && exceeded === 0; round += 1)
      if ((await race(withoutHolderLocks)) > 20) exceeded += 1;
    expect(exceeded).toBeGreaterThan(0);
  });
});
