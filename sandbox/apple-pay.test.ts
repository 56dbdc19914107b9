import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { Payment } from "./payment.ts";
import { startSandbox, type Sandbox } from "./server.ts";
import { testKeys } from "./settings.ts";
import { createClient, order } from "./test-client.ts";

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
});
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

type Refusal = { type: string; errors: Record<string, string[]> | null };

const request = {
  validation_url: "https://apple-pay-gateway.apple.com/paymentservices/startSession",
  display_name: "Nama Health",
  domain_name: "www.example.com",
  publishable_api_key: testKeys.publishable,
};
const initiate = (body: object, path = "initiate") => client.call<Refusal>("POST", `/v1/applepay/${path}`, body, {});

const token = (network = "mada") =>
  JSON.stringify({ paymentData: { data: "…" }, paymentMethod: { network, type: "debit" }, transactionIdentifier: "1" });
const pay = (amount: number, source: object) =>
  client.call<Payment & Refusal>("POST", "/v1/payments", order({ amount, source: { type: "applepay", ...source } }));

it("rejects a session without a publishable key, an https URL or names", async () => {
  expect((await initiate({ ...request, publishable_api_key: undefined })).status).toBe(401);
  expect((await initiate({ ...request, publishable_api_key: testKeys.secret })).status).toBe(401);
  const { status, body } = await initiate({ publishable_api_key: testKeys.publishable, validation_url: "http://a" });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ["validation_url", "display_name", "domain_name"]]);
  expect((await initiate(request, "complete")).status).toBe(404);
});

it("returns a session for the domain, or a configured error", async () => {
  const { status, body } = await initiate(request);
  expect([status, body]).toMatchObject([201, { domainName: "www.example.com", displayName: "Nama Health" }]);
  sandbox.control.fault({ route: "initiate", kind: "error_500" });
  expect((await initiate(request)).status).toBe(500);
});

it.each([
  ["no token", {}, "token"],
  ["a token that is no JSON", { token: "{" }, "token"],
  ["a token without data", { token: JSON.stringify({ paymentMethod: { network: "mada" } }) }, "token"],
  ["a network that is not accepted", { token: token("discover") }, "company"],
  ["UnionPay, which it takes as a card only", { token: token("chinaUnionPay") }, "company"],
])("rejects %s, and creates nothing", async (_, source, field) => {
  const { status, body } = await pay(20_000, source);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  expect(sandbox.control.payments()).toEqual([]);
});

it("accepts an amount without a rule when configured", async () => {
  sandbox.control.set({ unlistedAmount: "succeeds" });
  expect((await pay(276_000, { token: token() })).body.status).toBe("paid");
});

it("hides the card's digits when configured, as the provider sometimes does", async () => {
  sandbox.control.set({ applePayDigits: "none" });
  expect((await pay(20_000, { token: token() })).body.source.number).toBe("XXXX-XXXX-XXXX-XXXX");
});

it.each([
  [20_000, "paid", "00"],
  [30_000, "paid", "00"],
  [30_001, "failed", "99"],
  [115_000, "failed", "51"],
  [160_100, "failed", "43"],
])("amount %i becomes %s at once (%s)", async (amount, status, code) => {
  const { body } = await pay(amount, { token: token("MasterCard") });
  expect(body).toMatchObject({
    status,
    source: {
      type: "applepay",
      company: "master",
      name: null,
      number: "XXXX-XXXX-XXXX-0000",
      response_code: code,
      transaction_url: null,
    },
  });
});
