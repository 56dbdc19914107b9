import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { createReadStream } from "node:fs";
import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import { requireTransaction, type Ctx } from "#platform/context.server.ts";
import { staffTasks } from "./tables.server.ts";
import { openStates } from "./task-states.ts";

/** Some bytes of the steps are missing: another disk, or one that lost its last writes. */
export class TaskFileLost extends Error {
  override name = "TaskFileLost";
}

export const taskFolder = (ctx: Ctx): string => join(ctx.env.DATA_DIR, "tasks");
/** File with the output of the steps. */
export const writtenFile = (ctx: Ctx, id: number): string => join(taskFolder(ctx), `${id}.written`);
/** File with the result, when it is built from that output. */
export const finishedFile = (ctx: Ctx, id: number): string => join(taskFolder(ctx), `${id}.finished`);

/**
 * Appends a step's bytes after the `from` bytes of finished steps, and removes what an interrupted step left there.
 * Throws TaskFileLost.
 */
export async function appendToFile(ctx: Ctx, id: number, from: number, bytes: Uint8Array): Promise<number> {
  await mkdir(taskFolder(ctx), { recursive: true, mode: 0o700 });
  // "a" would always write at the end of the file.
  const handle = await open(writtenFile(ctx, id), from === 0 ? "w" : "r+", 0o600).catch((cause: unknown) => {
    throw from === 0 ? cause : new TaskFileLost("The file of a task is gone", { cause });
  });
  try {
    if ((await handle.stat()).size < from) throw new TaskFileLost("The file of a task is shorter than its steps");
    await handle.truncate(from);
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, from);
    if (bytesWritten < bytes.length) throw new Error("The disk did not take the whole step");
    return from + bytes.length;
  } finally {
    await handle.close();
  }
}

/** Opens the result of a finished task, with its size; null when it is not there. */
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

/** Whether a file contains one of the texts; false for a missing file. */
async function holds(file: string, texts: readonly string[]): Promise<boolean> {
  if (texts.length === 0) return false;
  const longest = Math.max(...texts.map((text) => text.length));
  let end = "";
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const part = (end + String(chunk)).toLowerCase();
      if (texts.some((text) => part.includes(text))) return true;
      end = part.slice(-longest);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  return false;
}

/**
 * Deletes files of exports that name someone by address or number, and all files about one of their runs: an attendance
 * list only has names, and an archive cannot be searched. A file that is being written starts again. Call it in the
 * open transaction, after their rows are deleted.
 */
export async function dropFilesNaming(
  ctx: Ctx,
  { texts: inputTexts, runIds }: { texts: readonly string[]; runIds: readonly number[] },
): Promise<void> {
  const { db } = requireTransaction(ctx);
  const texts = inputTexts.filter((text) => text !== "").map((text) => text.toLowerCase());
  const { id, state, isPersonal, fileUntil, input } = staffTasks;
  // Locked, so that no step adds what it has read before.
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
    const isTheirRun = task.runId !== null && runIds.includes(Number(task.runId));
    if (!isTheirRun && !(await holds(writtenFile(ctx, task.id), texts))) continue;
    await deleteFiles(ctx, task.id);
    await db.update(staffTasks).set({ fileUntil: ctx.now() }).where(eq(id, task.id));
  }
}
