/** Calls of /api/staff: JSON, the session's cookie, the portal's language, and named errors. */
import { getLocale, m } from "./messages.ts";

/** What the server says of wrong fields: the first message of each counts. */
export type FieldMap = Record<string, string[]>;

/**
 * An answer that is no success. `body` is the server's; of a 422 it is the map of fields. Not a subclass of ra-core's
 * HttpError, whose constructor takes a subclass's prototype away; react-admin asks for `status` and `body` only.
 */
export class StaffApiError extends Error {
  override name = "StaffApiError";
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(message: string, status: number, body: Record<string, unknown>) {
    super(message);
    this.status = status;
    this.body = body;
  }
  /** Messages by field, of a 422. */
  get fields(): FieldMap {
    return this.status === 422 ? (this.body as FieldMap) : {};
  }
}

type Confirm = () => Promise<boolean>;
let confirmIdentity: Confirm = async () => false;
/** Who asks for a code when a dangerous action wants a fresh sign-in; resolves with whether it was given. */
export function onFreshSignIn(ask: Confirm): void {
  confirmIdentity = ask;
}

let session = new AbortController();
/**
 * There is no session any more: what is being read ends with an AbortError, as does what is read from now on, without a
 * call. The server would answer 401, and browsers write each in their console.
 */
export function closeReading(): void {
  session.abort();
}
/** Undoes `closeReading`. */
export function openReading(): void {
  if (session.signal.aborted) session = new AbortController();
}

/** What may be read before a sign-in. */
const openPaths = new Set(["demo-accounts"]);

async function send(method: string, path: string, input: object | undefined, asked?: AbortSignal): Promise<Response> {
  const isGet = method === "GET";
  // Who asks with a signal reads, such as what a change would do; what writes is never cut.
  const isReading = asked !== undefined || (isGet && !openPaths.has(path));
  const signal = isReading ? AbortSignal.any([session.signal, ...(asked ? [asked] : [])]) : undefined;
  const query = isGet && input ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
  try {
    return await fetch(`/api/staff/${path}${query}`, {
      method,
      headers: { "accept-language": getLocale(), ...(isGet ? {} : { "content-type": "application/json" }) },
      ...(isGet ? {} : { body: JSON.stringify(input ?? {}) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new StaffApiError(m.staff_ra_notification_offline(), 0, {});
  }
}

async function refusalOf(response: Response): Promise<StaffApiError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const message = typeof body["message"] === "string" ? body["message"] : m.staff_ra_message_invalid_form();
  const text = response.status === 422 ? m.staff_ra_message_invalid_form() : message;
  return new StaffApiError(text, response.status, body);
}

async function ask(
  name: string,
  input?: object,
  { signal, isRepeated = false }: { signal?: AbortSignal; isRepeated?: boolean } = {},
): Promise<Response> {
  const [method = "GET", path = ""] = name.split(" ");
  const response = await send(method, path, input, signal);
  if (response.ok) return response;
  const error = await refusalOf(response);
  if (error.body["reason"] === "fresh-sign-in" && !isRepeated && (await confirmIdentity()))
    return ask(name, input, { ...(signal ? { signal } : {}), isRepeated: true });
  throw error;
}

/**
 * Calls an endpoint, such as `"POST orders/12/refunds"`; `input` is the query of a GET, else the body. When the server
 * wants a fresh sign-in, a dialog asks for a code and the call is repeated. Throws StaffApiError; `status` 0 without a
 * connection.
 */
export async function staffCall<Reply = Record<string, unknown>>(
  name: string,
  input?: object,
  signal?: AbortSignal,
): Promise<Reply> {
  const response = await ask(name, input, signal ? { signal } : {});
  return (await response.json()) as Reply;
}

/** Fetches a file of the API as `staffCall` does and hands it to the browser to keep. Throws StaffApiError. */
export async function staffDownload(name: string, input?: object): Promise<void> {
  const response = await ask(name, input);
  const disposition = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/.exec(disposition)?.[1] ?? "file");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Sends one file, telling which share of it (0 to 1) is on its way; fetch cannot tell. Throws StaffApiError, and an
 * AbortError when the signal ends it.
 */
export function staffUpload<Reply>(
  path: string,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/staff/${path}`);
    request.setRequestHeader("accept-language", getLocale());
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      const isDone = request.status >= 200 && request.status < 300;
      if (isDone) resolve(JSON.parse(request.responseText) as Reply);
      else void refusalOf(new Response(request.responseText, { status: request.status })).then(reject);
    });
    request.addEventListener("error", () => reject(new StaffApiError(m.staff_ra_notification_offline(), 0, {})));
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}
