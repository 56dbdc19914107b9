/** What an account with an unconfirmed address may not do (decisions §15), and how its address is confirmed. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { myCertificatesZip } from "#features/learning/certificates/own-archive.server.ts";
import { readProof, uploadProof } from "#features/learning/cpd/proofs.server.ts";
import { exportRecordCsv, drawRecordPdf } from "#features/learning/cpd/record-files.server.ts";
import { readMyRecord, saveActivity, saveTarget } from "#features/learning/cpd/record.server.ts";
import { shareRecord } from "#features/learning/cpd/shares.server.ts";
import { transferSeat } from "#features/changes/transfer-seat.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { bookByTransfer } from "#features/checkout/book-by-transfer.server.ts";
import { checkPeople } from "#features/checkout/groups/check-people.server.ts";
import { listSeatLinks, sendSeatLink } from "#features/checkout/groups/seat-links.server.ts";
import { assignOpenSeats } from "#features/seats/assign-seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { joinWaitlist } from "#features/waitlist/my-waitlists.server.ts";
import { exportMyData } from "#features/privacy/my-data.server.ts";
import {
  accountCalls,
  limitedCalls,
  readOutbox,
  newPassword,
  sara,
  type Call,
  type LoginAnswer,
} from "#test/accounts.ts";
import { address } from "#test/buyer.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { sendQueuedResets } from "#test/password-reset.ts";
import { eq } from "drizzle-orm";
import { confirmAddress } from "./confirmed-address.server.ts";
import { signToken } from "./one-time-links.server.ts";
import { users } from "./tables.server.ts";

const huda = { name: "Huda Salem", email: "huda@example.com", scfhs_number: "" };

describeOnDatabase("S-07 an account on an unconfirmed address", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let orderId: number;
  let seatId: number;

  beforeEach(async () => {
    const visitor = testContext(await open());
    const person = await makeUser(visitor.db, { email: "new@example.com", emailVerified: false });
    ctx = visitor.as(person);
    runId = (await makeRun(visitor.db, (await makeCourse(visitor.db)).id, { capacity: 20 })).id;
    [orderId = 0] = await paidOrders(visitor, 1, { runId, buyer: person });
    await visitor.db.update(users).set({ emailVerified: false }).where(eq(users.id, person.id));
    const [seat] = await visitor.db.select({ id: enrolments.id }).from(enrolments);
    seatId = seat?.id ?? 0;
  });

  const guarded: Record<string, () => Promise<unknown>> = {
    "a booking by transfer": () =>
      bookByTransfer(ctx, { items: [{ runId, qty: 5 }], billing: address, totalHalalas: 1 }),
    "the waiting list": () => joinWaitlist(ctx, { runId, seats: 1 }),
    "a list of people": () => checkPeople(ctx, { runId, people: [huda] }),
    "claim links": () => listSeatLinks(ctx, { orderId }),
    "a claim link by mail": () => sendSeatLink(ctx, { orderId, runId, seat: 1, email: huda.email }),
    "a checkout for someone else": () =>
      beginCheckout(ctx, { items: [{ runId, qty: 1 }], billing: address, attendees: [{ runId, ...huda }] }),
    "naming someone else": () => assignOpenSeats(ctx, { order_id: orderId, attendees: [{ runId, seat: 1, ...huda }] }),
    "sending someone else": () => transferSeat(ctx, { orderId, seatId, key: "k", ...huda }),
    "a declared activity": () =>
      saveActivity(ctx, { title: "A", provider: "B", kind: "conference", date: "2026-01-15", hours: 1 }),
    "U-19 the proof of an activity": () => uploadProof(ctx, undefined),
    "U-19 a copy of the proof": () => readProof(ctx, { id: 1 }),
    "a target": () => saveTarget(ctx, { target: null }),
    "S-13 the CPD record as PDF": () => drawRecordPdf(ctx),
    "the CPD record as CSV": () => exportRecordCsv(ctx),
    "the own certificates": () => myCertificatesZip(ctx),
    "a share link": () => shareRecord(ctx, { years: null, withDeclared: false }),
    "a copy of the data": () => exportMyData(ctx),
  };

  it.each(Object.entries(guarded))(
    "rejects %s, with how to continue; allows it after the confirmation",
    async (_, act) => {
      await expect(act()).rejects.toMatchObject({
        name: "ConfirmedAddressRequired",
        status: 403,
        message: "Confirm your email address first. Open the link we sent you, or have it sent again.",
      });
      await ctx.db.update(users).set({ emailVerified: true });
      const refusal: unknown = await act().catch((error: unknown) => error);
      expect(refusal).not.toMatchObject({ name: "ConfirmedAddressRequired" });
    },
  );

  it("may buy seats by card, for itself or without names, and read its record", async () => {
    const { id } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 20 });
    expect(await beginCheckout(ctx, { items: [{ runId: id, qty: 1 }], billing: address })).toMatchObject({
      currency: "SAR",
    });
    expect(await beginCheckout(ctx, { items: [{ runId: id, qty: 3 }], billing: address })).toMatchObject({
      currency: "SAR",
    });
    expect(await readMyRecord(ctx)).toMatchObject({ declared: [] });
  });
});

describeOnDatabase("the link that confirms an address", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call<LoginAnswer>;

  beforeEach(async () => {
    database = await open();
    ({ ctx, call } = accountCalls(database));
    await call("register", sara);
  });
  const findToken = async (email: string) => {
    const mail = (await readOutbox(ctx)).findLast(
      ({ to, template }) => to === email && ["welcome", "confirm-address"].includes(template),
    );
    return signToken(ctx, "confirm-address", mail?.props["seed"] ?? "");
  };
  const newestLink = () => findToken(sara.email);
  const logIn = async () => (await call("login", { email: sara.email, password: sara.password })).body.token;
  const readConfirmation = async (token: string) =>
    (await call("me", {}, { token })).body as unknown as { email_confirmed: boolean };

  describe("refusals", () => {
    it("rejects unknown, used, superseded and expired links", async () => {
      const token = await logIn();
      const first = await newestLink();
      expect((await call("confirm-email", { token: "x".repeat(43) })).status).toBe(422);
      await call("send-address-link", {}, { token });
      expect((await call("confirm-email", { token: first })).status).toBe(422);
      ctx.clock.now = new Date(ctx.now().getTime() + 7 * 86_400_000);
      expect((await call("confirm-email", { token: await newestLink() })).status).toBe(422);
      expect(await database.db.select({ is: users.emailVerified }).from(users)).toEqual([{ is: false }]);
    });

    it("stops working once the account has another address", async () => {
      const token = await newestLink();
      await ctx.db.update(users).set({ email: "elsewhere@example.com" });
      expect(await confirmAddress(ctx, token, sara.password)).toBeNull();
    });

    it("is sent at most five times a day, and never to a confirmed address", async () => {
      const limited = limitedCalls<LoginAnswer>(database);
      const token = await logIn();
      for (let sent = 0; sent < 5; sent += 1)
        expect((await limited("send-address-link", {}, { token })).status).toBe(200);
      expect((await limited("send-address-link", {}, { token })).status).toBe(429);
      const before = (await readOutbox(ctx)).length;
      await ctx.db.update(users).set({ emailVerified: true });
      expect((await limited("send-address-link", {}, { token })).status).toBe(200);
      expect((await readOutbox(ctx)).length).toBe(before);
    });
  });

  describe("S-07 an account that someone else opened with a person's address", () => {
    it("stays unconfirmed if the link is opened without the account's session or password", async () => {
      const strangersToken = await logIn();
      await call("register", { ...sara, email: "owner@example.com" });
      const { token: owner } = (await call("login", { email: "owner@example.com", password: sara.password })).body;
      const link = await findToken(sara.email);
      for (const [input, session] of [
        [{}, {}],
        [{ password: "" }, {}],
        [{ password: "another password" }, {}],
        [{}, { token: owner }],
      ] as const) {
        const { status, body } = await call("confirm-email", { token: link, ...input }, session);
        expect([status, Object.keys(body)]).toEqual([422, ["password"]]);
      }
      expect(await readConfirmation(strangersToken)).toMatchObject({ email_confirmed: false });
    });

    it("allows ten password attempts in 15 minutes", async () => {
      const limited = limitedCalls<LoginAnswer>(database);
      const guess = async () =>
        (await limited("confirm-email", { token: await newestLink(), password: "another password" })).status;
      for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(422);
      expect(await guess()).toBe(429);
    });

    it("passes to the owner by a password reset, which confirms the address", async () => {
      const strangersToken = await logIn();
      await call("forget-password", { email: sara.email });
      const reset = await sendQueuedResets(ctx);
      await call("reset-password", { token: reset, ...newPassword });
      expect((await call("me", {}, { token: strangersToken })).status).toBe(401);
      const { body } = await call("login", { email: sara.email, password: newPassword.password });
      expect(await readConfirmation(body.token)).toMatchObject({ email_confirmed: true });
    });
  });

  it("comes with the welcome email, works once with the session or the password, and ends no session", async () => {
    const token = await logIn();
    expect(await readConfirmation(token)).toMatchObject({ email_confirmed: false });
    const link = await newestLink();
    expect((await call("confirm-email", { token: link })).status).toBe(422);
    expect(await call("confirm-email", { token: link }, { token })).toMatchObject({
      status: 200,
      body: { email: sara.email, is_new: false },
    });
    expect(await readConfirmation(token)).toMatchObject({ email_confirmed: true });
    expect((await call("confirm-email", { token: link }, { token })).status).toBe(422);

    await ctx.db.update(users).set({ emailVerified: false });
    await call("send-address-link", {}, { token });
    const sent = { token: await newestLink(), password: sara.password };
    expect((await call("confirm-email", sent)).status).toBe(200);
    expect(await readConfirmation(token)).toMatchObject({ email_confirmed: true });
  });
});
