import { and, eq, inArray, lt } from "drizzle-orm";
import pLimit from "p-limit";
import { staffAtWork } from "#features/staff/sessions.server.ts";
import { inSavepoint, inTransaction, onCommit, requireTransaction, type Ctx } from "#platform/context.server.ts";
import { HttpError } from "#platform/errors.ts";
import { errorForLog } from "#platform/log.server.ts";
import { m } from "#messages";
import type { AnyTaskKind, StepResult, TaskKind } from "./define.server.ts";
import { clearedInput, staffTasks } from "./tables.server.ts";
import { appendToFile, deleteFiles, finishedFile, findResult, TaskFileLost, writtenFile } from "./task-files.server.ts";
import { openStates } from "./task-states.ts";

type Task = typeof staffTasks.$inferSelect;
type Kind = TaskKind<Record<string, unknown>, unknown, unknown>;

/** The job that runs tasks. */
export const taskJob = "tasks.run";
export const taskRetry = { limit: 8, firstDelaySeconds: 1, longestDelaySeconds: 60 };
export const fileHours = 24;
const maxFailures = 200;
/** Time after which a job queues the next one and ends, well before the queue considers it dead. */
const sliceMs = 20_000;
/** A task without progress for this long has lost its job. */
const stuckMinutes = 15;

/** Runs one step at a time per process, so that background work leaves connections and processor to visitors. */
const limitSteps = pLimit(1);

const isOpenSql = (id: number) => and(eq(staffTasks.id, id), inArray(staffTasks.state, [...openStates]));

/** Locks a task until the transaction ends; null when the task has ended. */
async function lockOpenTask(ctx: Ctx, id: number): Promise<Task | null> {
  const { db } = requireTransaction(ctx);
  const [task] = await db.select().from(staffTasks).where(isOpenSql(id)).for("update");
  return task ?? null;
}

const updateTask = (ctx: Ctx, { id }: Task, values: Partial<Task>) =>
  ctx.db
    .update(staffTasks)
    .set({ updatedAt: ctx.now(), ...values, ...(values.endedAt && clearedInput) })
    .where(eq(staffTasks.id, id));

async function endTask(ctx: Ctx, task: Task, state: "failed" | "cancelled", problem: string | null): Promise<void> {
  await updateTask(ctx, task, { state, problem, endedAt: ctx.now() });
  onCommit(ctx, () => {
    const logFailure = (error: unknown) =>
      ctx.log.warn({ task: task.id, ...errorForLog(error) }, "a file was not deleted");
    void deleteFiles(ctx, task.id).catch(logFailure);
  });
}

/** Replaces the characters that Windows refuses: `Roster: Clinical audit` becomes `Roster - Clinical audit`. */
const toFileName = (name: string) => name.replaceAll(": ", " - ").replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, " ");

/** Completes the file after the last step, if the kind has one. Resolves to the columns of a finished task. */
async function finishTask(ctx: Ctx, kind: Kind, task: Task): Promise<Partial<Task>> {
  const columns = { state: "done" as const, endedAt: ctx.now() };
  const file = kind.file?.(task.input, task.locale, ctx.now(), task.title[task.locale === "ar" ? "ar" : "eng"]);
  if (!file) return columns;
  await file.finish?.(writtenFile(ctx, task.id), finishedFile(ctx, task.id));
  const result = await findResult(ctx, task.id);
  if (!result) throw new TaskFileLost("The file of a task is gone");
  const fileUntil = new Date(ctx.now().getTime() + fileHours * 3_600_000);
  return { ...columns, fileName: toFileName(file.name), fileType: file.type, fileBytes: result.bytes, fileUntil };
}

/**
 * Saves the result of a step: its part of the file, the counts and the cursor. Resolves to false after the last step.
 */
async function saveStep(
  ctx: Ctx,
  kind: Kind,
  task: Task,
  parts: Uint8Array[],
  result: StepResult<unknown>,
): Promise<boolean> {
  const { cursor, done, failures = [], result: stepResult } = result;
  const written = kind.file ? await appendToFile(ctx, task.id, task.written, Buffer.concat(parts)) : 0;
  const isLast = cursor === null;
  await updateTask(ctx, task, {
    state: "running",
    startedAt: task.startedAt ?? ctx.now(),
    cursor,
    written,
    done: task.done + done,
    failed: task.failed + failures.length,
    failures: [...task.failures, ...failures].slice(0, maxFailures),
    ...(stepResult && { result: stepResult }),
    ...(isLast && (await finishTask(ctx, kind, task))),
  });
  return !isLast;
}

