import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { authResults } from "./ledger.ts";
import { startSandbox, type Sandbox } from "./server.ts";
import { approvedVisa, card, createClient, openMerchant } from "./test-client.ts";

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
  merchant = await openMerchant();
});
afterEach(() => sandbox.control.reset());
afterAll(() => Promise.all([sandbox.close(), merchant.close()]));

const begin = async (callback = "/order-response?lang=en", source = card(approvedVisa)) => {
  const payment = await client.create({ callback_url: merchant.url + callback, source });
  return { payment, chain: client.chain(payment) };
};
const goBack = async (chain: string) =>
  new URL((await client.call("GET", `${chain}/acs_return`)).headers.get("location") ?? "", sandbox.url);
const status = async (id: string) => (await client.call("GET", `/v1/payments/${id}`)).body.status;

describe("refusals", () => {
  it("an unknown chain shows a 404 page; a foreign origin, wrong value or early return changes nothing", async () => {
    const unknown = await client.call<string>("GET", `/v1/card_auth/${randomUUID()}/prepare`, undefined, {
      "accept-language": "ar",
    });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toContain('<html lang="ar" dir="rtl">');
    const { payment, chain } = await begin();
    expect(
      (await client.form(`${chain}/set_auth_result`, { result: "AUTHENTICATED" }, { origin: "http://evil.example" }))
        .status,
    ).toBe(403);
    expect(
      (await client.form(`${chain}/set_auth_result`, { result: "AUTHENTICATED" }, { origin: "null" })).status,
    ).toBe(403);
    for (const result of ["", "paid", "__proto__"])
      expect((await client.form(`${chain}/set_auth_result`, { result })).status).toBe(400);
    const early = await client.call("GET", `${chain}/acs_return`);
    expect([early.status, early.headers.get("location")]).toEqual([303, `${chain}/prepare`]);
    expect(await status(payment.id)).toBe("initiated");
  });
});

describe("the chain", () => {
  it("prepare → set_auth_result → acs_return → shop, with id, status, amount and message", async () => {
    const { payment, chain } = await begin();
    const page = await client.call<string>("GET", `${chain}/prepare`);
    expect(page.status).toBe(200);
    for (const result of authResults) expect(page.body).toContain(`value="${result}"`);
    const sent = await client.form(`${chain}/set_auth_result`, { result: "AUTHENTICATED" }, { origin: sandbox.url });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${chain}/acs_return`]);
    const back = await goBack(chain);
    expect(back.origin + back.pathname).toBe(`${merchant.url}/order-response`);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      lang: "en",
      id: payment.id,
      status: "paid",
      amount: "115000",
      message: "APPROVED",
    });
    // The first page of a finished payment redirects to the shop, and a second answer changes nothing.
    await client.form(`${chain}/set_auth_result`, { cancel: "1" });
    expect((await client.call("GET", `${chain}/prepare`)).headers.get("location")).toBe(back.href);
    expect(await status(payment.id)).toBe("paid");
  });

  it.each(authResults.filter((result) => result !== "AUTHENTICATED"))(
    "%s fails without a response code",
    async (result) => {
      const { payment, chain } = await begin();
      await client.form(
        `${chain}/set_auth_result`,
        result === "CANCELLED_AUTHENTICATION" ? { cancel: "1", result: "AUTHENTICATED" } : { result },
      );
      expect((await goBack(chain)).searchParams.get("status")).toBe("failed");
      expect((await client.call("GET", `/v1/payments/${payment.id}`)).body.source).toMatchObject({
        response_code: null,
        message: expect.stringMatching(/\w/),
      });
    },
  );

  it("the page's language is lang in the address, then /ar, then the browser's", async () => {
    const readLanguage = async (callback: string, languages = "en") => {
      const { chain } = await begin(callback);
      return /<html lang="(\w\w)" dir="(\w+)"/
        .exec((await client.call<string>("GET", `${chain}/prepare`, undefined, { "accept-language": languages })).body)
        ?.slice(1);
    };
    expect(await readLanguage("/order-response?lang=ar")).toEqual(["ar", "rtl"]);
    expect(await readLanguage("/ar/order-response")).toEqual(["ar", "rtl"]);
    expect(await readLanguage("/order-response?lang=en", "ar")).toEqual(["en", "ltr"]);
    expect(await readLanguage("/order-response", "fr, ar;q=0.9, en;q=0.8")).toEqual(["ar", "rtl"]);
  });

  it("the page has a strict policy, escapes everything and masks the card", async () => {
    const payment = await client.create({
      description: "<script>alert(1)</script>",
      callback_url: `${merchant.url}/x`,
    });
    const page = await client.call<string>("GET", `${client.chain(payment)}/prepare`);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${merchant.url};`);
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(page.body).not.toContain("<script");
    expect(page.body).not.toMatch(/ (style|on\w+)="|src=|https?:\/\//);
    expect(page.body).toContain("4111 11•• •••• 1111");
    expect(page.body).toContain("no card is charged");
  });

  it("GET / lists every test card in both languages", async () => {
    for (const lang of ["en", "ar"]) {
      const { body } = await client.call<string>("GET", `/?lang=${lang}`);
      expect(body.match(/<code>/g)).toHaveLength(40);
      expect(body).toContain("4111 1111 1111 1111");
    }
  });
});

describe("faults of the return to the shop", () => {
  const beginFinished = async () => {
    const begun = await begin();
    sandbox.control.finish(begun.payment.id);
    return begun;
  };

  it("tampered: each fault puts wrong values into one return address; the API stays correct", async () => {
    const { payment, chain } = await beginFinished();
    sandbox.control.fault({ route: "callback", kind: "tampered" });
    sandbox.control.fault({ route: "callback", kind: "tampered", values: { id: "other", amount: "1" } });
    expect((await goBack(chain)).searchParams.get("status")).toBe("failed");
    expect(Object.fromEntries((await goBack(chain)).searchParams)).toMatchObject({
      id: "other",
      amount: "1",
      status: "paid",
    });
    expect((await goBack(chain)).searchParams.get("status")).toBe("paid");
    expect(await status(payment.id)).toBe("paid");
  });

  it("never: shows a page instead of returning, and the payment is paid", async () => {
    const { payment, chain } = await beginFinished();
    sandbox.control.fault({ route: "callback", kind: "never" });
    const reply = await client.call("GET", `${chain}/acs_return`);
    expect([reply.status, reply.headers.get("location")]).toEqual([200, null]);
    expect(await status(payment.id)).toBe("paid");
  });

  it("double: the return address is visited twice", async () => {
    const { chain } = await beginFinished();
    sandbox.control.fault({ route: "callback", kind: "double" });
    await fetch(await goBack(chain));
    await merchant.until(() => merchant.visits.length === 2);
    expect(merchant.visits[0]).toBe(merchant.visits[1]);
  });
});
