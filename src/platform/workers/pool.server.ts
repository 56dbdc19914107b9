/**
 * A bounded pool of worker processes for heavy work and for files that people upload. Processes, because memory of a
 * thread cannot be limited safely: one string too long in a thread ends the whole site (docs/decisions/046).
 */
import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { QueueFull } from "#platform/bounded-limit.ts";
import type { Outcome } from "./serve-jobs.ts";

/** The worker that did this job was ended, or ended itself. Answered with 503; `readInWorker` makes it a 422. */
export class WorkerFailed extends Error {
  override name = "WorkerFailed";
  readonly reason: "time" | "memory" | "exit";
  constructor(job: string, reason: WorkerFailed["reason"], details = "") {
    super(`The worker job ${job} was ended: ${reason}${details && `\n${details}`}`);
    this.reason = reason;
  }
}

export interface RunOptions {
  /** Whose work it is. An account has one job at a time; a few more of it wait. */
  account?: string;
  /** Calls with the key of a job that waits or runs share its result, which they must not change. */
  key?: string;
  /** From the moment a worker begins; 60 seconds by default. The worker is ended after it. */
  timeoutMs?: number;
  /**
   * No person waits for it: it is never refused, and starts only when no person's work waits. It becomes a person's work
   * when a person calls with the same key.
   */
  isBackground?: boolean;
}

interface PoolOptions {
  /** The file that calls `serveJobs`; a .ts file runs as it is. */
  entry: string;
  /** Started when they are needed. */
  maxWorkers?: number;
  maxQueued?: number;
  maxQueuedPerAccount?: number;
  /** Of JavaScript. */
  heapMegabytes?: number;
  /** Of the whole process: buffers are no part of the heap. Linux only. */
  maxMegabytes?: number;
  /** After so long without work a worker ends and its memory is free. */
  idleMs?: number;
}

interface Job {
  name: string;
  input: readonly unknown[];
  account: string | undefined;
  isBackground: boolean;
  timeoutMs: number;
  promise: Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Worker {
  process: ChildProcess;
  job: Job | null;
  /** Why the pool has ended it. */
  endedFor: WorkerFailed["reason"] | null;
  /** The last lines it wrote about itself. */
  stderr: string;
  timers: NodeJS.Timeout[];
}

/** Limits of the workers of one process; operators size the machine by them. */
export const workerLimits = { maxWorkers: 2, maxMegabytes: 320 };

const megabyte = 1024 * 1024;
const memoryCheckMs = 200;
const pageBytes = 4096;

/**
 * Resident memory of a process; 0 where there is no /proc. Synchronous, because a later answer could be counted against
 * the worker's next job; /proc is not on a disk.
 */
function residentBytes({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1] ?? 0) * pageBytes;
  } catch {
    return 0;
  }
}

/** Without the site's environment: a worker that reads a hostile file knows no secret. */
const workerEnv = (): NodeJS.ProcessEnv => ({
  NODE_ENV: process.env["NODE_ENV"],
  MALLOC_ARENA_MAX: "2",
  ...(process.env["TZ"] && { TZ: process.env["TZ"] }),
});

/**
 * Makes a pool. Its `run(name, input, options)` resolves with what the job returns. Rejects with QueueFull when too much
 * waits, with WorkerFailed when the job needed too much memory or time, and with a copy of what the job threw. Input and
 * result cross as structured clones: dates and bytes do, functions and instances of classes do not.
 */
