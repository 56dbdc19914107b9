/**
 * P-20: a process is killed with -9 during a background task, and another continues. jobs-runner.test.ts checks that
 * the queue hands the job over.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { countingTask } from "#test/faults/counting-task.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { downloadTaskFile, readTask, startTask } from "./tasks.server.ts";

/** Runs task ID and kills itself in its third step, before or after the commit. */
const program = `
  import { openDatabase } from "#platform/db/database.server.ts";
  import { runTasks } from "#features/staff/tasks/run.server.ts";
  import { testContext, testEnv } from "#test/context.ts";
  import { countingTask } from "#test/faults/counting-task.ts";
  const { URL, DIR, ID, WHEN, OUTSIDE } = process.env;
  const log = { info() {}, warn() {}, error() {} };
  const open = () => openDatabase({ databaseUrl: URL, dataDir: "", poolSize: 2, log });
  const die = (when) => when === WHEN && process.kill(process.pid, "SIGKILL");
  const pool = await open();
  let steps = 0;
  const database = { ...pool, async transaction(work) {
    steps++;
    const result = await pool.transaction(async (tx) => {
      const done = await work(tx);
      if (steps === 3) die("before");
      return done;
    });
    if (steps === 3) die("after");
    return result;
  } };
  const ctx = testContext(database, { env: testEnv({ DATA_DIR: DIR }) });
  await runTasks([countingTask(OUTSIDE ? await open() : undefined)])(ctx, { id: Number(ID) }, { isLast: true });`;

let database: TestDatabase;
let ctx: TestCtx;
let finance: TestCtx;
beforeAll(async () => {
  database = await openTestDatabase();
  ctx = testContext(database, { env: testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-killed-")) }) });
  finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
  await database.executeSql("create table counted (item integer)");
  return () => database.close();
});

/** Kills the process of a task, resumes it in this one, and returns what the kill left and how the task ended. */
async function killAndResume(WHEN: "before" | "after", OUTSIDE = "") {
  await database.executeSql("truncate counted");
  const { id } = await startTask(finance, countingTask(), {});
  const env = { ...process.env, URL: database.url, DIR: ctx.env.DATA_DIR, ID: String(id), WHEN, OUTSIDE };
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], { env, stdio: "inherit" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  const left = {
    done: (await readTask(finance, { id })).done,
    file: readFileSync(join(ctx.env.DATA_DIR, "tasks", `${id}.written`), "utf8"),
  };
  await runQueuedTasks(ctx, [countingTask()]);
  const { rows } = await database.executeSql("select item from counted order by item");
  const { body } = await downloadTaskFile(finance, [countingTask()], { id });
  return {
    signal,
    left,
    items: rows.map(({ item }) => item),
    file: await text(body as ReadStream),
    ended: await readTask(finance, { id }),
  };
}
const completeResult = { items: [1, 2, 3, 4, 5], file: "1\n2\n3\n4\n5\n", ended: { state: "done", done: 5 } };

it("P-20 killed before a step's commit with its bytes written: repeats and loses nothing", async () => {
  const left = { done: 2, file: "1\n2\n3\n" };
  expect(await killAndResume("before")).toMatchObject({ signal: "SIGKILL", left, ...completeResult });
});

it("P-20 killed after a commit: continues with the next step", async () => {
  const left = { done: 3, file: "1\n2\n3\n" };
  expect(await killAndResume("after")).toMatchObject({ signal: "SIGKILL", left, ...completeResult });
});

it("negative control: a step outside its transaction runs twice", async () => {
  expect((await killAndResume("before", "1")).items).toEqual([1, 2, 3, 3, 4, 5]);
});
