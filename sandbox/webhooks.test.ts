import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type Sandbox } from "./server.ts";
import { testKeys, type SandboxOptions } from "./settings.ts";
import { approvedVisa, basic, card, createClient, declinedVisa, openMerchant } from "./test-client.ts";

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;
let merchant: Awaited<ReturnType<typeof openMerchant>>;
async function open(answers: number[] = [], options: SandboxOptions = {}): Promise<void> {
  merchant = await openMerchant(answers);
  // The two hours of the longest wait become 7 ms.
  sandbox = await startSandbox({ webhookUrls: [`${merchant.url}/hook`], webhookClock: 1_000_000, ...options });
  client = createClient(sandbox);
}
beforeEach(() => open());
afterEach(() => Promise.all([sandbox.close(), merchant.close()]));

const createFinished = (number = approvedVisa, source = {}) =>
  client.create({ source: card(number, { "3ds": false, ...source }) });
const act = (id: string, operation: string, body: unknown = {}) =>
  client.call("POST", `/v1/payments/${id}/${operation}`, body);
const receivedTypes = () => merchant.received.map(({ type }) => type);

describe("events", () => {
  it("carry the provider's envelope and the secret in the body, not in headers", async () => {
    const payment = await createFinished();
    await sandbox.control.webhooksSettled();
    expect(merchant.received).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: "payment_paid",
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        secret_token: testKeys.webhook,
        account_name: null,
        live: false,
        data: payment,
      },
    ]);
    expect(merchant.headers[0]).not.toHaveProperty("authorization");
  });

  it("are sent once per change, and not for a payment waiting for its payer", async () => {
    await client.create();
    await createFinished(declinedVisa);
    const held = await createFinished(approvedVisa, { manual: true });
    await act(held.id, "capture");
    await act(held.id, "refund", { amount: 500 });
    await act((await createFinished()).id, "void");
    await sandbox.control.webhooksSettled();
    expect(receivedTypes().toSorted()).toEqual([
      "payment_authorized",
      "payment_captured",
      "payment_failed",
      "payment_paid",
      "payment_refunded",
      "payment_voided",
    ]);
    expect(merchant.received.find(({ type }) => type === "payment_refunded")?.data.refunded).toBe(500);
  });

  it("contain the payment as it was at the time", async () => {
    sandbox.control.fault({ route: "webhook", kind: "hold" });
    const { id } = await createFinished();
    await act(id, "refund");
    await sandbox.control.webhooksSettled();
    sandbox.control.releaseWebhooks();
    await sandbox.control.webhooksSettled();
    expect(merchant.received.map(({ type, data }) => [type, data.status])).toEqual([
      ["payment_refunded", "refunded"],
      ["payment_paid", "paid"],
    ]);
  });
});

describe("retries", () => {
  const reopen = async (answers: number[], options: SandboxOptions = {}) => {
    await Promise.all([sandbox.close(), merchant.close()]);
    await open(answers, options);
  };

  it("sends the same event again until a 2xx response", async () => {
    await reopen([500, 302, 404]);
    await createFinished();
    await sandbox.control.webhooksSettled();
    expect(merchant.received).toHaveLength(4);
    expect(new Set(merchant.received.map(({ id }) => id)).size).toBe(1);
    expect(sandbox.control.attempts().map(({ try: n, status }) => [n, status])).toEqual([
      [1, 500],
      [2, 302],
      [3, 404],
      [4, 200],
    ]);
  });

  it("drops an event after six attempts", async () => {
    await reopen(Array<number>(10).fill(503));
    await createFinished();
    await sandbox.control.webhooksSettled();
    expect(merchant.received).toHaveLength(6);
  });

  it("tries six times while a shop is down; close does not wait for attempts that are due later", async () => {
    const unreachable = await openMerchant();
    await unreachable.close();
    await reopen([], { webhookUrls: [`${unreachable.url}/hook`], webhookClock: 1_000_000 });
    await createFinished();
    await sandbox.control.webhooksSettled();
    expect(sandbox.control.attempts().map(({ status }) => status)).toEqual([null, null, null, null, null, null]);
    await reopen([500], { webhookClock: 1 });
    await createFinished();
    await merchant.until(() => merchant.received.length === 1);
  });
});

describe("faults", () => {
  it("missing, double, wrong_token, misspelled and late change the delivery", async () => {
    for (const kind of ["missing", "double", "wrong_token", "misspelled"] as const)
      sandbox.control.fault({ route: "webhook", kind });
    sandbox.control.fault({ route: "webhook", kind: "late", delayMs: 1 });
    await createFinished();
    await sandbox.control.webhooksSettled();
    expect(merchant.received).toEqual([]);
    await createFinished();
    await sandbox.control.webhooksSettled();
    expect(merchant.received).toHaveLength(2);
    expect(merchant.received[0]).toEqual(merchant.received[1]);
    await createFinished();
    await sandbox.control.webhooksSettled();
    expect(merchant.received[2]?.secret_token).not.toBe(testKeys.webhook);
    await createFinished(declinedVisa);
    await sandbox.control.webhooksSettled();
    expect(merchant.received[3]?.type).toBe("payment_faild");
    await createFinished();
    await sandbox.control.webhooksSettled();
    expect(receivedTypes()).toHaveLength(5);
  });

  it("events can be resent and reordered", async () => {
    sandbox.control.fault({ route: "webhook", kind: "hold", times: 2 });
    const { id } = await createFinished();
    await act(id, "refund");
    sandbox.control.releaseWebhooks("reversed");
    await sandbox.control.webhooksSettled();
    expect(receivedTypes()).toEqual(["payment_refunded", "payment_paid"]);
    const [first] = sandbox.control.events();
    expect(sandbox.control.resend(first?.id ?? "", { times: 3 })).toBe(true);
    expect(sandbox.control.resend("unknown")).toBe(false);
    await sandbox.control.webhooksSettled();
    expect(merchant.received.filter((event) => event.id === first?.id)).toHaveLength(4);
  });
});

describe("registry", () => {
  const register = (body: unknown, key: string = testKeys.secret) =>
    client.call<Record<string, unknown>>("POST", "/v1/webhooks", body, { authorization: basic(key) });

  it("rejects a wrong key, another host, an unknown event and a missing secret", async () => {
    const good = { http_method: "post", url: `${merchant.url}/two`, shared_secret: "s", events: ["payment_failed"] };
    expect((await register(good, "sk_test_x")).status).toBe(401);
    for (const wrong of [
      { url: "http://example.com/" },
      { url: "file:///etc" },
      { shared_secret: "" },
      { events: [] },
      { events: ["x"] },
      { http_method: "get" },
    ])
      expect((await register({ ...good, ...wrong })).status).toBe(400);
  });

  it("a registered endpoint gets its events with its own secret, which is never shown again", async () => {
    const { status, body } = await register({
      http_method: "post",
      url: `${merchant.url}/two`,
      shared_secret: "second-secret",
      events: ["payment_failed"],
    });
    expect(status).toBe(201);
    await createFinished();
    await createFinished(declinedVisa);
    await sandbox.control.webhooksSettled();
    expect(
      merchant.received.filter(({ secret_token }) => secret_token === "second-secret").map(({ type }) => type),
    ).toEqual(["payment_failed"]);
    const replies = await Promise.all(
      ["", `/${String(body["id"])}`, "/available_events", "/attempts"].map((path) =>
        client.call("GET", `/v1/webhooks${path}`),
      ),
    );
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200]);
    expect(JSON.stringify(replies)).not.toContain("secret");
    expect((await client.call("GET", "/v1/webhooks/none")).status).toBe(404);
  });
});
