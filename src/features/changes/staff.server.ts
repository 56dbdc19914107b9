import { z } from "zod";
import { sumParts } from "#features/settlement/refunds/change-parts.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { paragraph } from "#platform/http/fields.server.ts";
import { staffEndpoint, staffFile } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { requestInfo } from "./ask-back.server.ts";
import { changeDecisions, decideChange } from "./decide-change.server.ts";
import { readChangeFile } from "./files.server.ts";
import { askedViews, listAskedChanges, readAskedChange, toAskedRow } from "./list-asked.server.ts";
import { changeKinds, changeStates } from "./tables.server.ts";

const money = z.string().meta({ description: "SAR, two decimals", example: "2760.00" });

const row = z.object({
  id: z.int(),
  order_id: z.int(),
  kind: z.enum(changeKinds),
  state: z.enum(changeStates),
  seats: z.int(),
  buyer: z.object({ id: z.string(), name: z.string() }),
  locale: z.enum(["en", "ar"]).meta({ description: "Of the request: the answer is written in it" }),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  run_id: z.int(),
  start_date: z.string(),
  end_date: z.string(),
  to_run_id: z.int().nullable(),
  to_start_date: z.string().nullable(),
  to_end_date: z.string().nullable(),
  since: z.string().meta({ description: "When it was asked, or its buyer answered last" }),
  due_at: z.string().meta({ description: "One working day after that" }),
  decided_at: z.string().nullable(),
});

export const list = getList({
  access: listAskedChanges.permission,
  summary: "Requests to change seats: the open ones, those the caller asked back about, or those that were decided",
  sorts: ["id"],
  filter: z.object({ view: z.enum(askedViews).optional() }),
  row,
  list: listAskedChanges,
});

const fullRow = row.extend({
  messages: z.array(
    z.object({
      asked_by: z.string().nullable().meta({ description: "Who of the staff asked; null: the buyer’s words" }),
      text: z.string().nullable(),
      at: z.string(),
      files: z.array(z.object({ id: z.int(), name: z.string(), bytes: z.int() })),
    }),
  ),
  waiting_people: z.int().meta({ description: "In the waiting list of the run" }),
  kept_until: z.string().nullable(),
  answer: z.string().nullable(),
  decided_by: z.string().nullable(),
  people: z.array(z.string().nullable()).meta({ description: "Of the seats; null: without a name" }),
  quoted_at: z.string().meta({ description: "This day decides what the policy gives" }),
  percent: z.int().nullable().meta({ description: "By the policy, on that day" }),
  steps: z.array(z.object({ until: z.string().nullable(), percent: z.int(), move: z.boolean(), person: z.boolean() })),
  problem: z.string().nullable().meta({ description: "Why it can only be refused now" }),
  back: money.meta({ description: "Returned by the decision, including VAT" }),
  decisions: z.array(
    z.object({
      decision: z.enum(["policy", "days", "all", "keep", "agree"]),
      back: money.meta({ description: "Including VAT" }),
      net: money,
      tax: money,
      days: z.object({ left: z.int(), all: z.int() }).nullable(),
      value: money.meta({
        description: "Of `keep`: what books another date; of a move: what the dearer date costs more",
      }),
      needs_second_person: z.boolean(),
    }),
  ),
});

async function readFullRow(ctx: Ctx, id: number): Promise<z.input<typeof fullRow>> {
  const { asked, people, messages, steps, decisions, problem, decidedBy } = await readAskedChange(ctx, { id });
  const { answer, quotedAt, percent, parts, keptUntil } = asked.change;
  return {
    ...toAskedRow(asked),
    messages: messages.map(({ askedBy, text, at, files }) => ({
      asked_by: askedBy,
      text,
      at: at.toISOString(),
      files,
    })),
    waiting_people: asked.run.waiting,
    kept_until: keptUntil,
    answer,
    decided_by: decidedBy,
    people,
    quoted_at: quotedAt.toISOString(),
    percent,
    steps,
    problem,
    back: decimalFromHalalas(sumParts(parts, "backHalalas")),
    decisions: decisions.map(
      ({ decision, backHalalas, netHalalas, taxHalalas, days, valueHalalas, needsSecondPerson }) => ({
        decision,
        back: decimalFromHalalas(backHalalas),
        net: decimalFromHalalas(netHalalas),
        tax: decimalFromHalalas(taxHalalas),
        days,
        value: decimalFromHalalas(valueHalalas),
        needs_second_person: needsSecondPerson,
      }),
    ),
  };
}

export const one = getOne({
  access: readAskedChange.permission,
  summary: "A request to change seats, with what each decision returns",
  id: numericId(),
  row: fullRow,
  read: (ctx, { id }) => readFullRow(ctx, id),
});

export const decide = staffEndpoint({
  access: decideChange.permission,
  summary: "Decides a request to change, and answers its buyer by email",
  description:
    "Money goes back as a refund does: above what one person may refund it waits for a second one, and so does the email. Wants a fresh sign-in.",
  errors: { ...notFound, 409: "Decided already, the seats have changed, or a refund of the order waits" },
  input: z.object({ id: numericId(), decision: z.enum(changeDecisions), answer: paragraph(2000) }),
  reply: fullRow,
  handle: async (ctx, input) => {
    await decideChange(ctx, input);
    return readFullRow(ctx, input.id);
  },
});

export const ask = staffEndpoint({
  access: requestInfo.permission,
  summary: "Asks the buyer of a request something, by email; it waits for the answer",
  errors: { ...notFound, 409: "Decided already, or a question waits" },
  input: z.object({ id: numericId(), question: paragraph(1000) }),
  reply: fullRow,
  handle: async (ctx, input) => {
    await requestInfo(ctx, input);
    return readFullRow(ctx, input.id);
  },
});

export const file = staffFile({
  access: readChangeFile.permission,
  summary: "A file that a buyer attached to a request, to be saved",
  types: ["application/pdf", "image/jpeg", "image/png"],
  errors: notFound,
  input: z.object({ id: numericId() }),
  handle: readChangeFile,
});
