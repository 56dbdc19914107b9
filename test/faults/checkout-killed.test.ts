/**
 * Kills the application process (kill -9) before and after every commit and every provider call that paying and
 * refunding an order makes (reliability row 4).
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { users } from "#features/people/tables.server.ts";
import { reconcile } from "#features/settlement/jobs.server.ts";
import { paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase, stepsToKill, type TestDatabase } from "#test/database.ts";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import { startAppProcess } from "./app-process.ts";

const refundHalalas = 1000;
let sandbox: Sandbox;
let database: TestDatabase;
let ctx: TestCtx;
let runId: number;

beforeAll(async () => {
  sandbox = await startSandbox();
  database = await openTestDatabase();
  ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
  runId = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 100 })).id;
});
afterAll(async () => {
  await database.close();
  await sandbox.close();
});

let number = 0;
/**
 * Pays and refunds an order in a new process, which is killed at step `killAt`, or not at all if that is 0. Returns the
 * number of steps, or null if it was killed.
 */
async function orderInNewProcess(killAt: number): Promise<number | null> {
  const person = { id: `killed-${++number}`, name: "Sara N.", email: `killed-${number}@example.com` };
  await database.db.insert(users).values(person);
  const app = await startAppProcess(database.url ?? "", sandbox.url);
  try {
    return (await app.do({ kind: "order", runId, person, refundHalalas, killAt }))?.steps ?? null;
  } finally {
    await app.end();
  }
}

/** One order and its payment. */
interface OrderRecord {
  id: string;
  status: string;
  booked: number;
  waiting: number;
  confirmed: number;
  invoices: number;
  notes: number;
}
async function readOrderRecords(): Promise<OrderRecord[]> {
  const { rows } = await database.executeSql(
    `
    select a.id, o.status, coalesce((select sum(amount_halalas) from refund f where f.payment_id = a.id and f.status = 'done'), 0)::int as booked,
      (select count(*)::int from refund f where f.payment_id = a.id and f.status <> 'done') as waiting,
      (select count(*)::int from outbox_mail where key = 'order-confirmed:' || o.id) as confirmed,
      (select count(*)::int from tax_document d where d.order_id = o.id and d.kind = 'invoice') as invoices,
      (select count(*)::int from tax_document d where d.order_id = o.id and d.kind = 'credit-note') as notes
    from "order" o join payment a on a.order_id = o.id order by o.id`,
    [],
  );
  return rows as unknown as OrderRecord[];
}
/** Returns what our records of a payment must be, computed only from the provider's state. */
function getExpectedRecord(id: string): Omit<OrderRecord, "id"> {
  const payment = sandbox.control.payments().find((one) => one.id === id);
  if (payment?.status !== "paid" && payment?.status !== "refunded")
    return { status: "pending", booked: 0, waiting: 0, confirmed: 0, invoices: 0, notes: 0 };
  return {
    status: payment.refunded > 0 ? "partially_refunded" : "paid",
    booked: payment.refunded,
    waiting: 0,
    confirmed: 1,
    invoices: 1,
    notes: payment.refunded > 0 ? 1 : 0,
  };
}

it(
  "row 4: after a kill at each step, reconciling gives each paid order one invoice, one email, at most one refund",
  { timeout: 540_000 },
  async () => {
    const total = (await orderInNewProcess(0)) ?? 0;
    expect(total).toBeGreaterThanOrEqual(16);
    const steps = stepsToKill(total);
    while (steps.length > 0) {
      const killed = await Promise.all(steps.splice(0, 3).map(orderInNewProcess));
      expect(killed.every((passed) => passed === null)).toBe(true);
    }
    // Negative control: before reconciling, our records differ from the provider's.
    const before = await readOrderRecords();
    expect(
      before.filter(({ id, ...ours }) => JSON.stringify(ours) !== JSON.stringify(getExpectedRecord(id))).length,
    ).toBeGreaterThan(2);
    const killedAt = new Date();
    for (const seconds of [0, 15, 30, 45, 60]) {
      ctx.clock.now = new Date(killedAt.getTime() + seconds * 1000);
      await reconcile(ctx);
    }
    const after = await readOrderRecords();
    for (const { id, ...ours } of after) expect(ours).toEqual(getExpectedRecord(id));
    expect(sandbox.control.payments().every(({ refunded }) => refunded <= refundHalalas)).toBe(true);
    const { rows } = await database.executeSql("select seats_sold as sold from course_run where id = $1", [runId]);
    expect(rows).toEqual([{ sold: after.filter(({ status }) => status !== "pending").length }]);
  },
);
