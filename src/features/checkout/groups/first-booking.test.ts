/** Seats held without payment: first bookings by transfer, what staff decide of them, and how much one visitor holds. */
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
  returnTransferBooking,
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

/** With the limits of production, at noon in Riyadh, so that no clock stands still. */
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
  for (let made = 0; made < count; made += 1)
    ids.push((await makeRun(site.db, (await makeCourse(site.db)).id, { capacity, priceHalalas: price, ...dates })).id);
  return ids;
}
const bookAs = (who: TestCtx, runId: number, qty: number, of = company) =>
  bookByTransfer(who, { items: [{ runId, qty }], billing: address, company: of, totalHalalas: gross(qty) });
const heldNow = async (site: TestCtx) =>
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
  let run: number;
  let second: number;

  beforeEach(async () => {
    site = await openSite(await open());
    staff = site.asStaff("finance");
    ctx = site.as(await makeUser(site.db));
    [run = 0, second = 0] = await makeRuns(site, 2, 60);
  });
  const later = (milliseconds: number) => void (site.clock.now = new Date(site.now().getTime() + milliseconds));
  const mails = async () =>
    (await site.db.execute(sql`select template from outbox_mail order by id`)).rows.map(({ template }) => template);
  const payment = async (orderId: number, who = ctx) =>
    (await myOrder(who, { user_id: who.viewer?.id ?? "", order_id: orderId })).payment;

  describe("refusals", () => {
    it("S-07 more than ten seats, of one account or of one company that no one knows yet", async () => {
      await expect(bookAs(ctx, run, 11)).rejects.toMatchObject({ status: 422 });
      await bookAs(ctx, run, 6);
      await expect(bookAs(ctx, second, 5)).rejects.toMatchObject({ status: 422 });
      const colleague = site.as(await makeUser(site.db));
      await expect(bookAs(colleague, second, 5)).rejects.toMatchObject({ status: 422 });
      await bookAs(colleague, second, 5, buildCompany("311111111111113"));
    });

    it("S-07 an account that has paid, for a company that has not, waits too", async () => {
      await paidOrders(site, 1, { buyer: ctx.viewer as never });
      await expect(bookAs(ctx, run, 11)).rejects.toMatchObject({ status: 422 });
      const { orderId } = await bookAs(ctx, run, 3);
      expect(await payment(orderId)).toMatchObject({ bank: null });
    });

    it("S-07 more than a third of a run's seats, of all buyers together; staff may book more", async () => {
      const [small = 0] = await makeRuns(site, 1, 18);
      await bookAs(ctx, small, 4);
      const other = site.as(await makeUser(site.db));
      const refusal = bookAs(other, small, 3, buildCompany("311111111111113"));
      await expect(refusal).rejects.toMatchObject({
        fields: { "items.0.qty": [expect.stringContaining("2 more seats")] },
      });
    });

    it("S-07 for 30 days after a booking that ended unpaid, but not after one given back within the hour", async () => {
      const first = await bookAs(ctx, run, 3);
      later(hours(0.9));
      await returnTransferBooking(ctx, { orderId: first.orderId });
      const again = await bookAs(ctx, run, 4);
      later(hours(1.1));
      await returnTransferBooking(ctx, { orderId: again.orderId });
      await expect(bookAs(ctx, run, 3)).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining("again"),
      });
      later(hours(29.9 * 24));
      const [next = 0] = await makeRuns(site, 1, 60);
      await expect(bookAs(ctx, next, 3)).rejects.toMatchObject({ status: 409 });
      later(hours(0.2 * 24));
      await bookAs(ctx, next, 3);
    });

    it("S-07 only for who may handle transfers, and of bookings that wait", async () => {
      const { orderId } = await bookAs(ctx, run, 3);
      for (const act of [approveTransferBooking, refuseTransferBooking]) {
        await expect(act(site, { orderId })).rejects.toMatchObject({ status: 401 });
        await expect(act(site.asStaff("support"), { orderId })).rejects.toMatchObject({ status: 403 });
        await expect(act(staff, { orderId: 999_999 })).rejects.toMatchObject({ status: 404 });
      }
      await expect(listBookingsToApprove(site.asStaff("support"))).rejects.toMatchObject({ status: 403 });
      const other = site.as(await makeUser(site.db));
      await expect(returnTransferBooking(other, { orderId })).rejects.toMatchObject({ status: 404 });
      later(hours(24));
      await expect(approveTransferBooking(staff, { orderId })).rejects.toMatchObject({ status: 409 });
    });
  });

  it("S-07 is held for 24 hours without the bank's details, then the seats are free and the buyer is mailed", async () => {
    const { orderId } = await bookAs(ctx, run, 10);
    expect(await payment(orderId)).toMatchObject({ bank: null, due_on: null });
    expect(await mails()).toEqual(["transfer-received"]);
    later(hours(23.9));
    await expireTransfers(site);
    expect(await heldNow(site)).toBe(10);
    later(hours(0.2));
    await expireTransfers(site);
    expect(await heldNow(site)).toBe(0);
    expect(await payment(orderId)).toMatchObject({ status: "expired", reason: "transfer-not-approved" });
    expect(await mails()).toEqual(["transfer-received", "transfer-ended"]);
  });

  it("S-07 approved, it is held until the last day to pay, once; then the account and company are known once it is paid", async () => {
    const { orderId, dueOn } = await bookAs(ctx, run, 10);
    expect((await listBookingsToApprove(staff)).items).toMatchObject([
      { order_id: orderId, seats: 10, company: company.name, of_account: 1 },
    ]);
    await approveTransferBooking(staff, { orderId });
    await approveTransferBooking(staff, { orderId });
    expect(await listBookingsToApprove(staff)).toMatchObject({ count: 0, items: [] });
    expect(await mails()).toEqual(["transfer-received", "transfer-requested"]);
    expect(await payment(orderId)).toMatchObject({ status: "pending", due_on: dueOn, bank: { iban: bank.iban } });
    site.clock.now = new Date(endOfRiyadhDay(dueOn).getTime() - 1);
    await expireTransfers(site);
    expect(await heldNow(site)).toBe(10);
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

  it("S-07 money that comes in part approves it", async () => {
    const { orderId, dueOn } = await bookAs(ctx, run, 3);
    const received = { orderId, reference: "FT-1", receivedOn: riyadhDate(site.now()) };
    await recordTransfer(staff, { ...received, amountHalalas: 100 });
    expect(await payment(orderId)).toMatchObject({ status: "pending", due_on: dueOn });
  });

  it("S-07 staff refuse one, or end all of its account at once; staff's own release pauses the account too", async () => {
    const one = await bookAs(ctx, run, 3);
    const two = await bookAs(ctx, second, 3);
    const other = site.as(await makeUser(site.db));
    const three = await bookAs(other, run, 4, buildCompany("311111111111113"));
    expect(await refuseTransferBooking(staff, { orderId: one.orderId, ofAccount: true })).toEqual({ ended: 2 });
    expect(await heldNow(site)).toBe(4);
    expect(await payment(two.orderId)).toMatchObject({ status: "expired", reason: "transfer-refused" });
    await releaseTransferOrder(staff, { orderId: three.orderId });
    expect(await heldNow(site)).toBe(0);
    await expect(bookAs(other, second, 3, buildCompany("311111111111113"))).rejects.toMatchObject({ status: 409 });
  });

  it("staff cannot refuse an order that staff opened or that money has arrived for; the bookings that ended are counted", async () => {
    const [one, two] = [await bookAs(ctx, run, 3), await bookAs(ctx, second, 3)];
    const opened = await openTransferOrder(staff, {
      buyerId: ctx.viewer?.id ?? "",
      items: [{ runId: run, qty: 1 }],
      billing: address,
      company,
      attendees: [{ runId: run, name: "Huda K.", email: "huda@example.com", scfhs_number: "" }],
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
    expect(await heldNow(site)).toBe(4);
  });

  it("a part payment is recorded without a bank account in the settings, and approves the booking", async () => {
    const { orderId, dueOn } = await bookAs(ctx, run, 3);
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

  it("S-07 forgets the network of what holds nothing any more", async () => {
    await bookAs(ctx, run, 3);
    await beginCheckout(ctx, { items: [{ runId: second, qty: 1 }], billing: address });
    expect((await site.db.select().from(orders)).every(({ openedFrom }) => openedFrom?.length === 22)).toBe(true);
    await forgetNetworks(site);
    expect((await site.db.select().from(orders)).filter(({ openedFrom }) => openedFrom)).toHaveLength(2);
    later(hours(24));
    await forgetNetworks(site);
    expect((await site.db.select().from(orders)).filter(({ openedFrom }) => openedFrom)).toEqual([]);
  });

  it("S-07 a new account behind a network that holds much is told so; one that has paid is not", async () => {
    for (let at = 0; at < 4; at += 1) {
      const buyer = site.as(await makeUser(site.db));
      await beginCheckout(buyer, { items: [{ runId: run, qty: 5 }], billing: address });
    }
    const late = site.as(await makeUser(site.db));
    const one = (who: TestCtx) => beginCheckout(who, { items: [{ runId: run, qty: 1 }], billing: address });
    await expect(one(late)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("network") });
    await one({ ...late, address: "198.51.100.7" });
    const regular = site.as(await makeUser(site.db));
    await paidOrders(site, 1, { buyer: regular.viewer as never });
    await one(regular);
  });

  it("seats held by card that a booking by transfer replaces do not count against its network", async () => {
    for (const buyer of [ctx, site.as(await makeUser(site.db)), site.as(await makeUser(site.db))])
      await beginCheckout(buyer, { items: [{ runId: run, qty: 5 }], billing: address });
    await bookAs(ctx, run, 10);
    expect(await heldNow(site)).toBe(20);
    const other = site.as(await makeUser(site.db));
    await expect(bookAs(other, second, 3, buildCompany("311111111111113"))).rejects.toMatchObject({ status: 409 });
  });
});

describeOnDatabase("one visitor with many accounts", (open) => {
  it("S-07 S-03 twenty new accounts of one address hold a tenth of the seats on sale at most, by every way together", async () => {
    const site = await openSite(await open());
    const onSale = 360;
    const runs = await makeRuns(site, 18, 20);
    const accounts: TestCtx[] = [];
    for (let at = 0; at < 20; at += 1) accounts.push(site.as(await makeUser(site.db)));
    let most = 0;
    const recordHeld = async () => void (most = Math.max(most, await heldNow(site)));
    // A run that sells out to others lets the visitor into its waiting list.
    const [full = 0] = runs;
    const sold = await paidOrders(site, 20, { runId: full });
    expect(sold).toHaveLength(20);
    for (let round = 0; round < 3; round += 1) {
      for (const [at, who] of accounts.entries()) {
        const runId = runs[1 + (at % 17)] ?? 0;
        const vat = `3${String(10_000_000_000 + at).padStart(13, "0")}3`;
        await bookAs(who, runId, 6, buildCompany(vat)).catch(() => {});
        for (const qty of [20, 5, 1])
          await beginCheckout(who, { items: [{ runId, qty }], billing: address, company: buildCompany(vat) }).catch(
            () => {},
          );
        for (const seats of [5, 1]) await joinWaitlist(who, { runId: full, seats }).catch(() => {});
        await recordHeld();
      }
      // The holds run out, others give up their seats, and the list moves.
      await site.db.execute(sql`update enrolment set state = 'cancelled', ended_at = now() where run_id = ${full}`);
      await advanceDueWaitlists(site);
      await recordHeld();
      site.clock.now = new Date(site.now().getTime() + hours(0.3));
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(onSale / 10);
    const waiting = await site.db.select().from(waitlistEntries).where(eq(waitlistEntries.runId, full));
    expect(waiting.reduce((sum, { seats }) => sum + seats, 0)).toBeLessThanOrEqual(15);
  });
});

describe("limits over several accounts, over two pools (postgres)", () => {
  let pools: TwoPools;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());

  const withoutHolderLocks = (database: Database) => withoutStatement(database, /pg_advisory_xact_lock/);

  /** Ten new buyers of one address, each by transfer on a run of their own, so that no run's lock keeps them apart. */
  let companies = 20_000_000_000;
  async function race(change: (database: Database) => Database): Promise<number> {
    const site = await openSite(pools.first);
    const runs = await makeRuns(site, 10, 150);
    const people = [];
    for (const runId of runs) people.push({ runId, person: await makeUser(site.db) });
    const answers = await Promise.allSettled(
      people.map(({ runId, person }, at) => {
        const database = change(at % 2 === 0 ? pools.first : pools.second);
        const who: TestCtx = { ...site.as(person), database, db: database.db };
        companies += 1;
        return bookAs(who, runId, 4, buildCompany(`3${String(companies).padStart(13, "0")}3`));
      }),
    );
    expect(sorted(answers).broken).toEqual([]);
    await site.db.execute(sql`update "order" set opened_from = null`);
    return 4 * sorted(answers).answers.length;
  }

  it("S-07 ten bookings at once on ten runs stay within the network's twenty seats", async () => {
    expect(await race((database) => database)).toBe(20);
  });

  it("negative control: without locks they do not", async () => {
    let broken = 0;
    for (let round = 0; round < 5 && broken === 0; round += 1) if ((await race(withoutHolderLocks)) > 20) broken += 1;
    expect(broken).toBeGreaterThan(0);
  });
});
