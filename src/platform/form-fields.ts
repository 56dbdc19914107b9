/**
 * Types that describe the fields of a record that staff edit. The staff API's checks and responses, the audit diff,
 * edit conflicts and the portal's form all follow from the description.
 */
interface FieldBase {
  /** Text for the API's description. */
  description?: string;
}
interface RequiredFlag {
  /** Without it, the field may be absent or empty. */
  isRequired?: true;
}
export interface TextField extends FieldBase, RequiredFlag {
  type: "text";
  max: number;
  /** Set for a column that is never null. */
  initial?: "";
}
/** Several lines of text; blank lines are removed. */
export interface LinesField extends FieldBase {
  type: "lines";
  max: number;
}
/** A time of day in Riyadh, such as `08:30`. */
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
  /** Without it, only whole numbers are allowed. */
  step?: 0.5;
  /** Value in a new record when the request has none. */
  initial?: number;
}
/** An amount in halalas. */
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
/** Ids of other records; empty in a new record. */
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

/** Names of the fields that a new record must have. */
export type RequiredName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { isRequired: true } ? Name : never;
}[keyof Fields];

export const namesIn = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[];

export const pickNames = <Values extends object, Name extends keyof Values>(values: Values, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
