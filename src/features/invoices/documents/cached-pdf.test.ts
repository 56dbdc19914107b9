/** A PDF is drawn once while it is cached, and rate limited. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { inTransaction } from "#platform/context.server.ts";
import { NotFound, RateLimited } from "#platform/errors.ts";
import { limits } from "#platform/rate-limit.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders } from "#test/paid-order.ts";
import { issueInvoice } from "../issue.server.ts";
import { orderDocument } from "#features/order-views/documents/own-documents.server.ts";

const buyer = { id: "buyer-of-documents", name: "Sara N.", email: "sara@example.com" };

describeOnDatabase("the PDF of a paper", (open) => {
  let ctx: TestCtx;
  let orderId: number;
  let folder: string;
  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "nama-documents-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    folder = join(dataDir, "documents");
    const visitor = testContext(await open(), { env: testEnv({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "1" }) });
    [orderId = 0] = await paidOrders(visitor, 1);
    await inTransaction(visitor, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    ctx = visitor.as(buyer);
  });
  const ask = (who: TestCtx = ctx, locale: "en" | "ar" = "en") =>
    orderDocument({ ...who, locale }, { order_id: orderId });

  it("is rate limited per account; another's order counts as an attempt, and draws nothing", async () => {
    const other = ctx.as({ id: "nobody", name: "N", email: "n@example.com" });
    await ask();
    for (let at = 0; at < limits.documentPerAccount.max; at++) await expect(ask(other)).rejects.toThrow(NotFound);
    await expect(ask(other)).rejects.toThrow(RateLimited);
    expect(readdirSync(folder)).toHaveLength(1);
    for (let at = 1; at < limits.documentPerAccount.max; at++) await ask();
    await expect(ask()).rejects.toThrow(RateLimited);
  });

  it("is drawn once for all who ask at the same time, kept for the site's own eyes, and given from there", async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => ask()));
    for (const file of others) expect(file).toEqual(first);
    const [name = ""] = readdirSync(folder);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.pdf$/)]);
    expect(readFileSync(join(folder, name)).equals(Buffer.from(first?.bytes ?? []))).toBe(true);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
    // No one draws it again: what lies there is what is given.
    writeFileSync(join(folder, name), "kept");
    expect(Buffer.from((await ask()).bytes).toString()).toBe("kept");
    expect(
      Buffer.from((await ask(ctx, "ar")).bytes)
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("is forgotten after 90 days, and drawn anew with the same bytes", async () => {
    const { bytes } = await ask();
    const [name = ""] = readdirSync(folder);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 2 * 60 * 60 * 1000);
    await ask(ctx, "ar");
    expect(readdirSync(folder)).toContain(name);
    utimesSync(join(folder, name), new Date(), new Date(ctx.clock.now.getTime() - 91 * 24 * 60 * 60 * 1000));
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 2 * 60 * 60 * 1000);
    const otherFile = readdirSync(folder).find((other) => other !== name);
    rmSync(join(folder, otherFile ?? ""));
    await ask(ctx, "ar");
    expect(readdirSync(folder)).not.toContain(name);
    expect((await ask()).bytes).toEqual(bytes);
  });

  it("is given although it cannot be kept", async () => {
    writeFileSync(folder, "a file where the folder should be");
    expect(
      Buffer.from((await ask()).bytes)
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });
});
