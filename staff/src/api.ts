/** Calls of /api/staff: JSON, the session cookie, the language of the portal, and named errors. */
import { queryOptions } from "@tanstack/react-query";
import { fetchToTheEnd } from "../../src/platform/keep-alive.ts";
import { getLocale, m } from "./messages.ts";
import type { StaffCallName, StaffInput, StaffReply } from "./api-types.ts";

/** Messages by field. The first message of each field is the one to show. */
export type FieldMap = Record<string, string[]>;

/** A reply with an error status. `body` is the server's; for a 422 it maps fields to messages. */
export class StaffApiError extends Error {
  override name = "StaffApiError";
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(message: string, status: number, body: Record<string, unknown>) {
    super(message);
    this.status = status;
    this.body = body;
  }
  /** Messages by field of a 422, otherwise empty. */
  get fields(): FieldMap {
    return this.status === 422 ? (this.body as FieldMap) : {};
  }
}

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: StaffApiError;
  }
}

type Confirm = () => Promise<boolean>;
let confirmIdentity: Confirm = async () => false;
/**
 * Sets the handler that asks for a code when a dangerous action needs a fresh sign-in. It resolves with whether the
 * code was accepted.
 */
export function setFreshSignInHandler(handler: Confirm): void {
  confirmIdentity = handler;
}

let askToSignIn: Confirm = async () => false;
let signingIn: Promise<boolean> | null = null;
/**
 * Sets the handler that asks the person to sign in again after the session has ended. It resolves with whether they
 * did.
 */
export function setSignInAgainHandler(handler: Confirm): void {
  askToSignIn = handler;
}

/** Changes that are refused at the same time share one sign-in. */
function signInAgain(): Promise<boolean> {
  signingIn ??= askToSignIn().finally(() => {
    signingIn = null;
  });
  return signingIn;
}

/** Calls that need no session. Their 401 is a normal reply. */
const isBeforeSession = (name: string) => /^POST \/api\/staff\/(?:sign-in|sign-out|invitation)/.test(name);

let session = new AbortController();
/**
 * Called when the session ends. Pending and later reads throw an AbortError; later ones do not call the server, because
 * it would reply 401, and browsers log each 401 to the console.
 */
export function abortReads(): void {
  session.abort();
}
/** Ends the effect of `abortReads` for later reads. */
export function allowReads(): void {
  if (session.signal.aborted) session = new AbortController();
}

/** Reads that need no session. */
const openCalls = new Set<string>(["GET /api/staff/demo-accounts"]);

/** Query string of a GET. A list repeats its key; undefined values are left out. */
function toQueryString(input: object): string {
  const texts = Object.entries(input).flatMap(([key, value]) =>
    value === undefined ? [] : [value].flat().map((item) => [key, String(item)]),
  );
  return texts.length > 0 ? `?${new URLSearchParams(texts)}` : "";
}

async function send(
  name: string,
  input: { id?: string | number } | undefined,
  callerSignal?: AbortSignal,
): Promise<Response> {
  const [method = "GET", path = ""] = name.split(" ");
  const { id, ...others } = input ?? {};
  const address = path.replace(":id", encodeURIComponent(String(id)));
  const isGet = method === "GET";
  // Only reads pass a signal, such as a preview of a change. Writes are never aborted, not even by leaving the page.
  const isReading = callerSignal !== undefined || (isGet && !openCalls.has(name));
  const signal = isReading ? AbortSignal.any([session.signal, ...(callerSignal ? [callerSignal] : [])]) : undefined;
  const headers = { "accept-language": getLocale(), ...(isGet ? {} : { "content-type": "application/json" }) };
  try {
    if (isGet) return await fetch(address + toQueryString(others), { method, headers, ...(signal ? { signal } : {}) });
    const body = JSON.stringify(others);
    return await (signal
      ? fetch(address, { method, headers, body, signal })
      : fetchToTheEnd(address, { method, headers, body }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new StaffApiError(m.staff_common_offline(), 0, {});
  }
}

async function toApiError(response: Response): Promise<StaffApiError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const message = typeof body["message"] === "string" ? body["message"] : m.staff_common_invalid_form();
  const text = response.status === 422 ? m.staff_common_invalid_form() : message;
  return new StaffApiError(text, response.status, body);
}

async function sendWithSignIn(
  name: string,
  input?: object,
  {
    signal,
    isSignedInAgain = false,
    isConfirmed = false,
  }: { signal?: AbortSignal | undefined; isSignedInAgain?: boolean; isConfirmed?: boolean } = {},
): Promise<Response> {
  const response = await send(name, input, signal);
  if (response.ok) return response;
  const error = await toApiError(response);
  const isChange = !name.startsWith("GET ") && !isBeforeSession(name);
  if (error.status === 401 && isChange && !isSignedInAgain && (await signInAgain()))
    return sendWithSignIn(name, input, { signal, isSignedInAgain: true, isConfirmed });
  if (error.body["reason"] === "fresh-sign-in" && !isConfirmed && (await confirmIdentity()))
    return sendWithSignIn(name, input, { signal, isSignedInAgain, isConfirmed: true });
  throw error;
}

/** The arguments after the name. The input is optional if the endpoint needs none. `signal` aborts the call. */
type CallArguments<Name extends StaffCallName> =
  Record<never, never> extends StaffInput<Name>
    ? [input?: StaffInput<Name>, signal?: AbortSignal]
    : [input: StaffInput<Name>, signal?: AbortSignal];

/**
 * Calls an endpoint by its name in the server's table, such as `"POST /api/staff/orders/:id/refunds"`. `input` holds
 * the `id` of the path and the query or body. If the server requires a fresh sign-in, or a change finds that the
 * session has ended, a dialog asks for it and the call is repeated. Throws StaffApiError; its `status` is 0 without a
 * connection.
 */
export async function callStaff<Name extends StaffCallName>(
  name: Name,
  ...[input, signal]: CallArguments<Name>
): Promise<StaffReply<Name>> {
  const response = await sendWithSignIn(name, input as object | undefined, { signal });
  return (await response.json()) as StaffReply<Name>;
}

/** Options for TanStack Query to read an endpoint: `useQuery(staffQuery("GET /api/staff/runs/:id", { id }))`. */
export const staffQuery = <Name extends StaffCallName & `GET ${string}`>(name: Name, ...[input]: CallArguments<Name>) =>
  queryOptions<StaffReply<Name>, StaffApiError>({
    queryKey: ["staff", name, input],
    queryFn: async ({ signal }) =>
      (await sendWithSignIn(name, input as object | undefined, { signal })).json() as Promise<StaffReply<Name>>,
  });

/** Downloads a file from the API. Throws StaffApiError, as `callStaff` does. */
export async function downloadStaff<Name extends StaffCallName>(
  name: Name,
  ...[input]: CallArguments<Name>
): Promise<void> {
  const response = await sendWithSignIn(name, input as object | undefined);
  const disposition = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? "file");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Uploads one file and reports the share sent (0 to 1), which fetch cannot. Throws StaffApiError, or AbortError when
 * the signal aborts.
 */
export function uploadStaff<Name extends StaffCallName & `POST ${string}`>(
  name: Name,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<StaffReply<Name>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", name.replace("POST ", ""));
    request.setRequestHeader("accept-language", getLocale());
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      const isDone = request.status >= 200 && request.status < 300;
      if (isDone) resolve(JSON.parse(request.responseText) as StaffReply<Name>);
      else void toApiError(new Response(request.responseText, { status: request.status })).then(reject);
    });
    request.addEventListener("error", () => reject(new StaffApiError(m.staff_common_offline(), 0, {})));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
