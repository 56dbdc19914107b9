/**
 * A bounded pool of worker processes for heavy work and for files that people upload. It uses processes, because the
 * memory of a thread cannot be limited safely: one string that is too long in a thread ends the whole site
 * (docs/decisions/046).
 */
import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { QueueFull } from "#platform/bounded-limit.ts";
import type { Outcome } from "./serve-jobs.ts";

/** The worker of this job was ended, or ended itself. The server responds with 503; `readInWorker` makes it a 422. */
export class WorkerFailed extends Error {
  override name = "WorkerFailed";
  readonly reason: "time" | "memory" | "exit";
  constructor(job: string, reason: WorkerFailed["reason"], details = "") {
    super(`The worker job ${job} was ended: ${reason}${details && `\n${details}`}`);
    this.reason = reason;
  }
}

export interface RunOptions {
  /** The account that the job is for. Each account has one running job at a time; a few more of its jobs may wait. */
  account?: string;
  /** Calls with the key of a job that waits or runs share its result, which they must not change. */
  key?: string;
  /** Time limit from the moment a worker begins; 60 seconds by default. After it, the worker is ended. */
  timeoutMs?: number;
  /**
   * Whether no person waits for the job. Such a job is never refused, and starts only when no person's work waits. It
   * becomes a person's work when a person calls with the same key.
   */
  isBackground?: boolean;
}

interface PoolOptions {
  /** The file that calls `serveJobs`; a .ts file runs without a build. */
  entry: string;
  /** Workers are started when they are needed. */
  maxWorkers?: number;
  maxQueued?: number;
  maxQueuedPerAccount?: number;
  /** Limit of the JavaScript heap. */
  heapMegabytes?: number;
  /** Memory limit of the whole process, because buffers are not a part of the heap. Linux only. */
  maxMegabytes?: number;
  /** After this time without work a worker ends, which frees its memory. */
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
  /** Why the pool has ended the worker. */
  endedFor: WorkerFailed["reason"] | null;
  /** The last lines that the worker wrote to stderr. */
  stderr: string;
  timers: NodeJS.Timeout[];
}

/** Limits of the workers of one process; operators size the machine by them. */
export const workerLimits = { maxWorkers: 2, maxMegabytes: 384 };

const megabyte = 1024 * 1024;
const memoryCheckMs = 200;
const pageBytes = 4096;

/**
 * Reads the resident memory of a process; 0 where there is no /proc. Synchronous, because a later result could be
 * counted against the worker's next job. Reading /proc uses no disk.
 */
function readResidentBytes({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1] ?? 0) * pageBytes;
  } catch {
    return 0;
  }
}

/** Environment of a worker, without that of the site: a worker that reads a hostile file must know no secret. */
const buildWorkerEnv = (): NodeJS.ProcessEnv => ({
  NODE_ENV: process.env["NODE_ENV"],
  MALLOC_ARENA_MAX: "2",
  ...(process.env["TZ"] && { TZ: process.env["TZ"] }),
});

/**
 * Creates a pool. Its `run(name, input, options)` resolves with what the job returns. Rejects with QueueFull when too
 * much waits, with WorkerFailed when the job needed too much memory or time, and with a copy of what the job threw.
 * Input and result are copied as structured clones: dates and bytes can be copied, functions and instances of classes
 * cannot.
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

  const listRunning = () => [...workers].flatMap(({ job }) => job ?? []);
  const isFree = ({ account }: Job) => account === undefined || listRunning().every((job) => job.account !== account);

  /** Takes the next job: the work of people first. Background work leaves a worker for them. */
  function takeNext(): Job | undefined {
    const hasRoom = listRunning().filter((job) => job.isBackground).length < Math.max(1, maxWorkers - 1);
    const next =
      queue.find((job) => !job.isBackground && isFree(job)) ??
      (hasRoom ? queue.find((job) => job.isBackground && isFree(job)) : undefined);
    if (next) queue.splice(queue.indexOf(next), 1);
    return next;
  }

  /** Starts a worker. Throws when the system refuses a process, for example for lack of memory. */
  function startWorker(): Worker {
    const sourceHooks = entry.endsWith(".ts") ? ["--import", "./src/platform/workers/inline-files.ts"] : [];
    const child = fork(entry, {
      execArgv: [`--max-old-space-size=${heapMegabytes}`, ...sourceHooks],
      env: buildWorkerEnv(),
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

  function endWorker(worker: Worker, reason: WorkerFailed["reason"]): void {
    worker.endedFor = reason;
    worker.process.kill("SIGKILL");
  }

  /** Lets this process end while the worker is idle, and keeps it alive while the worker has a job. */
  function setReferenced(worker: Worker, isReferenced: boolean): void {
    const method = isReferenced ? "ref" : "unref";
    worker.process[method]();
    worker.process.channel?.[method]();
    (worker.process.stderr as unknown as { ref(): void; unref(): void } | null)?.[method]();
  }

  function watch(worker: Worker, timeoutMs: number): void {
    const checkMemory = () => {
      if (readResidentBytes(worker.process) > maxMegabytes * megabyte) endWorker(worker, "memory");
    };
    worker.timers = [setTimeout(() => endWorker(worker, "time"), timeoutMs), setInterval(checkMemory, memoryCheckMs)];
  }

  function stopWatching(worker: Worker): void {
    for (const timer of worker.timers) clearTimeout(timer);
    worker.timers = [];
  }

  function finish(worker: Worker, outcome: Outcome): void {
    const { job } = worker;
    worker.job = null;
    stopWatching(worker);
    // A worker that still holds more than half of its limit is replaced, so that the next job is not ended for memory
    // that this one left.
    if (readResidentBytes(worker.process) > (maxMegabytes / 2) * megabyte) endWorker(worker, "memory");
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
        worker ??= startWorker();
      } catch (error) {
        // A live worker will do the job later. Without one, the caller of this job gets the error.
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
    const sharedJob = key === undefined ? undefined : shared.get(key);
    if (sharedJob) {
      if (!isBackground) {
        sharedJob.isBackground = false;
        assign();
      }
      return sharedJob.promise;
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
