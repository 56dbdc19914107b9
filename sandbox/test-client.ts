import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import type { Payment } from "./payment.ts";
import { testKeys } from "./settings.ts";
import type { Sandbox } from "./server.ts";

/** Helpers of this folder's tests: a client of the fake provider and a merchant that receives its webhooks. */

export const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;

export const card = (number: string, changes: Record<string, unknown> = {}) => ({
  type: "creditcard",
  name: "Sara Alharbi",
  number,
  month: "09",
  year: "2099",
  cvc: number.startsWith("3") ? "1234" : "123",
  ...changes,
});

export const approvedVisa = "4111111111111111";
export const declinedVisa = "4123120001090109";

/** A valid creation request, with changes. */
export const order = (changes: Record<string, unknown> = {}) => ({
  given_id: randomUUID(),
  amount: 115_000,
  currency: "SAR",
  description: "Order 1",
  callback_url: "http://127.0.0.1:9/order-response?lang=en",
  metadata: { order_id: "1" },
  source: card(approvedVisa),
  ...changes,
});

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export function createClient(sandbox: Sandbox) {
  async function call<Body = Payment>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization: basic(testKeys.secret) },
  ): Promise<Answer<Body>> {
    const reply = await fetch(sandbox.url + path, {
      method,
      redirect: "manual",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      body: (text.startsWith("{") ? JSON.parse(text) : text) as Body,
    };
  }
  const create = async (changes: Record<string, unknown> = {}): Promise<Payment> =>
    (await call("POST", "/v1/payments", order(changes))).body;
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    call<string>("POST", path, new URLSearchParams(fields).toString(), {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    });
  /** Path of the payment's 3-D Secure chain. */
  const chain = (payment: Payment): string =>
    new URL(payment.source.transaction_url ?? "").pathname.replace(/\/prepare$/, "");
  return { call, create, form, chain };
}

export interface ReceivedEvent {
  id: string;
  type: string;
  secret_token: string;
  live: boolean;
  created_at: string;
  data: Payment;
}

/** Opens a webhook endpoint on a free port. It replies with the statuses in `answers`, then with 200. */
export async function openMerchant(answers: number[] = []) {
  const received: ReceivedEvent[] = [];
  const visits: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let waiters: (() => void)[] = [];
  const server = createServer((req, res) => {
    let text = "";
    req
      .on("data", (chunk) => (text += chunk))
      .on("end", () => {
        headers.push(req.headers);
        if (req.method === "POST") received.push(JSON.parse(text) as ReceivedEvent);
        else visits.push(req.url ?? "");
        res.writeHead(req.method === "POST" ? (answers.shift() ?? 200) : 200).end();
        for (const wake of waiters.splice(0)) wake();
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    url,
    received,
    visits,
    headers,
    /** Resolves when the condition holds. It is checked again after every request. */
    async until(condition: () => boolean): Promise<void> {
      while (!condition()) await new Promise<void>((resolve) => waiters.push(resolve));
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
