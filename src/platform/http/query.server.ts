import { z } from "zod";

/** Below whether it may be left out, and before it is transformed. */
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

const truthValues = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

function readValue(value: unknown, schema: z.core.$ZodType | undefined): unknown {
  const inner = schema && unwrapSchema(schema);
  if (inner instanceof z.ZodArray) return [value].flat().map((one) => readValue(one, inner.def.element));
  const text = Array.isArray(value) ? value[0] : value;
  if (inner instanceof z.ZodBoolean || (inner instanceof z.ZodLiteral && typeof inner.def.values[0] === "boolean"))
    return truthValues.get(text) ?? text;
  if (inner instanceof z.ZodNumber && typeof text === "string" && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return text;
}

/**
 * The texts of an address as the fields of `schema`: numbers, true and false, and lists of all values of a key; of another
 * field the first value counts. What is no number or no truth value stays as it is, for the schema to refuse.
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
