import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError, refused } from "./errors.ts";
import { isObject, type Json } from "./validate.ts";

/** A request that was read to its end but not yet checked. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The id in the path; "" when the route has none. */
  id: string;
  text: string;
  contentType: string;
  authorization: string;
  /** The `Origin` header: the origin of the page that sent the request; null without the header. */
  sentFrom: string | null;
  languages: string;
  ip: string | null;
  /** This server's own origin as the caller knows it. */
  origin: string;
}

export interface Reply {
  status: number;
  body: string;
  headers: Record<string, string>;
}

const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "access-control-allow-origin": "*",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

export const json = (status: number, value: unknown): Reply => ({
  status,
  body: JSON.stringify(value),
  headers: jsonHeaders,
});

/** The error response in the provider's format. An unexpected error becomes a 500 that does not reveal its cause. */
export const errorReply = (error: unknown): Reply =>
  error instanceof ApiError
    ? json(error.status, error.body)
    : json(500, { type: "api_error", message: "Something went wrong on our side.", errors: null });

export const redirect = (location: string): Reply => ({
  status: 303,
  body: "",
  headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" },
});

export function send(res: ServerResponse, reply: Reply): void {
  if (res.destroyed) return;
  const length = Buffer.byteLength(reply.body);
  res.writeHead(reply.status, { ...reply.headers, "content-length": length }).end(reply.body);
}

/** The request's body as text. Throws ApiError 413 when it has more than `limit` bytes. */
export async function readText(req: IncomingMessage, limit = 64 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new ApiError(413, "invalid_request_error", "Request body is too large.");
    chunks.push(chunk);
  }
  return chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString();
}

/** The body as an object, from JSON or a form (`source[number]=…`). Throws ApiError 400 when it is neither. */
export function readBody(call: Call): Json {
  if (call.text === "") return {};
  if (call.contentType.startsWith("application/x-www-form-urlencoded")) return readForm(call.text);
  if (!call.contentType.startsWith("application/json")) throw refused("The content type must be application/json.");
  let value: unknown;
  try {
    value = JSON.parse(call.text);
  } catch {
    throw refused("The request body is not valid JSON.");
  }
  if (!isObject(value)) throw refused("The request body must be a JSON object.");
  return value;
}

function readForm(text: string): Json {
  const body: Json = {};
  for (const [name, raw] of new URLSearchParams(text)) {
    const [, outer = name, inner] = /^(\w+)(?:\[(\w+)\])?$/.exec(name) ?? [];
    if (outer === "__proto__" || inner === "__proto__") continue;
    if (inner === undefined) body[outer] = outer === "amount" && /^-?\d+$/.test(raw) ? Number(raw) : parseBoolean(raw);
    else {
      const group = body[outer];
      if (isObject(group)) group[inner] = parseBoolean(raw);
      else body[outer] = { [inner]: parseBoolean(raw) };
    }
  }
  return body;
}

const parseBoolean = (raw: string): string | boolean => (raw === "true" ? true : raw === "false" ? false : raw);
