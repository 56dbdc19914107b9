/** Payments to check: when a case opens, what staff do about it, when it closes (P-14). */
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { countCases } from "#features/settlement/cases/cases.server.ts";
import { comparePayments } from "#features/settlement/cases/compare.server.ts";
import { paymentCases } from "#features/settlement/cases/tables.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { Conflict, Forbidden, FreshSignInRequired, NotFound, ValidationError } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { openSandbox } from "#test/sandbox.ts";
import { actOnCase } from "./staff-cases.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("payments to check", (open) => {
  let ctx: TestCtx;
  let lina: TestCtx;
  let runId: number;
  beforeEach(async () => {
    const visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    ctx = visitor.as(await makeUser(visitor.db));
    lina = ctx.asStaff("finance", { id: "lina", name: "Lina K." });
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 4 })).id;
  });
  /**
   * Begins a checkout and removes the time of its payment's next check: no job runs here, so the check would become
   * overdue.
   */
  async function begin() {
    const begun = await beginCheckout(ctx, { items: [{ runId, qty: 1 }], billing: address });
    await ctx.db.update(payments).set({ checkAt: null });
    return begun;
  }
  const passMinutes = (minutes: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
  const listCases = () => ctx.db.select().from(paymentCases).orderBy(asc(paymentCases.id));
  const listOutcomes = async () => (await listCases()).map(({ kind, outcome, action }) => [kind, outcome, action]);
  const act = (action: "resync" | "refund" | "paid-back" | "resolve", id: number, reason = "") =>
    actOnCase(lina, { id, action, reason });
  const readOrderStatus = async (id: number) =>
    (await ctx.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status;

  /** Opens a case: a payment is paid at the provider, not settled here, and old enough to be compared. */
  async function openCase() {
    const begun = await begin();
    await pay(begun);
    passMinutes(14);
    await comparePayments(ctx);
    return { begun, id: (await listCases())[0]?.id ?? 0 };
  }

  describe("refusals", () => {
    it("P-14 rejects callers without the permission, unknown cases, actions that the kind of case does not allow, and a missing reason", async () => {
      const { id } = await openCase();
      for (const role of ["support", "training", "auditor"] as const)
        await expect(actOnCase(ctx.asStaff(role), { id, action: "resync", reason: "" })).rejects.toThrow(Forbidden);
      await expect(act("resync", 99_999)).rejects.toThrow(NotFound);
      await expect(act("paid-back", id)).rejects.toThrow(Conflict);
      await expect(act("resolve", id)).rejects.toThrow(ValidationError);
      expect(await listOutcomes()).toEqual([["paid-at-provider", null, null]]);
    });

    it("P-14 P-02 requires a fresh sign-in for actions that move money", async () => {
      const begun = await begin();
      const foreignPaymentId = crypto.randomUUID();
      await pay({ ...begun, given_id: foreignPaymentId });
      passMinutes(12);
      await comparePayments(ctx);
      const [paymentCase] = await listCases();
      const stale = ctx.asStaff("finance", { confirmedAt: new Date(ctx.now().getTime() - 11 * 60_000) });
      const refund = actOnCase(stale, { id: paymentCase?.id ?? 0, action: "refund", reason: "" });
      await expect(refund).rejects.toThrow(FreshSignInRequired);
      expect(sandbox.control.payment(foreignPaymentId).refunded).toBe(0);
    });
  });

  it("P-14 opens no case for a fresh payment, and later exactly one", async () => {
    const begun = await begin();
    await pay(begun);
    await comparePayments(ctx);
    expect(await listCases()).toEqual([]);
    passMinutes(14);
    await Promise.all([comparePayments(ctx), comparePayments(ctx)]);
    await comparePayments(ctx);
    expect(await listOutcomes()).toEqual([["paid-at-provider", null, null]]);
    const counted = await countCases(lina);
    expect(counted).toMatchObject({ open: 1, comparedAt: ctx.now() });
  });

  it("P-14 resyncing a payment paid only at the provider marks the order as paid and closes the case", async () => {
    const { begun, id } = await openCase();
    const closed = await act("resync", id);
    expect(closed).toMatchObject({ outcome: "agrees", action: "resync", actedByName: "Lina K." });
    expect(await readOrderStatus(begun.order_id)).toBe("paid");
    await expect(act("resync", id)).rejects.toThrow(Conflict);
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.entity, "payment-case"));
    expect(events).toMatchObject([{ action: "payment-case.acted-on", actorId: "lina", after: { action: "resync" } }]);
  });

  it("P-14 closes a case that settled automatically, but never while the provider does not respond", async () => {
    const { begun } = await openCase();
    sandbox.control.fault({ route: "list", kind: "error_500", times: 1 });
    await comparePayments(ctx);
    expect(await listOutcomes()).toEqual([["paid-at-provider", null, null]]);
    await settlePayment(ctx, begun.given_id);
    await comparePayments(ctx);
    expect(await listOutcomes()).toEqual([["paid-at-provider", "agrees", null]]);
  });

  it("P-14 a refund that the provider refuses can be retried, or recorded as paid back by hand", async () => {
    const begun = await begin();
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
    sandbox.control.set({ secondPartialRefund: "refused" });
    for (const amountHalalas of [100, 200])
      await refundOrder(lina, { orderId: begun.order_id, amountHalalas, reason: "requested" });
    await comparePayments(ctx);
    const [paymentCase] = await listCases();
    expect(paymentCase).toMatchObject({
      kind: "refund-needs-person",
      facts: { amountHalalas: 200, problem: "provider-refused" },
    });
    expect(await act("resync", paymentCase?.id ?? 0)).toMatchObject({ outcome: null, action: "resync" });
    expect(await act("paid-back", paymentCase?.id ?? 0)).toMatchObject({ outcome: "agrees", action: "paid-back" });
    expect(await readOrderStatus(begun.order_id)).toBe("partially_refunded");
    expect(sandbox.control.payment(begun.given_id).refunded).toBe(100);
  });

  it("P-14 refunds a payment without an order", async () => {
    const begun = await begin();
    const foreignPaymentId = crypto.randomUUID();
    await pay({ ...begun, given_id: foreignPaymentId });
    passMinutes(12);
    await comparePayments(ctx);
    const [paymentCase] = await listCases();
    expect(paymentCase).toMatchObject({ kind: "unknown-payment", paymentId: foreignPaymentId });
    expect(await act("refund", paymentCase?.id ?? 0)).toMatchObject({ outcome: "agrees", action: "refund" });
    const { amount, refunded } = sandbox.control.payment(foreignPaymentId);
    expect(refunded).toBe(amount);
  });

  it("P-14 keeps a resolved case closed until its facts change", async () => {
    const begun = await begin();
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
    sandbox.control.patch(begun.given_id, { refunded: 500 });
    passMinutes(14);
    await comparePayments(ctx);
    const [paymentCase] = await listCases();
    expect(await act("resolve", paymentCase?.id ?? 0, "Agreed with the bank")).toMatchObject({
      outcome: "resolved",
      reason: "Agreed with the bank",
      actedByName: "Lina K.",
    });
    await comparePayments(ctx);
    expect(await listOutcomes()).toEqual([["refunds-differ", "resolved", "resolve"]]);
    sandbox.control.patch(begun.given_id, { refunded: 700 });
    await comparePayments(ctx);
    expect(await listOutcomes()).toEqual([
      ["refunds-differ", "resolved", "resolve"],
      ["refunds-differ", null, null],
    ]);
  });
});
