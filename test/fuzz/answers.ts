/** What an answer of the API has to be, whatever was asked; and what of it later requests may use. */
import type { AnyEndpoint } from "#platform/http/endpoint.server.ts";
import { idName, type Call } from "./calls.ts";

export interface Seen {
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

/** What is wrong with the answer, or null. */
export function findProblem({ described, init }: Call, { status, type, text }: Seen): string | null {
  if (status >= 500) return `${status}`;
  // A method that is not of the description is refused by all; with `..` in it the path is another one, which is not
  // there.
  const isOther = init.method !== described.method;
  if (isOther ? ![403, 404, 405].includes(status) : !(status in described.operation.responses))
    return `${status} is not described`;
  if (status < 300) return null;
  if (!type.startsWith("application/json")) return `${status} is ${type}`;
  const body = JSON.parse(text) as { message?: unknown };
  if (status === 422) return isFieldMap(body) ? null : "422 is no field map";
  return typeof body.message === "string" && body.message !== "" ? null : `${status} without a message`;
}

const maxPerName = 12;

/** Remembers the values of a good answer by the names of their fields, its ids by the path too. */
export function remember(known: Map<string, unknown[]>, { described: { path } }: Call, { status, type, text }: Seen) {
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
  for (const row of rows) if (typeof row === "object" && row !== null && "id" in row) keep(idName(path), row.id);
}

/** Whether the public API's answer is what it says it is; the staff's is checked at the door. */
export function replyProblem(table: Record<string, AnyEndpoint>, { described }: Call, { status, text, type }: Seen) {
  const endpoint = table[described.path];
  if (!endpoint || endpoint.file || status !== 200 || !type.startsWith("application/json")) return null;
  const parsed = endpoint.reply.safeParse(JSON.parse(text));
  return parsed.success ? null : `200 is not as described: ${parsed.error.issues[0]?.path.join(".")}`;
}
