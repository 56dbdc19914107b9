import { z } from "zod";

/** Removes wrappers such as `optional` and `default`, and takes the input side of a transformed schema. */
function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrapSchema(schema.def.innerType);
  return schema instanceof z.ZodPipe ? unwrapSchema(schema.def.in) : schema;
}

const booleanByText = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

function readValue(value: unknown, schema: z.core.$ZodType | undefined): unknown {
  const inner = schema && unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return [value].flat().map((item) => readValue(item, inner.def.element));
  const text = Array.isArray(value) ? value[0] : value;
  if (inner instanceof z.ZodBoolean || (inner instanceof z.ZodLiteral && typeof inner.def.values[0] === "boolean"))
    return booleanByText.get(text) ?? text;
  if (inner instanceof z.ZodNumber && typeof text === "string" && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return text;
}

/**
 * Converts query parameters to the types of `schema`: numbers, booleans, and lists of all values of a key. Other fields
 * take the first value. Text that is not a number or a boolean stays unchanged, so that the schema rejects it.
 */
export function readFields(values: object, schema: Pick<z.ZodObject, "shape">): Record<string, unknown> {
  const { shape } = schema;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      readValue(value, Object.hasOwn(shape, name) ? shape[name] : undefined),
    ]),
  );
}
