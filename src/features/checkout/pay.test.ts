import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { m } from "#messages";
import { freePort } from "#test/ports.ts";
import { emptyCard, type CardInput } from "#features/payments/card.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { postPayment, readProviderReply, type ProviderReply } from "#features/payments/post-payment.ts";
import { cardSource } from "#features/payments/card-check.ts";
import { cardErrors, cardFieldErrors } from "#features/payments/card-labels.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { testKeys } from "../../../sandbox/settings.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import { nextStep, checkoutRejected, payBegun, returnAddress, samePrice } from "./pay.ts";

const id = "0b6b1f0e-7a55-4f39-9a44-5a9f2e6f1a11";
const bank = "https://bank.example/card_auth/1/prepare";
const payment = (changes: object = {}, source: object = {}) => ({
  id,
  status: "initiated",
  amount: 115_000,
  source: { type: "creditcard", transaction_url: bank, ...source },
  ...changes,
});
const refusal = (type: string, message: string, errors: unknown) => ({ type, message, errors });

describe("S-05 the provider's response", () => {
  it.each<[string, number, unknown, ProviderReply]>([
    [
      "a map of lists",
      400,
      refusal("invalid_request_error", "Validation Failed", {
        number: ["is not valid", "is too short"],
        cvc: ["must be 3 digits"],
      }),
      {
        kind: "refused",
        message: "Validation Failed",
        fields: { number: ["is not valid", "is too short"], cvc: ["must be 3 digits"] },
      },
    ],
    [
      "a map of texts",
      400,
      refusal("validation_error", "Data validation failed", { month: "must be between 1 and 12" }),
      { kind: "refused", message: "Data validation failed", fields: { month: ["must be between 1 and 12"] } },
    ],
    [
      "names under source., and the network as the number's",
      400,
      refusal("invalid_request_error", "Validation Failed", {
        "source.name": ["is wrong"],
        "source.company": ["is not supported"],
      }),
      { kind: "refused", message: "Validation Failed", fields: { name: ["is wrong"], number: ["is not supported"] } },
    ],
    [
      "a field that no person fills in",
      400,
      refusal("validation_error", "Data validation failed", { amount: ["must be 100 or more."] }),
      { kind: "refused", message: "Data validation failed: amount must be 100 or more.", fields: {} },
    ],
    [
      "a text",
      400,
      refusal("invalid_request_error", "Validation Failed", "save_card requires 3ds"),
      { kind: "refused", message: "Validation Failed: save_card requires 3ds", fields: {} },
    ],
    [
      "nothing but a message",
      400,
      refusal("invalid_request_error", "Payment method is off", null),
      { kind: "refused", message: "Payment method is off", fields: {} },
    ],
    [
      "a type never heard of",
      400,
      refusal("3ds_auth_error", "No", null),
      { kind: "refused", message: "No", fields: {} },
    ],
    [
      "an id used before",
      400,
      refusal("used_given_id", "The given_id provided has been already used with a different payment.", null),
      { kind: "exists" },
    ],
    ["a bad key", 401, refusal("authentication_error", "Invalid authorization credentials", null), { kind: "unknown" }],
    ["a forbidden key", 403, refusal("api_error", "User not authorized", null), { kind: "unknown" }],
    ["a wall of HTML", 403, "<!doctype html>", { kind: "unknown" }],
    ["an account that is off", 405, refusal("account_inactive_error", "Off", null), { kind: "unknown" }],
    ["a limit", 429, refusal("rate_limit_error", "Slow down", null), { kind: "unknown" }],
    ["a fault", 500, refusal("api_error", "Oops", null), { kind: "unknown" }],
    ["a 400 of a proxy in between", 400, { title: "Bad request" }, { kind: "unknown" }],
    ["a 400 that is a list", 400, [], { kind: "unknown" }],
    ["nothing", 503, null, { kind: "unknown" }],
    ["another payment", 201, payment({ id: randomUUID() }), { kind: "unknown" }],
    ["a payment to confirm", 201, payment(), { kind: "created", status: "initiated", transactionUrl: bank }],
    [
      "a payment that is over",
      201,
      payment({ status: "failed" }, { transaction_url: null }),
      { kind: "created", status: "failed", transactionUrl: null },
    ],
    [
      "an address that is no page",
      201,
      payment({}, { transaction_url: "javascript:alert(1)" }),
      { kind: "created", status: "initiated", transactionUrl: null },
    ],
  ])("%s", (_, status, body, expected) => expect(readProviderReply(status, body, id)).toEqual(expected));
});

