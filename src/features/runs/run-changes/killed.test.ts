/**
 * P-20: a process is killed with -9 while it notifies and refunds the people of a cancelled run, and another
 * continues.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { setSetting } from "#features/settings/edit-settings.server.ts";
import { readTask } from "#features/staff/tasks/tasks.server.ts";
import type { Viewer } from "#platform/context.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { makeBuyers } from "#test/two-pools.ts";
import { startSandbox, type Sandbox } from "../../../../sandbox/server.ts";
import { cancelRun } from "./cancel.server.ts";
import { finishCancellation } from "./tasks.server.ts";

/**
 * Runs task ID and kills itself in the task's transaction number AT, before or after its commit (WHEN). With OUTSIDE,
 * mails and refunds are written over another connection.
 */
const program = `
  import { openDatabase } from "#platform/db/database.server.ts";
  import { finishCancellation } from "#features/runs/run-changes/tasks.server.ts";
  import { runTasks } from "#features/staff/tasks/run.server.ts";
  import { testContext, testEnv } from "#test/context.ts";
  const { URL, ID, AT, WHEN, OUTSIDE, PAYMENTS } = process.env;
  const log = { info() {}, warn() {}, error() {} };
  const open = () => openDatabase({ databaseUrl: URL, dataDir: "", poolSize: 4, log });
  const pool = await open();
  const other = OUTSIDE ? await open() : undefined;
  let count = 0;
  const die = (when, own) => when === WHEN && own === Number(AT) && process.kill(process.pid, "SIGKILL");
  const database = { ...pool, async transaction(work) {
    const own = ++count;
    const result = await pool.transaction(async (tx) => {
      const done = await work(tx);
      die("before", own);
      return done;
    });
    die("after", own);
    return result;
  } };
  const ctx = testContext(database, { env: testEnv(JSON.parse(PAYMENTS)) });
  const outside = { ...finishCancellation, step: (ctx, input, step) => other.transaction((db) => finishCancellation.step({ ...ctx, db, database: other }, input, step)) };
  await runTasks([OUTSIDE ? outside : finishCancellation])(ctx, { id: Number(ID) }, { isLast: true });`;

type Sums = {
  refunds: number;
  halalas: number;
  at_provider: number;
  mails: number;
  paid: number;
};

const buyers = 3;
let sandbox: Sandbox;
let database: TestDatabase;
let ctx: TestCtx;
let reem: TestCtx;
let people: Viewer[];
beforeAll(async () => {
  sandbox = await startSandbox();
  database = await openTestDatabase();
  ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
  reem = ctx.asStaff("training", { id: (await makeStaff(ctx, "training")).id });
  people = await makeBuyers(database, buyers);
  await setSetting(ctx.asStaff("finance"), "refunds.onePersonHalalas", "100000000");
});
afterAll(async () => {
  await database.close();
  await sandbox.close();
});

/**
 * Cancels a run with three paid orders, lets a process be killed in its task, and finishes the task in this process.
 * Returns the result; `left` is the number of orders that were done at the kill.
 */
async function killAndResume(at: number, when: "before" | "after", isOutside = false) {
  await ctx.db.execute(sql`truncate outbox_mail`);
  const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 20 });
  for (const person of people) {
    const begun = await beginCheckout(ctx.as(person), { items: [{ runId: run.id, qty: 1 }], billing: address });
    await pay(begun);
    await settlePayment(ctx, begun.given_id);
  }
  const { taskId } = await cancelRun(reem, { runId: run.id });
  const env = {
    ...process.env,
    URL: database.url,
    ID: String(taskId),
    AT: String(at),
    WHEN: when,
    OUTSIDE: isOutside ? "1" : "",
    PAYMENTS: JSON.stringify(paymentsAt(sandbox)),
  };
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], { env, stdio: "inherit" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  const left = (await readTask(reem, { id: taskId ?? 0 })).done;
  // After a minute the killed worker's claim on a refund has expired.
  ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
  await runQueuedTasks(ctx, [finishCancellation]);
  const { rows } = await ctx.db.execute<Sums>(sql`
    select count(*)::int as refunds, sum(f.amount_halalas)::int as halalas,
      (select sum(p.refunded_halalas)::int from payment p join order_line l on l.order_id = p.order_id where l.run_id = ${run.id}) as at_provider,
      (select count(*)::int from outbox_mail where template = 'course-cancelled') as mails,
      (select sum(p.amount_halalas)::int from payment p join order_line l on l.order_id = p.order_id where l.run_id = ${run.id}) as paid
    from refund f join payment p on p.id = f.payment_id join order_line l on l.order_id = p.order_id
    where l.run_id = ${run.id}`);
  const { done, failed, state } = await readTask(reem, { id: taskId ?? 0 });
  return { signal, left, ended: { state, done, failed }, ...(rows[0] as Sums) };
}

const buildFullResult = (paid: number) => ({
  signal: "SIGKILL",
  ended: { state: "done", done: buyers, failed: 0 },
  refunds: buyers,
  halalas: paid,
  at_provider: paid,
  mails: buyers,
});

it("P-20 killed before the commit of the emails, loses and repeats nothing", async () => {
  const result = await killAndResume(1, "before");
  expect(result).toMatchObject({ left: 0, ...buildFullResult(result.paid) });
});

it("P-20 killed after the commit of the emails, continues with the refunds", async () => {
  const result = await killAndResume(1, "after");
  expect(result).toMatchObject({ left: 0, ...buildFullResult(result.paid) });
});

it("P-20 killed between a refund at the provider and its record, refunds once", async () => {
  const result = await killAndResume(2, "before");
  expect(result).toMatchObject(buildFullResult(result.paid));
});

it("negative control: emails with random keys outside the step's transaction are sent twice", async () => {
  await database.executeSql(`
    create function own_key() returns trigger language plpgsql as $$
      begin new.key := new.key || gen_random_uuid(); return new; end $$;
    create trigger own_key before insert on outbox_mail for each row execute function own_key();`);
  expect((await killAndResume(1, "before", true)).mails).toBe(2 * buyers);
});