/**
 * Reads the kind of a task and the context of its starter; null when the kind is unknown or they have lost the
 * permission. A task that must finish then continues with the context of the job.
 */
async function readWork(job: Ctx, kinds: readonly AnyTaskKind[], task: Task): Promise<{ kind: Kind; ctx: Ctx } | null> {
  const kind = kinds.find(({ kind }) => kind === task.kind) as Kind | undefined;
  const actor = await staffAtWork(job, task.startedBy);
  if (!kind) return null;
  if (!actor?.permissions.has(kind.permission))
    return task.mustEnd ? { kind, ctx: { ...job, locale: task.locale } } : null;
  return { kind, ctx: { ...job, actor, locale: task.locale } };
}

/**
 * Prepares the next step. Resolves to the data and the cursor it belongs to, or to null if the kind prepares nothing.
 */
async function prepareStep(job: Ctx, kinds: readonly AnyTaskKind[], id: number) {
  const [task] = await job.db.select().from(staffTasks).where(isOpenSql(id));
  const work = task && (await readWork(job, kinds, task));
  if (!task || !work?.kind.prepare) return null;
  return { cursor: task.cursor, prepared: await work.kind.prepare(work.ctx, task.input, task.cursor) };
}

/** Runs one step in one transaction and saves its cursor. Returns false when nothing is left to do. */
async function runStep(job: Ctx, kinds: readonly AnyTaskKind[], id: number): Promise<boolean> {
  const preparation = await prepareStep(job, kinds, id);
  return inTransaction(job, async (job) => {
    const task = await lockOpenTask(job, id);
    if (!task) return false;
    const work = await readWork(job, kinds, task);
    if (!work) {
      await endTask(job, task, "failed", m.tasks_not_allowed({}, { locale: task.locale }));
      return false;
    }
    // Another process has done the prepared step meanwhile, so continue with the next one.
    if (preparation && JSON.stringify(preparation.cursor) !== JSON.stringify(task.cursor)) return true;
    const { kind, ctx } = work;
    const { cursor, done } = task;
    const parts: Uint8Array[] = [];
    const write = (part: string | Uint8Array) => void parts.push(typeof part === "string" ? Buffer.from(part) : part);
    try {
      // The savepoint undoes the changes of a step that fails.
      return await inSavepoint(ctx, async (ctx) => {
        const result = await kind.step(ctx, task.input, { cursor, done, prepared: preparation?.prepared, write });
        return saveStep(ctx, kind, task, parts, result);
      });
    } catch (error) {
      if (error instanceof TaskFileLost) {
        await updateTask(job, task, { cursor: null, written: 0, done: 0, failed: 0, failures: [], result: null });
        return true;
      }
      if (!(error instanceof HttpError)) throw error;
      await endTask(job, task, "failed", error.message);
      return false;
    }
  });
}

/**
 * Job: runs a task step by step until it ends or the time slice is over. If the process dies, the next job continues
 * after the last complete step.
 */
export const runTasks =
  (kinds: readonly AnyTaskKind[]) =>
  async (ctx: Ctx, data: object, { isLast }: { isLast: boolean }): Promise<void> => {
    const { id } = data as { id: number };
    const until = performance.now() + sliceMs;
    try {
      while (await limitSteps(() => runStep(ctx, kinds, id)))
        if (performance.now() > until) return await ctx.jobs.send(ctx.db, taskJob, { id }, { key: String(id) });
    } catch (error) {
      if (isLast)
        await inTransaction(ctx, async (ctx) => {
          const task = await lockOpenTask(ctx, id);
          // A task that must finish is not ended here; `queueStuckTasks` queues it again.
          if (task && !task.mustEnd)
            await endTask(ctx, task, "failed", m.platform_our_fault({}, { locale: task.locale }));
        });
      throw error;
    }
  };

/** Job: queues open tasks that have lost their job, for example after hours without a database. */
export async function queueStuckTasks(ctx: Ctx): Promise<void> {
  const stuckBefore = new Date(ctx.now().getTime() - stuckMinutes * 60_000);
  const { id, state, updatedAt } = staffTasks;
  const stuck = await ctx.db
    .select({ id })
    .from(staffTasks)
    .where(and(inArray(state, [...openStates]), lt(updatedAt, stuckBefore)));
  for (const { id } of stuck) await ctx.jobs.send(ctx.db, taskJob, { id }, { key: String(id) });
}