const begunAt = (url: string, changes: Partial<BegunCheckout> = {}): BegunCheckout => ({
  order_id: 7,
  amount: 115_000,
  currency: "SAR",
  sub_total: "1000.00",
  tax: "150.00",
  total: "1150.00",
  callback_url: "http://127.0.0.1:9/ar/order-response",
  metadata: { order_id: "7", installation_id: "5b0e7d0c-0000-4000-8000-000000000001" },
  given_id: randomUUID(),
  publishable_key: testKeys.publishable,
  payments_url: `${url}/v1/payments`,
  expires_at: "2027-01-01T00:15:00.000Z",
  ...changes,
});
const visa: CardInput = { name: "Sara Alharbi", number: "4111 1111 1111 1111", month: "9", year: "99", cvc: "123" };
const postCard = (begun: BegunCheckout, card: CardInput, silenceMs?: number) =>
  postPayment(begun, cardSource(card), silenceMs);

describe("S-05 the card at the provider", () => {
  let sandbox: Sandbox;
  beforeAll(async () => void (sandbox = await startSandbox()));
  afterEach(() => sandbox.control.reset());
  afterAll(() => sandbox.close());

  it("is sent in minor units with our id, order and return address, and without coupon", async () => {
    sandbox.control.set({ couponPercent: 50 });
    const begun = begunAt(sandbox.url);
    const reply = await postCard(begun, visa);
    expect(reply).toMatchObject({ kind: "created", status: "initiated" });
    expect(reply.kind === "created" && reply.transactionUrl?.startsWith(sandbox.url)).toBe(true);
    const response = await fetch(`${sandbox.url}/v1/payments/${begun.given_id}`, {
      headers: { authorization: `Basic ${btoa(`${testKeys.secret}:`)}` },
    });
    expect(await response.json()).toMatchObject({
      id: begun.given_id,
      amount: 115_000,
      currency: "SAR",
      callback_url: begun.callback_url,
      metadata: begun.metadata,
      source: { company: "visa", number: "4111-11XX-XXXX-1111" },
    });
  });

  it.each([
    ["en", "Order 7"],
    ["ar", "الطلب رقم 7"],
  ] as const)("copy: is described in the payer's language (%s)", async (locale, description) => {
    const begun = begunAt(sandbox.url);
    await inLocale(locale, () => postCard(begun, visa));
    const response = await fetch(`${sandbox.url}/v1/payments/${begun.given_id}`, {
      headers: { authorization: `Basic ${btoa(`${testKeys.secret}:`)}` },
    });
    expect(await response.json()).toMatchObject({ description });
  });

  it("S-08 a repeated submit finds its existing payment", async () => {
    const begun = begunAt(sandbox.url);
    await postCard(begun, visa);
    expect(await postCard(begun, visa)).toEqual({ kind: "exists" });
  });

  it("has errors by field, for both kinds of provider errors", async () => {
    const wrong: CardInput = { ...visa, number: "9999 9999 9999 9995", year: "20" };
    const fields = { number: [expect.any(String)], year: [expect.any(String)] };
    expect(await postCard(begunAt(sandbox.url), wrong)).toMatchObject({
      kind: "refused",
      message: "Data validation failed",
      fields,
    });
    sandbox.control.set({ validationType: "invalid_request_error", fieldErrors: "string", cardFieldPrefix: "source." });
    expect(await postCard(begunAt(sandbox.url), wrong)).toMatchObject({
      kind: "refused",
      message: "Validation Failed",
      fields,
    });
  });

  it("Y-01 a rejected Apple Pay token names no card field", async () => {
    const source = { type: "applepay", token: "{", manual: false, save_card: false } as const;
    for (const cardFieldPrefix of ["", "source."] as const) {
      sandbox.control.set({ cardFieldPrefix });
      expect(await payBegun(begunAt(sandbox.url), { userId: "u1", runId: 1 }, source)).toEqual({
        kind: "refused",
        message: m.checkout_apple_pay_failed(),
      });
    }
  });

  it("a decline at once is final", async () => {
    sandbox.control.set({ declines: "before_3ds" });
    expect(await postCard(begunAt(sandbox.url), { ...visa, number: "4123120001090109" })).toMatchObject({
      kind: "created",
      status: "failed",
    });
  });

  it.each([
    "error_500",
    "error_503",
    "rate_limit_429",
    "html_403",
    "malformed_json",
    "drop_before_commit",
    "drop_after_commit",
  ] as const)("%s: the outcome is unknown", async (kind) => {
    sandbox.control.fault({ route: "create", kind });
    const begun = begunAt(sandbox.url);
    expect(await postCard(begun, visa)).toEqual({ kind: "unknown" });
    // The next attempt finds out: it makes a new payment, or finds the one whose response was lost.
    expect((await postCard(begun, visa)).kind).toBe(
      kind === "drop_after_commit" || kind === "malformed_json" ? "exists" : "created",
    );
  });

  it("the outcome is unknown after silence, with a wrong key and without a server", async () => {
    sandbox.control.fault({ route: "create", kind: "hang" });
    expect(await postCard(begunAt(sandbox.url), visa, 100)).toEqual({ kind: "unknown" });
    expect(await postCard(begunAt(sandbox.url, { publishable_key: "pk_test_wrong" }), visa)).toEqual({
      kind: "unknown",
    });
    expect(await postCard(begunAt(`http://127.0.0.1:${await freePort()}`), visa)).toEqual({ kind: "unknown" });
  });
});

