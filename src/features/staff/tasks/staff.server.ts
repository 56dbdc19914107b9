import { z } from "zod";
import { staffFile, staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { startExport } from "./export.server.ts";
import { startsTask, tooManyTasks, type AnyTaskKind } from "./define.server.ts";
import { exportFormats, taskStates } from "./task-states.ts";
import { cancelTask, downloadTaskFile, listTasks, readTask } from "./tasks.server.ts";

const task = z.object({
  id: z.int(),
  kind: z.string().meta({ example: "export.orders" }),
  title_eng: z.string(),
  title_ar: z.string(),
  startedBy: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(taskStates),
  done: z.int().meta({ description: "Number of items finished so far" }),
  failed: z.int(),
  total: z.int().nullable(),
  problem: z.string().nullable().meta({ description: "Why the task ended early, in the language of its starter" }),
  mayStop: z
    .boolean()
    .meta({ description: "False for a task that must finish, such as the emails about a cancelled run" }),
  file: z
    .object({ name: z.string(), bytes: z.int(), until: z.string(), isPersonal: z.boolean() })
    .nullable()
    .meta({ description: "The file, which only the starter can download; with personal data, after a fresh sign-in" }),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});

const fullTask = task.extend({
  failures: z
    .array(z.object({ what: z.string(), why_eng: z.string(), why_ar: z.string() }))
    .meta({ description: "The first 200 failures" }),
  result: z.record(z.string(), z.unknown()).nullable(),
});

export const list = getList({
  access: "staff",
  summary: "Lists the caller's background tasks, newest first; for owners, those of everyone",
  sorts: ["id"],
  filter: z.object({ state: z.array(z.enum(taskStates)).min(1).optional(), mine: z.boolean().optional() }),
  row: task,
  list: listTasks,
});

export const one = getOne({
  access: "staff",
  summary: "Reads one background task with its failures",
  id: numericId(),
  row: fullTask,
  read: readTask,
});

export const cancel = staffEndpoint({
  access: "staff",
  summary: "Stops a background task before its next step; finished steps stay",
  errors: { ...notFound, 409: "The task has ended, or must finish" },
  input: z.object({ id: numericId() }),
  reply: fullTask,
  handle: async (ctx, { id }) => {
    await cancelTask(ctx, { id });
    return readTask(ctx, { id });
  },
});

/** Builds the endpoint for files of these kinds of tasks. */
export const taskFileEndpoint = (kinds: readonly AnyTaskKind[]) =>
  staffFile({
    access: "staff",
    summary: "Downloads the file of a background task; only for its starter, for 24 hours",
    description: "Requires the permission of the task's kind and, if the file contains personal data, a fresh sign-in.",
    types: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    errors: notFound,
    input: z.object({ id: numericId() }),
    handle: (ctx, input) => downloadTaskFile(ctx, kinds, input),
  });

/** Builds the endpoint that starts the exports among the kinds. */
export const startExportEndpoint = (kinds: readonly AnyTaskKind[]) =>
  staffEndpoint({
    access: "staff",
    summary: "Starts an export as a background task",
    description:
      "Requires the permission of the export's kind. XLSX has at most 10,000 rows; a longer export gets 422 for `format`.",
    ...startsTask,
    errors: tooManyTasks,
    input: z.object({
      kind: z.string().max(60).meta({ example: "orders" }),
      format: z.enum(exportFormats),
      filter: z.record(z.string(), z.unknown()).default({}),
    }),
    handle: (ctx, input) => startExport(ctx, kinds, input),
  });
