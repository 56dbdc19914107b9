import { createReadStream } from "node:fs";
import { and, count, desc, eq, inArray, lt, sql, type SQL } from "drizzle-orm";
import { staffName } from "#features/staff/names.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
  type StaffActor,
} from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { deleteFilesBefore } from "#platform/file-cache.server.ts";
import type { FileAnswer } from "#platform/http/staff-endpoint.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { m } from "#messages";
import type { AnyTaskKind, TaskKind } from "./define.server.ts";
import { fileHours, taskJob } from "./run.server.ts";
import { clearedInput, hasUnclearedInputSql, staffTasks } from "./tables.server.ts";
import { deleteFiles, findResult, taskFolder } from "./task-files.server.ts";
import { taskRetentionDays, openStates, type TaskState } from "./task-states.ts";

const maxOpenTasks = 10;

/**
 * Starts a task of a kind, in the open transaction if there is one. Requires the kind's permission. Throws
 * Unauthenticated, Forbidden, FreshSignInRequired, Conflict (ten tasks are open), and what the kind's `total` throws.
 */
export async function startTask<Input, Cursor, Prepared>(
  ctx: Ctx,
  kind: TaskKind<Input, Cursor, Prepared>,
  input: Input,
): Promise<{ id: number }> {
  requirePermission(ctx, kind.permission);
  const { id: startedBy } = requireStaff(ctx);
  if (kind.personal) requireFreshSignIn(ctx);
  return inTransaction(ctx, async (ctx) => {
    const isOpen = and(eq(staffTasks.startedBy, startedBy), inArray(staffTasks.state, [...openStates]));
    const [openTasks] = await ctx.db.select({ count: count() }).from(staffTasks).where(isOpen);
    if ((openTasks?.count ?? 0) >= maxOpenTasks) throw new Conflict(m.tasks_too_many({}, { locale: ctx.locale }));
    const now = ctx.now();
    const [created] = await ctx.db
      .insert(staffTasks)
      .values({
        kind: kind.kind,
        title: { eng: await kind.title(input, "en", ctx), ar: await kind.title(input, "ar", ctx) },
        input: input as Record<string, unknown>,
        locale: ctx.locale,
        startedBy,
        total: (await kind.total?.(ctx, input)) ?? null,
        isPersonal: kind.personal ?? false,
        mustEnd: kind.mustEnd ?? false,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: staffTasks.id });
    const { id } = created as { id: number };
    const after = { kind: kind.kind, ...(kind.audited?.(input) ?? (input as Record<string, unknown>)) };
    await audit(ctx, { action: "task.started", entity: "task", entityId: id, after });
    await ctx.jobs.send(ctx.db, taskJob, { id }, { key: String(id) });
    return { id };
  });
}

export const taskSorts = { id: staffTasks.id } as const;
export interface TaskFilter {
  state?: TaskState[] | undefined;
  mine?: boolean | undefined;
}

/** Condition on the tasks that the caller may see: owners see all, unless `mine`; others see their own. */
function visibleSql(ctx: Ctx, mine = false): SQL | undefined {
  const { id, permissions } = requireStaff(ctx);
  return permissions.has("staff.manage") && !mine ? undefined : eq(staffTasks.startedBy, id);
}

const starter = { id: staffUsers.id, name: staffUsers.name, nameAr: staffUsers.nameAr };
type TaskWithStarter = { task: typeof staffTasks.$inferSelect; starter: Pick<StaffActor, keyof typeof starter> };

function toRow(ctx: Ctx, { task, starter }: TaskWithStarter) {
  const { id, kind, title, state, done, failed, total, problem, fileName, fileUntil } = task;
  const hasFile = fileName !== null && fileUntil !== null && fileUntil > ctx.now();
  return {
    id,
    kind,
    title_eng: title.eng,
    title_ar: title.ar,
    startedBy: { id: starter.id, name: staffName(starter, ctx.locale) },
    state,
    done,
    failed,
    total,
    problem,
    mayStop: !task.mustEnd,
    file: hasFile
      ? { name: fileName, bytes: task.fileBytes ?? 0, until: fileUntil.toISOString(), isPersonal: task.isPersonal }
      : null,
    createdAt: task.createdAt.toISOString(),
    startedAt: task.startedAt?.toISOString() ?? null,
    endedAt: task.endedAt?.toISOString() ?? null,
  };
}

/** Lists the caller's tasks, or everyone's for owners, newest first by default. Throws Unauthenticated, Forbidden. */
export async function listTasks(
  ctx: Ctx,
  query: ListQuery<keyof typeof taskSorts, TaskFilter>,
): Promise<ListPage<ReturnType<typeof toRow>>> {
  const { state, mine } = query.filter;
  const { rows, ...totals } = await readPage(ctx, query, {
    rows: ctx.db
      .select({ task: staffTasks, starter })
      .from(staffTasks)
      .innerJoin(staffUsers, eq(staffUsers.id, staffTasks.startedBy))
      .$dynamic(),
    where: and(visibleSql(ctx, mine), state && inArray(staffTasks.state, state)),
    sorts: taskSorts,
    tie: staffTasks.id,
  });
  return { data: rows.map((row) => toRow(ctx, row)), ...totals };
}