describe("S-06 after the payment has been recorded", () => {
  const begun = begunAt("https://pay.example", { given_id: id });
  const created = (status: string, transactionUrl: string | null = null): ProviderReply & { kind: "created" } => ({
    kind: "created",
    status,
    transactionUrl,
  });
  const known = (status: OrderStatus, transaction_url: string | null = null) => ({
    ok: true as const,
    data: {
      order: {
        payment: {
          status,
          returning: false,
          returned: null,
          reason: null,
          message: null,
          card_scheme: null,
          card_masked: null,
        },
      },
      transaction_url,
    },
  });
  const failed = (status: number, message = "No") => ({ ok: false as const, status, message, fields: {} });
  const orderPage = (status: string) => ({
    kind: "redirect",
    to: `http://127.0.0.1:9/ar/order-response?id=${id}&status=${status}`,
  });

  it("redirects to the bank's page, from our server or else the provider", () => {
    expect(nextStep(known("pending", bank), created("initiated"), begun)).toEqual({ kind: "redirect", to: bank });
    expect(nextStep(known("pending"), created("initiated", bank), begun)).toEqual({ kind: "redirect", to: bank });
    expect(nextStep(known("pending", bank), { kind: "exists" }, begun)).toEqual({ kind: "redirect", to: bank });
    expect(nextStep(known("pending", bank), { kind: "unknown" }, begun)).toEqual({ kind: "redirect", to: bank });
  });

  it("a finished payment leads to its order", () => {
    expect(nextStep(known("paid"), created("paid"), begun)).toEqual(orderPage("paid"));
    expect(nextStep(known("failed"), { kind: "exists" }, begun)).toEqual(orderPage("failed"));
    expect(nextStep(known("refunded"), { kind: "unknown" }, begun)).toEqual(orderPage("refunded"));
    expect(nextStep(known("pending"), created("initiated"), begun)).toEqual(orderPage("initiated"));
  });

  it("S-08 distinguishes not charged from unclear when the response is lost", () => {
    expect(nextStep(known("pending"), { kind: "unknown" }, begun)).toEqual({ kind: "not-charged" });
    for (const status of [0, 429, 500, 503])
      expect(nextStep(failed(status), { kind: "unknown" }, begun)).toEqual({ kind: "unclear" });
    expect(nextStep(failed(503), { kind: "exists" }, begun)).toEqual({ kind: "unclear" });
    expect(nextStep(failed(401), { kind: "unknown" }, begun)).toEqual({ kind: "logged-out" });
  });

  it("continues to the bank even when recording the payment failed", () => {
    for (const status of [0, 401, 503])
      expect(nextStep(failed(status), created("initiated", bank), begun)).toEqual({ kind: "redirect", to: bank });
    expect(nextStep(failed(500), created("paid"), begun)).toEqual(orderPage("paid"));
  });

  it("rejects an order of another account", () => {
    expect(nextStep(failed(404), created("initiated", bank), begun)).toEqual({ kind: "refused", message: "No" });
    expect(nextStep(failed(409), created("paid"), begun)).toEqual({ kind: "unclear" });
  });

  it("never redirects to a javascript: address", () => {
    expect(nextStep(known("pending", "javascript:alert(1)"), { kind: "unknown" }, begun)).toEqual({
      kind: "not-charged",
    });
  });

  it("keeps the parameters of the return address", () => {
    expect(returnAddress({ callback_url: "https://site.example/order-response?lang=en", given_id: id }, "a&b")).toBe(
      `https://site.example/order-response?lang=en&id=${id}&status=a%26b`,
    );
  });
});

