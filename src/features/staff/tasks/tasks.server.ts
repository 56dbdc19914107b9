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
import { forgotten, isUnforgotten, staffTasks } from "./tables.server.ts";
import { deleteFiles, findResult, taskFolder } from "./task-files.server.ts";
import { taskRetentionDays, openStates, type TaskState } from "./task-states.ts";

const maxOpen = 10;

/**
 * Starts a task of a kind; it is queued with the open transaction. Requires the kind's permission. Throws
 * Unauthenticated, Forbidden, FreshSignInRequired, Conflict (ten are open), and what the kind's `total` throws.
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
    const [open] = await ctx.db.select({ tasks: count() }).from(staffTasks).where(isOpen);
    if ((open?.tasks ?? 0) >= maxOpen) throw new Conflict(m.tasks_too_many({}, { locale: ctx.locale }));
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

/** Everyone sees their own tasks; owners see all. */
function visibleSql(ctx: Ctx, mine = false): SQL | undefined {
  const { id, permissions } = requireStaff(ctx);
  return permissions.has("staff.manage") && !mine ? undefined : eq(staffTasks.startedBy, id);
}

const starter = { id: staffUsers.id, name: staffUsers.name, nameAr: staffUsers.nameAr };
type Found = { task: typeof staffTasks.$inferSelect; starter: Pick<StaffActor, keyof typeof starter> };

function toRow(ctx: Ctx, { task, starter }: Found) {
  const { id, kind, title, state, done, failed, total, problem, fileName, fileUntil } = task;
  const hasFile = fileName !== null && fileUntil !== null && fileUntil > ctx.now();
  return {
    id,
    kind,
    title_eng: title.eng,
    title_ar: title.ar,
    started_by: { id: starter.id, name: staffName(starter, ctx.locale) },
    state,
    done,
    failed,
    total,
    problem,
    may_stop: !task.mustEnd,
    file: hasFile
      ? { name: fileName, bytes: task.fileBytes ?? 0, until: fileUntil.toISOString(), is_personal: task.isPersonal }
      : null,
    created_at: task.createdAt.toISOString(),
    started_at: task.startedAt?.toISOString() ?? null,
    ended_at: task.endedAt?.toISOString() ?? null,
  };
}

/** Lists the caller's tasks, or everyone's for owners, newest first by default. Throws Unauthenticated, Forbidden. */
export async function listTasks(
  ctx: Ctx,
  query: ListQuery<keyof typeof taskSorts, TaskFilter>,
): Promise<ListPage<ReturnType<typeof toRow>>> {
  const { state, mine } = query.filter;
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: ctx.db
      .select({ task: staffTasks, starter })
      .from(staffTasks)
      .innerJoin(staffUsers, eq(staffUsers.id, staffTasks.startedBy))
      .$dynamic(),
    where: and(visibleSql(ctx, mine), state && inArray(staffTasks.state, state)),
    sorts: taskSorts,
    tie: staffTasks.id,
  });
  return { data: rows.map((row) => toRow(ctx, row)), ...counted };
}

async function findTask(ctx: Ctx, id: number): Promise<Found> {
  const visible = and(eq(staffTasks.id, id), visibleSql(ctx));
  const [row] = await ctx.db
    .select({ task: staffTasks, starter })
    .from(staffTasks)
    .innerJoin(staffUsers, eq(staffUsers.id, staffTasks.startedBy))
    .where(visible);
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
 * Reads the result of the last finished task of a kind, also one that a colleague started. Requires the kind's
 * permission. Throws Unauthenticated, Forbidden.
 */
export async function lastResult<Input extends object, Cursor, Prepared>(
  ctx: Ctx,
  { kind, permission }: TaskKind<Input, Cursor, Prepared>,
  input: Input,
): Promise<{ id: number; endedAt: Date; failed: number; result: Record<string, unknown> | null } | null> {
  requirePermission(ctx, permission);
  const { id, endedAt, failed, result } = staffTasks;
  const same = sql`${staffTasks.input} = ${JSON.stringify(input)}::jsonb`;
  const [row] = await ctx.db
    .select({ id, endedAt, failed, result })
    .from(staffTasks)
    .where(and(eq(staffTasks.kind, kind), eq(staffTasks.state, "done"), same))
    .orderBy(desc(id))
    .limit(1);
  return row?.endedAt ? { ...row, endedAt: row.endedAt } : null;
}

/**
 * Stops a task before its next step; finished steps stay. Throws as `readTask`, Conflict when it has ended or cannot be
 * stopped.
 */
export async function cancelTask(ctx: Ctx, { id }: { id: number }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { task } = await findTask(ctx, id);
    if (task.mustEnd) throw new Conflict(m.tasks_must_end({}, { locale: ctx.locale }));
    const now = ctx.now();
    const [ended] = await ctx.db
      .update(staffTasks)
      .set({ state: "cancelled", endedAt: now, updatedAt: now, ...forgotten })
      .where(and(eq(staffTasks.id, id), inArray(staffTasks.state, [...openStates])))
      .returning({ kind: staffTasks.kind, done: staffTasks.done });
    if (!ended) throw new Conflict(m.tasks_ended({}, { locale: ctx.locale }));
    await audit(ctx, { action: "task.cancelled", entity: "task", entityId: id, after: ended });
  });
  await deleteFiles(ctx, id);
}

/**
 * Reads the file of the caller's own task, for a day. Requires the present permission of its kind. Throws
 * Unauthenticated, Forbidden, NotFound, FreshSignInRequired when it contains personal data.
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
  const kind = kinds.find((one) => one.kind === task.kind);
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

/** Job: deletes files after a day, tasks after a month, and what an older version left in the input of ended tasks. */
export async function deleteOldTasks(ctx: Ctx): Promise<void> {
  const ago = (hours: number) => new Date(ctx.now().getTime() - hours * 3_600_000);
  await deleteFilesBefore(taskFolder(ctx), ago(fileHours));
  await ctx.db.delete(staffTasks).where(lt(staffTasks.createdAt, ago(taskRetentionDays * 24)));
  await ctx.db.update(staffTasks).set(forgotten).where(isUnforgotten);
}
