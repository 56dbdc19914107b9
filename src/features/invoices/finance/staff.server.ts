import { z } from "zod";
import { einvoiceStates } from "#features/invoices/einvoices/list.server.ts";
import { chosenNumbers } from "#features/staff/tasks/export.server.ts";
import { startsTask, tooManyTasks } from "#features/staff/tasks/define.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { noSuchRecord, requirePermission } from "#platform/context.server.ts";
import { staffEndpoint, staffFile } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { checkDocuments } from "./check.server.ts";
import { closeMonth, listMonths, readMonth } from "./months.server.ts";
import { compareMonth } from "./compare.server.ts";
import { documentKind } from "#features/invoices/document.schema.server.ts";
import { documentPdf, listDocuments, readDocument, documentFilter } from "./documents.server.ts";
import { monthField } from "./exports.server.ts";
import { documentPdfs } from "./document-pdfs.server.ts";
import { toRiyadhMonth } from "./months.ts";
import { vatSummary } from "./vat-summary.server.ts";
import { periods } from "./vat-summary.ts";

const money = z.string().meta({ example: "2760.00" });
const figures = {
  sales: money.meta({ description: "Before VAT" }),
  salesTax: money,
  refunds: money.meta({ description: "Of credit notes, before VAT, negative" }),
  refundTax: money.meta({ description: "Negative" }),
  net: money,
  tax: money.meta({ description: "VAT payable" }),
  total: money,
};

export const months = getList({
  access: listMonths.permission,
  summary: "Sales, VAT and credit notes by month of issue in Riyadh",
  sorts: ["id"],
  filter: z.object({}),
  row: z.object({
    id: z.string().meta({ example: "2026-10" }),
    invoices: z.int(),
    creditNotes: z.int(),
    ...figures,
    vatDueOn: z.string(),
  }),
  list: listMonths,
});

const numberSeries = z.object({
  count: z.int(),
  first: z.string().nullable(),
  last: z.string().nullable(),
  missing: z.array(z.int()).meta({ description: "Places in the series that no document has" }),
});
const taskResult = z
  .object({
    taskId: z.int(),
    endedAt: z.string(),
    faults: z.int(),
    result: z.record(z.string(), z.unknown()).nullable(),
  })
  .nullable();

export const month = getOne({
  access: readMonth.permission,
  summary: "A month by course and by day, its numbers, and the last comparison and check",
  id: monthField(),
  row: z.object({
    id: z.string(),
    vatDueOn: z.string(),
    isOver: z.boolean(),
    endsAt: z.string(),
    isReady: z.boolean().meta({
      description: "It is over, without gaps and open refunds, compared and checked without a fault since its end",
    }),
    closed: z
      .object({
        by: z.object({ id: z.string(), name: z.string() }),
        at: z.string(),
        differences: z
          .array(z.object({ figure: z.enum(["sales", "salesTax", "refunds", "refundTax"]), kept: money, now: money }))
          .meta({ description: "Figures that are other ones than when it was closed" }),
      })
      .nullable(),
    seats: z.int(),
    ...figures,
    invoices: numberSeries,
    creditNotes: numberSeries,
    courses: z.array(z.object({ name_eng: z.string(), name_ar: z.string().nullable(), seats: z.int(), ...figures })),
    days: z.array(z.object({ day: z.string(), seats: z.int(), ...figures })),
    codes: z
      .array(
        z.object({
          code: z.string().nullable().meta({ description: "Null: group prices" }),
          seats: z.int(),
          discount: money.meta({ description: "Before VAT, less what credit notes took back" }),
          ...figures,
        }),
      )
      .meta({ description: "Lines that a discount code or a group price reduced" }),
    openRefunds: z.array(z.object({ id: z.int(), orderId: z.int(), amount: money, status: z.string() })),
    comparison: taskResult.meta({ description: "The last one of this month that is done" }),
    check: taskResult.meta({ description: "The last one of all documents that is done" }),
    accountant: z.string().nullable().meta({ description: "Who is notified on the first of a month" }),
  }),
  read: readMonth,
});

