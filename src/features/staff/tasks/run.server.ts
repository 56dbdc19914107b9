import { and, eq, inArray, lt } from "drizzle-orm";
import pLimit from "p-limit";
import { staffAtWork } from "#features/staff/sessions.server.ts";
import { inSavepoint, inTransaction, onCommit, requireTransaction, type Ctx } from "#platform/context.server.ts";
import { HttpError } from "#platform/errors.ts";
import { errorForLog } from "#platform/log.server.ts";
import { m } from "#messages";
import type { AnyTaskKind, StepResult, TaskKind } from "./define.server.ts";
import { forgotten, staffTasks } from "./tables.server.ts";
import { appendToFile, deleteFiles, finishedFile, findResult, TaskFileLost, writtenFile } from "./task-files.server.ts";
import { openStates } from "./task-states.ts";

type Task = typeof staffTasks.$inferSelect;
type Kind = TaskKind<Record<string, unknown>, unknown, unknown>;

/** The job that runs tasks. */
export const taskJob = "tasks.run";
export const taskRetry = { limit: 8, firstDelaySeconds: 1, longestDelaySeconds: 60 };
export const fileHours = 24;
const maxFailures = 200;
/** How long a job runs before it queues the next one: well before the queue considers it dead. */
const sliceMs = 20_000;
/** A task without progress for this long has lost its job. */
const stuckMinutes = 15;

/** One step at a time per process, so that background work leaves connections and processor to visitors. */
const oneStep = pLimit(1);

const isOpen = (id: number) => and(eq(staffTasks.id, id), inArray(staffTasks.state, [...openStates]));

/** The task, locked until the transaction ends; null when it has ended. */
async function lockOpen(ctx: Ctx, id: number): Promise<Task | null> {
  const { db } = requireTransaction(ctx);
  const [task] = await db.select().from(staffTasks).where(isOpen(id)).for("update");
  return task ?? null;
}

const change = (ctx: Ctx, { id }: Task, set: Partial<Task>) =>
  ctx.db
    .update(staffTasks)
    .set({ updatedAt: ctx.now(), ...set, ...(set.endedAt && forgotten) })
    .where(eq(staffTasks.id, id));

async function end(ctx: Ctx, task: Task, state: "failed" | "cancelled", problem: string | null): Promise<void> {
  await change(ctx, task, { state, problem, endedAt: ctx.now() });
  onCommit(ctx, () => {
    const failed = (error: unknown) => ctx.log.warn({ task: task.id, ...errorForLog(error) }, "a file was not deleted");
    void deleteFiles(ctx, task.id).catch(failed);
  });
}

/** Without the characters that Windows refuses: `Roster: Clinical audit` becomes `Roster - Clinical audit`. */
const toFileName = (name: string) => name.replaceAll(": ", " - ").replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, " ");

/** Builds the result of the last step: the file, if the kind has one. */
async function finish(ctx: Ctx, kind: Kind, task: Task): Promise<Partial<Task>> {
  const ended = { state: "done" as const, endedAt: ctx.now() };
  const file = kind.file?.(task.input, task.locale, ctx.now(), task.title[task.locale === "ar" ? "ar" : "eng"]);
  if (!file) return ended;
  await file.finish?.(writtenFile(ctx, task.id), finishedFile(ctx, task.id));
  const result = await findResult(ctx, task.id);
  if (!result) throw new TaskFileLost("The file of a task is gone");
  const fileUntil = new Date(ctx.now().getTime() + fileHours * 3_600_000);
  return { ...ended, fileName: toFileName(file.name), fileType: file.type, fileBytes: result.bytes, fileUntil };
}

async function book(
  ctx: Ctx,
  kind: Kind,
  task: Task,
  parts: Uint8Array[],
  result: StepResult<unknown>,
): Promise<boolean> {
  const { cursor, done, failures = [], result: stepResult } = result;
  const written = kind.file ? await appendToFile(ctx, task.id, task.written, Buffer.concat(parts)) : 0;
  const isLast = cursor === null;
  await change(ctx, task, {
    state: "running",
    startedAt: task.startedAt ?? ctx.now(),
    cursor,
    written,
    done: task.done + done,
    failed: task.failed + failures.length,
    failures: [...task.failures, ...failures].slice(0, maxFailures),
    ...(stepResult && { result: stepResult }),
    ...(isLast && (await finish(ctx, kind, task))),
  });
  return !isLast;
}

