/**
 * kill -9 of the application process before and after every commit and every call of an order and its refund
 * (reliability row 4).
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
/** One order in a process of its own; how many steps it passed, null when it was killed. */
async function orderIn(killAt: number): Promise<number | null> {
  const person = { id: `killed-${++number}`, name: "Sara N.", email: `killed-${number}@example.com` };
  await database.db.insert(users).values(person);
  const app = await startAppProcess(database.url ?? "", sandbox.url);
  try {
    return (await app.do({ kind: "order", runId, person, refundHalalas, killAt }))?.steps ?? null;
  } finally {
    await app.end();
  }
}

interface Books {
  id: string;
  status: string;
  booked: number;
  waiting: number;
  confirmed: number;
  invoices: number;
  notes: number;
}
async function books(): Promise<Books[]> {
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
  return rows as unknown as Books[];
}
/** What the order of a payment has to look like; nothing about the provider is read from our books. */
function getExpectedBooks(id: string): Omit<Books, "id"> {
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
  "row 4: killed at each step, another process reconciles: each paid order has one invoice, one email, one refund",
  { timeout: 540_000 },
  async () => {
    const total = (await orderIn(0)) ?? 0;
    expect(total).toBeGreaterThanOrEqual(16);
    const steps = stepsToKill(total);
    while (steps.length > 0) {
      const killed = await Promise.all(steps.splice(0, 3).map(orderIn));
      expect(killed.every((passed) => passed === null)).toBe(true);
    }
    // Negative control: without the job the two books differ.
    const before = await books();
    expect(
      before.filter(({ id, ...ours }) => JSON.stringify(ours) !== JSON.stringify(getExpectedBooks(id))).length,
    ).toBeGreaterThan(2);
    const killedAt = new Date();
    for (const seconds of [0, 15, 30, 45, 60]) {
      ctx.clock.now = new Date(killedAt.getTime() + seconds * 1000);
      await reconcile(ctx);
    }
    const after = await books();
    for (const { id, ...ours } of after) expect(ours).toEqual(getExpectedBooks(id));
    expect(sandbox.control.payments().every(({ refunded }) => refunded <= refundHalalas)).toBe(true);
    const { rows } = await database.executeSql("select seats_sold as sold from course_run where id = $1", [runId]);
    expect(rows).toEqual([{ sold: after.filter(({ status }) => status !== "pending").length }]);
  },
);
