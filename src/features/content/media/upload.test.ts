/** Uploads through the staff API, as a browser sends them (P-09, reliability.md row 17). */
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { serve } from "@hono/node-server";
import { and, eq } from "drizzle-orm";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withUpload } from "#platform/http/upload.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { toFormData, noise, packedPdf, photo, plainPdf, received } from "#test/media.ts";
import { isFullRun } from "#test/open-database.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { makePictureSizes, tidyMedia } from "./jobs.server.ts";
import { makeSize } from "./read-picture.server.ts";
import { readBytes, getDocumentKey, getOriginalKey, getSizeKey, getStorage } from "./storage.server.ts";
import { mediaFiles } from "./tables.server.ts";
import { checkUpload, requireUploadKind, uploadMedia } from "./upload.server.ts";
import { uploadedFormats, uploadedWidths } from "./uploaded-picture.ts";

const encryptedPdf = (entry: string) => Buffer.from(plainPdf().toString().replace("<</Root", `<<${entry}/Root`));

describeOnDatabase("uploads", (open) => {
  let ctx: TestCtx;
  let browser: StaffBrowser;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "nama-uploads-"));
    ctx = testContext(await open(), { env: testEnv({ DATA_DIR: dataDir }) });
    browser = await signedIn(ctx, (await makeStaff(ctx, "content")).id);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  beforeEach(() => void ctx.queued.splice(0));

  const send = (bytes: Uint8Array, name: string, field?: string) =>
    browser.call("POST media", toFormData(bytes, name, field));
  const listFiles = async () => {
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  };
  const readKey = async (id: number) =>
    (await ctx.db.select({ key: mediaFiles.key }).from(mediaFiles).where(eq(mediaFiles.id, id)))[0]?.key ?? "";

  describe("refusals", () => {
    afterEach(async () => expect(await listFiles()).toEqual([]));

    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
    it.each<[string, () => Promise<Buffer> | Buffer, string, RegExp]>([
      ["an SVG with script", () => svg, "a.svg", /content is something else/],
      ["an SVG under another name", () => svg, "a.png", /content is something else/],
      ["HTML named .jpg", () => Buffer.from("<html><script>alert(1)</script>"), "a.jpg", /content is something else/],
      [
        "a GIF that is JavaScript, too",
        () => Buffer.from("GIF89a/*".padEnd(200, "*") + "*/=1;alert(1)"),
        "a.gif",
        /else/,
      ],
      ["a JPEG named .png", () => noise(8, 8), "a.png", /content is JPEG,/],
      ["a PNG named .html", () => noise(8, 8, "png"), "a.html", /content is PNG,/],
      [
        "the start of a JPEG before HTML",
        () => Buffer.from("\xff\xd8\xff\xe0<script>alert(1)</script>", "latin1"),
        "a.jpg",
        /damaged/,
      ],
      ["a JPEG cut in the middle", async () => (await noise(300, 200)).subarray(0, 6000), "a.jpg", /damaged/],
      [
        "a WebP that is nothing behind its name",
        () => Buffer.from("RIFF\xff\0\0\0WEBPVP8 ".padEnd(300, "x"), "latin1"),
        "a.webp",
        /damaged/,
      ],
      [
        "an AVIF that is nothing behind its name",
        () => Buffer.from("\0\0\0\x14ftypavif\0\0\0\0avif".padEnd(300, "x"), "latin1"),
        "a.avif",
        /damaged/,
      ],
      ["a PDF without its end", () => Buffer.from("%PDF-1.7\n1 0 obj"), "a.pdf", /damaged/],
      ["a PDF with script", () => plainPdf("/OpenAction<</S/JavaScript/JS(app.alert(1))>>"), "a.pdf", /scripts/],
      [
        "a PDF with HTML after its end",
        () => Buffer.concat([plainPdf(), Buffer.from("<script>alert(1)</script>")]),
        "a.pdf",
        /damaged/,
      ],
      [
        "A-05: a PDF with script whose name is written in signs",
        () => plainPdf("/OpenAction<</S/J#61vaScript/J#53(app.alert(1))>>"),
        "a.pdf",
        /scripts/,
      ],
      ["A-05: a PDF with a program", () => plainPdf("/OpenAction<</S/L#61unch/F(x.exe)>>"), "a.pdf", /scripts/],
      ["A-05: a PDF with a script alone", () => plainPdf("/Names[(a)<</JS(app.alert(1))>>]"), "a.pdf", /scripts/],
      [
        "A-05: a PDF that sends a form to another site",
        () => plainPdf("/A<</S/SubmitForm/F(https://evil.example)>>"),
        "a.pdf",
        /scripts/,
      ],
      [
        "A-05: a PDF with a link to a script",
        () => plainPdf("/A<</S/URI/URI(JavaScript:alert\\(1\\))>>"),
        "a.pdf",
        /scripts/,
      ],
      [
        "A-05: a PDF with a link to a script in escapes",
        () => plainPdf("/A<</S/URI/URI(\\152avascript:alert)>>"),
        "a.pdf",
        /scripts/,
      ],
      [
        "A-05: a PDF with a link to a script in hex",
        () => plainPdf(`/A<</S/URI/URI<${Buffer.from("javascript:alert").toString("hex")}>>>`),
        "a.pdf",
        /scripts/,
      ],
      [
        "A-05: a PDF with a script in an object stream",
        () => packedPdf("<</S/JavaScript/JS(app.alert(1))>>"),
        "a.pdf",
        /scripts/,
      ],
      [
        "A-05: a PDF with an object stream that cannot be looked into",
        () => packedPdf("<</Type/Page>>", "/Filter[/ASCIIHexDecode/FlateDecode]"),
        "a.pdf",
        /scripts/,
      ],
      [
        "A-05: HTML in the clothes of a PDF",
        () => Buffer.from("%PDF-1.4\n<html><script>alert(1)</script></html>\nstartxref\n9\n%%EOF\n"),
        "a.pdf",
        /damaged/,
      ],
      ["B-14: a PDF with a password", () => encryptedPdf("/Encrypt 5 0 R"), "a.pdf", /password/],
      [
        "B-14: one that escapes the name of its encryption",
        () => encryptedPdf("/#45ncrypt<</Filter/Standard>>"),
        "a.pdf",
        /password/,
      ],
      [
        "B-14: one that names its encryption in a cross-reference stream",
        () =>
          Buffer.from(
            packedPdf("<</Type/Page>>").toString("latin1").replace("/ObjStm", "/XRef/Encrypt 5 0 R"),
            "latin1",
          ),
        "a.pdf",
        /password/,
      ],
      [
        "CT-28: a HEIC photo",
        () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic".padEnd(300, "x"), "latin1"),
        "IMG_0001.HEIC",
        /HEIC.*as a JPEG/,
      ],
      ["an empty file", () => Buffer.alloc(0), "a.jpg", /required/],
    ])("P-09 %s: a field error, and nothing is stored", async (_, bytes, name, text) => {
      const { status, body } = await send(await bytes(), name);
      expect([status, Object.keys(body)]).toEqual([422, ["file"]]);
      expect(String((body["file"] as string[])[0])).toMatch(text);
    });

    const border = 64 * 1024;
    const wide = " ".repeat(3 * border);
    it.each([
      ["a name", "/JavaScript"],
      ["a name in signs", "/L#61#75nch"],
      ["the shortest name", "<</JS(app.alert(1))>>"],
      ["an object stream that is none", "<</Type/ObjStm>>"],
      ["an address", "(javascript:alert)"],
      ["an address in escapes", "(\\152ava\\\nscript\\72alert)"],
      ["an address in hex", `/URI <${Buffer.from("javascript:").toString("hex")}>`],
      ["an address with much space in it", `(java${wide}script:alert)`],
      ["an address in hex with much space in it", `/URI <6a61766173637269${wide}70743a>`],
    ])("A-05: finds %s at any boundary of the chunks in which a PDF is read", async (_, hidden) => {
      const content = ctx.asStaff("content");
      const [start = "", end = ""] = plainPdf().toString().split("trailer");
      for (let cut = 0; cut <= Math.min(hidden.length, 32); cut++) {
        const bytes = Buffer.from(`${start}%${"x".repeat(border - start.length - 1 - cut)}${hidden}\ntrailer${end}`);
        const file = await received(ctx, bytes, "a.pdf");
        await expect(
          checkUpload(content, file, requireUploadKind(content, file.head)),
          `cut after ${cut}`,
        ).rejects.toThrow();
        await rm(file.path);
      }
      await rm(join(dataDir, "received"), { recursive: true });
    });

    it("P-09 rejects a picture with too many pixels before decoding", async () => {
      // Its header says 20,000 × 20,000; the rest is that of a small picture.
      const flood = await noise(8, 8, "png");
      flood.writeUInt32BE(20_000, 16);
      flood.writeUInt32BE(20_000, 20);
      flood.writeUInt32BE(crc32(flood.subarray(12, 29)), 29);
      const before = process.memoryUsage.rss();
      const { status, body } = await send(flood, "a.png");
      expect([status, body]).toEqual([
        422,
        { file: ["The resolution of this picture is too high (64 megapixels at most)."] },
      ]);
      expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 2 ** 20);
    });

    it("P-09 rejects a picture or PDF of more than 20 MB, and a request that announces more", async () => {
      for (const [start, name] of [
        [await noise(8, 8), "a.jpg"],
        [plainPdf(), "a.pdf"],
      ] as const) {
        const large = await send(Buffer.concat([start, Buffer.alloc(20 * 2 ** 20)]), name);
        expect([large.status, large.body]).toEqual([413, { message: "The file is larger than 20 MB." }]);
      }
      const announced = await browser.call("POST media", toFormData(await noise(8, 8), "a.jpg"), {
        "content-length": String(2 ** 30),
      });
      expect(announced.status).toBe(413);
    });

    it("P-09 keeps nothing of an upload that is cut off", async () => {
      const rules = { maxBytes: 2 ** 24, getMaxBytes: () => 2 ** 24 };
      const app = new Hono().post("/", (request) => withUpload(request, ctx, rules, async () => request.text("whole")));
      app.onError((_, request) => request.text("broken off", 400));
      const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
      await once(server, "listening");
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
      socket.write(
        "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 9000000\r\n\r\n",
      );
      socket.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
      socket.write(await noise(900, 900));
      await vi.waitFor(async () => expect(await listFiles()).toHaveLength(1));
      socket.destroy();
      await vi.waitFor(async () => expect(await listFiles()).toEqual([]));
      server.close();
    });

    it("P-09 rejects requests without form or file, with another field, or with two files", async () => {
      expect((await browser.call("POST media", {})).status).toBe(415);
      const empty = await browser.call("POST media", new FormData());
      expect([400, 422]).toContain(empty.status);
      const other = await send(await noise(8, 8), "a.jpg", "picture");
      expect([other.status, Object.keys(other.body)]).toEqual([422, ["file"]]);
      const two = toFormData(await noise(8, 8), "a.jpg");
      two.append("file", new Blob([new Uint8Array(await noise(9, 9))]), "b.jpg");
      expect((await browser.call("POST media", two)).status).toBe(422);
      const fields = toFormData(await noise(8, 8), "a.jpg");
      fields.append("id", "1");
      expect((await browser.call("POST media", fields)).status).toBe(422);
    });

    it("P-09 rejects another origin and a role without the permission", async () => {
      const foreign = await browser.call("POST media", toFormData(await noise(8, 8), "a.jpg"), {
        origin: "https://evil.example",
      });
      expect(foreign.status).toBe(403);
      const auditor = await signedIn(ctx, (await makeStaff(ctx, "auditor")).id);
      expect((await auditor.call("POST media", toFormData(await noise(8, 8), "a.jpg"))).status).toBe(403);
    });

    it("P-09 rejects an upload while the storage is down, and accepts the same file afterwards", async () => {
      const file = join(dataDir, "no-folder");
      await writeFile(file, "");
      const bytes = await noise(21, 21);
      const down = { ...ctx.asStaff("content"), env: testEnv({ DATA_DIR: dataDir, MEDIA_URL: `file://${file}` }) };
      await expect(uploadMedia(down, await received(ctx, bytes, "a.jpg"))).rejects.toThrow(
        "can’t be stored at the moment",
      );
      await rm(file);
      await rm(join(dataDir, "received"), { recursive: true });
      // The library does not show the upload, but its row stays, so that its files can be deleted.
      expect((await browser.call("GET media")).body["total"]).toBe(0);
      expect(await ctx.db.$count(mediaFiles, eq(mediaFiles.state, "storing"))).toBe(1);
      expect((await send(bytes, "a.jpg")).status).toBe(201);
      await rm(join(dataDir, "media"), { recursive: true });
      await ctx.db.delete(mediaFiles);
    });
  });

  it("P-09 re-encodes a picture in every size, upright and without metadata", async () => {
    const [left, right] = ["red", "blue"].map((background) => ({
      create: { width: 600, height: 800, channels: 3 as const, background },
    }));
    if (!left || !right) throw new Error("two halves");
    // Stored on its side, as phones do. Once it is turned, red is at the top.
    const lying = await sharp({ create: { width: 1200, height: 800, channels: 3, background: "white" } })
      .composite([
        { input: await sharp(left).png().toBuffer(), left: 0, top: 0 },
        { input: await sharp(right).png().toBuffer(), left: 600, top: 0 },
      ])
      .withExif({ IFD0: { Artist: "Secret Person", Orientation: "6" }, IFD3: { GPSLatitude: "24/1 42/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(lying).metadata()).orientation).toBe(6);
    const { status, body } = await send(lying, "ورشة الرياض.jpg");
    expect([status, body]).toMatchObject([
      201,
      {
        kind: "picture",
        name: "ورشة الرياض",
        width: 800,
        height: 1200,
        state: "queued",
        sizes: 6,
        sizesMade: 0,
        uses: 0,
      },
    ]);
    const id = Number(body["id"]);
    const key = await readKey(id);
    expect(ctx.queued).toEqual([{ name: "media.make-sizes", data: { key } }]);
    await makePictureSizes(ctx, { key });
    // A job may run twice. The second run changes nothing.
    await makePictureSizes(ctx, { key });
    expect((await browser.call(`GET media/${id}/progress`)).body).toEqual({ state: "ready", sizesMade: 6, sizes: 6 });
    for (const width of uploadedWidths)
      for (const format of uploadedFormats) {
        const stored = await getStorage(ctx.env).read(getSizeKey(key, width, format));
        const bytes = stored ? await readBytes(stored) : Buffer.alloc(0);
        const metadata = await sharp(bytes).metadata();
        const expectedWidth = Math.min(width, 800);
        expect(
          [metadata.width, metadata.height, metadata.exif, metadata.icc, metadata.orientation],
          `${width} ${format}`,
        ).toEqual([expectedWidth, expectedWidth * 1.5, undefined, undefined, undefined]);
        expect(bytes.includes("Secret Person") || bytes.includes("Exif")).toBe(false);
        const { data } = await sharp(bytes).resize(1, 2, { fit: "fill" }).raw().toBuffer({ resolveWithObject: true });
        expect((data[0] ?? 0) > 200 && (data[5] ?? 0) > 200, "red above blue").toBe(true);
      }
    // The original file is deleted, and no partial file remains.
    expect(await getStorage(ctx.env).read(getOriginalKey(key))).toBeNull();
    expect(await listFiles()).toHaveLength(6);
    const [event] = await ctx.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, "media.uploaded"), eq(auditEvents.entityId, String(id))));
    expect(event).toMatchObject({
      entity: "media",
      entityId: String(id),
      after: { name: "ورشة الرياض", type: "image/jpeg" },
    });
  });

  it("B-10 accepts a phone's photo of 50 megapixels", async () => {
    const { status, body } = await send(await photo(8160, 6120), "20261129_080000.jpg");
    expect([status, body]).toMatchObject([201, { width: 8160, height: 6120, state: "queued" }]);
    if (!isFullRun) return;
    await makePictureSizes(ctx, { key: await readKey(Number(body["id"])) });
    expect((await browser.call(`GET media/${body["id"]}/progress`)).body["state"]).toBe("ready");
  });

  it.runIf(isFullRun).each([
    ["of 64 megapixels, turned", 8000, 8000, { orientation: 6 }, {}],
    ["of 50 megapixels, progressive", 8160, 6120, {}, { progressive: true }],
  ] as const)("B-10 makes the sizes of a photo %s", async (_, width, height, metadata, jpeg) => {
    const bytes = await sharp(await photo(width, height))
      .withMetadata(metadata)
      .jpeg(jpeg)
      .toBuffer();
    const { status, body } = await send(bytes, "photo.jpg");
    expect([status, body["state"]]).toEqual([201, "queued"]);
    await makePictureSizes(ctx, { key: await readKey(Number(body["id"])) });
    expect((await browser.call(`GET media/${body["id"]}/progress`)).body["state"]).toBe("ready");
  });

  it.runIf(isFullRun)("S-13 rejects a small file that needs too much memory to decode, without using it", async () => {
    const flat = await sharp({ create: { width: 7000, height: 6000, channels: 4, background: "#ab8" } })
      .avif({ quality: 40, effort: 0 })
      .toBuffer();
    expect(flat.length).toBeLessThan(10_000);
    const before = process.memoryUsage.rss();
    const { status, body } = await send(flat, "a.avif");
    expect([status, body]).toEqual([422, { file: [expect.stringContaining("needs too much memory or time")] }]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 2 ** 20);
  });

  it("P-09 keeps the colours of a transparent picture when resized", async () => {
    const picture = sharp({ create: { width: 1000, height: 600, channels: 4, background: "#143c2840" } });
    const made = await makeSize(await picture.png().toBuffer(), 480, "webp");
    const [red = 0, green = 0, blue = 0, alpha = 0] = await sharp(made ?? Buffer.alloc(0))
      .raw()
      .toBuffer();
    const gaps = [red - 0x14, green - 0x3c, blue - 0x28, alpha - 0x40].map(Math.abs);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(6);
  });

  it("P-09 accepts WebP, AVIF and PNG, also transparent, in 16-bit grey or of one pixel", async () => {
    const grey16 = await sharp({ create: { width: 40, height: 30, channels: 3, background: "grey" } })
      .toColourspace("grey16")
      .png()
      .toBuffer();
    const clear = await sharp({ create: { width: 40, height: 30, channels: 4, background: "#00ff0080" } })
      .png()
      .toBuffer();
    const files: [Buffer, string][] = [
      [await noise(50, 40, "webp"), "a.webp"],
      [await noise(50, 40, "avif"), "a.avif"],
      [await noise(1, 1, "png"), "a.png"],
      [grey16, "grey.png"],
      [clear, "clear.png"],
    ];
    for (const [bytes, name] of files) {
      const { status, body } = await send(bytes, name);
      expect([name, status]).toEqual([name, 201]);
      await makePictureSizes(ctx, { key: await readKey(Number(body["id"])) });
      expect((await browser.call(`GET media/${body["id"]}/progress`)).body["state"], name).toBe("ready");
    }
  });

  it("A-05: accepts a PDF that only resembles one with scripts or a password", async () => {
    const noNames = Buffer.alloc(300_000, "/JSX #4 \\15 /URI <6a61> /Page#41 (a \\(java script) ");
    expect((await send(Buffer.concat([plainPdf(), noNames, plainPdf()]), "a.pdf")).status).toBe(201);
    expect((await send(packedPdf("<</Type/Page/JSX 1>>"), "a.pdf")).status).toBe(201);
    // B-14: a document that only mentions encryption has no password.
    expect((await send(encryptedPdf("/Title(/Encrypted)/EncryptMetadata false"), "a.pdf")).status).toBe(201);
  });

  it("P-09 a PDF is ready at once, unchanged", async () => {
    const pdf = plainPdf("brochure");
    const { status, body } = await send(pdf, "Brochure 2026.pdf");
    expect([status, body]).toMatchObject([
      201,
      { kind: "document", state: "ready", sizes: 0, image: null, type: "application/pdf" },
    ]);
    const key = await readKey(Number(body["id"]));
    expect(body["address"]).toBe(`/media/u/${key}/Brochure-2026.pdf`);
    const stored = await getStorage(ctx.env).read(getDocumentKey(key));
    expect(stored && (await readBytes(stored)).equals(pdf)).toBe(true);
  });

  it("P-09 returns the existing upload for the same file, also when sent three times at once", async () => {
    const bytes = await noise(33, 22);
    const answers = await Promise.all([send(bytes, "first.jpg"), send(bytes, "second.jpg"), send(bytes, "third.jpg")]);
    expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
    expect(ctx.queued.filter(({ name }) => name === "media.make-sizes")).toHaveLength(1);
    expect((await send(bytes, "later.jpg")).body["id"]).toBe(answers[0]?.body["id"]);
  });

  it("P-09 deletes partial files and unfinished uploads of a killed process within minutes, but not at once", async () => {
    const before = await listFiles();
    const half = join(dataDir, "incoming", "half");
    await writeFile(half, "half a picture");
    const values = {
      key: "f".repeat(32),
      kind: "picture" as const,
      type: "image/png",
      bytes: 1,
      name: "x",
      state: "storing" as const,
    };
    await ctx.db.insert(mediaFiles).values({ ...values, createdAt: ctx.now(), updatedAt: ctx.now() });
    await tidyMedia(ctx);
    expect(await listFiles()).toContain(half);
    expect(await ctx.db.$count(mediaFiles, eq(mediaFiles.state, "storing"))).toBe(1);
    await utimes(half, new Date(0), new Date(0));
    ctx.clock.now = new Date(Date.now() + 11 * 60_000);
    await tidyMedia(ctx);
    ctx.clock.now = new Date();
    expect(await listFiles()).toEqual(before);
    expect(await ctx.db.$count(mediaFiles, eq(mediaFiles.state, "storing"))).toBe(0);
    expect(ctx.queued).toContainEqual({ name: "media.delete-files", data: { key: values.key } });
  });
});
