/** Renders JSON Schema (as OpenAPI 3.1 carries it) for people: rows of fields, and an example. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
}
export type Schemas = Record<string, Schema>;

export interface FieldRow {
  name: string;
  type: string;
  required: boolean;
  notes: string[];
}

const deepest = 5;

export function resolve(schema: Schema | undefined, schemas: Schemas): Schema {
  const name = schema?.$ref?.split("/").at(-1);
  if (name !== undefined) return schemas[name] ?? {};
  if (schema?.allOf)
    return schema.allOf
      .map((part) => resolve(part, schemas))
      .reduce(
        (all, part) => ({
          ...all,
          ...part,
          properties: { ...all.properties, ...part.properties },
          required: [...(all.required ?? []), ...(part.required ?? [])],
        }),
        { ...schema },
      );
  return schema ?? {};
}

function alternatives(schema: Schema): { choices: Schema[]; nullable: boolean } {
  const given = schema.anyOf ?? schema.oneOf;
  if (given)
    return { choices: given.filter((one) => one.type !== "null"), nullable: given.some((one) => one.type === "null") };
  return { choices: [schema], nullable: Array.isArray(schema.type) && schema.type.includes("null") };
}

/** `string, e-mail`, `list of objects`, `"a" or "b"`, `number or null`. */
export function typeLabel(given: Schema | undefined, schemas: Schemas): string {
  const { choices, nullable } = alternatives(resolve(given, schemas));
  const words = choices.map((choice) => oneType(resolve(choice, schemas), schemas));
  return [...new Set([...words, ...(nullable ? ["null"] : [])])].join(" or ");
}

function oneType(schema: Schema, schemas: Schemas): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum)
    return schema.enum.length <= 6
      ? schema.enum.map((value) => JSON.stringify(value)).join(" or ")
      : "one of the choices";
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== "null") : schema.type;
  if (type === "array") return `list of ${plural(typeLabel(schema.items, schemas))}`;
  if (type === "object" && !schema.properties && typeof schema.additionalProperties === "object")
    return `object of ${plural(typeLabel(schema.additionalProperties, schemas))}`;
  if (type === "string" && schema.format) return `string, ${schema.format}`;
  return type ?? (schema.anyOf || schema.oneOf ? typeLabel(schema, schemas) : "any value");
}

const plural = (words: string) => (/^(string|number|integer|object|boolean)$/.test(words) ? `${words}s` : words);

function notesOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, maxItems, pattern, description } = schema;
  const notes: string[] = [];
  if (description) notes.push(description);
  if (schema.enum && schema.enum.length > 6) notes.push(schema.enum.map((value) => JSON.stringify(value)).join(", "));
  if (minLength !== undefined && minLength > 1) notes.push(`at least ${minLength} characters`);
  if (maxLength !== undefined) notes.push(`at most ${maxLength} characters`);
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) notes.push(`at least ${minimum}`);
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) notes.push(`at most ${maximum}`);
  if (maxItems !== undefined) notes.push(`at most ${maxItems} entries`);
  if (pattern && pattern.length <= 40) notes.push(`like ${pattern}`);
  if (schema.default !== undefined) notes.push(`${JSON.stringify(schema.default)} when left out`);
  return notes;
}

export function fieldRows(given: Schema | undefined, schemas: Schemas, prefix = "", depth = 0): FieldRow[] {
  if (depth >= deepest) return [];
  const { choices } = alternatives(resolve(given, schemas));
  return choices.flatMap((choice) => {
    const schema = resolve(choice, schemas);
    if (schema.items) return fieldRows(schema.items, schemas, `${prefix}[]`, depth);
    const required = new Set(schema.required);
    return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
      const name = prefix === "" ? key : `${prefix}.${key}`;
      const row: FieldRow = {
        name,
        type: typeLabel(property, schemas),
        required: required.has(key),
        notes: notesOf({
          ...resolve(property, schemas),
          ...(property.description && { description: property.description }),
        }),
      };
      return [row, ...fieldRows(property, schemas, name, depth + 1)];
    });
  });
}

export function exampleOf(given: Schema | undefined, schemas: Schemas, name = "", depth = 0): unknown {
  const { choices } = alternatives(resolve(given, schemas));
  const schema = resolve(choices[0], schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type === "object" && depth < deepest)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, property]) => [
        key,
        exampleOf(property, schemas, key, depth + 1),
      ]),
    );
  if (type === "array") return depth < deepest ? [exampleOf(schema.items, schemas, name, depth + 1)] : [];
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  return type === "string" ? exampleText(schema, name) : {};
}

const examples: [RegExp, string][] = [
  [/email/, "learner@example.com"],
  [/password/, "demo-learner-1"],
  [/slug/, "patient-safety-essentials"],
  [/phone|contact_number/, "+966500000001"],
  [/date/i, "2027-01-12"],
  [/total|tax|amount/, "1150.00"],
  [/lang/, "en"],
];

function exampleText({ format, minLength = 0 }: Schema, name: string): string {
  if (format === "email") return "learner@example.com";
  if (format === "uuid") return "0b8f7f0e-5c1c-4f0e-9f0e-3f1f6c9a2d10";
  if (format === "date") return "2027-01-12";
  return (examples.find(([pattern]) => pattern.test(name))?.[1] ?? "text").padEnd(minLength, "x");
}
