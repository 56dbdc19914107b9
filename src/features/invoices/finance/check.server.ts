import { z } from "zod";
import { count } from "drizzle-orm";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import {
  verifyNextDocuments,
  type ChainPosition,
  type DocumentFault,
} from "#features/invoices/verify-documents.server.ts";
import { defineTask, inBoth } from "#features/staff/tasks/define.server.ts";
import type { TaskFailure } from "#features/staff/tasks/task-states.ts";
import { m } from "#messages";

const faultTexts: Record<DocumentFault["fault"], (inputs: object, options: { locale: "en" | "ar" }) => string> = {
  changed: m.finance_fault_changed,
  unchained: m.finance_fault_unchained,
  missing: m.finance_fault_missing,
  unequal: m.finance_fault_unequal,
};
const toFailure = ({ number, fault }: DocumentFault): TaskFailure => ({
  what: number,
  why: inBoth((locale) => faultTexts[fault]({}, { locale })),
});

/** Task: verifies numbers, hash chain and sums of all tax documents. Reports each fault as a failure. */
export const checkDocuments = defineTask<Record<string, never>, ChainPosition>({
  kind: "finance.check",
  permission: "finance.read",
  input: z.strictObject({}),
  title: (_input, locale) => m.finance_check_title({}, { locale }),
  total: async (ctx) => (await ctx.db.select({ rows: count() }).from(taxDocuments))[0]?.rows ?? 0,
  async step(ctx, _input, { cursor }) {
    const { position: nextCursor, documents, faults } = await verifyNextDocuments(ctx, cursor);
    return { cursor: nextCursor, done: documents, failures: faults.map(toFailure) };
  },
});
