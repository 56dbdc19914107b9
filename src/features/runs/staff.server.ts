import { z } from "zod";
import { recordId, whole } from "#platform/http/fields.server.ts";
import { day } from "#platform/http/form-input.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import {
  create,
  getList,
  getOne,
  notFound,
  numericId,
  update,
  versionField,
} from "#platform/http/staff-resource.server.ts";
import { trainerIdsField } from "#features/content/trainers.server.ts";
import { cancelRun } from "#features/runs/run-changes/cancel.server.ts";
import { moveRun } from "#features/runs/run-changes/move.server.ts";
import { copyRun, createRun } from "./create-run.server.ts";
import { postponeDecision, readDecision, takePlaceAnyway } from "./decide-run.server.ts";
import { editRun, replaceSessions, setTrainers } from "./edit-run.server.ts";
import { renewRunLink, withdrawRunLink } from "./run-link.server.ts";
import { readCalendar, countRuns, readRunOptions, listRuns, readRun, runFilter } from "./staff-runs.server.ts";
import { placeInput, runInput } from "./run-fields.server.ts";
import {
  calendar as calendarReply,
  cancelInput,
  changedRun,
  decision as decisionReply,
  errors,
  fullRun,
  moveInput,
  toReason,
  run,
  runOptions,
  sessionsInput,
} from "./staff-fields.server.ts";

export const list = getList({
  access: listRuns.permission,
  summary: "Runs, the latest first",
  sorts: ["start_date", "id"],
  filter: runFilter,
  row: run,
  list: listRuns,
});

export const counts = staffEndpoint({
  access: countRuns.permission,
  summary: "How many runs each saved view holds, and on how many days of this month one is taught",
  input: z.strictObject({}),
  reply: z.object({ views: z.array(z.object({ name: z.string(), total: z.int() })), teachingDays: z.int() }),
  handle: (ctx) => countRuns(ctx),
});

export const one = getOne({
  access: readRun.permission,
  summary: "One run with its sessions, and what clashes with it",
  id: numericId(),
  row: fullRun,
  read: readRun,
});

export const calendar = staffEndpoint({
  access: readCalendar.permission,
  summary: "Runs between two days, six weeks from today by default, with their sessions and clashes",
  input: z.strictObject({ from: day().optional(), to: day().optional() }),
  reply: calendarReply,
  handle: readCalendar,
});

export const options = staffEndpoint({
  access: readRunOptions.permission,
  summary: "Courses, venues and tax for the form of a run",
  input: z.strictObject({}),
  reply: runOptions,
  handle: (ctx) => readRunOptions(ctx),
});

export const open = create({
  access: createRun.permission,
  summary: "Opens a run: on sale at once, unless its course is closed",
  description:
    "With sessions, the times are confirmed. Without sessions, `startDate`, `endDate` and `days` say what is known.",
  input: z.object({
    courseId: recordId(),
    ...runInput,
    sessions: sessionsInput.default([]),
    startDate: day().optional(),
    endDate: day().optional(),
    days: whole(1, 366).optional(),
  }),
  row: fullRun,
  handle: async (ctx, input) => readRun(ctx, await createRun(ctx, input)),
});

export const copy = create({
  access: copyRun.permission,
  summary: "Copies a run to another first day: shifts the sessions, leaves out joining links and accreditation number",
  errors: notFound,
  input: z.object({ id: numericId(), startDate: day(), ...placeInput }),
  row: fullRun,
  handle: async (ctx, { id: runId, ...to }) => readRun(ctx, await copyRun(ctx, { runId, ...to })),
});

export const edit = update({
  access: editRun.permission,
  summary: "Changes seats, price, hours and accreditation of a run; venue and delivery only while no one has a seat",
  description:
    "No one is notified. The capacity is never lower than the seats taken. The price applies to new orders; changing it needs a fresh sign-in.",
  errors: { 409: "Someone else has saved it meanwhile (`current` and `yours` in the reply), or the run is cancelled" },
  input: z.object({ id: numericId(), version: versionField(), ...runInput }),
  row: fullRun,
  handle: async (ctx, { id, ...input }) => {
    await editRun(ctx, { ...input, runId: id });
    return readRun(ctx, { id });
  },
});

