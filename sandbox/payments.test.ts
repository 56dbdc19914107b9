import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { maskNumber, testCards } from "./cards.ts";
import { startSandbox, type Sandbox } from "./server.ts";
import { testKeys, type Settings } from "./settings.ts";
import { approvedVisa, basic, card, createClient, declinedVisa, order } from "./test-client.ts";

type ErrorBody = { type: string; message: string; errors: Record<string, string[] | string> | string | null };

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
});
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

const post = (body: unknown, headers?: Record<string, string>) =>
  client.call<ErrorBody>("POST", "/v1/payments", body, headers);
const getErrors = async (changes: Record<string, unknown>) => (await post(order(changes))).body.errors;

describe("refusals", () => {
  it("401 without a key, with a wrong key, or with a secret key in the body", async () => {
    for (const [body, headers] of [
      [order(), {}],
      [order(), { authorization: basic("pk_test_other") }],
      [order({ publishable_api_key: testKeys.secret }), {}],
      [order(), { authorization: "Bearer x" }],
    ] as const) {
      const { status, body: refusal } = await post(body, { ...headers });
      expect(status).toBe(401);
      expect(refusal).toEqual({
        type: "authentication_error",
        message: "Invalid authorization credentials",
        errors: null,
      });
    }
    expect(sandbox.control.payments()).toEqual([]);
  });

  it("405 account_inactive_error for a live key", async () => {
    const { status, body } = await post(order(), { authorization: basic("sk_live_abc") });
    expect([status, body.type]).toEqual([405, "account_inactive_error"]);
  });

  it.each<Settings["forbiddenType"]>(["api_error", "authentication_error"])(
    "403 %s for the publishable key on every secret route",
    async (type) => {
      sandbox.control.set({ forbiddenType: type });
      const { id } = await client.create();
      for (const [method, path] of [
        ["GET", `/v1/payments/${id}`],
        ["GET", "/v1/payments"],
        ["PUT", `/v1/payments/${id}`],
        ["POST", `/v1/payments/${id}/refund`],
        ["POST", `/v1/payments/${id}/capture`],
        ["POST", `/v1/payments/${id}/void`],
        ["GET", "/v1/webhooks"],
        ["POST", "/v1/webhooks"],
      ] as const) {
        const { status, body } = await client.call<ErrorBody>(method, path, method === "GET" ? undefined : {}, {
          authorization: basic(testKeys.publishable),
        });
        expect([status, body.type, body.errors]).toEqual([403, type, null]);
      }
    },
  );

  it.each<Settings["notFoundType"]>(["record_not_found", "api_error"])(
    "404 %s for an unknown payment",
    async (type) => {
      sandbox.control.set({ notFoundType: type });
      const { status, body } = await client.call<ErrorBody>("GET", `/v1/payments/${randomUUID()}`);
      expect([status, body.type, body.errors]).toEqual([404, type, null]);
    },
  );

  it("404 for an unknown path, 405 with Allow, 400 for a broken body, 413 for a huge one, 421 for an unknown host", async () => {
    expect((await client.call("GET", "/v1/nothing")).status).toBe(404);
    const wrong = await client.call("DELETE", "/v1/payments");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, GET"]);
    for (const body of ["{", "[]", "null"])
      expect((await post(body)).body).toMatchObject({ type: "invalid_request_error", errors: null });
    expect((await post(order(), { authorization: basic(testKeys.secret), "content-type": "text/plain" })).status).toBe(
      400,
    );
    expect((await post(JSON.stringify({ x: "y".repeat(70_000) }))).status).toBe(413);
    expect(await statusForHost("evil.example")).toBe(421);
    expect(await statusForHost(`127.0.0.1.evil.example:${sandbox.port}`)).toBe(421);
    expect(await statusForHost(`localhost:${sandbox.port}`)).toBe(200);
  });

  it("has both kinds of validation error, errors as list or text, and card fields with a prefix", async () => {
    const wrong = order({ amount: 99, source: card("4111111111111112") });
    expect((await post(wrong)).body).toEqual({
      type: "validation_error",
      message: "Data validation failed",
      errors: { amount: ["The value must be greater than or equal to 100."], number: ["is not a valid card number"] },
    });
    sandbox.control.set({ validationType: "invalid_request_error", fieldErrors: "string", cardFieldPrefix: "source." });
    expect((await post(wrong)).body).toEqual({
      type: "invalid_request_error",
      message: "Validation Failed",
      errors: {
        amount: "The value must be greater than or equal to 100.",
        "source.number": "is not a valid card number",
      },
    });
  });

  it.each([
    ["amount", [undefined, null, 99, 0, -100, 100.5, "115000", [], 2 ** 60]],
    ["currency", ["XXX", "sar", 1]],
    ["callback_url", [undefined, "", "order-response", "javascript:alert(1)", 5]],
    ["given_id", ["1", "00000000-0000-1000-8000-000000000000", 7]],
    ["description", [5, "x".repeat(1001)]],
    ["source", [undefined, "card", { type: "stcpay" }]],
    [
      "metadata",
      [
        "x",
        [],
        { a: {} },
        { ["k".repeat(41)]: "v" },
        { k: "v".repeat(501) },
        Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`k${i}`, "v"])),
      ],
    ],
  ])("400 names the field %s", async (field, values) => {
    for (const value of values) expect(Object.keys((await getErrors({ [field]: value })) ?? {})).toEqual([field]);
  });

  it.each([
    ["name", ["", "Sara", "سارة الحربي", undefined, "Sara 1"]],
    ["number", ["", "4111", "4111111111111112", "٤١١١١١١١١١١١١١١١"]],
    ["cvc", ["", "12", "1234", "abc"]],
    ["month", ["", "0", "13", "x"]],
    ["year", ["", "1", "2020", "20"]],
    ["3ds", ["yes"]],
    ["statement_descriptor", ["<b>", "x".repeat(65)]],
  ])("400 names the card's field %s", async (field, values) => {
    for (const value of values)
      expect(Object.keys((await getErrors({ source: card(approvedVisa, { [field]: value }) })) ?? {})).toEqual([field]);
  });

  it("400 names the company of an unsupported network", async () => {
    expect(Object.keys((await getErrors({ source: card("3530111333300000", { cvc: "123" }) })) ?? {})).toEqual([
      "company",
    ]);
  });

  it("400 with errors as text for save_card without 3-D Secure", async () => {
    const { status, body } = await post(order({ source: card(approvedVisa, { save_card: true, "3ds": false }) }));
    expect([status, body.type, typeof body.errors]).toEqual([400, "invalid_request_error", "string"]);
  });

  it("used_given_id rejects a repeated request, also fifty at once", async () => {
    const body = order();
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(body)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const second = replies.find(({ status }) => status === 400);
    expect(second?.body).toEqual({
      type: "used_given_id",
      message: "The given_id provided has been already used with a different payment.",
      errors: null,
    });
    expect(sandbox.control.payments()).toHaveLength(1);
  });
});

