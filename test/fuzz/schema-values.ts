/** Generates valid and invalid values for the JSON schemas of our OpenAPI descriptions, with fast-check. */
import fc from "fast-check";
import { scriptText, sqlTexts } from "../attack/corpus.ts";
import { hostileValues } from "../http/hostile.ts";

/** The part of JSON Schema that our descriptions use. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/** Values of earlier answers by the name of their field. With them, a request reaches records that exist. */
export type Known = ReadonlyMap<string, readonly unknown[]>;

/** A JSON text that no JavaScript value can express, such as `1e400`, a lone surrogate or a repeated name. */
export class Raw {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** Works like JSON.stringify, but inserts raw texts unchanged. */
export function toJson(value: unknown): string {
  if (value instanceof Raw) return value.json;
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`).join(",")}}`;
}

const wildTexts = [
  ...sqlTexts,
  scriptText,
  "\u0000",
  "a\u202eb",
  "\ud800",
  "𝕏".repeat(500),
  "x".repeat(20_000),
  "٣",
  " ",
];

/** Values that usually match none of our schemas. */
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...Object.values(hostileValues).map((json) => new Raw(json))),
  fc.constantFrom(...wildTexts),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, true, null, [], {}, [[null]], { id: { $gt: "" } }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const isoDates = { min: new Date("1990-01-01"), max: new Date("2110-01-01"), noInvalidDate: true };
const instants = fc.date(isoDates).map((date) => date.toISOString());

function textFor({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  if (format === "email") return fc.oneof(fc.emailAddress(), fc.constant("sara@example.com"));
  if (format === "date") return instants.map((text) => text.slice(0, 10));
  if (format === "date-time") return instants;
  if (format === "uuid") return fc.uuid();
  const lengths = { minLength: Math.min(minLength, 500), maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  const texts: fc.Arbitrary<string>[] = [fc.string(lengths), fc.string({ ...lengths, unit: "grapheme" })];
  // Texts of the maximum length and of one character more.
  if (maxLength > 60 && maxLength < 30_000)
    texts.push(fc.constantFrom("x".repeat(maxLength), "س".repeat(maxLength), "x".repeat(maxLength + 1)));
  return fc.oneof(fc.constantFrom("2026-01-01", "100.00", "0500000001", "12345", "a text"), ...texts);
}

function schemaValueFor(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { minimum = -(2 ** 31), maximum = 2 ** 31 } = schema;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((alternative) => valueFor(alternative, known)));
  switch (type) {
    case "string":
      return textFor(schema);
    case "integer":
      return fc.oneof(
        fc.integer({ min: Math.max(minimum, 1), max: Math.max(Math.min(maximum, 5), Math.max(minimum, 1)) }),
        fc.maxSafeInteger().map((value) => Math.min(Math.max(value, minimum), maximum)),
      );
    case "number":
      return fc.oneof(fc.integer({ min: 1, max: 5 }), fc.double({ noNaN: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const { items = {}, minItems = 0, maxItems = 4 } = schema;
      const maxLength = Math.max(minItems, Math.min(maxItems, 4));
      return fc.array(valueFor(items, known), { minLength: Math.min(minItems, maxLength), maxLength });
    }
    case "object":
      return objectFor(schema, known);
    default:
      return wildValue;
  }
}

function objectFor({ properties = {}, required = [], additionalProperties }: Schema, known: Known) {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, known, name)] as const);
  const namedMembers = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  if (typeof additionalProperties !== "object") return namedMembers;
  const additionalMembers = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 12 }),
    valueFor(additionalProperties, known),
    {
      maxKeys: 4,
    },
  );
  return fc.tuple(namedMembers, additionalMembers).map(([named, additional]) => ({ ...additional, ...named }));
}

/** Generates values that the schema accepts. Three of four are known values of the field `name`, if there are any. */
export function valueFor(schema: Schema, known: Known, name = ""): fc.Arbitrary<unknown> {
  const schemaValue = schemaValueFor(schema, known);
  const knownValues = known.get(name) ?? [];
  return knownValues.length > 0
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...knownValues) }, schemaValue)
    : schemaValue;
}

type Path = readonly (string | number)[];

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null || value instanceof Raw) return [path];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    listPaths(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [path, ...inner];
}

/** Returns a copy of the value in which `change` has replaced the value at the path. */
function changeAt(value: unknown, [first, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (first === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === first ? changeAt(item, rest, change) : item));
  const object = value as Record<string, unknown>;
  return { ...object, [first]: changeAt(object[first], rest, change) };
}

const absent = Symbol("absent");

/** Generates copies of the value in which one member is replaced by a wild value, removed or of another type. */
export const mutate = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...listPaths(value).slice(0, 60)),
      fc.oneof(wildValue, fc.constantFrom<unknown>(absent, new Raw('{"__proto__":1,"__proto__":{"id":1}}'))),
    )
    .map(([path, replacement]) => changeAt(value, path, () => (replacement === absent ? undefined : replacement)));