export const compare = staffEndpoint({
  access: compareMonth.permission,
  summary: "Starts a background task that compares a month’s card payments with the provider’s",
  ...startsTask,
  errors: { ...notFound, ...tooManyTasks },
  input: z.object({ id: monthField() }),
  handle: async (ctx, { id: month }) => {
    requirePermission(ctx, compareMonth.permission);
    if (month > toRiyadhMonth(ctx.now())) throw noSuchRecord(ctx);
    return startTask(ctx, compareMonth, { month });
  },
});

export const pdfs = staffEndpoint({
  access: documentPdfs.permission,
  summary: "Starts a background task that archives a month’s tax documents as PDFs",
  ...startsTask,
  fresh: true,
  errors: { ...notFound, ...tooManyTasks },
  input: z.object({ id: monthField() }),
  handle: async (ctx, { id: month }) => {
    requirePermission(ctx, documentPdfs.permission);
    if (month > toRiyadhMonth(ctx.now())) throw noSuchRecord(ctx);
    return startTask(ctx, documentPdfs, { month });
  },
});

export const vat = staffFile({
  access: vatSummary.permission,
  summary: "VAT of a month or its quarter by rate, as PDF in both languages",
  types: ["application/pdf"],
  errors: notFound,
  input: z.object({ id: monthField(), of: z.enum(periods).default("month") }),
  handle: vatSummary,
});

export const orderPdfs = staffEndpoint({
  access: documentPdfs.permission,
  summary: "Starts a background task that archives chosen orders’ tax documents as PDFs",
  ...startsTask,
  fresh: true,
  errors: { 409: `None of them has a tax document. ${tooManyTasks[409]}` },
  input: z.object({ order_ids: chosenNumbers() }),
  handle: (ctx, input) => startTask(ctx, documentPdfs, input),
});

export const close = staffEndpoint({
  access: closeMonth.permission,
  summary: "Closes a month: who, when, and its sums are kept",
  errors: { ...notFound, 409: "Not over, its list is not in order, or closed already" },
  input: z.object({ id: monthField() }),
  reply: z.object({ id: z.string() }),
  handle: async (ctx, { id: month }) => {
    await closeMonth(ctx, { month });
    return { id: month };
  },
});

export const checkAll = staffEndpoint({
  access: checkDocuments.permission,
  summary: "Starts a background task that checks numbers and hash chain of all tax documents",
  ...startsTask,
  errors: tooManyTasks,
  input: z.object({}),
  handle: (ctx) => startTask(ctx, checkDocuments, {}),
});

const documentRow = z.object({
  id: z.int(),
  kind: documentKind,
  number: z.string().meta({ example: "INV-2026-000318" }),
  originalNumber: z.string().nullable(),
  orderId: z.int(),
  issuedAt: z.string(),
  buyer: z.object({ name: z.string(), email: z.string(), company: z.string().nullable() }),
  subTotal: money,
  tax: money,
  total: money,
  einvoice: z
    .object({ id: z.int(), state: z.enum(einvoiceStates) })
    .nullable()
    .meta({ description: "Its last XML for the tax authority; null without any" }),
});

export const documents = getList({
  access: listDocuments.permission,
  summary: "Tax invoices and credit notes, newest first",
  sorts: ["id", "issued_at", "total"],
  filter: documentFilter,
  row: documentRow,
  list: listDocuments,
});

export const oneDocument = getOne({
  access: readDocument.permission,
  summary: "A tax document with its lines",
  id: numericId(),
  row: documentRow.extend({
    reason: z.string().nullable(),
    taxPercent: z.number(),
    vat_number: z.string().nullable(),
    hash: z.string(),
    lines: z.array(
      z.object({
        name_eng: z.string(),
        name_ar: z.string().nullable(),
        qty: z.int(),
        amount: money,
        tax: money,
        total: money,
      }),
    ),
  }),
  read: readDocument,
});

export const pdf = staffFile({
  access: documentPdf.permission,
  summary: "A tax document as PDF",
  types: ["application/pdf"],
  errors: notFound,
  input: z.object({ id: numericId() }),
  handle: documentPdf,
});
