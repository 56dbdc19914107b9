import { z } from "zod";
import { amountField, money } from "#features/orders/fields.server.ts";
import { choice, line, optionalLine, recordId, whole } from "#platform/http/fields.server.ts";
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
import { codeScopes, codeStates } from "./discount-rules.ts";
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

const day = () => z.iso.date("invalid").meta({ description: "In Riyadh", example: "2027-01-12" });
const runChoice = z.object({
  id: z.int(),
  course_id: z.int(),
  name_eng: z.string(),
  name_ar: z.string().nullable(),
  start_date: z.string(),
  end_date: z.string(),
});
const ids = z.array(recordId()).max(200, "invalid");
const uses = () => whole(1, 1_000_000).nullable().meta({ description: "Null: no limit" });

const row = z.object({
  id: z.int(),
  code: z.string(),
  purpose: z.string(),
  percent: z.int().nullable(),
  amount: money.nullable().meta({ description: "Off the whole order, before VAT, where it is no percentage" }),
  most: money.nullable().meta({ description: "What a percentage takes off one order at most, before VAT" }),
  valid_from: z.string(),
  valid_to: z.string().nullable(),
  scope: z.enum(codeScopes),
  course_ids: z.array(z.int()),
  run_ids: z.array(z.int()),
  least_seats: z.int().meta({ description: "Of one run in one order" }),
  uses_in_all: z.int().nullable(),
  uses_per_account: z.int().nullable(),
  first_order_only: z.boolean().meta({ description: "Only for accounts without another order" }),
  is_ended: z.boolean().meta({ description: "By hand, for good" }),
  state: z.enum(codeStates),
  used: z.int().meta({ description: "Paid orders" }),
  reserved: z.int().meta({ description: "Orders that hold seats and are not paid yet" }),
  seats: z.int(),
  given: money.meta({ description: "What paid orders were discounted by, before VAT" }),
  brought: money.meta({ description: "What they came to, before VAT" }),
  version: z.int(),
});
const full = row.extend({
  is_used: z.boolean().meta({ description: "An order names it, paid or not: it can only be ended" }),
  runs: z.array(runChoice).meta({ description: "Those of `run_ids`, also past and cancelled ones" }),
  orders: z.array(z.object({ id: z.int(), name: z.string(), given: money })),
  changes: z
    .array(
      z.object({
        id: z.int(),
        at: z.string(),
        by: z.string().nullable(),
        action: z.string().meta({ description: "`created`, `changed`, `paused`, `resumed`, `ended`" }),
        fields: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
      }),
    )
    .meta({ description: "The newest first" }),
});

const takesOff = {
  percent: whole(1, 90).nullable(),
  amount: amountField()
    .refine((halalas) => halalas >= 100 && halalas <= 1_000_000, "invalid")
    .nullable()
    .meta({ description: "SAR before VAT, 1.00 to 10,000.00, where it is no percentage" }),
  most: amountField()
    .refine((halalas) => halalas >= 100 && halalas <= 10_000_000, "invalid")
    .nullish()
    .meta({ description: "SAR before VAT, 1.00 to 100,000.00, of a percentage; null: no limit" }),
};
const fields = {
  code: line(40),
  purpose: optionalLine(120),
  ...takesOff,
  valid_from: day(),
  valid_to: day().nullable(),
  scope: choice(codeScopes),
  course_ids: ids,
  run_ids: ids,
  least_seats: whole(1, 50),
  uses_in_all: uses(),
  uses_per_account: uses(),
  first_order_only: z.boolean("invalid").optional(),
};
const formOf = (input: z.output<z.ZodObject<typeof fields>>) => ({
  code: input.code,
  purpose: input.purpose,
  percent: input.percent,
  amountHalalas: input.amount,
  mostHalalas: input.most ?? null,
  validFrom: input.valid_from,
  validTo: input.valid_to,
  scope: input.scope,
  courseIds: input.course_ids,
  runIds: input.run_ids,
  leastSeats: input.least_seats,
  usesInAll: input.uses_in_all,
  usesPerAccount: input.uses_per_account,
  firstOrderOnly: input.first_order_only ?? false,
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
    given_this_year: money.meta({ description: "By all codes, before VAT" }),
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
    ...takesOff,
    run_id: recordId(),
    seats: whole(1, 50),
  }),
  reply: z.object({
    unit_price: money,
    before: money,
    discount: money,
    is_group_price: z.boolean().meta({ description: "The group price of the run is better" }),
    tax_percent: z.number(),
    tax: money,
    total: money,
  }),
  handle: (ctx, { percent, amount, most = null, run_id: runId, seats }) =>
    tryCode(ctx, { percent, amountHalalas: amount, mostHalalas: most, runId, seats }),
});

export const one = getOne({
  access: readCode.permission,
  summary: "One discount code, with the newest orders that used it",
  id: numericId(),
  row: full,
  read: readCode,
});

export const add = create({
  access: createCode.permission,
  summary: "A new discount code",
  description: "Wants a code of the last ten minutes.",
  input: z.object(fields),
  row: full,
  handle: async (ctx, input) => readCode(ctx, { id: await createCode(ctx, formOf(input)) }),
});

export const edit = update({
  access: editCode.permission,
  summary: "Changes a discount code for new orders; those there are keep their price",
  description: "A used code keeps its name. Wants a code of the last ten minutes.",
  input: z.object({ id: numericId(), version: versionField(), ...fields }),
  row: full,
  handle: async (ctx, { id, version, ...input }) => {
    await editCode(ctx, { ...formOf(input), id, version });
    return readCode(ctx, { id });
  },
});

const ended = { ...notFound, 409: "It was ended by hand" } as const;

export const pause = staffEndpoint({
  access: pauseCode.permission,
  summary: "Switches a discount code off or on, at this moment",
  errors: ended,
  input: z.object({ id: numericId(), paused: z.boolean("invalid") }),
  reply: full,
  handle: async (ctx, { id, paused }) => {
    await pauseCode(ctx, { id, isPaused: paused });
    return readCode(ctx, { id });
  },
});

export const end = staffEndpoint({
  access: endCode.permission,
  summary: "Ends a discount code for good, at this moment; orders that have it keep their price",
  errors: notFound,
  input: z.object({ id: numericId() }),
  reply: full,
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
