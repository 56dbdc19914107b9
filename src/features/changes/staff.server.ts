import { z } from "zod";
import { sumParts } from "#features/settlement/refunds/change-parts.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { paragraph } from "#platform/http/fields.server.ts";
import { staffEndpoint, staffFile } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { requestInfo } from "./requests.server.ts";
import { changeDecisions, decideRequest } from "./decide-request.server.ts";
import { readChangeFile } from "./files.server.ts";
import { requestViews, listChangeRequests, readChangeRequest, toRequestRow } from "./read-requests.server.ts";
import { changeKinds, changeStates } from "./tables.server.ts";

const money = z.string().meta({ description: "SAR, two decimals", example: "2760.00" });

const row = z.object({
  id: z.int(),
  orderId: z.int(),
  kind: z.enum(changeKinds),
  state: z.enum(changeStates),
  seats: z.int(),
  buyer: z.object({ id: z.string(), name: z.string() }),
  locale: z.enum(["en", "ar"]).meta({ description: "Language of the request, in which to answer" }),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  runId: z.int(),
  startDate: z.string(),
  endDate: z.string(),
  toRunId: z.int().nullable(),
  toStartDate: z.string().nullable(),
  toEndDate: z.string().nullable(),
  since: z.string().meta({ description: "When the buyer made the request, or last answered a question" }),
  dueAt: z.string().meta({ description: "When the decision is due: one working day after `since`" }),
  decidedAt: z.string().nullable(),
});

export const list = getList({
  access: listChangeRequests.permission,
  summary: "Requests to change seats: open ones, those with a question of the caller, or decided ones",
  sorts: ["id"],
  filter: z.object({
    view: z
      .enum(requestViews)
      .optional()
      .meta({ description: "`alone`: changes of the last seven days that buyers made without staff" }),
  }),
  row,
  list: listChangeRequests,
});

const fullRow = row.extend({
  messages: z.array(
    z.object({
      askedBy: z
        .string()
        .nullable()
        .meta({ description: "Name of the staff member who asked; null for the buyer’s own message" }),
      text: z.string().nullable(),
      at: z.string(),
      files: z.array(z.object({ id: z.int(), name: z.string(), bytes: z.int() })),
    }),
  ),
  waitingPeople: z.int().meta({ description: "How many people are on the waiting list of the run" }),
  keptUntil: z.string().nullable(),
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  people: z
    .array(z.string().nullable())
    .meta({ description: "Names of the attendees of the seats; null for a seat without a name" }),
  quotedAt: z.string().meta({ description: "When the change was quoted; the policy of that day applies" }),
  percent: z.int().nullable().meta({ description: "What the policy refunds on that day" }),
  steps: z.array(z.object({ until: z.string().nullable(), percent: z.int(), move: z.boolean(), person: z.boolean() })),
  problem: z.string().nullable().meta({ description: "Why an open request can now only be refused; otherwise null" }),
  back: money.meta({ description: "Refund of the decision, including VAT" }),
  decisions: z.array(
    z.object({
      decision: z.enum(["policy", "days", "all", "keep", "agree"]),
      back: money.meta({ description: "Including VAT" }),
      net: money,
      tax: money,
      days: z.object({ left: z.int(), all: z.int() }).nullable(),
      value: money.meta({
        description: "For `keep`: the value that can book another date. For a move: how much more the new date costs",
      }),
      needsSecondPerson: z.boolean(),
    }),
  ),
});

async function readFullRow(ctx: Ctx, id: number): Promise<z.input<typeof fullRow>> {
  const details = await readChangeRequest(ctx, { id });
  const { request, attendeeNames, messages, steps, decisions, problem, decidedBy } = details;
  const { answer, quotedAt, percent, parts, keptUntil } = request.change;
  return {
    ...toRequestRow(request),
    messages: messages.map(({ askedByName, text, at, files }) => ({
      askedBy: askedByName,
      text,
      at: at.toISOString(),
      files,
    })),
    waitingPeople: request.run.waiting,
    keptUntil,
    answer,
    decidedBy,
    people: attendeeNames,
    quotedAt: quotedAt.toISOString(),
    percent,
    steps,
    problem,
    back: decimalFromHalalas(sumParts(parts, "backHalalas")),
    decisions: decisions.map(
      ({ decision, refundHalalas, netHalalas, taxHalalas, days, valueHalalas, needsSecondPerson }) => ({
        decision,
        back: decimalFromHalalas(refundHalalas),
        net: decimalFromHalalas(netHalalas),
        tax: decimalFromHalalas(taxHalalas),
        days,
        value: decimalFromHalalas(valueHalalas),
        needsSecondPerson,
      }),
    ),
  };
}

export const one = getOne({
  access: readChangeRequest.permission,
  summary: "A request to change seats, with what each decision refunds",
  id: numericId(),
  row: fullRow,
  read: (ctx, { id }) => readFullRow(ctx, id),
});

export const decide = staffEndpoint({
  access: decideRequest.permission,
  summary: "Decides a request to change seats and answers the buyer by email",
  description:
    "A refund above the limit waits until a second person approves it, and so does the email. Needs a fresh sign-in.",
  errors: {
    ...notFound,
    409: "The request is decided already, the seats have changed, or a refund of the order waits",
  },
  input: z.object({ id: numericId(), decision: z.enum(changeDecisions), answer: paragraph(2000) }),
  reply: fullRow,
  handle: async (ctx, input) => {
    await decideRequest(ctx, input);
    return readFullRow(ctx, input.id);
  },
});

export const ask = staffEndpoint({
  access: requestInfo.permission,
  summary: "Emails the buyer of a request a question; the request waits for the answer",
  errors: { ...notFound, 409: "The request is decided already, or a question waits for its answer" },
  input: z.object({ id: numericId(), question: paragraph(1000) }),
  reply: fullRow,
  handle: async (ctx, input) => {
    await requestInfo(ctx, input);
    return readFullRow(ctx, input.id);
  },
});

export const file = staffFile({
  access: readChangeFile.permission,
  summary: "Downloads a file that a buyer attached to a request",
  types: ["application/pdf", "image/jpeg", "image/png"],
  errors: notFound,
  input: z.object({ id: numericId() }),
  handle: readChangeFile,
});