it("S-05 shows the provider's field messages in English, and our own in Arabic", () => {
  const fields = { number: ["is not a valid card number"], cvc: ["must be 3 digits"] };
  expect(cardFieldErrors(fields, "en")).toEqual(fields);
  expect(inLocale("ar", () => cardFieldErrors(fields, "ar"))).toEqual({
    number: ["تحقق من رقم البطاقة."],
    cvc: ["أدخل 3 أرقام، أو 4 لبطاقات أمريكان إكسبريس."],
  });
});

describe("card fields before sending", () => {
  it("S-04 show the same message for each empty field, in both languages", () => {
    const all = (message: string) => ({
      name: [message],
      number: [message],
      month: [message],
      year: [message],
      cvc: [message],
    });
    expect(cardErrors(emptyCard, new Date())).toEqual(all("This field is required"));
    expect(inLocale("ar", () => cardErrors(emptyCard, new Date()))).toEqual(all("هذا الحقل مطلوب"));
    expect(cardErrors(visa, new Date())).toEqual({});
  });

  it("S-08 compares prices including tax", () => {
    const price = { sub_total: "1000.00", tax: "150.00", total: "1150.00" };
    expect(samePrice(price, begunAt("https://pay.example"))).toBe(true);
    expect(samePrice(price, { ...price, tax: "50.00", total: "1050.00" })).toBe(false);
  });
});

describe("a rejected checkout", () => {
  const lines = [{ id: 1, qty: 6, name: "First aid" }];
  const sentence = "Without a company invoice, you can book up to 5 seats on a course.";

  it("F-04 offers contact for a group that is too large; a hold limit names no field", () => {
    expect(checkoutRejected({ status: 422, message: "", fields: { "items.0.qty": [sentence] } }, lines)).toEqual({
      kind: "refused",
      message: `\u2068First aid\u2069: ${sentence}`,
      contact: "group",
    });
    expect(checkoutRejected({ status: 429, message: "Again from 14:05.", fields: {} }, lines)).toEqual({
      kind: "refused",
      message: "Again from 14:05.",
      contact: "help",
    });
    expect(checkoutRejected({ status: 409, message: "Sold out.", fields: {} }, lines)).toEqual({
      kind: "refused",
      message: "Sold out.",
    });
  });
});
