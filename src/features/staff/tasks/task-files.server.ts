import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createReadStream } from "node:fs";
import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import { requireTransaction, type Ctx } from "#platform/context.server.ts";
import { staffTasks } from "./tables.server.ts";
import { openStates } from "./task-states.ts";

/** Bytes of finished steps are missing, because the disk was replaced or has lost its last writes. */
export class TaskFileLost extends Error {
  override name = "TaskFileLost";
}

export const taskFolder = (ctx: Ctx): string => join(ctx.env.DATA_DIR, "tasks");
/** Path of the file with the output of the steps. */
export const writtenFile = (ctx: Ctx, id: number): string => join(taskFolder(ctx), `${id}.written`);
/** Path of the file that `finish` builds from the output of the steps. */
export const finishedFile = (ctx: Ctx, id: number): string => join(taskFolder(ctx), `${id}.finished`);

/**
 * Appends a step's bytes after the `from` bytes of finished steps, in place of what an interrupted step has written.
 * Resolves to the new length. Throws TaskFileLost.
 */
export async function appendToFile(ctx: Ctx, id: number, from: number, bytes: Uint8Array): Promise<number> {
  await mkdir(taskFolder(ctx), { recursive: true, mode: 0o700 });
  // Not mode "a", which always writes at the end of the file.
  const handle = await open(writtenFile(ctx, id), from === 0 ? "w" : "r+", 0o600).catch((cause: unknown) => {
    throw from === 0 ? cause : new TaskFileLost("The file of a task is gone", { cause });
  });
  try {
    if ((await handle.stat()).size < from) throw new TaskFileLost("The file of a task is shorter than its steps");
    await handle.truncate(from);
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, from);
    if (bytesWritten < bytes.length) throw new Error("The disk has not written all bytes of the step");
    return from + bytes.length;
  } finally {
    await handle.close();
  }
}

/** Finds the file of a finished task, with its size; null when it is missing. */
export async function findResult(ctx: Ctx, id: number): Promise<{ path: string; bytes: number } | null> {
  for (const path of [finishedFile(ctx, id), writtenFile(ctx, id)]) {
    const stats = await stat(path).catch(() => null);
    if (stats) return { path, bytes: stats.size };
  }
  return null;
}

export async function deleteFiles(ctx: Ctx, id: number): Promise<void> {
  await rm(writtenFile(ctx, id), { force: true });
  await rm(finishedFile(ctx, id), { force: true });
}

/** Whether a file contains one of the texts, which are in lower case. False for a missing file. */
async function fileContains(file: string, texts: readonly string[]): Promise<boolean> {
  if (texts.length === 0) return false;
  const longest = Math.max(...texts.map((text) => text.length));
  let previousEnd = "";
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const part = (previousEnd + String(chunk)).toLowerCase();
      if (texts.some((text) => part.includes(text))) return true;
      previousEnd = part.slice(-longest);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  return false;
}

/**
 * Deletes the files of exports that contain one of a person's addresses or numbers, and all files about one of their
 * runs, because an attendance list contains only names, and an archive cannot be searched. A task that is writing such
 * a file starts again. Call it in the open transaction, after the person's rows are deleted.
 */
export async function dropFilesNaming(
  ctx: Ctx,
  { texts: inputTexts, runIds }: { texts: readonly string[]; runIds: readonly number[] },
): Promise<void> {
  const { db } = requireTransaction(ctx);
  const texts = inputTexts.filter((text) => text !== "").map((text) => text.toLowerCase());
  const { id, state, isPersonal, fileUntil, input } = staffTasks;
  // Lock the tasks, so that no running step adds rows that it has read before.
  const tasks = await db
    .select({
      id,
      runId: sql<string | null>`coalesce(${input} ->> 'run_id', ${input} #>> '{filter,run_id}')`,
    })
    .from(staffTasks)
    .where(and(eq(isPersonal, true), or(inArray(state, [...openStates]), gt(fileUntil, ctx.now()))))
    .orderBy(id)
    .for("update");
  for (const task of tasks) {
    const isPersonsRun = task.runId !== null && runIds.includes(Number(task.runId));
    if (!isPersonsRun && !(await fileContains(writtenFile(ctx, task.id), texts))) continue;
    await deleteFiles(ctx, task.id);
    await db.update(staffTasks).set({ fileUntil: ctx.now() }).where(eq(id, task.id));
  }
}