async function findTask(ctx: Ctx, id: number): Promise<TaskWithStarter> {
  const isVisible = and(eq(staffTasks.id, id), visibleSql(ctx));
  const [row] = await ctx.db
    .select({ task: staffTasks, starter })
    .from(staffTasks)
    .innerJoin(staffUsers, eq(staffUsers.id, staffTasks.startedBy))
    .where(isVisible);
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/**
 * Reads a task of the caller, or anyone's for owners, with its failures. Throws Unauthenticated, Forbidden, NotFound.
 */
export async function readTask(ctx: Ctx, { id }: { id: number }) {
  const row = await findTask(ctx, id);
  const failures = row.task.failures.map(({ what, why }) => ({ what, why_eng: why.eng, why_ar: why.ar }));
  return { ...toRow(ctx, row), failures, result: row.task.result };
}

/**
 * Reads the result of the last finished task of a kind with the same input, also one that a colleague started. Requires
 * the kind's permission. Throws Unauthenticated, Forbidden.
 */
export async function lastResult<Input extends object, Cursor, Prepared>(
  ctx: Ctx,
  { kind, permission }: TaskKind<Input, Cursor, Prepared>,
  input: Input,
): Promise<{ id: number; endedAt: Date; failed: number; result: Record<string, unknown> | null } | null> {
  requirePermission(ctx, permission);
  const { id, endedAt, failed, result } = staffTasks;
  const hasSameInput = sql`${staffTasks.input} = ${JSON.stringify(input)}::jsonb`;
  const [row] = await ctx.db
    .select({ id, endedAt, failed, result })
    .from(staffTasks)
    .where(and(eq(staffTasks.kind, kind), eq(staffTasks.state, "done"), hasSameInput))
    .orderBy(desc(id))
    .limit(1);
  return row?.endedAt ? { ...row, endedAt: row.endedAt } : null;
}

/**
 * Stops a task before its next step; finished steps stay. Throws what `readTask` throws, and Conflict when the task has
 * ended or must finish.
 */
export async function cancelTask(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { task } = await findTask(ctx, id);
    if (task.mustEnd) throw new Conflict(m.tasks_must_end({}, { locale: ctx.locale }));
    const now = ctx.now();
    const [cancelled] = await ctx.db
      .update(staffTasks)
      .set({ state: "cancelled", endedAt: now, updatedAt: now, ...clearedInput })
      .where(and(eq(staffTasks.id, id), inArray(staffTasks.state, [...openStates])))
      .returning({ kind: staffTasks.kind, done: staffTasks.done });
    if (!cancelled) throw new Conflict(m.tasks_ended({}, { locale: ctx.locale }));
    await audit(ctx, { action: "task.cancelled", entity: "task", entityId: id, after: cancelled });
  });
  await deleteFiles(ctx, id);
}

/**
 * Opens the file of a task that the caller has started, for a day after its end. The caller must still have the
 * permission of its kind. Throws Unauthenticated, Forbidden, NotFound, and FreshSignInRequired when the file contains
 * personal data.
 */
export async function downloadTaskFile(
  ctx: Ctx,
  kinds: readonly AnyTaskKind[],
  { id }: { id: number },
): Promise<FileAnswer> {
  const staff = requireStaff(ctx);
  const { task } = await findTask(ctx, id);
  if (task.startedBy !== staff.id) throw noSuchRecord(ctx);
  const { fileName, fileType, fileUntil } = task;
  const kind = kinds.find(({ kind }) => kind === task.kind);
  if (!kind) throw new NotFound(m.tasks_no_file({}, { locale: ctx.locale }));
  requirePermission(ctx, kind.permission);
  const result = fileUntil && fileUntil > ctx.now() ? await findResult(ctx, id) : null;
  if (!result || !fileName || !fileType) throw new NotFound(m.tasks_no_file({}, { locale: ctx.locale }));
  if (task.isPersonal) requireFreshSignIn(ctx);
  const after = { kind: kind.kind, fileName };
  await inTransaction(ctx, (ctx) =>
    audit(ctx, { action: "task.file-downloaded", entity: "task", entityId: id, after }),
  );
  return { name: fileName, type: fileType, bytes: result.bytes, body: createReadStream(result.path) };
}

/**
 * Job: deletes files after a day and tasks after a month, and clears the input of tasks that an older version has
 * ended.
 */
export async function deleteOldTasks(ctx: Ctx): Promise<void> {
  const hoursAgo = (hours: number) => new Date(ctx.now().getTime() - hours * 3_600_000);
  await deleteFilesBefore(taskFolder(ctx), hoursAgo(fileHours));
  await ctx.db.delete(staffTasks).where(lt(staffTasks.createdAt, hoursAgo(taskRetentionDays * 24)));
  await ctx.db.update(staffTasks).set(clearedInput).where(hasUnclearedInputSql);
}
