/** The lightest HTTP client of Node, so that the measuring costs little beside what is measured. */
import { request, type Agent, type IncomingHttpHeaders } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as transferred; it is not decompressed. */
  bytes: Buffer;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends one request. Rejects when the connection fails before the whole answer has arrived. */
export function sendRequest(
  agent: Agent | undefined,
  url: string,
  { method = "GET", headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const lengthHeader = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const call = request(url, { method, headers: { ...headers, ...lengthHeader }, agent }, (response) => {
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

/** Posts JSON and parses the JSON of the answer as `T` without checking it. */
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
