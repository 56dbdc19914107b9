/** The job that ends orders after their last day to pay by transfer, and the one that settles cards. */
import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { forDuePayments, reconcile } from "#features/settlement/jobs.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { bank } from "#test/bank.ts";
import { address, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { openSandbox } from "#test/sandbox.ts";
import { expireTransfers } from "./transfers.server.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("transfers whose date has passed", (open) => {
  let staff: TestCtx;
  /** The order by transfer. The buyer also has an order by card, and both payments are due. */
  let orderId: number;

  beforeEach(async () => {
    const visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    staff = visitor.asStaff("owner");
    const user = await makeUser(staff.db);
    const items = [{ runId: (await makeRun(staff.db, (await makeCourse(staff.db)).id)).id, qty: 1 }];
    await changeSetting(staff, "transfers", bank);
    const dueOn = riyadhDate(staff.now());
    ({ orderId } = await openTransferOrder(staff, { buyerId: user.id, items, billing: address, dueOn }));
    await beginCheckout(visitor.as(user), { items, billing: address });
    staff.clock.now = new Date(`${dueOn}T21:00:00Z`);
  });

  const readDueMethods = async () => {
    const { rows } = await staff.db.execute(
      sql`select method from payment where check_at <= ${staff.now().toISOString()}::timestamptz order by method`,
    );
    return rows.map(({ method }) => method);
  };
  const readOrder = async () => {
    const { rows } = await staff.db.execute(sql`
      select status, (select count(*)::int from audit_event where entity = 'order' and action = 'order.expired' and entity_id = ${String(orderId)}) as ended
      from "order" where id = ${orderId}`);
    return rows[0];
  };

  it("P-13 the card job ignores transfers, and the transfer job ignores cards", async () => {
    expect(await readDueMethods()).toEqual(["card", "transfer"]);
    await reconcile(staff);
    expect(await readDueMethods()).toEqual(["transfer"]);
    expect(await readOrder()).toEqual({ status: "pending", ended: 0 });
    await expireTransfers(staff);
    expect(await readDueMethods()).toEqual([]);
    expect(await readOrder()).toEqual({ status: "expired", ended: 1 });
  });

  it("P-13 two concurrent rounds end an order once, and a further round changes nothing", async () => {
    await Promise.all([expireTransfers(staff), expireTransfers(staff)]);
    await expireTransfers(staff);
    expect(await readOrder()).toEqual({ status: "expired", ended: 1 });
  });

  it("one of two concurrent rounds checks a due payment; a failed check is retried after 25 seconds", async () => {
    let checkCount = 0;
    const round = () =>
      forDuePayments(staff, "transfer", async () => {
        checkCount += 1;
        throw new Error("not now");
      });
    await Promise.all([round(), round()]);
    expect(checkCount).toBe(1);
    staff.clock.now = new Date(staff.now().getTime() + 24_999);
    await round();
    expect(checkCount).toBe(1);
    staff.clock.now = new Date(staff.now().getTime() + 1);
    await round();
    expect(checkCount).toBe(2);
  });
});