export const renewLink = staffEndpoint({
  access: renewRunLink.permission,
  summary: "Gives a private run a new link; the previous one no longer works",
  errors: { ...notFound, 409: "The run is cancelled, or public" },
  input: z.object({ id: numericId() }),
  reply: fullRun,
  handle: async (ctx, { id }) => {
    await renewRunLink(ctx, { runId: id });
    return readRun(ctx, { id });
  },
});

export const withdrawLink = staffEndpoint({
  access: withdrawRunLink.permission,
  summary: "Withdraws the link of a private run: nobody can open or buy it; orders and seats stay",
  errors: { ...notFound, 409: "The run is cancelled, or public" },
  input: z.object({ id: numericId() }),
  reply: fullRun,
  handle: async (ctx, { id }) => {
    await withdrawRunLink(ctx, { runId: id });
    return readRun(ctx, { id });
  },
});

export const trainers = staffEndpoint({
  access: setTrainers.permission,
  summary: "Sets who teaches a run; null for the trainers of its course",
  description: "No one is notified.",
  errors: { ...notFound, 409: "The run is cancelled" },
  input: z.object({ id: numericId(), trainerIds: trainerIdsField.nullable() }),
  reply: fullRun,
  handle: async (ctx, { id, trainerIds }) => {
    await setTrainers(ctx, { runId: id, trainerIds });
    return readRun(ctx, { id });
  },
});

export const move = staffEndpoint({
  access: moveRun.permission,
  summary: "Moves a run to other dates or another venue",
  description:
    "Everyone who has a seat or paid for one gets an email with a calendar file that moves the entries. The task `taskId` sends them.",
  errors,
  input: moveInput,
  reply: changedRun,
  handle: async (ctx, { id, reasonEng, reasonAr, ...to }) => {
    const { taskId } = await moveRun(ctx, { runId: id, ...to, reason: toReason({ reasonEng, reasonAr }) });
    return { ...(await readRun(ctx, { id })), taskId };
  },
});

export const cancel = staffEndpoint({
  access: cancelRun.permission,
  summary: "Cancels a run: everyone with a seat gets an email, and what was paid for it is refunded",
  description:
    "The task `taskId` sends the emails and makes the refunds. If the refunds are above the limit, the run goes off sale and `cancellation` waits until a second person approves it. A repeated request makes no second cancellation.",
  fresh: true,
  errors,
  input: cancelInput,
  reply: changedRun,
  handle: async (ctx, input) => {
    const { taskId } = await cancelRun(ctx, { runId: input.id, reason: toReason(input) });
    return { ...(await readRun(ctx, { id: input.id })), taskId };
  },
});

export const runAnyway = staffEndpoint({
  access: takePlaceAnyway.permission,
  summary: "Decides that a run takes place though it has fewer people than it needs",
  description: "Everyone with a seat gets an email. The alternatives are to move or to cancel the run.",
  errors,
  input: z.object({ id: numericId() }),
  reply: fullRun,
  handle: async (ctx, { id }) => {
    await takePlaceAnyway(ctx, { runId: id });
    return readRun(ctx, { id });
  },
});

export const decision = getOne({
  access: readDecision.permission,
  summary: "How a run with a minimum sells, the next date of its course, and what was decided so far",
  id: numericId(),
  row: decisionReply,
  read: readDecision,
});

export const postpone = staffEndpoint({
  access: postponeDecision.permission,
  summary: "Postpones the decision about a run with a minimum by a week, once; no one is notified",
  errors,
  input: z.object({ id: numericId() }),
  reply: fullRun,
  handle: async (ctx, { id }) => {
    await postponeDecision(ctx, { runId: id });
    return readRun(ctx, { id });
  },
});

export const sessions = staffEndpoint({
  access: replaceSessions.permission,
  summary: "Replaces the sessions of a run, which confirms its times",
  errors,
  input: z.object({ id: numericId(), sessions: sessionsInput }),
  reply: fullRun,
  handle: async (ctx, { id, sessions }) => {
    await replaceSessions(ctx, { runId: id, sessions });
    return readRun(ctx, { id });
  },
});
