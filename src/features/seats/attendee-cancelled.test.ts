/** Who is emailed that a refund cancels their seat, and who is not. */
import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { openSandbox } from "#test/sandbox.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { testKeys } from "../../../sandbox/settings.ts";

const sandbox = await openSandbox();

const huda = { name: "Huda Salem", email: "huda@example.com", scfhs_number: "" };
const ali = { name: "Ali Omar", email: "ali@example.com", scfhs_number: "" };

describeOnDatabase("refunded seats", (open) => {
  let ctx: TestCtx;
  let me: { id: string; name: string; email: string };
  let first: number;
  let second: number;
  let order: { id: number; paymentId: string; halalas: number };

  beforeEach(async () => {
    const database = await open();
    const env = testEnv(paymentsAt(sandbox));
    me = await makeUser(database.db);
    ctx = testContext(database, { env }).as(me);
    await makeUser(database.db, { email: ali.email, locale: "ar" });
    [first = 0, second = 0] = await Promise.all(
      [1, 2].map(
        async () =>
          (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 5, priceHalalas: 10_000 })).id,
      ),
    );
    const self = { name: me.name, email: me.email, scfhs_number: "" };
    const begun = await beginCheckout(ctx, {
      items: [
        { runId: first, qty: 2 },
        { runId: second, qty: 1 },
      ],
      billing: address,
      attendees: [
        { runId: first, ...self },
        { runId: first, ...huda },
        { runId: second, ...ali },
      ],
    });
    await pay(begun);
    order = { id: begun.order_id, paymentId: begun.given_id, halalas: begun.amount };
  });
  const settle = () => settlePayment(ctx, order.paymentId);
  /** Lists who got the email `attendee-returned`, which tells attendees that their seat was cancelled. */
  const listRecipients = async () =>
    (
      (await ctx.db.execute(sql`select "to", locale from outbox_mail where template = 'attendee-returned' order by id`))
        .rows as { to: string; locale: string }[]
    ).map(({ to, locale }) => [to, locale]);
  const refund = (amountHalalas: number, lines?: number[]) =>
    refundOrder(ctx.asStaff("finance"), { orderId: order.id, amountHalalas, reason: "requested", lines });

  it("notifies no one if the order was refunded before it was settled", async () => {
    await fetch(`${sandbox.url}/v1/payments/${order.paymentId}/refund`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${testKeys.secret}:`)}`, "content-type": "application/json" },
      body: "{}",
    });
    expect((await settle())?.status).toBe("failed");
    expect(await listRecipients()).toEqual([]);
  });

  it("notifies no attendee of a refund that keeps their seats", async () => {
    await settle();
    await refund(500);
    expect(await listRecipients()).toEqual([]);
  });

  it("A1 C25 the buyer's email says which seat was cancelled and which remain; the credit note names seat and course", async () => {
    await settle();
    const { rows: seats } = await ctx.db.execute<{ id: number }>(
      sql`select id from enrolment where order_id = ${order.id} and attendee_email = ${huda.email}`,
    );
    const { rows: lines } = await ctx.db.execute<{ name: string }>(
      sql`select name_eng as name from order_line where order_id = ${order.id} and run_id = ${first}`,
    );
    const seatIds = [seats[0]?.id ?? 0];
    await refundOrder(ctx.asStaff("finance"), {
      orderId: order.id,
      amountHalalas: 11_500,
      reason: "requested",
      seatIds,
    });
    const mails = await ctx.db.execute<{ props: object }>(
      sql`select props from outbox_mail where template = 'payment-refunded' order by id`,
    );
    const none = { qty: 0, attendees: [] };
    expect(mails.rows.at(-1)?.props).toMatchObject({
      lines: [
        {
          cancelled: { qty: 1, attendees: [{ name: huda.name, you: false }] },
          left: { qty: 1, attendees: [{ name: me.name, you: true }] },
        },
        { cancelled: none, left: { qty: 1, attendees: [{ name: ali.name }] } },
      ],
    });
    const notes = await ctx.db.execute<{ lines: object[] }>(
      sql`select lines from tax_document where kind = 'credit-note' order by id`,
    );
    expect(notes.rows.at(-1)?.lines).toMatchObject([{ nameEng: `1 seat: ${lines[0]?.name}`, qty: 1 }]);
    // A second refund, of money only: it cancels no seat, and its email does not repeat the seat cancelled before.
    await refund(500);
    const later = await ctx.db.execute<{ props: object }>(
      sql`select props from outbox_mail where template = 'payment-refunded' order by id desc limit 1`,
    );
    expect(later.rows[0]?.props).toMatchObject({
      lines: [{ left: { qty: 1 } }, { cancelled: none, left: { qty: 1 } }],
    });
    expect(later.rows[0]?.props).toMatchObject({ lines: [{ cancelled: none }, {}] });
  });

  it("sends no `attendee-returned` email when the run is cancelled, because that has its own email", async () => {
    await settle();
    await cancelRunNow(ctx.asStaff("owner"), { runId: first });
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
    await reconcile(ctx);
    const { rows } = await ctx.db.execute(sql`select state from enrolment where run_id = ${first}`);
    expect(rows).toEqual([{ state: "cancelled" }, { state: "cancelled" }]);
    expect(await listRecipients()).toEqual([]);
  });

  it("notifies each attendee except the buyer once, in their language", async () => {
    await settle();
    await refund(11_500, [second]);
    expect(await listRecipients()).toEqual([[ali.email, "ar"]]);
    await refund(order.halalas - 11_500);
    await settle();
    expect(await listRecipients()).toEqual([
      [ali.email, "ar"],
      [huda.email, "en"],
    ]);
    const { rows } = await ctx.db.execute(
      sql`select props from outbox_mail where template = 'attendee-returned' order by id`,
    );
    expect(rows[1]).toEqual({
      props: expect.objectContaining({ orderId: order.id, runId: first, name: huda.name, buyer: me.name }),
    });
    // No price: that is between buyer and company.
    expect(JSON.stringify(rows)).not.toMatch(/halalas|amount|price|total|115\.00|11500/i);
  });

  it("notifies no one of a refund until it is recorded", async () => {
    await settle();
    await ctx.db.execute(sql`alter table tax_document add constraint no_credit_notes check (kind = 'invoice')`);
    expect(await refund(order.halalas)).toMatchObject({ status: "requested" });
    expect(await listRecipients()).toEqual([]);
    const { rows } = await ctx.db.execute(sql`select distinct state from enrolment`);
    expect(rows).toEqual([{ state: "confirmed" }]);
    await ctx.db.execute(sql`alter table tax_document drop constraint no_credit_notes`);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 61_000);
    await reconcile(ctx);
    expect(await listRecipients()).toEqual([
      [huda.email, "en"],
      [ali.email, "ar"],
    ]);
  });
});
