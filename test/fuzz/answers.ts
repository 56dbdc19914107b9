/** Checks every answer of the API, whatever was sent, and collects values from answers for later requests. */
import type { AnyEndpoint } from "#platform/http/endpoint.server.ts";
import { toIdName, type Call } from "./calls.ts";

export interface ReceivedAnswer {
  status: number;
  type: string;
  text: string;
}

const isFieldMap = (body: unknown) =>
  typeof body === "object" &&
  body !== null &&
  Object.values(body).length > 0 &&
  Object.values(body).every(
    (texts) =>
      Array.isArray(texts) && texts.length > 0 && texts.every((text) => typeof text === "string" && text !== ""),
  );

/** Returns what is wrong with the answer, or null. */
export function findProblem({ described, init }: Call, { status, type, text }: ReceivedAnswer): string | null {
  if (status >= 500) return `${status}`;
  // A method that the API does not describe must be refused. A path with `..` resolves to another path, which does not
  // exist.
  const isOtherMethod = init.method !== described.method;
  if (isOtherMethod ? ![403, 404, 405].includes(status) : !(status in described.operation.responses))
    return `${status} is not described`;
  if (status < 300) return null;
  if (!type.startsWith("application/json")) return `${status} is ${type}`;
  const body = JSON.parse(text) as { message?: unknown };
  if (status === 422) return isFieldMap(body) ? null : "422 is no field map";
  return typeof body.message === "string" && body.message !== "" ? null : `${status} without a message`;
}

const maxPerName = 12;

/** Stores the values of a successful answer in `known`, by the names of their fields. Ids are also stored by path. */
export function remember(
  known: Map<string, unknown[]>,
  { described: { path } }: Call,
  { status, type, text }: ReceivedAnswer,
) {
  if (status >= 300 || !type.startsWith("application/json") || path.endsWith("openapi.json")) return;
  const keep = (name: string, value: unknown) => {
    const values = known.get(name) ?? [];
    if (values.length < maxPerName && !values.includes(value)) known.set(name, [...values, value]);
  };
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) return value.slice(0, 5).forEach((item) => walk(item, name));
    if (typeof value !== "object" || value === null) return keep(name, value);
    for (const [key, member] of Object.entries(value)) walk(member, key);
  };
  const body = JSON.parse(text) as { id?: unknown; data?: unknown };
  walk(body, "");
  const rows = Array.isArray(body.data) ? (body.data as unknown[]) : [body];
  for (const row of rows) if (typeof row === "object" && row !== null && "id" in row) keep(toIdName(path), row.id);
}

/**
 * Returns how an answer of the public API differs from its schema, or null. The server itself checks the answers of the
 * staff API.
 */
export function findReplyProblem(
  table: Record<string, AnyEndpoint>,
  { described }: Call,
  { status, text, type }: ReceivedAnswer,
) {
  const endpoint = table[described.path];
  if (!endpoint || endpoint.file || status !== 200 || !type.startsWith("application/json")) return null;
  const parsed = endpoint.reply.safeParse(JSON.parse(text));
  return parsed.success ? null : `200 is not as described: ${parsed.error.issues[0]?.path.join(".")}`;
}