describe("creating", () => {
  it("answers a preflight, and accepts the publishable key in the body, at the limits of amount and metadata", async () => {
    const preflight = await client.call("OPTIONS", "/v1/payments", undefined, {
      origin: "http://shop.test",
      "access-control-request-headers": "content-type,x-moyasar-form-version",
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/Content-Type.*X-Moyasar-Form-Version/);
    const metadata = { ["k".repeat(40)]: "v".repeat(500), n: 5, empty: "" };
    const body = order({ amount: 100, metadata, publishable_api_key: testKeys.publishable });
    const reply = await client.call("POST", "/v1/payments", body, { origin: "http://shop.test" });
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([201, "*"]);
    expect(reply.body).toMatchObject({
      id: body.given_id,
      status: "initiated",
      amount: 100,
      amount_format: "1.00 SAR",
      refunded: 0,
      invoice_id: null,
      metadata: { n: 5 },
      source: {
        type: "creditcard",
        company: "visa",
        number: "4111-11XX-XXXX-1111",
        message: null,
        response_code: null,
      },
    });
    expect(reply.body.metadata).not.toHaveProperty("empty");
    expect(reply.body.source.transaction_url).toMatch(
      new RegExp(`^${sandbox.url}/v1/card_auth/[0-9a-f-]{36}/prepare$`),
    );
  });

  it("accepts a form body", async () => {
    const fields = {
      amount: "100",
      callback_url: "http://127.0.0.1/x",
      publishable_api_key: testKeys.publishable,
      "metadata[order_id]": "7",
    };
    const source = Object.fromEntries(
      Object.entries(card(approvedVisa, { "3ds": "false" })).map(([name, value]) => [`source[${name}]`, String(value)]),
    );
    const { status, body } = await client.form("/v1/payments", { ...fields, ...source });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "paid", metadata: { order_id: "7" } });
  });

  const listed = testCards.flatMap((row) =>
    Object.entries(row.numbers).map(([company, number]) => ({ company, number, row })),
  );
  it.each(listed)("$company $number without 3-D Secure: $row.message", async ({ company, number, row }) => {
    const payment = await client.create({ source: card(number, { "3ds": false }) });
    expect(payment.status).toBe(row.kind === "approved" ? "paid" : "failed");
    expect(payment.source).toMatchObject({
      company,
      message: row.message,
      response_code: row.code,
      transaction_url: null,
      number: maskNumber(number),
    });
    expect(payment.source.authorization_code).toEqual(
      row.kind === "approved" ? expect.stringMatching(/^\d{6}$/) : null,
    );
  });

  it.each(listed)("$company $number after 3-D Secure: $row.message", async ({ number, row }) => {
    const started = await client.create({ source: card(number) });
    expect(started.status).toBe("initiated");
    const chain = client.chain(started);
    const response = await client.call<string>("GET", `${chain}/prepare`);
    // A page appears only if the bank has a question.
    expect(response.status).toBe(row.frictionless || row.kind === "three_ds_failure" ? 303 : 200);
    await client.form(`${chain}/set_auth_result`, { result: "AUTHENTICATED" });
    const { body } = await client.call("GET", `/v1/payments/${started.id}`);
    expect([body.status, body.source.message, body.source.response_code]).toEqual([
      row.kind === "approved" ? "paid" : "failed",
      row.message,
      row.code,
    ]);
  });

  it("switches control declines before 3-D Secure, unlisted cards and coupons", async () => {
    expect(await client.create({ source: card("4012888888881881") })).toMatchObject({
      status: "failed",
      source: { message: "UNSPECIFIED FAILURE", transaction_url: null },
    });
    sandbox.control.set({ unlistedCard: "succeeds", declines: "before_3ds", couponPercent: 10 });
    expect(await client.create({ source: card("4012888888881881") })).toMatchObject({
      status: "initiated",
      amount: 103_500,
    });
    expect(await client.create({ source: card(declinedVisa), apply_coupon: false })).toMatchObject({
      status: "failed",
      amount: 115_000,
      source: { response_code: "05" },
    });
  });
});
async function statusForHost(host: string): Promise<number | undefined> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(`${sandbox.url}/healthz`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
      "error",
      reject,
    );
  });
}
