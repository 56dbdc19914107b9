/** A PDF is rendered once and then served from the cache; requests for it are rate limited. */
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

describeOnDatabase("the PDF of a tax document", (open) => {
  let ctx: TestCtx;
  let orderId: number;
  let cacheFolder: string;
  beforeEach(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "nama-documents-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    cacheFolder = join(dataDir, "documents");
    const visitor = testContext(await open(), { env: testEnv({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: "1" }) });
    [orderId = 0] = await paidOrders(visitor, 1);
    await inTransaction(visitor, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    ctx = visitor.as(buyer);
  });
  const requestPdf = (requester: TestCtx = ctx, locale: "en" | "ar" = "en") =>
    orderDocument({ ...requester, locale }, { order_id: orderId });

  it("is rate limited per account; a request for someone else's order counts too, but renders nothing", async () => {
    const other = ctx.as({ id: "nobody", name: "N", email: "n@example.com" });
    await requestPdf();
    for (let n = 0; n < limits.documentPerAccount.max; n++) await expect(requestPdf(other)).rejects.toThrow(NotFound);
    await expect(requestPdf(other)).rejects.toThrow(RateLimited);
    expect(readdirSync(cacheFolder)).toHaveLength(1);
    for (let n = 1; n < limits.documentPerAccount.max; n++) await requestPdf();
    await expect(requestPdf()).rejects.toThrow(RateLimited);
  });

  it("is rendered once for simultaneous requests, cached in a file that only the site can read, and served from it", async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => requestPdf()));
    for (const file of others) expect(file).toEqual(first);
    const [name = ""] = readdirSync(cacheFolder);
    expect(readdirSync(cacheFolder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.pdf$/)]);
    expect(readFileSync(join(cacheFolder, name)).equals(Buffer.from(first?.bytes ?? []))).toBe(true);
    expect([statSync(cacheFolder).mode & 0o777, statSync(join(cacheFolder, name)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    // The cached file is served; nothing is rendered again.
    writeFileSync(join(cacheFolder, name), "kept");
    expect(Buffer.from((await requestPdf()).bytes).toString()).toBe("kept");
    expect(
      Buffer.from((await requestPdf(ctx, "ar")).bytes)
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect(readdirSync(cacheFolder)).toHaveLength(2);
  });

  it("is deleted after 90 days, then re-rendered with the same bytes", async () => {
    const { bytes } = await requestPdf();
    const [name = ""] = readdirSync(cacheFolder);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 2 * 60 * 60 * 1000);
    await requestPdf(ctx, "ar");
    expect(readdirSync(cacheFolder)).toContain(name);
    utimesSync(join(cacheFolder, name), new Date(), new Date(ctx.clock.now.getTime() - 91 * 24 * 60 * 60 * 1000));
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 2 * 60 * 60 * 1000);
    const otherFile = readdirSync(cacheFolder).find((other) => other !== name);
    rmSync(join(cacheFolder, otherFile ?? ""));
    await requestPdf(ctx, "ar");
    expect(readdirSync(cacheFolder)).not.toContain(name);
    expect((await requestPdf()).bytes).toEqual(bytes);
  });

  it("is served even if it cannot be cached", async () => {
    writeFileSync(cacheFolder, "a file where the folder should be");
    expect(
      Buffer.from((await requestPdf()).bytes)
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });
});
