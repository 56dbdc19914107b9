import { definePartedExport, rowsAtOnce } from "#features/staff/tasks/export.server.ts";
import { date, label, money, number, text } from "#platform/export/columns.ts";
import { m } from "#messages";
import type { CodeState } from "./discount-rules.ts";
import { codeFilter, readCodes, readCodesAfter, type CodeFilter, type CodeWithUsage } from "./staff-codes.server.ts";

const stateTexts: Record<CodeState, typeof m.discounts_states_planned> = {
  "in-force": m.discounts_states_in_force,
  planned: m.discounts_states_planned,
  ended: m.discounts_states_ended,
  "used-up": m.discounts_states_used_up,
  paused: m.discounts_states_paused,
};

/** Export task: the discount codes of a list filter, with the revenue of each before VAT. */
export const exportCodes = definePartedExport<CodeFilter, CodeWithUsage, number, undefined>({
  kind: "discount-codes",
  permission: "discounts.read",
  title: (_filter, locale) => m.discounts_export({}, { locale }),
  filter: codeFilter.strict(),
  columns: [
    text(label(m.discounts_code), ({ code }) => code),
    text(label(m.discounts_column_purpose), ({ purpose }) => purpose),
    number(label(m.discounts_column_percent), ({ percent }) => percent),
    money(label(m.discounts_column_amount), ({ amount }) => amount),
    money(label(m.discounts_column_max_discount), ({ maxDiscount }) => maxDiscount),
    date(label(m.discounts_column_from), ({ validFrom }) => validFrom),
    date(label(m.discounts_column_to), ({ validTo }) => validTo),
    text(label(m.common_status), ({ state }, locale) => stateTexts[state]({}, { locale })),
    number(label(m.discounts_column_used), ({ used }) => used),
    number(label(m.discounts_column_max_uses), ({ maxUses }) => maxUses),
    number(label(m.common_seats), ({ seats }) => seats),
    money(label(m.discounts_column_discounted), ({ discounted }) => discounted),
    money(label(m.discounts_column_revenue), ({ revenue }) => revenue),
  ],
  count: async (ctx, filter) => (await readCodes(ctx, filter)).length,
  part: (ctx, filter, after) => readCodesAfter(ctx, filter, after, rowsAtOnce),
});
