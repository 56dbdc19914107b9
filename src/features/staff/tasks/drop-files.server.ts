import { createReadStream } from "node:fs";
import { and, eq, gt, inArray, or } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { staffTasks } from "./tables.server.ts";
import { deleteFiles, writtenFile } from "./task-files.server.ts";
import { openStates } from "./task-states.ts";

/** Whether a file holds one of the texts; a file that is not there does not. */
async function holds(file: string, texts: readonly string[]): Promise<boolean> {
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
 * Deletes files of exports that name someone by address or number; one that is being written is begun again. Part of
 * the open transaction, in which their rows are gone already.
 */
export async function dropFilesNaming(ctx: Ctx, given: readonly string[]): Promise<void> {
  const texts = given.filter((text) => text !== "").map((text) => text.toLowerCase());
  if (texts.length === 0) return;
  const { id, state, isPersonal, fileUntil } = staffTasks;
  // Locked, so that no step adds what it has read before.
  const tasks = await ctx.db
    .select({ id })
    .from(staffTasks)
    .where(and(eq(isPersonal, true), or(inArray(state, [...openStates]), gt(fileUntil, ctx.now()))))
    .orderBy(id)
    .for("update");
  for (const task of tasks) {
    if (!(await holds(writtenFile(ctx, task.id), texts))) continue;
    await deleteFiles(ctx, task.id);
    await ctx.db.update(staffTasks).set({ fileUntil: ctx.now() }).where(eq(id, task.id));
  }
}
