/**
 * The fields of a record that staff edit, described once: the checks of the staff API are made of them, its replies, the
 * audit diff, the reply to an edit conflict and the portal's form.
 */
interface FieldBase {
  /** For the description of the API. */
  description?: string;
}
interface RequiredFlag {
  /** Else it may be absent or empty. */
  isRequired?: true;
}
export interface TextField extends FieldBase, RequiredFlag {
  type: "text";
  max: number;
  /** Where its column is never null. */
  initial?: "";
}
/** A line each, without blank ones. */
export interface LinesField extends FieldBase {
  type: "lines";
  max: number;
}
/** `08:30`, in Riyadh. */
export interface TimeField extends FieldBase {
  type: "time";
}
/** A date in Riyadh. */
export interface DayField extends FieldBase, RequiredFlag {
  type: "day";
}
/** A date and a minute in Riyadh. */
export interface MomentField extends FieldBase {
  type: "moment";
}
export interface NumberField extends FieldBase, RequiredFlag {
  type: "number";
  min: number;
  max: number;
  /** Whole numbers without it. */
  step?: 0.5;
  /** Of a new record where it is absent. */
  initial?: number;
}
/** Halalas. */
export interface MoneyField extends FieldBase, RequiredFlag {
  type: "money";
  min?: number;
  max: number;
}
export interface ChoiceField extends FieldBase, RequiredFlag {
  type: "choice";
  options: readonly [string, ...string[]];
  initial?: string;
}
export interface FlagField extends FieldBase {
  type: "flag";
  initial: boolean;
}
/** Numbers of records, none of a new one. */
export interface IdsField extends FieldBase {
  type: "ids";
  max: number;
}
export type FormField =
  | TextField
  | LinesField
  | TimeField
  | DayField
  | MomentField
  | NumberField
  | MoneyField
  | ChoiceField
  | FlagField
  | IdsField;

export const text = (max: number) => ({ type: "text", max }) as const;
export const number = (min: number, max: number) => ({ type: "number", min, max }) as const;
export const choice = <const Options extends readonly [string, ...string[]]>(options: Options) =>
  ({ type: "choice", options }) as const;
export const required = { isRequired: true } as const;

/** The fields that are needed when a record is made. */
export type RequiredName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { isRequired: true } ? Name : never;
}[keyof Fields];

export const namesIn = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[];

export const pickNames = <Values extends object, Name extends keyof Values>(values: Values, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