export function createWorkerPool({
  entry,
  maxWorkers = workerLimits.maxWorkers,
  maxQueued = 32,
  maxQueuedPerAccount = 4,
  heapMegabytes = 128,
  maxMegabytes = workerLimits.maxMegabytes,
  idleMs = 30_000,
}: PoolOptions) {
  const workers = new Set<Worker>();
  const queue: Job[] = [];
  const shared = new Map<string, Job>();

  const running = () => [...workers].flatMap(({ job }) => job ?? []);
  const isFree = ({ account }: Job) => account === undefined || running().every((job) => job.account !== account);

  /** People's work first; work in the background leaves a worker to them. */
  function takeNext(): Job | undefined {
    const hasRoom = running().filter((job) => job.isBackground).length < Math.max(1, maxWorkers - 1);
    const next =
      queue.find((job) => !job.isBackground && isFree(job)) ??
      (hasRoom ? queue.find((job) => job.isBackground && isFree(job)) : undefined);
    if (next) queue.splice(queue.indexOf(next), 1);
    return next;
  }

  /** Throws when the system refuses a process, for example for lack of memory. */
  function start(): Worker {
    const sourceHooks = entry.endsWith(".ts") ? ["--import", "./src/platform/workers/inline-files.ts"] : [];
    const child = fork(entry, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, ...sourceHooks],
      env: workerEnv(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    if (child.pid === undefined) {
      // Some refusals come as an event, which would end this process without a listener.
      child.on("error", () => {});
      throw new Error("The system refused a process");
    }
    const worker: Worker = { process: child, job: null, endedFor: null, stderr: "", timers: [] };
    workers.add(worker);
    // A job that does not end would not notice that this process has gone.
    const kill = () => void child.kill("SIGKILL");
    process.on("exit", kill);
    child.stderr?.on("data", (text: Buffer) => (worker.stderr = (worker.stderr + text).slice(-2000)));
    child.on("message", (outcome: Outcome) => finish(worker, outcome));
    const onEnd = (signal: NodeJS.Signals | null) => {
      if (!workers.delete(worker)) return;
      process.off("exit", kill);
      const { job } = worker;
      stopWatching(worker);
      // V8 ends a process without memory with SIGABRT.
      const reason = worker.endedFor ?? (signal === "SIGABRT" ? "memory" : "exit");
      job?.reject(new WorkerFailed(job.name, reason, worker.stderr));
      assign();
    };
    child.on("exit", (_, signal) => onEnd(signal));
    child.on("error", (error) => {
      worker.stderr += error.message;
      onEnd(null);
    });
    return worker;
  }

  function end(worker: Worker, reason: WorkerFailed["reason"]): void {
    worker.endedFor = reason;
    worker.process.kill("SIGKILL");
  }

  /** A process with idle workers can end; one with a job waits for it. */
  function setReferenced(worker: Worker, isReferenced: boolean): void {
    const method = isReferenced ? "ref" : "unref";
    worker.process[method]();
    worker.process.channel?.[method]();
    (worker.process.stderr as unknown as { ref(): void; unref(): void } | null)?.[method]();
  }

  function watch(worker: Worker, timeoutMs: number): void {
    const checkMemory = () => {
      if (residentBytes(worker.process) > maxMegabytes * megabyte) end(worker, "memory");
    };
    worker.timers = [setTimeout(() => end(worker, "time"), timeoutMs), setInterval(checkMemory, memoryCheckMs)];
  }

  function stopWatching(worker: Worker): void {
    for (const timer of worker.timers) clearTimeout(timer);
    worker.timers = [];
  }

  function finish(worker: Worker, outcome: Outcome): void {
    const { job } = worker;
    worker.job = null;
    stopWatching(worker);
    // Too little room for a full heap: replaced, so that the next job is not ended for memory that this one left.
    if (residentBytes(worker.process) > (maxMegabytes - heapMegabytes) * megabyte) end(worker, "memory");
    else {
      setReferenced(worker, false);
      worker.timers = [setTimeout(() => worker.process.disconnect(), idleMs).unref()];
    }
    if (outcome.ok) job?.resolve(outcome.value);
    else job?.reject(Object.assign(new Error(outcome.error.message), outcome.error));
    assign();
  }

  function begin(worker: Worker, job: Job): void {
    stopWatching(worker);
    worker.job = job;
    setReferenced(worker, true);
    watch(worker, job.timeoutMs);
    try {
      worker.process.send({ name: job.name, input: job.input });
    } catch (error) {
      // An input that cannot be cloned is a mistake of the caller.
      finish(worker, { ok: false, error: error as Error & { stack: string } });
    }
  }

  function assign(): void {
    for (;;) {
      const idle = [...workers].find(
        ({ job, endedFor, process }) => job === null && endedFor === null && process.connected,
      );
      if (!idle && workers.size >= maxWorkers) return;
      const job = takeNext();
      if (!job) return;
      let worker = idle;
      try {
        worker ??= start();
      } catch (error) {
        // A live worker will do the job later. Otherwise the error goes to this job's caller.
        if (workers.size > 0) return void queue.unshift(job);
        job.reject(new WorkerFailed(job.name, "exit", String(error)));
        continue;
      }
      begin(worker, job);
    }
  }

  function checkRoom({ account }: RunOptions): void {
    const waiting = queue.filter((job) => !job.isBackground);
    if (waiting.length >= maxQueued) throw new QueueFull();
    if (account !== undefined && waiting.filter((job) => job.account === account).length >= maxQueuedPerAccount)
      throw new QueueFull();
  }

  async function run(name: string, input: readonly unknown[], options: RunOptions = {}): Promise<unknown> {
    const { account, key, timeoutMs = 60_000, isBackground = false } = options;
    const same = key === undefined ? undefined : shared.get(key);
    if (same) {
      if (!isBackground) {
        same.isBackground = false;
        assign();
      }
      return same.promise;
    }
    if (!isBackground) checkRoom(options);
    const job: Job = { name, input, account, isBackground, timeoutMs, ...Promise.withResolvers<unknown>() };
    queue.push(job);
    if (key !== undefined) {
      shared.set(key, job);
      const forget = () => void shared.delete(key);
      job.promise.then(forget, forget);
    }
    assign();
    return job.promise;
  }

  return { run, processIds: () => [...workers].flatMap((worker) => worker.process.pid ?? []) };
}