/**
 * Reads the kind of a task and the context of its starter; null when they may no longer do it. A task that must finish
 * continues as the job.
 */
async function atWork(job: Ctx, kinds: readonly AnyTaskKind[], task: Task): Promise<{ kind: Kind; ctx: Ctx } | null> {
  const kind = kinds.find((one) => one.kind === task.kind) as Kind | undefined;
  const actor = await staffAtWork(job, task.startedBy);
  if (!kind) return null;
  if (!actor?.permissions.has(kind.permission))
    return task.mustEnd ? { kind, ctx: { ...job, locale: task.locale } } : null;
  return { kind, ctx: { ...job, actor, locale: task.locale } };
}

/** The prepared data of the next step, and the cursor it is for. */
async function prepare(job: Ctx, kinds: readonly AnyTaskKind[], id: number) {
  const [task] = await job.db.select().from(staffTasks).where(isOpen(id));
  const work = task && (await atWork(job, kinds, task));
  if (!task || !work?.kind.prepare) return null;
  return { cursor: task.cursor, prepared: await work.kind.prepare(work.ctx, task.input, task.cursor) };
}

/** Runs one step in one transaction and saves its cursor. Returns false when nothing is left to do. */
async function step(job: Ctx, kinds: readonly AnyTaskKind[], id: number): Promise<boolean> {
  const preparation = await prepare(job, kinds, id);
  return inTransaction(job, async (job) => {
    const task = await lockOpen(job, id);
    if (!task) return false;
    const work = await atWork(job, kinds, task);
    if (!work) {
      await end(job, task, "failed", m.tasks_not_allowed({}, { locale: task.locale }));
      return false;
    }
    // Another process has done that step meanwhile.
    if (preparation && JSON.stringify(preparation.cursor) !== JSON.stringify(task.cursor)) return true;
    const { kind, ctx } = work;
    const { cursor, done } = task;
    const parts: Uint8Array[] = [];
    const write = (part: string | Uint8Array) => void parts.push(typeof part === "string" ? Buffer.from(part) : part);
    try {
      // A step that fails leaves nothing behind.
      return await inSavepoint(ctx, async (ctx) => {
        const result = await kind.step(ctx, task.input, { cursor, done, prepared: preparation?.prepared, write });
        return book(ctx, kind, task, parts, result);
      });
    } catch (error) {
      if (error instanceof TaskFileLost) {
        await change(job, task, { cursor: null, written: 0, done: 0, failed: 0, failures: [], result: null });
        return true;
      }
      if (!(error instanceof HttpError)) throw error;
      await end(job, task, "failed", error.message);
      return false;
    }
  });
}

/**
 * Job: runs a task step by step until it ends or the slice is over. Killed at any point, it continues after the last
 * complete step.
 */
export const runTasks =
  (kinds: readonly AnyTaskKind[]) =>
  async (ctx: Ctx, data: object, { isLast }: { isLast: boolean }): Promise<void> => {
    const { id } = data as { id: number };
    const until = performance.now() + sliceMs;
    try {
      while (await oneStep(() => step(ctx, kinds, id)))
        if (performance.now() > until) return await ctx.jobs.send(ctx.db, taskJob, { id }, { key: String(id) });
    } catch (error) {
      if (isLast)
        await inTransaction(ctx, async (ctx) => {
          const task = await lockOpen(ctx, id);
          // A task that must finish waits for `queueStuckTasks`.
          if (task && !task.mustEnd) await end(ctx, task, "failed", m.platform_our_fault({}, { locale: task.locale }));
        });
      throw error;
    }
  };

/** Job: queues tasks whose job is lost, such as after hours without a database. */
export async function queueStuckTasks(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now().getTime() - stuckMinutes * 60_000);
  const { id, state, updatedAt } = staffTasks;
  const stuck = await ctx.db
    .select({ id })
    .from(staffTasks)
    .where(and(inArray(state, [...openStates]), lt(updatedAt, since)));
  for (const { id } of stuck) await ctx.jobs.send(ctx.db, taskJob, { id }, { key: String(id) });
}
