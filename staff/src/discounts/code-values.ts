/** A discount code as its form holds it. Pure. */
import type { CodeScope } from "../../../src/features/discounts/discount-rules.ts";
import type { FullCode } from "./code-labels.tsx";

export interface CodeValues {
  code: string;
  purpose: string;
  kind: "percent" | "amount";
  percent: string;
  amount: string;
  most: string;
  least_seats: string;
  scope: CodeScope;
  course_ids: number[];
  run_ids: number[];
  valid_from: string;
  valid_to: string;
  uses_in_all: string;
  uses_per_account: string;
  first_order_only: boolean;
}

const text = (value: number | string | null | undefined): string => String(value ?? "");

export const valuesOf = (code: FullCode | null, today: string): CodeValues => ({
  code: code?.code ?? "",
  purpose: code?.purpose ?? "",
  kind: code && code.percent === null ? "amount" : "percent",
  percent: text(code?.percent),
  amount: text(code?.amount),
  most: text(code?.most),
  least_seats: text(code?.least_seats ?? 1),
  scope: code?.scope ?? "all",
  course_ids: code?.course_ids ?? [],
  run_ids: code?.run_ids ?? [],
  valid_from: code?.valid_from ?? today,
  valid_to: text(code?.valid_to),
  uses_in_all: text(code?.uses_in_all),
  uses_per_account: text(code ? code.uses_per_account : 1),
  first_order_only: code?.first_order_only ?? false,
});

/** What is no number is left to the API's refusal. */
const numberOf = (value: string): number | null => (value.trim() === "" ? null : Number(value));

const riyalsOf = (value: string): string | null => value.replaceAll(",", "").trim() || null;

export const takesOff = ({ kind, percent, amount, most }: Pick<CodeValues, "kind" | "percent" | "amount" | "most">) =>
  kind === "percent"
    ? { percent: numberOf(percent), amount: null, most: riyalsOf(most) }
    : { percent: null, amount: riyalsOf(amount), most: null };

export const inputOf = (values: CodeValues) => ({
  code: values.code,
  purpose: values.purpose,
  ...takesOff(values),
  valid_from: values.valid_from,
  valid_to: values.valid_to || null,
  scope: values.scope,
  course_ids: values.scope === "all" ? [] : values.course_ids,
  run_ids: values.scope === "all" ? [] : values.run_ids,
  least_seats: numberOf(values.least_seats) ?? 1,
  uses_in_all: numberOf(values.uses_in_all),
  uses_per_account: numberOf(values.uses_per_account),
  first_order_only: values.first_order_only,
});
