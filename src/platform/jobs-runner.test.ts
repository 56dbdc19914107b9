import { once } from "node:events";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pino from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { describeOnDatabase, openTestDatabase, type TestDatabase } from "#test/database.ts";
import { isFullRun } from "#test/open-database.ts";
import type { Ctx } from "./context.server.ts";
import { openDatabase } from "./db/database.server.ts";
import { schemaVersion } from "./jobs-queues.server.ts";
import { createJobRunner, type JobPace, type JobRunner, type JobTable } from "./jobs-runner.server.ts";

const log = pino({ level: "silent" });
const noCtx = () => ({}) as Ctx;

/** A faster pace, for tests that wait for a job and do not check how often the runner looks for jobs. */
const fastPace: JobPace = { jobs: 0.5, cutJobs: 1 };

function createRunner(database: TestDatabase, pace: Partial<JobPace> = {}): JobRunner {
  const runner = createJobRunner(database, log, pace);
  onTestFinished(() => runner.stop());
  return runner;
}

/** A table with one job that notes what it is given. */
function createJobTable(name: string, everySeconds?: number): { seen: object[]; table: JobTable } {
  const seen: object[] = [];
  return {
    seen,
    table: { [name]: { work: async (_ctx, data) => void seen.push(data), ...(everySeconds && { everySeconds }) } },
  };
}

it("knows the version of pg-boss's tables", () => {
  expect(createRequire(import.meta.url)("pg-boss/package.json").pgboss.schema).toBe(schemaVersion);
});

describeOnDatabase("the job queue", (open) => {
  it("rejects sending a job without a worker", async () => {
    const database = await open();
    const runner = createRunner(database);
    await runner.prepare(createJobTable("test.note").table);
    await expect(runner.send(database.db, "test.other", {})).rejects.toThrow("test.other");
  });

  it("rejects sending a scheduled job", async () => {
    const database = await open();
    const runner = createRunner(database);
    await runner.prepare(createJobTable("test.tick", 60).table);
    await expect(runner.send(database.db, "test.tick", {})).rejects.toThrow("schedule");
  });

  it("runs jobs that were sent before its start, and wakes up at once for later ones", async () => {
    const database = await open();
    const runner = createRunner(database);
    const { seen, table } = createJobTable("test.note");
    await runner.prepare(table);
    await runner.send(database.db, "test.note", { id: 1 });
    await runner.start(table, noCtx);
    await vi.waitFor(() => expect(seen).toEqual([{ id: 1 }]), 10_000);
    // Without being woken the runner looks every 5 s, so these jobs in sequence would take 15 s or more.
    const sentAt = performance.now();
    for (let id = 2; id <= 5; id++) {
      await runner.send(database.db, "test.note", { id });
      await vi.waitFor(() => expect(seen).toHaveLength(id), { timeout: 10_000, interval: 5 });
    }
    expect(performance.now() - sentAt, "woken by NOTIFY, not by the next look").toBeLessThan(12_000);
  });

  it("sends a job only if its transaction commits", async () => {
    const database = await open();
    const runner = createRunner(database);
    const { seen, table } = createJobTable("test.note");
    await runner.prepare(table);
    await runner.start(table, noCtx);
    await database.executeSql("create table thing (id int)");
    const insertAndSend = (id: number, fail: boolean) =>
      database.transaction(async (tx) => {
        await tx.execute(sql`insert into thing values (${id})`);
        await runner.send(tx, "test.note", { id });
        if (fail) throw new Error("no");
      });
    await expect(insertAndSend(1, true)).rejects.toThrow("no");
    await insertAndSend(2, false);
    await vi.waitFor(() => expect(seen).toEqual([{ id: 2 }]), 10_000);
    expect((await database.executeSql("select id from thing")).rows).toEqual([{ id: 2 }]);
  });

  it("keeps one waiting job per key", async () => {
    const database = await open();
    const runner = createRunner(database);
    const { seen, table } = createJobTable("test.note");
    await runner.prepare(table);
    for (let n = 0; n < 3; n++) await runner.send(database.db, "test.note", { n }, { key: "same" });
    await runner.send(database.db, "test.note", { n: 9 }, { key: "other" });
    await runner.start(table, noCtx);
    await vi.waitFor(() => expect(seen).toHaveLength(2), 10_000);
    expect(seen).toEqual(expect.arrayContaining([{ n: 0 }, { n: 9 }]));
  });

  it("tells a job which attempt is the last, and then stops", async () => {
    const database = await open();
    const runner = createRunner(database, fastPace);
    const attempts: boolean[] = [];
    const table: JobTable = {
      "test.fail": {
        retry: { limit: 2, firstDelaySeconds: 1, longestDelaySeconds: 1 },
        work: async (_ctx, _data, { isLast }) => {
          attempts.push(isLast);
          throw new Error("always");
        },
      },
    };
    await runner.prepare(table);
    await runner.start(table, noCtx);
    await runner.send(database.db, "test.fail", {});
    await vi.waitFor(() => expect(attempts).toEqual([false, false, true]), 20_000);
    await pause(2_000);
    expect(attempts).toHaveLength(3);
  });

  it("retries only the failed job of a batch", async () => {
    const database = await open();
    const runner = createRunner(database, fastPace);
    const runs: number[] = [];
    const table: JobTable = {
      "test.fail": {
        work: async (_ctx, data) => {
          const { id } = data as { id: number };
          runs.push(id);
          if (id === 1 && runs.filter((run) => run === 1).length === 1) throw new Error("first time");
        },
      },
    };
    await runner.prepare(table);
    for (const id of [1, 2, 3]) await runner.send(database.db, "test.fail", { id });
    await runner.start(table, noCtx);
    await vi.waitFor(() => expect(runs.toSorted()).toEqual([1, 1, 2, 3]), 10_000);
  });

  it("waits for a running job before it stops", async () => {
    const database = await open();
    const runner = createRunner(database);
    const begun = Promise.withResolvers<void>();
    let ended = false;
    const table: JobTable = {
      "test.slow": { work: async () => (begun.resolve(), await pause(600), void (ended = true)) },
    };
    await runner.prepare(table);
    await runner.start(table, noCtx);
    await runner.send(database.db, "test.slow", {});
    await begun.promise;
    await runner.stop();
    expect(ended).toBe(true);
  });

  it("O3-12 once stopping, starts no waiting job, and keeps new ones for the next start", async () => {
    const database = await open();
    // Under load the connection that listens is slow to close.
    const { promise: isClosing, resolve: close } = Promise.withResolvers<void>();
    let mayClose = Promise.resolve();
    const slowToClose: TestDatabase = {
      ...database,
      listen: async (...args) => {
        const stopListening = await database.listen(...args);
        return () => mayClose.then(stopListening);
      },
    };
    const runner = createRunner(slowToClose, fastPace);
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const seen: object[] = [];
    const table: JobTable = {
      "test.slow": { atOnce: 2, work: async (_ctx, data) => (seen.push(data), mayEnd) },
    };
    await runner.prepare(table);
    for (let id = 1; id <= 5; id++) await runner.send(database.db, "test.slow", { id });
    await runner.start(table, noCtx);
    await vi.waitFor(() => expect(seen).toHaveLength(2), 10_000);
    mayClose = isClosing;
    onTestFinished(() => close());
    const stopped = runner.stop();
    await runner.send(database.db, "test.slow", { id: 6 });
    end();
    const countCompleted = async () =>
      (await database.executeSql("select id from pgboss.job where state = 'completed'")).rows.length;
    await vi.waitFor(async () => expect(await countCompleted()).toBeGreaterThanOrEqual(2), 10_000);
    close();
    await stopped;
    await runner.send(database.db, "test.slow", { id: 7 });
    expect(seen).toHaveLength(2);
    const next = createRunner(database, fastPace);
    await next.start(table, noCtx);
    const all = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id }));
    await vi.waitFor(() => expect(seen).toHaveLength(all.length), 20_000);
    expect(seen).toEqual(expect.arrayContaining(all));
  });
});

