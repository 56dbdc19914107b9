/**
 * An application process without its web server: sells through the verbs as its parent commands, and is killed at a
 * given step.
 */
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
  /** Everyone wants a seat of the run at once; who gets one pays, and both doors report it. */
  | { kind: "rush"; runId: number; people: Person[] }
  /** One order, paid, then `refundHalalas` of it refunded. Killed with -9 at step `killAt`; 0: lives. */
  | { kind: "order"; runId: number; person: Person; refundHalalas: number; killAt: number }
  /** The provider's list is read once, as the job does. Killed with -9 at step `killAt`; 0: lives. */
  | { kind: "watch"; killAt: number }
  /** A buyer cancels a seat that someone waits for, and the job offers it. Killed with -9 at step `killAt`; 0: lives. */
  | { kind: "free"; runId: number; orderId: number; seatId: number; person: Person; killAt: number }
  /** The batches of the newsletter until none is left, as its job does. Killed with -9 at step `killAt`; 0: lives. */
  | { kind: "newsletter"; batches: number; killAt: number };
export interface Outcome {
  sold: number;
  refused: number;
  broken: string[];
  /** Steps passed. */
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

/** The same database; before and after each commit is a step. */
const database: Database = {
  ...pool,
  async transaction(work) {
    const result = await pool.transaction(async (tx) => {
      const done = await work(tx);
      step();
      return done;
    });
    step();
    return result;
  },
};
// Before and after each call to the provider is a step, too.
const realFetch = globalThis.fetch;
globalThis.fetch = async (...call) => {
  step();
  const answer = await realFetch(...call);
  step();
  return answer;
};

async function rush(runId: number, people: Person[]): Promise<Outcome> {
  const visitor = testContext(database, { env });
  const one = async (person: Person) => {
    const begun = await beginCheckout(visitor.as(person), { items: [{ runId, qty: 1 }], billing: address });
    await pay(begun);
    const settled = await Promise.all([settlePayment(visitor, begun.given_id), settlePayment(visitor, begun.given_id)]);
    return settled.some((answer) => answer?.status === "paid");
  };
  const { answers, ...others } = sorted(await Promise.allSettled(people.map(one)));
  return { sold: answers.filter(Boolean).length, ...others, steps };
}

async function order({ runId, person, refundHalalas }: Extract<Task, { kind: "order" }>): Promise<Outcome> {
  const ctx = testContext(database, { env }).as(person);
  const begun = await beginCheckout(ctx, { items: [{ runId, qty: 1 }], billing: address });
  await pay(begun);
  await settlePayment(ctx, begun.given_id);
  await refundOrder(ctx.asStaff("finance"), {
    orderId: begun.order_id,
    amountHalalas: refundHalalas,
    reason: "requested",
  });
  return { sold: 1, refused: 0, broken: [], steps };
}

async function free({ runId, orderId, seatId, person }: Extract<Task, { kind: "free" }>): Promise<Outcome> {
  const site = testContext(database, { env });
  const wish = { orderId, runId, kind: "cancel" as const, seatIds: [seatId], toRunId: null };
  const { token } = await quoteChange(site.as(person), wish);
  await changeOrder(site.as(person), { quote: token, key: `free-${orderId}` });
  await offerFreedSeats(site, { runId });
  return { sold: 0, refused: 0, broken: [], steps };
}

async function watch(): Promise<Outcome> {
  await watchPayments(testContext(database, { env }));
  return { sold: 0, refused: 0, broken: [], steps };
}

async function newsletter(batches: number): Promise<Outcome> {
  const ctx = testContext(database, { env, actor: { kind: "job", name: "newsletter.send" } });
  for (let batch = 0; batch < batches; batch += 1) {
    await sendNewsletters(ctx);
    // The mail server is not behind.
    await pool.executeSql("update outbox_mail set attempts = 1");
  }
  return { sold: 0, refused: 0, broken: [], steps };
}

function begin(task: Task): Promise<Outcome> {
  if (task.kind === "rush") return rush(task.runId, task.people);
  if (task.kind === "newsletter") return newsletter(task.batches);
  if (task.kind === "free") return free(task);
  return task.kind === "order" ? order(task) : watch();
}

process.on("message", (task: Task) => {
  steps = 0;
  killAt = task.kind === "rush" ? 0 : task.killAt;
  const work = begin(task);
  work.then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => (console.error(error), process.exit(1)),
  );
});
process.on("disconnect", () => process.exit());
// A cold pool hides races: every connection exists before the first task.
await Promise.all(Array.from({ length: 10 }, () => pool.executeSql("select pg_sleep(0.05)")));
process.send?.({ sold: 0, refused: 0, broken: [], steps: 0 } satisfies Outcome);
