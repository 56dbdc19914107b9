import { sql, type SQL } from "drizzle-orm";
import { expect, it } from "vitest";
import { requestRefund } from "#features/changes/refund-request.server.ts";
import { cancelSeatWithoutRefund } from "#features/changes/cancel-seat.server.ts";
import { readOrderStory } from "#features/order-views/staff/order-story.server.ts";
import { readOrder } from "#features/order-views/staff/staff-order.server.ts";
import { listOrders } from "#features/order-views/staff/staff-orders.server.ts";
import { Conflict, Forbidden } from "#platform/errors.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { readKept } from "./kept.server.ts";
import { countRefundsDue, keepPayment } from "./keep-payment.server.ts";
import { readRunRefunds } from "./refund-run.server.ts";

describeOnDatabase("a seat cancelled without a refund", (open) => {
  async function cancelPaidSeat() {
    const visitor = testContext(await open());
    const [orderId = 0] = await paidOrders(visitor, 1);
    const training = visitor.asStaff("training", { id: (await makeStaff(visitor, "training")).id });
    const finance = visitor.asStaff("finance", { id: (await makeStaff(visitor, "finance")).id });
    const [seat] = (await readOrder(finance, { id: orderId })).enrolments;
    const attendee = { orderId, runId: seat?.runId ?? 0, seat: 1, name: "Sunita Sharma", email: "sara@example.com" };
    await bookPlace(visitor, attendee);
    await visitor.db.execute(sql`update enrolment set user_id = 'buyer-of-documents'`);
    const seatId = seat?.id ?? 0;
    await cancelSeatWithoutRefund(training, { seatId, reason: "Cannot come", tell: true });
    return { visitor, training, finance, orderId, seatId };
  }
  const dueQuery = { page: 1, perPage: 10, sort: "id", order: "desc", filter: { refund_due: true } } as const;

  it("DK-07 is shown as not refunded, is in the order's history with actor and reason, and is listed for finance", async () => {
    const { visitor, training, finance, orderId, seatId } = await cancelPaidSeat();
    const order = await readOrder(training, { id: orderId });
    expect(order).toMatchObject({ status: "paid", documents: [] });
    expect(order.enrolments[0]).toMatchObject({ state: "cancelled", isRefunded: false, paid: "1150.00" });
    expect(order.enrolments[0]?.refundDueAt).not.toBeNull();
    const { events } = await readOrderStory(training, { id: orderId });
    expect(events.find(({ what }) => what === "seat.cancelled")).toMatchObject({
      group: "staff",
      actor: { kind: "staff" },
      facts: { after: { reason: "Cannot come" } },
    });
    expect((await listOrders(finance, dueQuery)).data.map(({ id }) => id)).toEqual([orderId]);
    expect(await countRefundsDue(finance)).toMatchObject({ seats: 1 });
    const { rows } = await visitor.db.execute(
      sql`select props -> 'isPaid' as paid from outbox_mail where template = 'seat-cancelled'`,
    );
    expect(rows).toEqual([{ paid: true }]);
    await expect(keepPayment(training, { orderId, seatId, reason: "r" })).rejects.toThrow(Forbidden);
  });

  it("DK-07 finance can decide once to keep the payment", async () => {
    const { finance, orderId, seatId } = await cancelPaidSeat();
    await keepPayment(finance, { orderId, seatId, reason: "Agreed by phone" });
    await expect(keepPayment(finance, { orderId, seatId, reason: "again" })).rejects.toThrow(Conflict);
    expect((await listOrders(finance, dueQuery)).data).toEqual([]);
    expect(await countRefundsDue(finance)).toEqual({ seats: 0, oldestAt: null });
    const { enrolments, refunds } = await readOrder(finance, { id: orderId });
    expect([enrolments[0]?.refundDueAt, enrolments[0]?.isRefunded, refunds]).toEqual([null, false, []]);
    const { events } = await readOrderStory(finance, { id: orderId });
    expect(events.find(({ what }) => what === "seat.payment-kept")?.facts["after"]).toMatchObject({
      reason: "Agreed by phone",
    });
  });

  it("DK-07 a kept payment is not refunded with other seats of the order", async () => {
    const { visitor, finance, orderId, seatId } = await cancelPaidSeat();
    expect(await readKept(visitor, [orderId])).toEqual(new Map());
    await keepPayment(finance, { orderId, seatId, reason: "Agreed by phone" });
    expect(await readKept(visitor, [orderId])).toEqual(new Map([[orderId, 115_000]]));
    const { runId = 0 } = (await readOrder(finance, { id: orderId })).enrolments[0] ?? {};
    expect(await readRunRefunds(visitor, runId)).toEqual([]);
  });

  it("DK-07 keeps the price difference of a more expensive date with its seat", async () => {
    const { visitor, finance, orderId, seatId } = await cancelPaidSeat();
    const { runId = 0 } = (await readOrder(finance, { id: orderId })).enrolments[0] ?? {};
    const [difference = 0] = await paidOrders(visitor, 1, { runId });
    const run = (query: SQL) => visitor.db.execute(query);
    await run(sql`update enrolment set state = 'cancelled', ended_at = now() where order_id = ${difference}`);
    await run(sql`update "order" set difference_of = ${orderId} where id = ${difference}`);
    // This order paid the difference of two seats, of which only one is cancelled.
    await run(sql`update order_line set qty = 2, unit_price_halalas = 50000 where order_id = ${difference}`);
    await run(sql`update enrolment set difference_ids = ${JSON.stringify([difference])} where id = ${seatId}`);
    await keepPayment(finance, { orderId, seatId, reason: "Agreed by phone" });
    const keptAmounts = new Map([[difference, 57_500]]);
    expect(await readKept(visitor, [difference])).toEqual(keptAmounts);
    expect(await readKept(visitor, [orderId, difference])).toEqual(new Map([[orderId, 115_000], ...keptAmounts]));
    const [refund] = await readRunRefunds(visitor, runId);
    expect(refund).toMatchObject({ orderId: difference, parts: [{ amountHalalas: 57_500 }] });
  });

  it("DK-07 finance can refund the seat; then no decision is due", async () => {
    const { finance, orderId, seatId } = await cancelPaidSeat();
    const { request } = await requestRefund(finance, { orderId, seatIds: [seatId], reason: "requested", key: "k" });
    expect(request).toMatchObject({ state: "direct", amountHalalas: 115_000, seatIds: [seatId] });
    const { enrolments, refunds } = await readOrder(finance, { id: orderId });
    expect([enrolments[0]?.refundDueAt, enrolments[0]?.isRefunded]).toEqual([null, true]);
    expect(refunds[0]).toMatchObject({ amount: "1150.00", seatIds: [seatId] });
    expect((await listOrders(finance, dueQuery)).data).toEqual([]);
    await expect(keepPayment(finance, { orderId, seatId, reason: "r" })).rejects.toThrow(Conflict);
  });
});
