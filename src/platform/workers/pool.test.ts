import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { QueueFull } from "#platform/bounded-limit.ts";
import { createWorkerPool, WorkerFailed } from "./pool.server.ts";

const folder = mkdtempSync(join(tmpdir(), "nama-pool-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const createPool = (options: Partial<Parameters<typeof createWorkerPool>[0]> = {}) =>
  createWorkerPool({ entry: "test/worker-jobs.ts", idleMs: 200, ...options });

/** Starts jobs that last until the test ends them, and lists them in the order in which they started. */
function openJobs(pool: ReturnType<typeof createWorkerPool>, file: string) {
  const log = join(folder, file);
  writeFileSync(log, "");
  const startedJobs = () => readFileSync(log, "utf8").split("\n").filter(Boolean);
  return {
    startedJobs,
    run: (name: string, options?: Parameters<typeof pool.run>[2]) => pool.run("until", [name, log], options),
    waitForStart: async (name: string) => await expect.poll(startedJobs, { interval: 5 }).toContain(name),
    end: (name: string) => writeFileSync(`${log}.${name}`, ""),
  };
}

const getFailure = async (result: Promise<unknown>) => {
  const error: unknown = await result.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof WorkerFailed ? error.reason : error;
};

describe("S-09 S-13 a job cannot harm the process that serves requests", () => {
  it.each(["objects", "split", "buffers"])("a job that fills its memory with %s harms no other", async (name) => {
    const pool = createPool({ maxWorkers: 1, heapMegabytes: 64, maxMegabytes: 160 });
    const before = process.memoryUsage.rss();
    const [failure, next] = await Promise.all([getFailure(pool.run(name, [])), pool.run("echo", ["next"])]);
    expect(failure).toBe("memory");
    expect(next).toBe("next");
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  });

  it("S-13 a job is not ended because of memory that an earlier job left", async () => {
    const pool = createPool({ maxWorkers: 1, heapMegabytes: 64, maxMegabytes: 260, idleMs: 60_000 });
    const worker = await pool.run("leak", [1]);
    // After a job, a worker that holds more than half of `maxMegabytes`, here 130 MB, is replaced.
    expect(await pool.run("leak", [150])).toBe(worker);
    expect(await pool.run("leak", [150])).not.toBe(worker);
  });

  // `fork` throws for the first path and emits an error event for the second.
  describe.each(["not a\0file", "/no/such/program"])("S-13 when the system cannot start a process (%j)", (execPath) => {
    const { execPath: node } = process;
    afterEach(() => void (process.execPath = node));

    it("jobs fail while no worker can start; the pool works again afterwards", async () => {
      const pool = createPool({ maxWorkers: 1 });
      process.execPath = execPath;
      const results = ["first", "second"].map((key) => getFailure(pool.run("echo", [key], { key })));
      expect(await Promise.all(results)).toEqual(["exit", "exit"]);
      expect(await getFailure(pool.run("echo", ["again"], { key: "first" }))).toBe("exit");
      process.execPath = node;
      expect(await pool.run("echo", ["again"], { key: "first" })).toBe("again");
    });

    it("a job waits for a worker that already runs", async () => {
      const pool = createPool({ maxWorkers: 2 });
      const jobs = openJobs(pool, "refused");
      const first = jobs.run("first");
      process.execPath = execPath;
      const second = jobs.run("second");
      for (const name of ["first", "second"]) jobs.end(name);
      expect(await Promise.all([first, second])).toEqual(["first", "second"]);
    });
  });

  it("a job is ended at its timeout, together with its process", async () => {
    const pool = createPool({ maxWorkers: 1, idleMs: 60_000 });
    await pool.run("echo", ["warm"]);
    const [looping] = pool.processIds();
    const failure = getFailure(pool.run("loop", [], { timeoutMs: 300 }));
    const next = pool.run("echo", ["next"]);
    expect(await failure).toBe("time");
    expect(await next).toBe("next");
    expect(() => process.kill(looping ?? 0, 0)).toThrow("ESRCH");
  });

  it("the caller gets the error that a job throws, and the worker keeps running", async () => {
    const pool = createPool({ maxWorkers: 1, idleMs: 60_000 });
    await expect(pool.run("fail", [])).rejects.toMatchObject({ name: "RangeError", message: "a page without lines" });
    const ids = pool.processIds();
    await expect(pool.run("nothing", [])).rejects.toThrow("There is no worker job nothing");
    await expect(pool.run("echo", [() => {}])).rejects.toThrow("could not be cloned");
    expect(await pool.run("echo", [new Date(0)])).toEqual(new Date(0));
    expect(pool.processIds()).toEqual(ids);
  });

  it("a worker does not get the site's environment variables", async () => {
    expect(process.env).toHaveProperty("PATH");
    const names = await createPool().run("environment", []);
    expect(names).not.toContain("PATH");
    expect(names).not.toContain("TEST_POSTGRES_URL");
  });

  it("an idle worker exits; another starts for the next job", async () => {
    const pool = createPool({ idleMs: 20 });
    await pool.run("echo", [1]);
    await expect.poll(() => pool.processIds(), { interval: 5 }).toEqual([]);
    expect(await pool.run("echo", [2])).toBe(2);
  });
});

describe("S-13 order of jobs", () => {
  it("refuses a job when the queue is full; background work is never refused and runs last", async () => {
    const pool = createPool({ maxWorkers: 1, maxQueued: 2 });
    const jobs = openJobs(pool, "queue");
    const first = jobs.run("first");
    const mail = jobs.run("mail", { isBackground: true });
    const others = [jobs.run("second"), jobs.run("third")];
    await expect(jobs.run("one more")).rejects.toThrow(QueueFull);
    for (const name of ["mail", "second", "third"]) jobs.end(name);
    jobs.end("first");
    expect(await Promise.all([first, mail, ...others])).toEqual(["first", "mail", "second", "third"]);
    expect(jobs.startedJobs()).toEqual(["first", "second", "third", "mail"]);
  });

  it("runs one job of an account at a time and queues a few; other accounts overtake it", async () => {
    const pool = createPool({ maxWorkers: 2, maxQueuedPerAccount: 1 });
    const jobs = openJobs(pool, "accounts");
    const jobsOfAccount = [jobs.run("own 1", { account: "a" }), jobs.run("own 2", { account: "a" })];
    await expect(jobs.run("own 3", { account: "a" })).rejects.toThrow(QueueFull);
    const other = jobs.run("other", { account: "b" });
    jobs.end("other");
    expect(await other).toBe("other");
    expect(jobs.startedJobs()).not.toContain("own 2");
    for (const name of ["own 1", "own 2"]) jobs.end(name);
    expect(await Promise.all(jobsOfAccount)).toEqual(["own 1", "own 2"]);
  });

  it("background work leaves a worker for people", async () => {
    const pool = createPool({ maxWorkers: 2 });
    const jobs = openJobs(pool, "background");
    const mails = ["mail 1", "mail 2"].map((name) => jobs.run(name, { isBackground: true }));
    await jobs.waitForStart("mail 1");
    jobs.end("person");
    expect(await jobs.run("person")).toBe("person");
    expect(jobs.startedJobs()).not.toContain("mail 2");
    for (const name of ["mail 1", "mail 2"]) jobs.end(name);
    expect(await Promise.all(mails)).toEqual(["mail 1", "mail 2"]);
  });

  it("S-13 background work that a person requests overtakes other background work", async () => {
    const pool = createPool({ maxWorkers: 1 });
    const jobs = openJobs(pool, "joined");
    const first = jobs.run("first");
    const mails = ["mail", "sheet"].map((name) => jobs.run(name, { isBackground: true, key: name }));
    const person = jobs.run("sheet", { key: "sheet" });
    for (const name of ["first", "mail", "sheet"]) jobs.end(name);
    expect(await Promise.all([first, ...mails, person])).toEqual(["first", "mail", "sheet", "sheet"]);
    expect(jobs.startedJobs()).toEqual(["first", "sheet", "mail"]);
  });

  it("calls with the key of an unfinished job share its result; a later call runs a new job", async () => {
    const pool = createPool({ maxWorkers: 1, maxQueued: 1 });
    const jobs = openJobs(pool, "keys");
    const same = [1, 2, 3].map(() => jobs.run("sheet", { key: "sheet" }));
    jobs.end("sheet");
    expect(await Promise.all(same)).toEqual(["sheet", "sheet", "sheet"]);
    expect(jobs.startedJobs()).toEqual(["sheet"]);
    await jobs.run("sheet", { key: "sheet" });
    expect(jobs.startedJobs()).toEqual(["sheet", "sheet"]);
  });
});
