import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Ctx } from "./context.server.ts";
import { jobRuns } from "./outgoing-call.server.ts";
import { runSqlOn, type Database } from "./db/database.server.ts";
import {
  heartbeatSeconds,
  makeQueues,
  migrateJobs,
  openBoss,
  queueOptions,
  sendingIn,
  type QueueSettings,
} from "./jobs-queues.server.ts";
import type { Jobs } from "./jobs.server.ts";
import { logFailure, errorForLog, type Logger } from "./log.server.ts";
import { traced } from "./tracing.server.ts";
import { currentWork, inWork } from "./work.server.ts";

/**
 * Calls `turn` at once and then at every multiple of `everySeconds` since 1970, so that all processes have the same
 * turns. Returns a function that stops it.
 */
function repeatEvery(everySeconds: number, turn: () => Promise<unknown>): () => void {
  const period = everySeconds * 1000;
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const wait = () => {
    if (isStopped) return;
    // The job is sent a little after the start of the turn, because the database's clock decides which turn it is.
    timer = setTimeout(run, period - (Date.now() % period) + 250);
    timer.unref();
  };
  const run = () => void turn().finally(wait);
  run();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

export interface JobTry {
  isLast: boolean;
}

interface JobDefinition extends QueueSettings {
  work(ctx: Ctx, data: object, jobTry: JobTry): Promise<void>;
  /** How many of these jobs run at a time in each process; eight by default. A stop waits for those that have begun. */
  atOnce?: number;
}

/** With `everySeconds` a job runs on a schedule, one at a time in all processes together, and cannot be sent. */
export type JobTable = Record<string, JobDefinition>;

export interface JobRunner extends Jobs {
  /** Creates the queue's tables and a queue for each job; `send` works from then on. */
  prepare(queues: Record<string, QueueSettings>): Promise<void>;
  /** Begins to work, and resolves once it does. Tries again while the database is unavailable. */
  start(table: JobTable, makeCtx: (job: string) => Ctx): Promise<void>;
  /** Takes no new jobs and waits for running ones, for 7 s at most. Interrupted jobs run again later. */
  stop(): Promise<void>;
}

/** How often a runner polls, in seconds. */
export interface JobPace {
  /** For jobs without a notification, which are those to be tried again. */
  jobs: number;
  /** For jobs whose worker has ended. */
  cutJobs: number;
}
const defaultPace: JobPace = { jobs: 5, cutJobs: heartbeatSeconds };

const defaultConcurrency = 8;
const failedRetentionSeconds = 30 * 24 * 3600;
const stopMs = 7_000;
const maxPauseMs = 10_000;
/** Field of the stored data of a job: the id of the request that sent it. */
const senderField = "sent_by_request";

function addSender(data: object): object {
  const work = currentWork();
  return work ? { ...data, [senderField]: work.requestId } : data;
}

/** Returns the data of a job, and the id to work under: that of the request which sent it, else that of the job. */
function readReceived(id: string, data: unknown): { requestId: string; data: object } {
  if (typeof data !== "object" || data === null) return { requestId: id, data: {} };
  const { [senderField]: requestId, ...jobData } = data as Record<string, unknown>;
  return { requestId: typeof requestId === "string" ? requestId : id, data: jobData };
}

/** Creates a job runner. Handlers run at least once. A job sent inside a transaction is queued when that commits. */
export function createJobRunner(database: Database, log: Logger, pace: Partial<JobPace> = {}): JobRunner {
  const { jobs: pollSeconds, cutJobs: superviseSeconds } = { ...defaultPace, ...pace };
  const stopping = new AbortController();
  const queues = new Map<string, QueueSettings>();
  const working = new Set<string>();
  const stopTurns: (() => void)[] = [];
  let bossPromise: Promise<PgBoss> | undefined;
  const getBoss = () =>
    (bossPromise ??= openBoss(database, log, {
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
    }));

  async function prepare(table: Record<string, QueueSettings>): Promise<void> {
    for (const [name, settings] of Object.entries(table)) queues.set(name, settings);
    await migrateJobs(database, log);
    await makeQueues(database, queues);
  }

  /** Keeps a job that is not tried again, so that a person can see and retry it. Never rejects. */
  const keepFailed = (name: string, id: string) =>
    database
      .executeSql(`update pgboss.job set deletion_seconds = ${failedRetentionSeconds} where name = $1 and id = $2`, [
        name,
        id,
      ])
      .catch((error: unknown) =>
        log.warn({ job: name, ...errorForLog(error) }, "a failed job is kept for minutes only"),
      );

  async function startQueue(
    queue: PgBoss,
    name: string,
    job: JobTable[string],
    makeCtx: (job: string) => Ctx,
  ): Promise<void> {
    const attemptJob = async ({ id, retryCount, retryLimit }: JobWithMetadata<unknown>, ctx: Ctx, data: object) => {
      const isLast = retryCount >= retryLimit;
      const startedAt = performance.now();
      try {
        await traced(
          () => ({
            name: `job ${name}`,
            kind: "consumer",
            attributes: { "job.name": name, "job.try": retryCount + 1 },
          }),
          () => job.work(ctx, data, { isLast }),
        );
        jobRuns.inc({ job: name, outcome: "done" });
        log.debug({ milliseconds: Math.round(performance.now() - startedAt) }, "job done");
        return { id, status: "completed" as const };
      } catch (error) {
        jobRuns.inc({ job: name, outcome: isLast ? "failed" : "to-retry" });
        const line = { job: name, tries: retryCount + 1 };
        if (isLast) logFailure(log, "error", error, { ...line, text: "job failed" });
        else logFailure(log, "warn", error, { ...line, text: "job failed; it will be tried again" });
        if (isLast && !job.everySeconds) await keepFailed(name, id);
        return { id, status: "failed" as const, output: { error: error instanceof Error ? error.name : typeof error } };
      }
    };
    const runJob = (one: JobWithMetadata<unknown>) => {
      const { requestId, data } = readReceived(one.id, one.data);
      return inWork({ requestId, job: name, log }, () => attemptJob(one, { ...makeCtx(name), requestId }, data));
    };
    const polling = { pollingIntervalSeconds: Math.min(2, pollSeconds), notifyPollingIntervalSeconds: pollSeconds };
    const size = job.everySeconds
      ? { batchSize: 1 }
      : { batchSize: job.atOnce ?? defaultConcurrency, burstWhenBatchFull: true };
    await queue.work(name, { ...polling, ...size, perJobResults: true, includeMetadata: true }, (jobs) =>
      Promise.all(jobs.map(runJob)),
    );
    const { everySeconds } = job;
    if (!everySeconds) return;
    const turn = () =>
      queue
        .send(name, {}, { singletonSeconds: everySeconds })
        .catch((error: unknown) =>
          logFailure(log, "warn", error, { job: name, text: "a scheduled job was not queued" }),
        );
    stopTurns.push(repeatEvery(everySeconds, turn));
  }

  async function startQueues(table: JobTable, makeCtx: (job: string) => Ctx): Promise<void> {
    await prepare(table);
    const queue = await getBoss();
    await queue.start();
    for (const [name, job] of Object.entries(table)) {
      const { policy: _unchangeable, ...options } = queueOptions(job);
      await queue.updateQueue(name, options);
      if (stopping.signal.aborted) return;
      if (working.has(name)) continue;
      await startQueue(queue, name, job, makeCtx);
      working.add(name);
    }
  }

  return {
    prepare,
    async send(db, name, data, { key } = {}) {
      const settings = queues.get(name);
      if (!settings) throw new Error(`No job is called "${name}", or the runner is not prepared`);
      if (settings.everySeconds) throw new Error(`The job "${name}" runs on its schedule only`);
      const options = { singletonKey: key ?? randomUUID(), db: { executeSql: runSqlOn(db) } };
      const queue = await getBoss();
      const id = await sendingIn.run(db, () => queue.send(name, addSender(data), options));
      // Without a key, only a missing queue explains this. A job must not be lost silently.
      if (id === null && key === undefined) throw new Error(`The job "${name}" could not be queued`);
    },
    async start(table, makeCtx) {
      for (let pauseMs = 500; !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
        try {
          return await startQueues(table, makeCtx);
        } catch (error) {
          logFailure(log, "error", error, { text: "jobs did not start; trying again" });
          await pause(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
        }
      }
    },
    async stop() {
      stopping.abort();
      for (const stop of stopTurns) stop();
      const queue = await bossPromise;
      if (!queue) return;
      // Done before `stop`, which first closes the listening connection and waits for the database. Meanwhile workers
      // would start more jobs.
      await Promise.all([...working].map((name) => queue.offWork(name, { wait: false })));
      await queue.stop({ graceful: true, timeout: stopMs, close: false });
    },
  };
}
