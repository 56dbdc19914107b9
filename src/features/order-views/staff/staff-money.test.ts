/** Refunds and transfers in the staff API: refusals, then a transfer from its receipt to its refund. */
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { bank } from "#test/bank.ts";
import { address } from "#test/buyer.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";

describeOnDatabase("refunds and transfers in the staff API", (open) => {
  let ctx: TestCtx;
  let finance: StaffBrowser;
  let orderId: number;
  let transfer: { amount: string; reference: string; receivedOn: string };
  beforeEach(async () => {
    ctx = testContext(await open());
    const owner = ctx.asStaff("owner");
    await changeSetting(owner, "transfers", bank);
    const buyer = await makeUser(ctx.db);
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { priceHalalas: 100_000, capacity: 5 });
    const items = [{ runId: run.id, qty: 1 }];
    ({ orderId } = await openTransferOrder(owner, { buyerId: buyer.id, items, billing: address }));
    finance = await signedIn(ctx, (await makeStaff(ctx, "finance")).id);
    transfer = { amount: "1150.00", reference: "FT1", receivedOn: riyadhDate(ctx.now()) };
  });
  const readStatuses = async () => {
    const { body } = await finance.call(`GET orders/${orderId}`);
    const refunds = body["refunds"] as { id: number; status: string }[];
    return { order: body["status"], refunds: refunds.map(({ status }) => status), refundId: refunds[0]?.id };
  };

  describe("refusals", () => {
    it("P-10 P-13 rejects invalid amounts, amounts above the balance, and refunds of an unpaid order; changes nothing", async () => {
      const getAnswer = async (name: string, input: object) => {
        const { status, body } = await finance.call(name, { ...input });
        return [status, Object.keys(body)];
      };
      for (const amount of ["0", "-1", "1.234", "x", 1150])
        expect(await getAnswer(`POST orders/${orderId}/transfers`, { ...transfer, amount })).toEqual([422, ["amount"]]);
      expect(await getAnswer(`POST orders/${orderId}/transfers`, { ...transfer, amount: "1150.01" })).toEqual([
        422,
        ["amount"],
      ]);
      const refund = { amount: "1.00", reason: "Asked for", key: "k1" };
      expect((await getAnswer(`POST orders/${orderId}/refunds`, refund))[0]).toBe(409);
      expect((await getAnswer("POST orders/999999/resync", {}))[0]).toBe(404);
      expect(await readStatuses()).toMatchObject({ order: "pending", refunds: [] });
    });

    it("P-02 a refund requires a fresh code ten minutes after the sign-in", async () => {
      await finance.call(`POST orders/${orderId}/transfers`, transfer);
      ctx.clock.now = new Date(ctx.now().getTime() + 11 * 60_000);
      const { status, body } = await finance.call(`POST orders/${orderId}/refunds`, {
        amount: "1.00",
        reason: "Asked for",
        key: "k1",
      });
      expect([status, body["reason"]]).toEqual([403, "fresh-sign-in"]);
    });
  });

  it("P-13 P-10 DK-16 a recorded transfer pays the order; staff record its refund by bank", async () => {
    const paid = await finance.call(`POST orders/${orderId}/transfers`, transfer);
    expect(paid.body).toMatchObject({
      status: "paid",
      payments: [{ method: "transfer", status: "paid", reference: "FT1", amount: "1150.00" }],
      documents: [{ kind: "invoice", total: "1150.00" }],
    });
    expect((await finance.call(`POST orders/${orderId}/transfers`, transfer)).body["payments"]).toHaveLength(1);
    const refund = { amount: "1150.00", reason: "Asked for", key: "k1" };
    await finance.call(`POST orders/${orderId}/refunds`, refund);
    await finance.call(`POST orders/${orderId}/refunds`, refund);
    const { refundId, ...waiting } = await readStatuses();
    expect(waiting).toEqual({ order: "paid", refunds: ["needs-person"] });
    // DK-16: reference and day are required, so that the payment can be found on the bank statement.
    expect((await finance.call(`POST refunds/${refundId}/paid-back`)).status).toBe(422);
    const future = { reference: "OUT-7", paidOn: "2099-01-01" };
    expect((await finance.call(`POST refunds/${refundId}/paid-back`, future)).status).toBe(422);
    const bank = { reference: "OUT-7", paidOn: riyadhDate(ctx.now()) };
    expect((await finance.call(`POST refunds/${refundId}/paid-back`, bank)).status).toBe(200);
    expect((await finance.call(`GET orders/${orderId}`)).body["refunds"]).toMatchObject([bank]);
    expect(await readStatuses()).toMatchObject({ order: "refunded", refunds: ["done"] });
  });

  it("DK-13 DK-14 a partial transfer adds an event, and keeps earlier ones and the due date", async () => {
    const readPaymentEvents = async () => {
      const { body } = await finance.call(`GET orders/${orderId}/story`);
      const events = body["events"] as { what: string; facts: Record<string, unknown> }[];
      return events.filter(({ what }) => what.startsWith("payment.")).map(({ what, facts }) => [what, facts["amount"]]);
    };
    expect(await readPaymentEvents()).toEqual([["payment.opened", "1150.00"]]);
    const before = (await finance.call(`GET orders/${orderId}`)).body;
    expect(before["dueOn"]).toMatch(/^\d{4}-/);
    const { body } = await finance.call(`POST orders/${orderId}/transfers`, { ...transfer, amount: "1000.00" });
    expect(body).toMatchObject({ status: "pending", dueOn: before["dueOn"] });
    expect(await readPaymentEvents()).toEqual([
      ["payment.opened", "1150.00"],
      ["payment.settled", "1000.00"],
    ]);
    await finance.call(`POST orders/${orderId}/transfers`, { ...transfer, amount: "150.00", reference: "FT2" });
    expect((await finance.call(`GET orders/${orderId}`)).body).toMatchObject({ status: "paid", dueOn: null });
  });

  describe("opening an order by transfer", () => {
    const buildRequest = async (key: string) => {
      const buyer = await makeUser(ctx.db);
      const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { priceHalalas: 100_000, capacity: 9 });
      return { buyer_id: buyer.id, items: [{ course_id: run.id, qty: 2 }], billing: address, key };
    };

    it("P-13 rejects missing seats, address or account with 422 or 404, and a key of another order with 409", async () => {
      const request = await buildRequest("open-1");
      const getStatus = async (input: object) => (await finance.call("POST orders", { ...input })).status;
      expect(await getStatus({ ...request, items: [] })).toBe(422);
      expect(await getStatus({ ...request, billing: {} })).toBe(422);
      expect(await getStatus({ ...request, buyer_id: "nobody" })).toBe(404);
      expect(await getStatus({ ...request, due_on: "2020-01-01" })).toBe(422);
      expect(await getStatus(request)).toBe(201);
      expect(await getStatus({ ...request, items: [{ ...request.items[0], qty: 1 }] })).toBe(409);
    });

    it("P-13 opens one order for requests with the same key, and two without a key", async () => {
      const request = await buildRequest("open-2");
      const answers = await Promise.all([finance.call("POST orders", request), finance.call("POST orders", request)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
      expect(answers[0]?.body).toMatchObject({
        status: "pending",
        method: "transfer",
        openedByStaff: true,
        seats: 2,
      });
      const items = request.items.map(({ course_id: runId, qty }) => ({ runId, qty }));
      const keyless = { buyerId: request.buyer_id, items, billing: address };
      const owner = ctx.asStaff("owner");
      const withoutKey = [await openTransferOrder(owner, keyless), await openTransferOrder(owner, keyless)];
      expect(new Set(withoutKey.map(({ orderId }) => orderId)).size).toBe(2);
    });
  });

  it("P-13 releasing an unpaid order ends it, frees its seats and creates a refund for a part payment", async () => {
    await finance.call(`POST orders/${orderId}/transfers`, { ...transfer, amount: "100.00" });
    for (let again = 0; again < 2; again += 1) {
      const { status, body } = await finance.call(`POST orders/${orderId}/release`);
      expect([status, body["status"], body["reason"]]).toEqual([200, "expired", "transfer-released"]);
      expect(body["enrolments"]).toMatchObject([{ state: "cancelled" }]);
      expect(body["refunds"]).toMatchObject([
        { amount: "100.00", status: "needs-person", reason: "transfer-released" },
      ]);
    }
    const [paid = 0] = await paidOrders(ctx, 1);
    expect((await finance.call(`POST orders/${paid}/release`)).status).toBe(409);
  });
});
