/** Files attached to change requests: what is accepted, who reads them, and when they are deleted. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import sharp from "sharp";
import { makeUser } from "#db/factories/user.ts";
import { Conflict, Forbidden, NotFound, RateLimited, ValidationError } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { plainPdf, received } from "#test/media.ts";
import { paidOrders } from "#test/paid-order.ts";
import { requestException } from "./requests.server.ts";
import { decideRequest } from "./decide-request.server.ts";
import { deleteOldChangeFiles, eraseChangeTexts, fileRules, readChangeFile, uploadChangeFile } from "./files.server.ts";
import { readChangeRequest } from "./read-requests.server.ts";

const pdf = plainPdf().toString();

describeOnDatabase("files of requests to change", (open) => {
  let ctx: TestCtx;
  let buyer: TestCtx;
  let orderId: number;
  beforeEach(async () => {
    ctx = testContext(await open());
    const user = await makeUser(ctx.db);
    buyer = ctx.as(user);
    [orderId = 0] = await paidOrders(ctx, 1, { buyer: user });
  });

  const upload = async (name = "letter.pdf", content: string | Buffer = pdf, as = buyer) =>
    uploadChangeFile(as, await received(ctx, Buffer.from(content), name));
  const countFiles = async () =>
    (await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from order_change_file`)).rows[0]?.n;
  async function request(fileIds: number[], as = buyer) {
    const { rows } = await ctx.db.execute<{ id: number; run_id: number }>(
      sql`select id, run_id from enrolment where order_id = ${orderId}`,
    );
    const [seat] = rows;
    const change = {
      orderId,
      runId: seat?.run_id ?? 0,
      kind: "cancel" as const,
      seatIds: [seat?.id ?? 0],
      toRunId: null,
    };
    return requestException(as, { ...change, message: "Please", fileIds, key: "k" });
  }

  it("accepts files by their content, from buyers only", async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    await expect(upload("letter.pdf", pdf, ctx.as(await makeUser(ctx.db)))).rejects.toThrow(Conflict);
    for (const [name, content] of [
      ["letter.pdf", "<script>alert(1)</script>"],
      ["letter.pdf", png],
      ["page.html", pdf],
      ["cut.png", png.subarray(0, 40)],
      ["cut.pdf", pdf.slice(0, 40)],
      ["script.pdf", pdf.replace("/Catalog", "/Catalog/OpenAction<</S/JavaScript/JS(x)>>")],
      ["picture.webp", await sharp(png).webp().toBuffer()],
    ] as const)
      await expect(upload(name, content), name).rejects.toThrow(ValidationError);
    expect(() => fileRules.getMaxBytes(buyer, Buffer.from("GIF89a"))).toThrow(ValidationError);
    expect(fileRules.getMaxBytes(buyer, Buffer.from(pdf))).toBe(12 * 2 ** 20);
    expect(await upload("../../etc/my\u202e photo.png", png)).toMatchObject({ name: "my photo.png" });
    expect(await countFiles()).toBe(1);
  });

  // content/media/upload.test.ts tests the number of pixels: `checkUpload` checks files of both kinds.
  it("B-10 allows files of up to 12 MiB, enough for a phone's 50-megapixel photo", () => {
    expect(fileRules.getMaxBytes(buyer, Buffer.from("\xff\xd8\xff\xe0", "latin1"))).toBe(12 * 2 ** 20);
    expect(fileRules.maxBytes).toBe(12 * 2 ** 20);
  });

  it("CT-28 rejects a HEIC photo with advice on how to convert it", () => {
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    for (const [locale, text] of [
      ["en", "Export it as a JPEG"],
      ["ar", "صدّرها بصيغة JPEG"],
    ] as const) {
      const file = [expect.stringContaining(text)];
      expect(() => fileRules.getMaxBytes({ ...buyer, locale }, heic)).toThrow(
        expect.objectContaining({ fields: { file } }),
      );
    }
  });

  it("keeps at most three unsent files of an account, and limits uploads per hour", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push((await upload()).id);
    expect(await countFiles()).toBe(3);
    await expect(request(ids.slice(0, 3))).rejects.toThrow(ValidationError);
    const limited = { ...buyer, env: testEnv({ RATE_LIMIT_FACTOR: "0.05" }) };
    await expect(upload("letter.pdf", pdf, limited)).rejects.toThrow(RateLimited);
  });

  it("S-16 a file is sent only by its uploader and read only by staff who may decide; each reading is logged", async () => {
    const { id } = await upload();
    const finance = ctx.asStaff("finance");
    await expect(readChangeFile(finance, { id })).rejects.toThrow(NotFound);
    const stranger = await makeUser(ctx.db);
    await paidOrders(ctx, 1, { buyer: stranger });
    const { id: othersFile } = await upload("other.pdf", pdf, ctx.as(stranger));
    await expect(request([othersFile])).rejects.toThrow(ValidationError);
    const change = await request([id]);
    expect((await readChangeRequest(finance, { id: change.id })).messages[0]?.files).toEqual([
      { id, name: "letter.pdf", bytes: pdf.length },
    ]);
    await expect(readChangeFile(ctx.asStaff("support"), { id })).rejects.toThrow(Forbidden);
    const file = await readChangeFile(finance, { id });
    expect([file.type, file.body.toString()]).toEqual(["application/pdf", pdf]);
    // S-16: who read which file.
    const reads = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "change.file-read"));
    expect(reads).toMatchObject([
      { actorKind: "staff", entity: "order", entityId: String(orderId), after: { changeId: change.id, fileId: id } },
    ]);
  });

  it("a file is deleted a day after upload when unsent, a year after the decision, or with the account", async () => {
    const later = (days: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + days * 86_400_000));
    const change = await request([(await upload()).id]);
    await upload();
    later(2);
    await deleteOldChangeFiles(ctx);
    expect(await countFiles()).toBe(1);
    await decideRequest(ctx.asStaff("finance"), { id: change.id, decision: "refuse", answer: "No." });
    later(364);
    await deleteOldChangeFiles(ctx);
    expect(await countFiles()).toBe(1);
    later(2);
    await deleteOldChangeFiles(ctx);
    expect(await countFiles()).toBe(0);
    await upload();
    await eraseChangeTexts(ctx, buyer.viewer?.id ?? "");
    expect(await countFiles()).toBe(0);
    expect((await readChangeRequest(ctx.asStaff("finance"), { id: change.id })).messages).toEqual([]);
  });
});
