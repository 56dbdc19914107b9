/** Converts a record to form values, and form values to input for the API, by the description of its fields. No I/O. */
import type { FormField } from "../../../src/platform/form-fields.ts";

/** The value of a field in a form. For most types it is the typed text, which is empty if there is no value. */
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

/** Returns the form values of a record. Null or missing values become the field's initial value. */
export const readValues = <Fields extends object>(fields: Fields, saved: { [Name in keyof Fields]?: unknown }) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]: [string, FormField]) => [
      name,
      toFormValue(field, saved[name as keyof Fields]),
    ]),
  ) as unknown as FormValues<Fields>;

function toInputValue(field: FormField, value: AnyValue): AnyValue | number | null {
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (text === "") return null;
  if (field.type === "money") return text.replaceAll(",", "");
  const number = Number(text);
  return field.type === "number" && !Number.isNaN(number) ? number : text;
}

/** Returns the form values as input for the API. A text that is not a number is left for the server to reject. */
export const toInput = <Fields extends object>(fields: Fields, values: FormValues<Fields>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]: [string, FormField]) => [
      name,
      toInputValue(field, values[name as keyof Fields] as AnyValue),
    ]),
  ) as { [Name in keyof Fields]: unknown };

/** Returns the names of the values that differ from those in `before`. */
export const getChangedNames = <Values extends object>(values: Values, before: Values): (keyof Values)[] =>
  (Object.keys(values) as (keyof Values)[]).filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]),
  );
