/** An application process without a web server. It runs the tasks of its parent and kills itself at a given step. */
import { changeOrder } from "#features/changes/change-order.server.ts";
import { quoteChange } from "#features/changes/quote.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { sendNewsletters } from "#features/contact/newsletter/jobs.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { watchPayments } from "#features/settlement/watch-payments.server.ts";
import { offerFreedSeats } from "#features/waitlist/waitlist.server.ts";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv } from "#test/context.ts";
import { silentLog } from "#test/database.ts";
import { testLimits } from "#test/open-database.ts";
import { sorted } from "#test/two-pools.ts";

export interface Person {
  id: string;
  name: string;
  email: string;
}
export type Task =
  /** Everyone orders a seat of the run at once. Those who get one pay, and each payment is settled twice at once. */
  | { kind: "rush"; runId: number; people: Person[] }
  /** One order is paid, then `refundHalalas` of it refunded. Killed (-9) at step `killAt`, unless that is 0. */
  | { kind: "order"; runId: number; person: Person; refundHalalas: number; killAt: number }
  /** The provider's list is read once, as the job does. Killed (-9) at step `killAt`, unless that is 0. */
  | { kind: "watch"; killAt: number }
  /** A buyer cancels a seat, and the job offers it to the waitlist. Killed (-9) at step `killAt`, unless that is 0. */
  | { kind: "free"; runId: number; orderId: number; seatId: number; person: Person; killAt: number }
  /** The newsletter's batches are queued, as its job does. Killed (-9) at step `killAt`, unless that is 0. */
  | { kind: "newsletter"; batches: number; killAt: number };
export interface Outcome {
  sold: number;
  refused: number;
  broken: string[];
  /** Number of steps that were passed. */
  steps: number;
}

const env = testEnv(paymentsAt({ url: process.env["APP_PROVIDER"] ?? "" }));
const pool = await openDatabase({
  databaseUrl: process.env["APP_DATABASE"],
  dataDir: "",
  poolSize: 10,
  limits: testLimits,
  log: silentLog,
});

let steps = 0;
let killAt = 0;
function step(): void {
  steps++;
  if (steps === killAt) process.kill(process.pid, "SIGKILL");
}

/** The same database, with a step before and after each commit. */
const database: Database = {
  ...pool,
  async transaction(work) {
    const result = await pool.transaction(async (tx) => {
      const workResult = await work(tx);
      step();
      return workResult;
    });
    step();
    return result;
  },
};
// Each call to the provider also has a step before and after it.
const realFetch = globalThis.fetch;
globalThis.fetch = async (...args) => {
  step();
  const response = await realFetch(...args);
  step();
  return response;
};

async function runRush(runId: number, people: Person[]): Promise<Outcome> {
  const visitor = testContext(database, { env });
  const buySeat = async (person: Person) => {
    const checkout = await beginCheckout(visitor.as(person), { items: [{ runId, qty: 1 }], billing: address });
    await pay(checkout);
    const settled = await Promise.all([
      settlePayment(visitor, checkout.given_id),
      settlePayment(visitor, checkout.given_id),
    ]);
    return settled.some((payment) => payment?.status === "paid");
  };
  const { answers, ...others } = sorted(await Promise.allSettled(people.map(buySeat)));
  return { sold: answers.filter(Boolean).length, ...others, steps };
}

async function runOrder({ runId, person, refundHalalas }: Extract<Task, { kind: "order" }>): Promise<Outcome> {
  const ctx = testContext(database, { env }).as(person);
  const checkout = await beginCheckout(ctx, { items: [{ runId, qty: 1 }], billing: address });
  await pay(checkout);
  await settlePayment(ctx, checkout.given_id);
  await refundOrder(ctx.asStaff("finance"), {
    orderId: checkout.order_id,
    amountHalalas: refundHalalas,
    reason: "requested",
  });
  return { sold: 1, refused: 0, broken: [], steps };
}

async function runFree({ runId, orderId, seatId, person }: Extract<Task, { kind: "free" }>): Promise<Outcome> {
  const site = testContext(database, { env });
  const change = { orderId, runId, kind: "cancel" as const, seatIds: [seatId], toRunId: null };
  const { token } = await quoteChange(site.as(person), change);
  await changeOrder(site.as(person), { quote: token, key: `free-${orderId}` });
  await offerFreedSeats(site, { runId });
  return { sold: 0, refused: 0, broken: [], steps };
}

async function runWatch(): Promise<Outcome> {
  await watchPayments(testContext(database, { env }));
  return { sold: 0, refused: 0, broken: [], steps };
}

async function runNewsletter(batches: number): Promise<Outcome> {
  const ctx = testContext(database, { env, actor: { kind: "job", name: "newsletter.send" } });
  for (let batch = 0; batch < batches; batch += 1) {
    await sendNewsletters(ctx);
    // Marks the queued emails as attempted, so that the next batch does not wait for them.
    await pool.executeSql("update outbox_mail set attempts = 1");
  }
  return { sold: 0, refused: 0, broken: [], steps };
}

function runTask(task: Task): Promise<Outcome> {
  if (task.kind === "rush") return runRush(task.runId, task.people);
  if (task.kind === "newsletter") return runNewsletter(task.batches);
  if (task.kind === "free") return runFree(task);
  return task.kind === "order" ? runOrder(task) : runWatch();
}

process.on("message", (task: Task) => {
  steps = 0;
  killAt = task.kind === "rush" ? 0 : task.killAt;
  const work = runTask(task);
  work.then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => (console.error(error), process.exit(1)),
  );
});
process.on("disconnect", () => process.exit());
// Opens every connection before the first task, because a cold pool hides races.
await Promise.all(Array.from({ length: 10 }, () => pool.executeSql("select pg_sleep(0.05)")));
process.send?.({ sold: 0, refused: 0, broken: [], steps: 0 } satisfies Outcome);
