/** The waiting list of a full run: who gets freed seats, and that nothing is sold past it. */
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { seatsNow } from "#features/seats/availability.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { editRun } from "#features/runs/edit-run.server.ts";
import { giveSeat } from "#features/checkout/add-seat.server.ts";
import { cancelRun } from "#features/runs/run-changes/cancel.server.ts";
import { moveRun } from "#features/runs/run-changes/move.server.ts";
import { cancelConfirmedSeats, readOpenSeatIds, transferSeats } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { addDays, endOfRiyadhDay, riyadhInstant } from "#i18n/dates.ts";
import { amountWithVat, decimalFromHalalas, formatSar } from "#i18n/money.ts";
import { sessionLines } from "#i18n/session-times.ts";
import { inTransaction } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { waitingOffer, type WaitingMailProps } from "./emails.server.ts";
import { advanceDueWaitlists, offerFreedSeats } from "./waitlist.server.ts";
import { queueSeatOffers } from "#features/seats/offers.server.ts";
import { joinWaitlist, leaveWaitlist, listMyWaitlists, readMyEntry, readWaitlist } from "./my-waitlists.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";

describeOnDatabase("the waiting list of a run", (open) => {
  let sandbox: Sandbox;
  let site: TestCtx;
  let runId: number;
  let sold: number[];

  beforeAll(async () => void (sandbox = await startSandbox()));
  afterAll(() => sandbox.close());

  beforeEach(async () => {
    site = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    // Ten in the morning in Riyadh: the clocks of offers stand still at night only.
    site.clock.now = riyadhInstant("2026-11-22", "10:00");
    const dates = { startDate: "2026-12-20", endDate: "2026-12-24" };
    runId = (await makeRun(site.db, (await makeCourse(site.db)).id, { ...dates, capacity: 4 })).id;
    sold = await paidOrders(site, 4, { runId });
  });

  const person = async () => site.as(await makeUser(site.db));
  const join = (ctx: TestCtx, seats = 1) => joinWaitlist(ctx, { runId, seats });
  const buy = (ctx: TestCtx, qty = 1) => beginCheckout(ctx, { items: [{ runId, qty }], billing: address });
  const state = async (ctx: TestCtx) => (await readWaitlist(ctx, { runId })).place?.state ?? null;
  const passHours = (hours: number) => (site.clock.now = new Date(site.now().getTime() + hours * 3_600_000));
  /** Runs the queued jobs that offer seats, and the job that runs every few seconds. */
  async function runJobs() {
    for (const { name, data } of site.queued.splice(0)) if (name === "waiting.offer") await offerFreedSeats(site, data);
    await advanceDueWaitlists(site);
  }
  async function freeSeats(count: number) {
    for (const orderId of sold.splice(0, count))
      await inTransaction(site, async (ctx) => {
        await lockRuns(ctx, [runId]);
        await cancelConfirmedSeats(ctx, orderId, null);
      });
    await runJobs();
  }
  const readMails = async (ctx: TestCtx) => {
    const mails = await site.db
      .select({ template: outboxMails.template, props: outboxMails.props })
      .from(outboxMails)
      .where(eq(outboxMails.to, ctx.viewer?.email ?? ""))
      .orderBy(asc(outboxMails.id));
    return mails.map(({ template, props }) => (props as { news?: string }).news ?? template);
  };

  it("W-01 rejects visitors, runs with free seats, and runs that are not on sale", async () => {
    const ctx = await person();
    await expect(join(site)).rejects.toMatchObject({ status: 401 });
    await expect(joinWaitlist(ctx, { runId: 999_999, seats: 1 })).rejects.toMatchObject({ status: 404 });
    const openRunId = (await makeRun(site.db, (await makeCourse(site.db)).id)).id;
    await expect(joinWaitlist(ctx, { runId: openRunId, seats: 1 })).rejects.toMatchObject({ status: 409 });
    const { courseId } = (await site.db.select().from(courseRuns).where(eq(courseRuns.id, runId)))[0] ?? {};
    const close = (disable_course: boolean) =>
      site.db
        .update(courses)
        .set({ disable_course })
        .where(eq(courses.id, courseId ?? 0));
    await close(true);
    await expect(join(ctx)).rejects.toMatchObject({ status: 409 });
    await close(false);
    site.clock.now = endOfRiyadhDay("2026-12-24");
    await expect(join(ctx)).rejects.toMatchObject({ status: 409 });
    expect(await listMyWaitlists(ctx)).toEqual([]);
  });

  it("W-01 keeps one entry per person, even for twenty clicks, and shows positions", async () => {
    const [first, second] = [await person(), await person()];
    await join(first);
    const twenty = await Promise.all(Array.from({ length: 20 }, () => join(second, 2)));
    expect(new Set(twenty.map(({ id }) => id)).size).toBe(1);
    expect(await listMyWaitlists(first)).toMatchObject([{ position: 1, seats: 1, capacity: 4, taken: 4 }]);
    expect(await listMyWaitlists(second)).toMatchObject([{ position: 2, seats: 2 }]);
    expect(await readWaitlist(site, { runId })).toEqual({ waiting: 2, place: null });
    await leaveWaitlist(first, { runId });
    await leaveWaitlist(first, { runId });
    expect(await listMyWaitlists(second)).toMatchObject([{ position: 1 }]);
    expect(await readMails(first)).toEqual([]);
  });

  it("X-06 shows an entry to its own person only", async () => {
    const [mine, other] = [await person(), await person()];
    const { id } = await join(mine);
    await expect(readMyEntry(other, { id })).rejects.toMatchObject({ status: 404 });
    await expect(readMyEntry(site, { id })).rejects.toMatchObject({ status: 401 });
    await leaveWaitlist(other, { runId });
    expect(await state(mine)).toBe("waiting");
  });

  it("W-01 sells no seat while people wait, neither to buyers nor through staff", async () => {
    const [waitingPerson, otherBuyer] = [await person(), await person()];
    await join(waitingPerson, 2);
    // One free seat is too few for the only entry, and is kept for it nevertheless.
    await freeSeats(1);
    expect(await state(waitingPerson)).toBe("waiting");
    expect(await seatsNow(site, runId)).toEqual({ qty: 0, held: 0 });
    await expect(buy(otherBuyer)).rejects.toMatchObject({ status: 409 });
    await expect(buy(waitingPerson)).rejects.toMatchObject({ status: 409 });
    const staff = { runId, name: "Omar K.", email: "omar@example.com", scfhsNumber: "", profession: "Nurse" };
    await expect(giveSeat(site.asStaff("owner"), { ...staff, locale: "en", reason: "r" })).rejects.toMatchObject({
      status: 409,
    });
    await freeSeats(1);
    expect([await state(waitingPerson), await readMails(waitingPerson)]).toEqual(["offered", ["waiting-offer"]]);
    await expect(buy(otherBuyer)).rejects.toMatchObject({ status: 409 });
    // When no one waits any more, everyone can buy the free seats.
    await leaveWaitlist(waitingPerson, { runId });
    expect(await seatsNow(site, runId)).toEqual({ qty: 2, held: 0 });
    await buy(otherBuyer);
  });

  it("W-01 offers to the first entry that fits; others keep their positions", async () => {
    const [three, one, two] = [await person(), await person(), await person()];
    await join(three, 3);
    await join(one);
    await join(two, 2);
    await freeSeats(1);
    expect([await state(three), await state(one), await state(two)]).toEqual(["waiting", "offered", "waiting"]);
    await freeSeats(3);
    expect([await state(three), await state(two)]).toEqual(["offered", "waiting"]);
    expect(await listMyWaitlists(two)).toMatchObject([{ position: 1 }]);
  });

  it("U-08 an offer shows the session times and the price of its seats", async () => {
    await site.db.update(courseRuns).set({ timesConfirmed: true }).where(eq(courseRuns.id, runId));
    const buyer = await person();
    await join(buyer, 2);
    await freeSeats(2);
    const [entry] = await listMyWaitlists(buyer);
    const [mail] = await site.db
      .select({ props: outboxMails.props })
      .from(outboxMails)
      .where(eq(outboxMails.to, buyer.viewer?.email ?? ""));
    const props = mail?.props as WaitingMailProps;
    const [run] = await site.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
    expect(props.price).toBe(amountWithVat(decimalFromHalalas((run?.priceHalalas ?? 0) * 2), 15));
    expect(entry?.total).toBe(props.price);
    expect(props.run.sessions?.length).toBeGreaterThan(0);
    expect(entry?.sessions).toEqual(props.run.sessions);
    for (const locale of ["en", "ar"] as const) {
      const text = JSON.stringify(waitingOffer.content({ props, locale, link: "", files: [] }));
      expect(text).toContain(formatSar(props.price ?? "", locale));
      for (const line of sessionLines(entry?.sessions ?? [], locale)) expect(text).toContain(line);
      const { price: _price, taxPercent: _percent, ...older } = props;
      expect(JSON.stringify(waitingOffer.content({ props: older, locale, link: "", files: [] }))).not.toContain(
        "isSum",
      );
    }
  });

  it("an offer of several seats shows the group price, which its order then has", async () => {
    const group = { priceHalalas: 100_000, groupFromSeats: 2, groupPercent: 10 };
    await site.db.update(courseRuns).set(group).where(eq(courseRuns.id, runId));
    const [single, pair] = [await person(), await person()];
    await join(single);
    await join(pair, 2);
    await freeSeats(3);
    for (const [who, qty, total] of [
      [single, 1, "1150.00"],
      [pair, 2, "2070.00"],
    ] as const) {
      expect(await listMyWaitlists(who)).toMatchObject([{ state: "offered", total }]);
      const to = eq(outboxMails.to, who.viewer?.email ?? "");
      expect(await site.db.select({ props: outboxMails.props }).from(outboxMails).where(to)).toMatchObject([
        { props: { price: total } },
      ]);
      expect(await beginCheckout(who, { items: [{ runId, qty }], billing: address })).toMatchObject({ total });
    }
  });

  it("W-02 an offer keeps its own deadline during checkout, and ends when its seats are bought", async () => {
    const [first, second] = [await person(), await person()];
    await join(first, 2);
    await join(second);
    await freeSeats(2);
    await expect(buy(first, 3)).rejects.toMatchObject({ status: 422 });
    passHours(1);
    const begun = await buy(first, 2);
    // 22 November, 10:00, plus 24 hours without counting the night.
    expect(begun.expires_at).toBe(riyadhInstant("2026-11-23", "20:00").toISOString());
    expect((await buy(first, 2)).order_id).toBe(begun.order_id);
    expect([await state(first), await state(second)]).toEqual(["offered", "waiting"]);
    await pay(begun);
    await settlePayment(site, begun.given_id);
    expect(await state(first)).toBeNull();
    await runJobs();
    expect(await state(second)).toBe("waiting");
  });

  it("W-02 passes on the offered seats that a buyer does not take", async () => {
    const [first, second] = [await person(), await person()];
    await join(first, 2);
    await join(second);
    await freeSeats(2);
    await buy(first, 1);
    await runJobs();
    expect(await state(second)).toBe("offered");
  });

  it("W-02 returns the seats of a replaced order to its offer", async () => {
    const [first, second] = [await person(), await person()];
    await join(first);
    await join(second);
    await freeSeats(1);
    const other = (
      await makeRun(site.db, (await makeCourse(site.db)).id, { startDate: "2026-12-20", endDate: "2026-12-24" })
    ).id;
    await beginCheckout(first, {
      items: [
        { runId, qty: 1 },
        { runId: other, qty: 1 },
      ],
      billing: address,
    });
    await beginCheckout(first, { items: [{ runId: other, qty: 1 }], billing: address });
    await runJobs();
    expect([await state(first), await state(second)]).toEqual(["offered", "waiting"]);
    await buy(first);
  });

  it("W-02 a declined offer goes to the next entry in the same transaction", async () => {
    const [first, second] = [await person(), await person()];
    await join(first);
    await join(second);
    await freeSeats(1);
    await leaveWaitlist(first, { runId });
    expect([await state(first), await state(second)]).toEqual([null, "offered"]);
    await expect(buy(first)).rejects.toMatchObject({ status: 409 });
  });

  it("S-03 an expired offer ends its entry and goes to the next; rejoining is possible after 24 hours", async () => {
    const [first, second] = [await person(), await person()];
    await join(first);
    await join(second);
    await freeSeats(1);
    passHours(33.9);
    await advanceDueWaitlists(site);
    expect(await state(first)).toBe("offered");
    passHours(0.1);
    await expect(buy(first)).rejects.toMatchObject({ status: 409 });
    await advanceDueWaitlists(site);
    expect([await state(first), await state(second)]).toEqual([null, "offered"]);
    expect(await readMails(first)).toEqual(["waiting-offer", "unanswered"]);
    await expect(join(first)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("again from") });
    passHours(23.9);
    await expect(join(first)).rejects.toMatchObject({ status: 409 });
    passHours(0.1);
    await join(await person());
    expect(await join(first)).toMatchObject({ position: 2 });
  });

  it("S-03 after declining, a person can rejoin the same list only after 24 hours, but join other lists at once", async () => {
    const [first, second] = [await person(), await person()];
    await join(first);
    await join(second);
    await freeSeats(1);
    await leaveWaitlist(first, { runId });
    await expect(join(first)).rejects.toMatchObject({ status: 409 });
    const other = (await makeRun(site.db, (await makeCourse(site.db)).id, { capacity: 1 })).id;
    await paidOrders(site, 1, { runId: other });
    expect(await joinWaitlist(first, { runId: other, seats: 1 })).toMatchObject({ position: 1 });
    // Leaving without an offer pauses nothing.
    await leaveWaitlist(first, { runId: other });
    expect(await joinWaitlist(first, { runId: other, seats: 1 })).toMatchObject({ position: 1 });
    passHours(23.9);
    await expect(join(first)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("again from") });
    passHours(0.1);
    await join(first);
    expect(await state(first)).toBe("waiting");
  });

  it("S-03 limits an account to five seats over all waiting lists, also in concurrent requests", async () => {
    const ctx = await person();
    const makeFullRun = async () => {
      const { id } = await makeRun(site.db, (await makeCourse(site.db)).id, { capacity: 1 });
      await paidOrders(site, 1, { runId: id });
      return id;
    };
    const runs = [await makeFullRun(), await makeFullRun(), await makeFullRun(), await makeFullRun()];
    const joined = await Promise.allSettled(runs.map((id) => joinWaitlist(ctx, { runId: id, seats: 2 })));
    expect(joined.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(joined.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 409 } });
    await join(ctx, 1);
    expect((await listMyWaitlists(ctx)).reduce((sum, { seats }) => sum + seats, 0)).toBe(5);
  });

  it("S-03 after two unpaid holds of a run, joining its waiting list is possible only after 24 hours", async () => {
    const ctx = await person();
    await freeSeats(1);
    for (const _ of [1, 2]) {
      await buy(ctx);
      passHours(0.3);
    }
    await paidOrders(site, 1, { runId });
    await expect(join(ctx)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("again from") });
    await join(await person());
    // The first hold ended 24.25 hours ago, the second 23.95.
    passHours(23.9);
    await expect(join(ctx)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("again from") });
    passHours(0.1);
    expect(await join(ctx)).toMatchObject({ position: 2 });
  });

  it("W-02 rejects a checkout with too little time left to pay, and says so", async () => {
    const ctx = await person();
    await join(ctx);
    await freeSeats(1);
    passHours(33.99);
    await expect(buy(ctx)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("too soon") });
  });

  it("W-02 gives a seat to one person only, even if the clocks of two processes differ", async () => {
    const [first, second] = [await person(), await person()];
    await join(first);
    await join(second);
    await freeSeats(1);
    passHours(34.02);
    const at = site.now().getTime();
    const behind: TestCtx = { ...first, now: () => new Date(at - 300_000) };
    // The slow process still sells the offered seat, so the fast one finds it held.
    await buy(behind);
    await advanceDueWaitlists(site);
    const entries = await site.db.select().from(waitlistEntries).where(eq(waitlistEntries.runId, runId));
    const seats = await site.db.select().from(enrolments).where(eq(enrolments.runId, runId));
    const live = seats.filter(
      (seat) => seat.state === "confirmed" || (seat.state === "held" && seat.heldUntil > site.now()),
    );
    expect(
      live.length + entries.filter((entry) => entry.state === "offered" && entry.orderId === null).length,
    ).toBeLessThanOrEqual(4);
    // And the other way round: what the fast one has passed on, the slow one cannot take.
    expect(await state(second)).toBe("offered");
    await expect(buy(behind)).rejects.toMatchObject({ status: 409 });
  });

  it("W-01 a late payment takes no seat that is offered", async () => {
    const waitingPerson = await person();
    const buyer = await person();
    await freeSeats(1);
    const begun = await buy(buyer);
    await join(waitingPerson);
    await pay(begun);
    passHours(1);
    await advanceDueWaitlists(site);
    expect(await state(waitingPerson)).toBe("offered");
    await settlePayment(site, begun.given_id);
    const [run] = await site.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
    expect(run).toMatchObject({ seatsSold: 3, seatsOffered: 1 });
  });

  it("W-01 offers seats of expired holds and added seats to waitlist entries", async () => {
    const buyer = await person();
    await freeSeats(1);
    await buy(buyer);
    const [first, second] = [await person(), await person()];
    await join(first);
    await join(second);
    passHours(0.5);
    await advanceDueWaitlists(site);
    expect([await state(first), await state(second)]).toEqual(["offered", "waiting"]);
    const form = {
      runId,
      version: 1,
    };
    const edit = (capacity: number) => editRun(site.asStaff("owner"), { ...form, capacity });
    // Three are sold, and one is offered.
    await expect(edit(3)).rejects.toMatchObject({ status: 422 });
    await edit(5);
    expect(site.queued.filter(({ name }) => name === "waiting.offer")).toHaveLength(1);
    await runJobs();
    expect(await state(second)).toBe("offered");
  });

  it("W-01 notifies everyone when the run moves or is cancelled, and when its sale ends", async () => {
    const [first, second] = [await person(), await person()];
    await join(first);
    await join(second);
    const staff = site.asStaff("owner", { id: (await makeStaff(site, "owner")).id });
    await moveRun(staff, { runId, startDate: "2027-01-10", endDate: "2027-01-14", venueEng: "Hall", venueAr: null });
    expect([await readMails(first), await state(first)]).toEqual([["moved"], "waiting"]);
    await cancelRun(staff, { runId });
    expect([await readMails(second), await state(second)]).toEqual([["moved", "run-cancelled"], null]);

    const ends = addDays("2026-11-22", 20);
    runId = (await makeRun(site.db, (await makeCourse(site.db)).id, { startDate: ends, endDate: ends, capacity: 1 }))
      .id;
    sold = await paidOrders(site, 1, { runId });
    await join(first);
    await join(second);
    await freeSeats(1);
    site.clock.now = endOfRiyadhDay(ends);
    await advanceDueWaitlists(site);
    expect([await state(first), await state(second)]).toEqual([null, null]);
    expect((await readMails(first)).slice(2)).toEqual(["waiting-offer", "sale-ended"]);
    expect((await readMails(second)).slice(2)).toEqual(["sale-ended"]);
    const [run] = await site.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
    expect(run).toMatchObject({ waiting: 0, seatsOffered: 0 });
  });

  it("W-01 the database rejects an offer or a hold beyond the capacity", async () => {
    const ctx = await person();
    const { id } = await join(ctx);
    const offerTimes = { offeredAt: site.now(), offerEndsAt: site.now() };
    const offer = () =>
      site.db
        .update(waitlistEntries)
        .set({ state: "offered", ...offerTimes })
        .where(eq(waitlistEntries.id, id));
    await expect(offer()).rejects.toMatchObject({ cause: { constraint: "enrolment_within_capacity" } });
    await freeSeats(1);
    const [seat] = await site.db.select().from(enrolments).where(eq(enrolments.runId, runId)).limit(1);
    const hold = { state: "held" as const, heldUntil: new Date(site.now().getTime() + 60_000), createdAt: site.now() };
    const seatFields = { orderId: seat?.orderId ?? 0, orderLineId: seat?.orderLineId ?? 0, runId, seat: 9 };
    await expect(site.db.insert(enrolments).values({ ...seatFields, ...hold })).rejects.toMatchObject({
      cause: { constraint: "enrolment_within_capacity" },
    });
  });

  it("queues a job only for a run with a waiting list, also when a seat moves to another date", async () => {
    await inTransaction(site, (ctx) => queueSeatOffers(ctx, [runId]));
    expect(site.queued).toEqual([]);
    const ctx = await person();
    await join(ctx);
    const [orderId = 0] = sold;
    await inTransaction(site, async (ctx) => transferSeats(ctx, orderId, await readOpenSeatIds(ctx, orderId)));
    await runJobs();
    expect(await state(ctx)).toBe("offered");
  });
});
