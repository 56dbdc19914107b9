import { z } from "zod";
import { instantText, moneyText } from "#platform/http/codecs.server.ts";
import { recordId, whole } from "#platform/http/fields.server.ts";
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
import { codeReply, codeInput } from "./code-fields.server.ts";
import { codeFieldNames } from "./code-form.ts";
import { codeStates } from "./discount-rules.ts";
import {
  codeFilter,
  countCodes,
  createCode,
  deleteCode,
  editCode,
  endCode,
  listCodes,
  pauseCode,
  readCode,
  readCodeOptions,
  tryCode,
} from "./staff-codes.server.ts";

const runChoice = z.object({
  id: z.int(),
  courseId: z.int(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  startDate: z.string(),
  endDate: z.string(),
});
const row = codeReply.extend({
  isEnded: z.boolean().meta({ description: "By hand, for good" }),
  state: z.enum(codeStates),
  used: z.int().meta({ description: "Paid orders" }),
  reserved: z.int().meta({ description: "Orders that hold seats and are not paid yet" }),
  seats: z.int(),
  discounted: moneyText.meta({ description: "What paid orders were discounted by, before VAT" }),
  revenue: moneyText.meta({ description: "What they came to, before VAT" }),
});
const fullRow = row.extend({
  isUsed: z.boolean().meta({ description: "An order names it, paid or not: it can only be ended" }),
  runs: z.array(runChoice).meta({ description: "Those of `runIds`, also past and cancelled ones" }),
  orders: z.array(z.object({ id: z.int(), name: z.string(), discounted: moneyText })),
  changes: z
    .array(
      z.object({
        id: z.int(),
        at: instantText,
        by: z.string().nullable(),
        action: z.string().meta({ description: "`created`, `changed`, `paused`, `resumed`, `ended`" }),
        fields: z.array(
          z.object({ field: z.enum(codeFieldNames), from: z.string().nullable(), to: z.string().nullable() }),
        ),
      }),
    )
    .meta({ description: "The newest first" }),
});

export const list = getList({
  access: listCodes.permission,
  summary: "Discount codes, with what each has brought",
  sorts: ["valid_from", "code", "used"],
  filter: codeFilter,
  row,
  list: listCodes,
});

export const counts = staffEndpoint({
  access: countCodes.permission,
  summary: "How many discount codes are in force, planned, over, used up and paused",
  input: z.strictObject({}),
  reply: z.object({
    states: z.array(z.object({ name: z.enum(codeStates), total: z.int() })),
    discountedThisYear: moneyText.meta({ description: "By all codes, before VAT" }),
  }),
  handle: (ctx) => countCodes(ctx),
});

export const options = staffEndpoint({
  access: readCodeOptions.permission,
  summary: "Courses, and runs that have not ended, for the form of a discount code",
  input: z.strictObject({}),
  reply: z.object({
    courses: z.array(z.object({ id: z.int(), name_eng: z.string(), name_ar: z.string().nullable() })),
    runs: z.array(runChoice),
  }),
  handle: (ctx) => readCodeOptions(ctx),
});

export const attempt = staffEndpoint({
  access: tryCode.permission,
  summary: "What a discount would make of some seats of a run, whatever its dates and uses; nothing is changed",
  errors: notFound,
  input: z.object({
    percent: codeInput.percent,
    amount: codeInput.amount,
    maxDiscount: codeInput.maxDiscount,
    runId: recordId(),
    seats: whole(1, 50),
  }),
  reply: z.object({
    unitPrice: moneyText,
    before: moneyText,
    discount: moneyText,
    isGroupPrice: z.boolean().meta({ description: "The group price of the run is better" }),
    taxPercent: z.number(),
    tax: moneyText,
    total: moneyText,
  }),
  handle: tryCode,
});

export const one = getOne({
  access: readCode.permission,
  summary: "One discount code, with the newest orders that used it",
  id: numericId(),
  row: fullRow,
  read: readCode,
});

export const add = create({
  access: createCode.permission,
  summary: "A new discount code",
  description: "Wants a code of the last ten minutes.",
  input: z.object(codeInput),
  row: fullRow,
  handle: async (ctx, input) => readCode(ctx, { id: await createCode(ctx, input) }),
});

export const edit = update({
  access: editCode.permission,
  summary: "Changes a discount code for new orders; those there are keep their price",
  description: "A used code keeps its name. Wants a code of the last ten minutes.",
  input: z.object({ id: numericId(), version: versionField(), ...codeInput }),
  row: fullRow,
  handle: async (ctx, input) => {
    await editCode(ctx, input);
    return readCode(ctx, { id: input.id });
  },
});

const pauseErrors = { ...notFound, 409: "It was ended by hand" } as const;

export const pause = staffEndpoint({
  access: pauseCode.permission,
  summary: "Switches a discount code off or on, at this moment",
  errors: pauseErrors,
  input: z.object({ id: numericId(), isPaused: z.boolean("invalid") }),
  reply: fullRow,
  handle: async (ctx, input) => {
    await pauseCode(ctx, input);
    return readCode(ctx, { id: input.id });
  },
});

export const end = staffEndpoint({
  access: endCode.permission,
  summary: "Ends a discount code for good, at this moment; orders that have it keep their price",
  errors: notFound,
  input: z.object({ id: numericId() }),
  reply: fullRow,
  handle: async (ctx, { id }) => {
    await endCode(ctx, { id });
    return readCode(ctx, { id });
  },
});

export const remove = staffEndpoint({
  access: deleteCode.permission,
  summary: "Deletes a discount code that was never used",
  errors: { ...notFound, 409: "An order names it: it can only be ended" },
  input: z.object({ id: numericId() }),
  reply: z.object({ id: z.int() }),
  handle: async (ctx, { id }) => {
    await deleteCode(ctx, { id });
    return { id };
  },
});
