/** The described fields of a record as a form holds them. Pure. */
import type { FormField } from "../../../src/platform/form-fields.ts";

/** Texts as typed, empty where there is none. */
type FormValue<Field> = Field extends { type: "flag" }
  ? boolean
  : Field extends { type: "ids" }
    ? number[]
    : Field extends { type: "choice"; isRequired: true; options: readonly (infer Option)[] }
      ? Option
      : string;
export type FormValues<Fields> = { [Name in keyof Fields]: FormValue<Fields[Name]> };
type AnyValue = FormValue<FormField>;

function toFormValue(field: FormField, saved: unknown): AnyValue {
  const value = saved ?? ("initial" in field ? field.initial : undefined) ?? "";
  if (field.type === "ids") return Array.isArray(value) ? value : [];
  return typeof value === "boolean" ? value : String(value);
}

/** A record in its form; what is null or absent has the field's initial value. */
export const readValues = <Fields extends object>(fields: Fields, saved: { [Name in keyof Fields]?: unknown }) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]: [string, FormField]) => [
      name,
      toFormValue(field, saved[name as keyof Fields]),
    ]),
  ) as unknown as FormValues<Fields>;

function inputValue(field: FormField, value: AnyValue): AnyValue | number | null {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (text === "") return null;
  if (field.type === "money") return text.replaceAll(",", "");
  const number = Number(text);
  return field.type === "number" && !Number.isNaN(number) ? number : text;
}

/** As the API takes them; what is no number is left to its refusal. */
export const toInput = <Fields extends object>(fields: Fields, values: FormValues<Fields>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]: [string, FormField]) => [
      name,
      inputValue(field, values[name as keyof Fields] as AnyValue),
    ]),
  ) as { [Name in keyof Fields]: unknown };

/** The names of the values that differ. */
export const changedNames = <Values extends object>(values: Values, before: Values): (keyof Values)[] =>
  (Object.keys(values) as (keyof Values)[]).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]),
  );
