/** The form values of a discount code. No I/O. */
import { codeFields, codeForm, type CodeFieldName } from "../../../src/features/discounts/code-form.ts";
import { namesIn } from "../../../src/platform/form-fields.ts";
import type { StaffInput } from "../api-types.ts";
import { m, toSnakeCase } from "../messages.ts";
import { readValues, toInput, type FormValues } from "../parts/form-values.ts";
import type { FullCode } from "./code-labels.tsx";

export interface CodeValues extends FormValues<typeof codeFields> {
  kind: "percent" | "amount";
}

/** A new code starts today and allows one order for each account. */
export const toCodeValues = (code: FullCode | null, today: string): CodeValues => ({
  ...readValues(codeFields, code ?? { scope: "all", validFrom: today, maxUsesPerAccount: 1 }),
  kind: code && code.percent === null ? "amount" : "percent",
});

/** The values as input for the API. The server rejects text that is not a number. */
export function toCodeInput({ kind, ...values }: CodeValues) {
  const input = toInput(codeFields, values) as unknown as Required<StaffInput<"POST /api/staff/discount-codes">>;
  const minSeats = values.minSeats.trim() === "" ? codeFields.minSeats.initial : input.minSeats;
  return { ...input, minSeats, ...(kind === "percent" ? { amount: null } : { percent: null, maxDiscount: null }) };
}

export const getFieldLabel = (name: CodeFieldName): string => m[`staff_discounts_fields_${toSnakeCase(name)}`]();

type Card = Exclude<keyof typeof codeForm, "courses">;
/** The fields of a card, without those of the other kind of discount. */
export const getFieldNames = (card: Card, { kind }: Pick<CodeValues, "kind">): CodeFieldName[] =>
  namesIn<Partial<CodeValues>>(codeForm[card] as object)
    .filter((name) => name !== "kind")
    .filter((name) => (kind === "percent" ? name !== "amount" : name !== "percent" && name !== "maxDiscount"));
