/**
 * Orders paid by transfer: staff open them with a last day to pay. A recorded transfer confirms the seats, else they
 * are released after that day (P-13, G-03). Refusals first.
 */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeCode } from "#db/factories/discount-code.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { updatePaymentStatus } from "#features/settlement/report-payment.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { addDays, endOfRiyadhDay, riyadhDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { formatSar } from "#i18n/money.ts";
import { Conflict, Forbidden, NotFound, Unauthenticated, ValidationError } from "#platform/errors.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { resyncOrder } from "#features/order-views/staff/resync-order.server.ts";
import { bank } from "#test/bank.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { address, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { openSandbox } from "#test/sandbox.ts";
import { expireTransfers, recordTransfer, recordTransferRefund } from "./transfers.server.ts";
import { openTransferOrder, type TransferOrderInput } from "#features/checkout/open-transfer-order.server.ts";

const sandbox = await openSandbox();

const company = { name: "Clinic", vat_number: "300000000000003", address: "Example Street 2, Riyadh" };
/** Price of one seat: 2,400.00 SAR + 15 %. */
const seatPrice = 276_000;

const paidBack = { reference: "OUT-1", paidOn: "2026-01-05" };

describeOnDatabase("orders by transfer", (open) => {
  let visitor: TestCtx;
  let staff: TestCtx;
  let buyer: TestCtx;
  let runId: number;
  let today: string;

  beforeEach(async () => {
    const database = await open();
    // The provider always fails, because transfers must not call it.
    sandbox.control.fault({ route: "fetch", kind: "error_500", times: 1000 });
    visitor = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
    staff = visitor.asStaff("owner");
    buyer = visitor.as(await makeUser(database.db));
    runId = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 10 })).id;
    await changeSetting(staff, "transfers", bank);
    today = riyadhDate(staff.now());
  });

  const openOrder = (input: Partial<TransferOrderInput> = {}, who: TestCtx = staff) =>
    openTransferOrder(who, { buyerId: buyer.viewer?.id ?? "", items: [{ runId, qty: 1 }], billing: address, ...input });
  const record = (orderId: number, amountHalalas = seatPrice, reference = "FT1", receivedOn = today) =>
    recordTransfer(staff, { orderId, amountHalalas, reference, receivedOn });
  const runJobs = async () => {
    await expireTransfers(staff);
    await reconcile(staff);
  };
  const setClock = (instant: string) => void (staff.clock.now = new Date(instant));
  const readFacts = async (orderId: number) => {
    const { rows } = await staff.db.execute(sql`
      select o.status, o.reason,
        (select jsonb_agg(jsonb_build_array(p.status, p.amount_halalas, p.reference) order by p.number) from payment p where p.order_id = o.id) as payments,
        (select coalesce(jsonb_agg(jsonb_build_array(f.amount_halalas, f.status, f.problem) order by f.id), '[]') from refund f join payment p on p.id = f.payment_id where p.order_id = o.id) as refunds,
        (select r.seats_sold from course_run r where r.id = ${runId}) as sold,
        (select count(*)::int from enrolment h where h.order_id = o.id and h.state = 'held') as held,
        (select coalesce(jsonb_agg(jsonb_build_array(d.kind, d.total_halalas) order by d.id), '[]') from tax_document d where d.order_id = o.id) as documents,
        (select coalesce(jsonb_agg(mail.template order by mail.id), '[]') from outbox_mail mail where (mail.props ->> 'orderId')::int = o.id) as mails
      from "order" o where o.id = ${orderId}`);
    return rows[0];
  };
  const paidFacts = {
    status: "paid",
    sold: 1,
    held: 0,
    documents: [["invoice", seatPrice]],
    mails: ["transfer-requested", "order-confirmed"],
  };
  const getInvalidFields = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((failed: unknown) => failed);
    expect(error).toBeInstanceOf(ValidationError);
    return Object.keys((error as ValidationError).fields);
  };

  it("X-05 counts a code's uses for the buyer, not for the staff member who opens the order", async () => {
    await makeCode(staff.db, "ONCE-EACH", { maxUsesPerAccount: 1 });
    await openOrder({ discountCode: "ONCE-EACH" });
    await expect(openOrder({ discountCode: "ONCE-EACH" })).rejects.toBeInstanceOf(ValidationError);
    const other = (await makeUser(staff.db)).id;
    expect(await openOrder({ discountCode: "ONCE-EACH", buyerId: other })).toMatchObject({ totalHalalas: 248_400 });
  });

  describe("refusals", () => {
    it("P-13 P-04 rejects callers without the permission, an order while no bank account is set, and an invalid IBAN", async () => {
      const transfer = { orderId: 1, amountHalalas: 1, reference: "x", receivedOn: today };
      const others = (["training", "content", "support", "auditor"] as const).map((role) => ({
        who: visitor.asStaff(role),
        refusal: Forbidden,
      }));
      const strangers = [
        { who: visitor, refusal: Unauthenticated },
        { who: buyer, refusal: Forbidden },
      ];
      for (const { who, refusal } of [...strangers, ...others]) {
        await expect(openOrder({}, who)).rejects.toThrow(refusal);
        await expect(recordTransfer(who, transfer)).rejects.toThrow(refusal);
        await expect(recordTransferRefund(who, { refundId: 1, ...paidBack })).rejects.toThrow(refusal);
      }
      await changeSetting(staff, "transfers", { ...bank, accountHolder: "" });
      await expect(openOrder()).rejects.toThrow(/No bank account is set/);
      for (const iban of ["SA0380000000608010167518", "SA03", "DE89370400440532013000"])
        await expect(changeSetting(staff, "transfers", { ...bank, iban })).rejects.toThrow(ValidationError);
    });

    it("P-13 opens no order for an unknown account or run, invalid seats, an invalid last day, or a free run", async () => {
      await expect(openOrder({ buyerId: "nobody" })).rejects.toThrow(NotFound);
      await expect(openOrder({ items: [{ runId: 99_999, qty: 1 }] })).rejects.toThrow(NotFound);
      for (const items of [[], [{ runId, qty: 0 }], [{ runId, qty: 1.5 }], [1, 1].map((qty) => ({ runId, qty }))])
        expect(await getInvalidFields(openOrder({ items }))).toEqual(["items"]);
      expect(await getInvalidFields(openOrder({ items: [{ runId, qty: 11 }] }))).toEqual(["items.0.qty"]);
      for (const dueOn of [addDays(today, -1), addDays(today, 3000), "soon"])
        expect(await getInvalidFields(openOrder({ dueOn }))).toEqual(["due_on"]);
      const free = await makeRun(staff.db, (await makeCourse(staff.db)).id, { priceHalalas: 0 });
      await expect(openOrder({ items: [{ runId: free.id, qty: 1 }] })).rejects.toThrow(Conflict);
    });

    it("P-13 records no transfer for an unknown order, a card order, invalid fields, or more than is due", async () => {
      await expect(record(99_999)).rejects.toThrow(NotFound);
      const byCard = await beginCheckout(buyer, { items: [{ runId, qty: 1 }], billing: address });
      await expect(record(byCard.order_id)).rejects.toThrow(/isn’t paid by transfer/);
      const { orderId } = await openOrder();
      for (const amount of [0, -1, 1.5, Number.NaN])
        expect(await getInvalidFields(record(orderId, amount))).toEqual(["amount"]);
      expect(await getInvalidFields(record(orderId, seatPrice + 1))).toEqual(["amount"]);
      expect(await getInvalidFields(record(orderId, seatPrice, " "))).toEqual(["reference"]);
      for (const day of [addDays(today, 1), "2026-02-30", "today"])
        expect(await getInvalidFields(record(orderId, seatPrice, "FT1", day))).toEqual(["receivedOn"]);
      expect(await readFacts(orderId)).toMatchObject({ status: "pending", payments: [["awaiting", seatPrice, null]] });
    });

    it("DK-15 errors for too much, or for a late part payment, show the amount due, formatted as on every page", async () => {
      const { orderId } = await openOrder();
      const due = isolate(formatSar("2760.00", "en"));
      await expect(record(orderId, seatPrice + 1)).rejects.toMatchObject({
        fields: { amount: [`That’s more than the amount due (${due}). Record ${due} and return the rest.`] },
      });
      await expect(
        recordTransfer(
          { ...staff, locale: "ar" },
          { orderId, amountHalalas: seatPrice + 1, reference: "FT1", receivedOn: today },
        ),
      ).rejects.toMatchObject({ fields: { amount: [expect.stringContaining(isolate(formatSar("2760.00", "ar")))] } });
      staff.clock.now = endOfRiyadhDay(addDays(today, 14));
      await expect(record(orderId, 1)).rejects.toMatchObject({ fields: { amount: [expect.stringContaining(due)] } });
    });

    it("P-13 refuses a reference that another transfer has, and a transfer for a paid order", async () => {
      const { orderId } = await openOrder();
      await record(orderId, 1000);
      await expect(record(orderId, 2000)).rejects.toThrow(Conflict);
      await expect(record(orderId, 1000, "FT1", addDays(today, -1))).rejects.toThrow(Conflict);
      await record(orderId, seatPrice - 1000, "FT2");
      await expect(record(orderId, 1, "FT3")).rejects.toThrow(/already paid/);
    });
  });

  it("P-13 G-03 opens an order, mails the bank details in the buyer's language, and is paid when the transfer is recorded", async () => {
    await staff.db.execute(sql`update "user" set locale = 'ar' where id = ${buyer.viewer?.id ?? ""}`);
    const opened = await openOrder({ company });
    expect(opened).toEqual({ orderId: opened.orderId, totalHalalas: seatPrice, dueOn: addDays(today, 14) });
    const { rows } = await staff.db.execute(sql`select template, locale, "to", props from outbox_mail`);
    expect(rows).toMatchObject([
      {
        template: "transfer-requested",
        locale: "ar",
        to: buyer.viewer?.email,
        props: { dueOn: opened.dueOn, bank: { iban: bank.iban } },
      },
    ]);
    const user_id = buyer.viewer?.id ?? "";
    const before = await myOrder(buyer, { user_id, order_id: opened.orderId });
    expect(before.payment).toMatchObject({ status: "pending", method: "transfer", due_on: opened.dueOn });
    expect(before.held_until).toBe(`${opened.dueOn}T21:00:00.000Z`);
    expect(await record(opened.orderId)).toEqual({ orderId: opened.orderId, status: "paid", missingHalalas: 0 });
    expect(await readFacts(opened.orderId)).toMatchObject(paidFacts);
    const after = await staff.db.execute(
      sql`select payment from tax_document union all select jsonb_build_object('by', recorded_by, 'on', received_on) from payment`,
    );
    expect(after.rows).toEqual([
      { payment: { method: "transfer", cardScheme: null, cardMasked: null } },
      { payment: { by: "staff-owner", on: today } },
    ]);
    expect((await myOrder(buyer, { user_id, order_id: opened.orderId })).payment).toMatchObject({ status: "paid" });
  });

  it("P-13 ten simultaneous requests record the same transfer once", async () => {
    const { orderId } = await openOrder();
    const results = await Promise.all(Array.from({ length: 10 }, () => record(orderId)));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["paid"]));
    expect(await readFacts(orderId)).toMatchObject({ ...paidFacts, payments: [["paid", seatPrice, "FT1"]] });
  });

  it("G-03 P-13 an order stays pending after a part payment, and is paid when the sum reaches its total", async () => {
    const { orderId } = await openOrder();
    expect(await record(orderId, 100_000)).toEqual({ orderId, status: "pending", missingHalalas: 176_000 });
    expect(await record(orderId, 100_000)).toEqual({ orderId, status: "pending", missingHalalas: 176_000 });
    expect(await readFacts(orderId)).toMatchObject({ status: "pending", held: 1, documents: [] });
    expect(await getInvalidFields(record(orderId, 176_001, "FT2"))).toEqual(["amount"]);
    expect(await record(orderId, 176_000, "FT2")).toMatchObject({ status: "paid", missingHalalas: 0 });
    expect(await readFacts(orderId)).toMatchObject({
      ...paidFacts,
      payments: [
        ["paid", 100_000, "FT1"],
        ["paid", 176_000, "FT2"],
      ],
    });
  });

  it("P-13 an order may exceed the buyer's limits, does not use them up, and keeps its seats beside a checkout", async () => {
    const { orderId } = await openOrder({ items: [{ runId, qty: 8 }] });
    const ownCheckout = await beginCheckout(buyer, { items: [{ runId, qty: 2 }], billing: address });
    const fifteenMinutes = staff.now().getTime() + 15 * 60_000;
    expect(ownCheckout.expires_at).toBe(new Date(fifteenMinutes).toISOString());
    expect(await readFacts(orderId)).toMatchObject({ status: "pending", held: 8 });
    await expect(openOrder()).rejects.toThrow(/on hold/);
    await expect(record(orderId, 8 * seatPrice)).resolves.toMatchObject({ status: "paid" });
  });

  it("P-13 releases the seats and ends the order exactly when the last day ends in Riyadh", async () => {
    const { orderId, dueOn } = await openOrder({ dueOn: addDays(today, 2) });
    setClock(`${dueOn}T20:59:59Z`);
    await runJobs();
    expect(await readFacts(orderId)).toMatchObject({ status: "pending", held: 1 });
    setClock(`${dueOn}T21:00:00Z`);
    for (let turn = 0; turn < 2; turn++) await runJobs();
    expect(await readFacts(orderId)).toMatchObject({
      status: "expired",
      reason: "transfer-overdue",
      payments: [["cancelled", seatPrice, null]],
      refunds: [],
      held: 0,
    });
  });

  it("P-13 a transfer up to a day late buys seats that are still free, but only in full", async () => {
    const { orderId, dueOn } = await openOrder({ dueOn: addDays(today, 2) });
    setClock(`${dueOn}T21:00:00Z`);
    await runJobs();
    expect(await getInvalidFields(record(orderId, 1000, "FT1", dueOn))).toEqual(["amount"]);
    expect(await record(orderId, seatPrice, "FT1", dueOn)).toMatchObject({ status: "paid" });
    const mails = ["transfer-requested", "transfer-ended", "order-confirmed"];
    expect(await readFacts(orderId)).toMatchObject({ ...paidFacts, reason: "late-payment", mails });
  });

  it.each([
    ["more than a day late", /24 hours/, (due: string) => setClock(`${addDays(due, 1)}T21:00:00Z`), ""],
    ["sold out", /full by the time/, () => {}, "update course_run set seats_sold = capacity"],
    [
      "after a change of price",
      /price has changed/,
      () => {},
      "update course_run set price_halalas = price_halalas + 100",
    ],
  ])(
    "P-13 refuses a late transfer, %s: shows staff why, and records nothing",
    async (_name, reason, moveClock, change) => {
      const { orderId, dueOn } = await openOrder({ dueOn: addDays(today, 2) });
      setClock(`${dueOn}T21:00:00Z`);
      await runJobs();
      moveClock(dueOn);
      if (change) await staff.db.execute(sql.raw(change));
      await expect(record(orderId, seatPrice, "FT1", dueOn)).rejects.toThrow(/wasn’t recorded; return it manually/);
      await expect(record(orderId, seatPrice, "FT1", dueOn)).rejects.toThrow(reason);
      expect(await readFacts(orderId)).toMatchObject({
        status: "expired",
        payments: [["cancelled", seatPrice, null]],
        documents: [],
      });
    },
  );

  it("P-13 a part payment is returned manually after the last day; recording that issues no credit note", async () => {
    const { orderId, dueOn } = await openOrder({ dueOn: addDays(today, 2) });
    await record(orderId, 100_000);
    setClock(`${dueOn}T21:00:00Z`);
    await runJobs();
    expect(await readFacts(orderId)).toMatchObject({
      status: "expired",
      refunds: [[100_000, "needs-person", "pay-back-by-hand"]],
      held: 0,
    });
    const { rows } = await staff.db.execute(sql`select id from refund`);
    const refundId = (rows[0] as { id: number }).id;
    for (let n = 0; n < 2; n++) await recordTransferRefund(staff, { refundId, ...paidBack });
    expect(await readFacts(orderId)).toMatchObject({
      status: "expired",
      refunds: [[100_000, "done", null]],
      documents: [],
      mails: ["transfer-requested", "payment-refunded"],
    });
  });

  it("P-13 a refund waits for a person; recording it issues a credit note, and the provider is never called", async () => {
    const { orderId } = await openOrder();
    await record(orderId, 100_000, "FT1");
    await record(orderId, 176_000, "FT2");
    const fullRefund = { orderId, amountHalalas: seatPrice, reason: "requested", key: "form-1" };
    const result = await refundOrder(staff, fullRefund);
    expect(result).toMatchObject({ status: "needs-person" });
    expect(await refundOrder(staff, fullRefund)).toEqual(result);
    await expect(refundOrder(staff, { ...fullRefund, key: "form-2" })).rejects.toThrow(ValidationError);
    await runJobs();
    await resyncOrder(staff, orderId);
    const manualRefunds = [
      [176_000, "needs-person", "pay-back-by-hand"],
      [100_000, "needs-person", "pay-back-by-hand"],
    ];
    expect(await readFacts(orderId)).toMatchObject({ status: "paid", sold: 1, refunds: manualRefunds });
    const { rows } = await staff.db.execute(sql`select id from refund order by id`);
    const [first, second] = rows as { id: number }[];
    await recordTransferRefund(staff, { refundId: first?.id ?? 0, ...paidBack });
    expect(await readFacts(orderId)).toMatchObject({ status: "partially_refunded", sold: 1 });
    await recordTransferRefund(staff, { refundId: second?.id ?? 0, ...paidBack });
    expect(await readFacts(orderId)).toMatchObject({
      status: "refunded",
      sold: 0,
      documents: [
        ["invoice", seatPrice],
        ["credit-note", 176_000],
        ["credit-note", 100_000],
      ],
    });
    await expect(recordTransferRefund(staff, { refundId: 99_999, ...paidBack })).rejects.toThrow(NotFound);
  });

  it("P-13 cancelling the run ends the order; what was paid, in part or in full, is returned manually", async () => {
    const part = await openOrder();
    await record(part.orderId, 1000);
    const paid = await openOrder({
      attendees: [{ runId, name: "Huda", email: "huda@example.com", scfhs_number: "" }],
    });
    await record(paid.orderId);
    await cancelRunNow(staff, { runId });
    expect(await readFacts(part.orderId)).toMatchObject({
      status: "expired",
      reason: "run-cancelled",
      payments: [
        ["paid", 1000, "FT1"],
        ["cancelled", seatPrice - 1000, null],
      ],
      refunds: [[1000, "needs-person", "pay-back-by-hand"]],
    });
    expect(await readFacts(paid.orderId)).toMatchObject({ refunds: [[seatPrice, "needs-person", "pay-back-by-hand"]] });
    await expect(record(part.orderId, seatPrice, "FT9")).rejects.toThrow(/A course date in this order was cancelled/);
  });

  it("P-13 a buyer's status request does not call the provider for a transfer", async () => {
    const { orderId } = await openOrder();
    const { rows } = await staff.db.execute(sql`select id from payment`);
    const { id } = rows[0] as { id: string };
    expect(await updatePaymentStatus(buyer, { id })).toEqual({ status: "pending", orderId });
  });
});