it("negative control: a job sent outside the transaction remains after its rollback", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const runner = createJobRunner(database, log);
  const { table } = createJobTable("test.note");
  await runner.prepare(table);
  await database
    .transaction(async () => {
      await runner.send(database.db, "test.note", { id: 1 });
      throw new Error("no");
    })
    .catch(() => {});
  expect((await database.executeSql("select data from pgboss.job")).rows).toEqual([{ data: { id: 1 } }]);
});

it("runs a schedule once over all processes, one turn at a time", async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  let running = 0;
  let maxRunning = 0;
  let runs = 0;
  const job = async () => {
    maxRunning = Math.max(maxRunning, ++running);
    runs++;
    await pause(300);
    running--;
  };
  const table: JobTable = { "test.tick": { work: job, everySeconds: 1 } };
  for (let n = 0; n < 3; n++) {
    const processDatabase = await openDatabase({ databaseUrl: database.url, dataDir: "", poolSize: 2, log });
    const runner = createJobRunner(processDatabase, log);
    onTestFinished(async () => (await runner.stop(), await processDatabase.close()));
    await runner.prepare(table);
    await runner.start(table, noCtx);
  }
  const [from, began] = [runs, performance.now()];
  await vi.waitFor(() => expect(runs - from).toBeGreaterThanOrEqual(4), 30_000);
  const turns = (performance.now() - began) / 1000 + 1;
  expect(maxRunning).toBe(1);
  // If each process ran the schedule by itself, there would be three runs a turn.
  expect(runs - from).toBeLessThanOrEqual(turns + 1);
});

it.runIf(isFullRun)(
  "another process runs a job again that kill -9 cut short",
  async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    const program = `
    import { sql } from "drizzle-orm";
import pino from "pino";
    import { openDatabase } from "#platform/db/database.server.ts";
    import { createJobRunner } from "#platform/jobs-runner.server.ts";
    const log = pino({ level: "silent" });
    const database = await openDatabase({ databaseUrl: process.env.URL, dataDir: "", poolSize: 2, log });
    const runner = createJobRunner(database, log);
    const table = { "test.note": { work: () => (console.log("working"), new Promise(() => {})) } };
    await runner.prepare(table);
    await runner.send(database.db, "test.note", { id: 7 });
    await runner.start(table, () => ({}));`;
    const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], {
      env: { ...process.env, URL: database.url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    const runner = createRunner(database, fastPace);
    const { seen, table } = createJobTable("test.note");
    await runner.prepare(table);
    await runner.start(table, noCtx);
    await vi.waitFor(() => expect(seen).toEqual([{ id: 7 }]), { timeout: 90_000, interval: 200 });
  },
  100_000,
);
