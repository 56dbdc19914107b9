import type { z } from "zod";
import type { FieldMap } from "./errors.ts";
import { fetchToTheEnd } from "./keep-alive.ts";
import { readToken, endSession } from "./session-token.ts";
import { m } from "#messages";

/** Result of a call. `fields` has errors only for a 422. */
export type ApiResult<T> = { ok: true; data: T } | { ok: false; status: number; message: string; fields: FieldMap };

interface EndpointTypes {
  body: z.ZodType;
  reply: z.ZodType;
}

function getErrorMessage(body: unknown): string {
  if (body && typeof body === "object" && "message" in body && typeof body.message === "string") return body.message;
  return m.platform_our_fault();
}

/** Posts `body`, which is JSON or a form with a file. */
async function send(path: string, body: unknown, signal?: AbortSignal): Promise<ApiResult<unknown>> {
  const token = readToken();
  let response: Response;
  let answer: unknown;
  try {
    const headers = {
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      "accept-language": document.documentElement.lang,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const content = body instanceof FormData ? body : JSON.stringify(body ?? {});
    // A call with a signal only reads, so it may be aborted. A change is finished even if the user leaves the page.
    response = await (signal || typeof content !== "string"
      ? fetch(path, { method: "POST", headers, body: content, signal: signal ?? null })
      : fetchToTheEnd(path, { method: "POST", headers, body: content }));
    answer = await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, status: 0, message: m.platform_no_connection(), fields: {} };
  }
  if (response.ok) return { ok: true, data: answer };
  // When the server no longer knows the token, the session of this browser ends too (requirement A-08).
  if (response.status === 401 && token && readToken() === token) endSession();
  if (response.status === 422) return { ok: false, status: 422, message: "", fields: answer as FieldMap };
  return { ok: false, status: response.status, message: getErrorMessage(answer), fields: {} };
}

/** `src/api.ts` declares its table here, so that a call is typed by its path. */
export interface Register {}
type Endpoints = Register extends { api: infer Table extends Record<string, EndpointTypes> } ? Table : never;
/** The reply of an endpoint. */
export type Reply<Path extends keyof Endpoints & string> = z.output<Endpoints[Path]["reply"]>;

/**
 * Calls an endpoint with the bearer token of this browser. Throws only when the signal is aborted. `status` is 0
 * without a connection.
 */
export const callApi = <Path extends keyof Endpoints & string>(
  path: Path,
  body: z.input<Endpoints[Path]["body"]>,
  signal?: AbortSignal,
) => send(path, body, signal) as Promise<ApiResult<Reply<Path>>>;

/** Uploads one file to an endpoint. Otherwise like `callApi`. */
export function uploadApi<Path extends keyof Endpoints & string>(path: Path, file: File) {
  const form = new FormData();
  form.append("file", file);
  return send(path, form) as Promise<ApiResult<Reply<Path>>>;
}
