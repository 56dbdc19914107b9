import { z } from "zod";
import type {
  ChoiceField,
  DayField,
  FlagField,
  FormField,
  IdsField,
  LinesField,
  MomentField,
  MoneyField,
  NumberField,
  RequiredName,
  TextField,
  TimeField,
} from "#platform/form-fields.ts";
import { money, riyadhMinute } from "./codecs.server.ts";
import { choice, line, optionalLine, optionalParagraph, recordId, whole } from "./fields.server.ts";

type FieldFor<Value> = [Value] extends [boolean]
  ? FlagField
  : [Value] extends [number[]]
    ? IdsField
    : [Value] extends [Date | null]
      ? MomentField
      : [Value] extends [number | null]
        ? NumberField | MoneyField
        : TextField | LinesField | TimeField | DayField | ChoiceField;

/**
 * A form field for each value. With `satisfies`, the compiler reports a value without a field, a field of the wrong
 * type, and a field that may be empty although its value may not.
 */
export type FieldsFor<Values> = {
  [Name in keyof Values]: FieldFor<Values[Name]> &
    (null extends Values[Name]
      ? object
      : Values[Name] extends number[]
        ? object
        : { isRequired: true } | { initial: Values[Name] });
};

/** Input for a new record. Absent fields get their initial value. */
export type NewRecord<Values, Fields> = Partial<Values> & Pick<Values, RequiredName<Fields> & keyof Values>;

/** The JSON type of a value. */
type Json<Field, Value> = Field extends { type: "money" }
  ? string | Extract<Value, null>
  : Value extends Date
    ? string
    : Value;

/** The schema of each field. Fields that are not required may be absent. */
type FormInput<Values, Fields> = {
  [Name in keyof Values & keyof Fields]: Fields[Name] extends { isRequired: true }
    ? z.ZodType<Values[Name], Json<Fields[Name], Values[Name]>>
    : z.ZodOptional<z.ZodType<Values[Name], Json<Fields[Name], Values[Name]>>>;
};

/** A day in Riyadh, `YYYY-MM-DD`. */
export const day = () => z.iso.date("invalid").meta({ description: "In Riyadh", example: "2027-01-12" });
/** Like `optionalLine`, but an empty text becomes null. */
export const textOrNull = (max: number) => optionalLine(max).transform((text) => text || null);

const removeBlankLines = (text: string) =>
  text
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .join("\n");

function valueSchema(field: FormField): z.ZodType {
  switch (field.type) {
    case "text":
      if (field.isRequired) return line(field.max);
      return field.initial === undefined ? textOrNull(field.max) : optionalLine(field.max);
    case "lines":
      return optionalParagraph(field.max).transform((text) => removeBlankLines(text) || null);
    case "time":
      return z
        .string("invalid")
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "invalid")
        .nullable();
    case "day":
      return orNull(day(), field);
    case "moment":
      return riyadhMinute.nullable();
    case "number": {
      const { min, max, step } = field;
      return orNull(
        step
          ? z.number("invalid").min(min, "invalid").max(max, "invalid").multipleOf(step, "invalid")
          : whole(min, max),
        field,
      );
    }
    case "money": {
      const { min = 0, max } = field;
      return orNull(
        money.refine((halalas) => halalas >= min && halalas <= max, "invalid"),
        field,
      );
    }
    case "choice":
      return orNull(choice(field.options), field);
    case "flag":
      return z.boolean("invalid");
    case "ids":
      return z.array(recordId()).max(field.max, "invalid");
  }
}

/** Makes a schema nullable, unless the field is required or has an initial value. */
const orNull = (schema: z.ZodType, field: { isRequired?: true; initial?: unknown }): z.ZodType =>
  field.isRequired || field.initial !== undefined ? schema : schema.nullable();

function fieldSchema(field: FormField): z.ZodType {
  const schema = "isRequired" in field ? valueSchema(field) : valueSchema(field).optional();
  return field.description === undefined ? schema : schema.meta({ description: field.description });
}

/** Builds the schemas of the fields, for the input of an endpoint. */
export const formInput = <Values, Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldSchema(field as FormField)]),
  ) as unknown as FormInput<Values, Fields>;

/** Returns the values that absent fields of a new record get: their initial value, an empty list of ids, or null. */
export const initialValues = <Values, Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]: [string, FormField]) => [
      name,
      field.type === "ids" ? [] : "initial" in field ? field.initial : null,
    ]),
  ) as unknown as Omit<Values, RequiredName<Fields>>;
