/** A holder's download links: rejections first. */
import { Hono } from "hono";
import { beforeEach, expect, it } from "vitest";
import { makeCertificate } from "#db/factories/certificate.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { certificateUrl } from "./download.server.ts";
import { mountCertificates } from "./routes.server.ts";
import { certificates } from "./tables.server.ts";

describeOnDatabase("a holder's download link", (open) => {
  let ctx: TestCtx;
  let number: string;
  const app = new Hono();
  mountCertificates(app, () => Promise.resolve(ctx));
  const get = (url: string) => app.request(url.replace(ctx.env.BASE_URL, ""));

  beforeEach(async () => {
    ctx = testContext(await open());
    const runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id;
    await paidOrders(ctx, 1, { runId });
    ({ number } = await makeCertificate(ctx.db, { enrolmentId: 1, runId }));
  });

  it("is 404 with another key, without a key, or for another number", async () => {
    const url = certificateUrl(ctx, number, "pdf");
    const wrong = [
      url.replace(/key=./, "key=%00"),
      url.replace(/\?.*/, ""),
      url.replace(number, "NH-2027-AAAA-AAAA"),
      certificateUrl(ctx, "NH-2027-AAAA-AAAA", "pdf"),
      url.replace(number, "x".repeat(2000)),
    ];
    for (const address of wrong) expect((await get(address)).status).toBe(404);
  });

  it("returns the PDF without caching, and 404 once the holder is erased", async () => {
    const url = certificateUrl(ctx, number, "pdf");
    const answer = await get(url);
    expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("content-type")]).toEqual([
      200,
      "private, no-store",
      "application/pdf",
    ]);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    await ctx.db.update(certificates).set({ holder: null });
    expect((await get(url)).status).toBe(404);
  });
});
