import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type Sandbox } from "./server.ts";
import { testKeys } from "./settings.ts";
import { basic, createClient, order } from "./test-client.ts";

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  sandbox = await startSandbox({ controlRoute: true });
  client = createClient(sandbox);
});
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

const post = (body = order()) => client.call<{ type: string }>("POST", "/v1/payments", body);
const fetchStatus = async (id: string) => (await client.call("GET", `/v1/payments/${id}`)).status;

describe("requests", () => {
  it.each([
    ["error_500", 500, "api_error"],
    ["error_503", 503, "api_error"],
    ["rate_limit_429", 429, "rate_limit_error"],
  ] as const)("%s fails and creates nothing, as often as configured", async (kind, status, type) => {
    sandbox.control.fault({ route: "create", kind, times: 2 });
    expect(await fetchStatus("other")).toBe(404);
    for (let i = 0; i < 2; i++) {
      const reply = await post();
      expect([reply.status, reply.body.type]).toEqual([status, type]);
    }
    expect(sandbox.control.payments()).toEqual([]);
    expect((await post()).status).toBe(201);
  });

  it("html_403 returns a page without a CORS header", async () => {
    sandbox.control.fault({ route: "fetch", kind: "html_403" });
    const reply = await client.call<string>("GET", "/v1/payments/x");
    expect([reply.status, reply.headers.get("content-type"), reply.headers.get("access-control-allow-origin")]).toEqual(
      [403, "text/html; charset=utf-8", null],
    );
  });

  it("malformed_json creates the payment and cuts the response", async () => {
    sandbox.control.fault({ route: "create", kind: "malformed_json" });
    const body = order();
    const reply = await fetch(`${sandbox.url}/v1/payments`, {
      method: "POST",
      headers: { authorization: basic(testKeys.secret), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(201);
    await expect(reply.json()).rejects.toThrow(SyntaxError);
    expect(await fetchStatus(body.given_id)).toBe(200);
  });

  it("drop_before_commit creates nothing, drop_after_commit creates; both drop the connection", async () => {
    const [lost, kept] = [order(), order()];
    sandbox.control.fault({ route: "create", kind: "drop_before_commit" });
    await expect(post(lost)).rejects.toThrow();
    sandbox.control.fault({ route: "create", kind: "drop_after_commit" });
    await expect(post(kept)).rejects.toThrow();
    expect([await fetchStatus(lost.given_id), await fetchStatus(kept.given_id)]).toEqual([404, 200]);
    expect((await post(kept)).body.type).toBe("used_given_id");
  });

  it("commit_late creates the payment on release, unless it was sent again meanwhile", async () => {
    const [late, resent] = [order(), order()];
    sandbox.control.fault({ route: "create", kind: "commit_late", times: 2 });
    await expect(post(late)).rejects.toThrow();
    await expect(post(resent)).rejects.toThrow();
    expect(await fetchStatus(late.given_id)).toBe(404);
    expect((await post(resent)).status).toBe(201);
    sandbox.control.release();
    expect(await fetchStatus(late.given_id)).toBe(200);
    expect(sandbox.control.payments()).toHaveLength(2);
  });

  it("hang creates nothing, hang_after_commit creates; both keep the caller waiting, then drop the connection", async () => {
    const [lost, kept] = [order(), order()];
    sandbox.control.fault({ route: "create", kind: "hang" });
    sandbox.control.fault({ route: "create", kind: "hang_after_commit" });
    for (const body of [lost, kept]) {
      const reply = post(body);
      const failed = expect(reply).rejects.toThrow();
      while (sandbox.control.hanging() === 0) await new Promise(setImmediate);
      sandbox.control.release();
      await failed;
    }
    expect([await fetchStatus(lost.given_id), await fetchStatus(kept.given_id)]).toEqual([404, 200]);
  });

  it("slow responds late but correctly; a fault for every route hits any route", async () => {
    sandbox.control.fault({ route: "*", kind: "slow", delayMs: 5 });
    expect((await post()).status).toBe(201);
    sandbox.control.fault({ route: "*", kind: "error_500" });
    expect((await client.call("GET", "/v1/payments")).status).toBe(500);
    expect((await client.call("GET", "/v1/payments")).status).toBe(200);
  });

  it("a hanging request does not delay close", async () => {
    const other = await startSandbox();
    other.control.fault({ route: "create", kind: "hang" });
    const failed = expect(createClient(other).call("POST", "/v1/payments", order())).rejects.toThrow();
    while (other.control.hanging() === 0) await new Promise(setImmediate);
    await other.close();
    await failed;
  });
});

describe("control", () => {
  const act = (body: unknown, headers: Record<string, string> = {}) =>
    client.call<Record<string, unknown>>("POST", "/__control", body, headers);

  it("is closed unless enabled, rejects browsers and unknown actions", async () => {
    const plain = await startSandbox();
    expect((await createClient(plain).call("POST", "/__control", { action: "state" })).status).toBe(404);
    await plain.close();
    expect((await act({ action: "reset" }, { origin: sandbox.url })).status).toBe(403);
    for (const wrong of [
      {},
      { action: "x" },
      { action: "fault", route: "create", kind: "double" },
      { action: "fault", route: "webhook", kind: "error_500" },
      { action: "set", nonsense: 1 },
      { action: "fault", route: "create", kind: "slow", times: 0 },
    ])
      expect((await act(wrong)).status).toBe(400);
    expect(() => sandbox.control.fault(JSON.parse('{"route":"create","kind":"never"}'))).toThrow(TypeError);
  });

  it("does the same over HTTP as in the process", async () => {
    await act({ action: "fault", route: "create", kind: "error_500" });
    expect((await post()).status).toBe(500);
    await act({ action: "set", validationType: "invalid_request_error" });
    expect((await post({ ...order(), amount: 1 })).body.type).toBe("invalid_request_error");
    const { id } = await client.create();
    expect((await act({ action: "finish", id, result: "AUTHENTICATION_REJECTED" })).body["status"]).toBe("failed");
    expect((await act({ action: "finish", id, result: "x" })).status).toBe(400);
    expect((await act({ action: "state" })).body["payments"]).toHaveLength(1);
    await act({ action: "reset" });
    expect(sandbox.control.payments()).toEqual([]);
  });

  it("patch changes the facts that the provider reports", async () => {
    const { id } = await client.create();
    sandbox.control.patch(id, { status: "paid", amount: 100, currency: "USD" });
    expect((await client.call("GET", `/v1/payments/${id}`)).body).toMatchObject({
      status: "paid",
      amount: 100,
      currency: "USD",
    });
  });
});
