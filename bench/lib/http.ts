/** The lightest client Node has: what measures must not cost more than what is measured. */
import { request, type Agent, type IncomingHttpHeaders } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As transferred: still compressed when the answer was. */
  bytes: Buffer;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks once. Rejects when no whole answer comes. */
export function sendRequest(
  agent: Agent | undefined,
  url: string,
  { method = "GET", headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const call = request(url, { method, headers: { ...headers, ...length }, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** Posts JSON and reads JSON; the caller says what it expects to find there. */
export async function post<T>(
  agent: Agent | undefined,
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: T }> {
  const answer = await sendRequest(agent, url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, json: JSON.parse(answer.bytes.toString()) as T };
}
