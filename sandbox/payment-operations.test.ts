import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Payment } from "./payment.ts";
import { startSandbox, type Sandbox } from "./server.ts";
import { approvedVisa, card, createClient } from "./test-client.ts";

type Page = { payments: Payment[]; meta: Record<string, number | null> };

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
});
afterEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

describe("operations", () => {
  const createPaid = (changes: Record<string, unknown> = {}) =>
    client.create({ source: card(approvedVisa, { "3ds": false, ...changes }) });
  const act = (id: string, operation: string, body: unknown = {}) =>
    client.call("POST", `/v1/payments/${id}/${operation}`, body);

  it("refunds in parts and in full, but not from the wrong state or more than is left", async () => {
    const open = await client.create();
    expect((await act(open.id, "refund")).body).toMatchObject({ type: "invalid_request_error", errors: null });
    const { id } = await createPaid();
    for (const amount of [115_001, 0, -5, 1.5, "100"]) expect((await act(id, "refund", { amount })).status).toBe(400);
    expect((await act(id, "refund", { amount: 15_000 })).body).toMatchObject({
      status: "refunded",
      refunded: 15_000,
      refunded_format: "150.00 SAR",
    });
    expect((await act(id, "refund", { amount: 100_001 })).status).toBe(400);
    expect((await act(id, "refund")).body).toMatchObject({ status: "refunded", refunded: 115_000 });
    expect((await act(id, "refund")).status).toBe(400);
  });

  it("two settings decide the status after a partial refund, and whether a second one is accepted", async () => {
    sandbox.control.set({ partialRefundStatus: "unchanged", secondPartialRefund: "refused" });
    const { id } = await createPaid();
    expect((await act(id, "refund", { amount: 1 })).body).toMatchObject({ status: "paid", refunded: 1 });
    expect((await act(id, "refund", { amount: 1 })).status).toBe(400);
  });

  it("captures a hold once, also in part; voids only within two hours", async () => {
    const { id, status } = await createPaid({ manual: true });
    expect(status).toBe("authorized");
    expect((await act(id, "capture", { amount: 115_001 })).status).toBe(400);
    expect((await act(id, "capture", { amount: 100_000 })).body).toMatchObject({
      status: "captured",
      captured: 100_000,
    });
    expect((await act(id, "capture")).status).toBe(400);
    expect((await act(id, "refund", { amount: 100_001 })).status).toBe(400);
    const [early, late] = [await createPaid(), await createPaid()];
    expect((await act(early.id, "void")).body).toMatchObject({ status: "voided", voided_at: expect.any(String) });
    sandbox.control.advance(121 * 60_000);
    expect((await act(late.id, "void")).status).toBe(400);
  });

  it("PUT changes description and metadata only; an empty metadata value removes its key", async () => {
    const { id } = await createPaid();
    const { body } = await client.call("PUT", `/v1/payments/${id}`, {
      description: "new",
      amount: 1,
      status: "failed",
      metadata: { order_id: "", b: 2 },
    });
    expect(body).toMatchObject({ description: "new", amount: 115_000, status: "paid", metadata: { b: 2 } });
    expect(body.metadata).not.toHaveProperty("order_id");
    expect((await client.call("PUT", `/v1/payments/${id}`, { metadata: "x" })).status).toBe(400);
  });

  it("lists newest first, 40 per page, with filters", async () => {
    const made: Payment[] = [];
    for (let i = 0; i < 41; i++) made.push(await client.create({ metadata: { order_id: String(i) } }));
    const listed = async (query: string) => (await client.call<Page>("GET", `/v1/payments?${query}`)).body;
    const first = await listed("");
    expect(first.payments.map(({ id }) => id)).toEqual(
      made
        .slice(1)
        .reverse()
        .map(({ id }) => id),
    );
    expect(first.meta).toEqual({ current_page: 1, next_page: 2, prev_page: null, total_pages: 2, total_count: 41 });
    expect((await listed("page=2")).payments.map(({ id }) => id)).toEqual([made[0]?.id]);
    expect((await listed("metadata[order_id]=7")).payments.map(({ id }) => id)).toEqual([made[7]?.id]);
    expect((await listed(`id=${made[3]?.id}&status=initiated&card_last_digits=1111`)).payments).toHaveLength(1);
    expect((await listed("status=paid")).payments).toEqual([]);
    expect((await listed("created[gt]=2999-01-01")).payments).toEqual([]);
  });
});
