/** One contract for both kinds of storage: a folder, and an S3 bucket. */
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBucket, type TestBucket } from "#test/bucket.ts";
import { bucketStorage, readBytes, StorageFailure, type MediaStorage, diskStorage } from "./storage.server.ts";

let folder: string;
let bucket: TestBucket;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nama-media-"));
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

const key = "0123456789abcdef0123456789abcdef";
const read = async (storage: MediaStorage, name: string) => {
  const file = await storage.read(name);
  return file && { bytes: file.bytes, text: (await readBytes(file)).toString() };
};
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe.each([
  ["a folder", () => diskStorage(join(folder, "files"))],
  ["a bucket", () => bucketStorage(bucket.settings)],
])("P-09 storage in %s", (_, open) => {
  it("returns stored bytes with their length", async () => {
    const storage = open();
    const large = new Uint8Array(3_000_000).map((_, i) => i % 251);
    await storage.put(`${key}/480.avif`, bytes("small"), "image/avif");
    await storage.put(`${key}/original`, large, "image/jpeg");
    expect(await read(storage, `${key}/480.avif`)).toEqual({ bytes: 5, text: "small" });
    const back = await storage.read(`${key}/original`);
    expect(back && Buffer.compare(await readBytes(back), Buffer.from(large))).toBe(0);
  });

  it("stores a file from disk", async () => {
    const storage = open();
    const path = join(folder, "sent");
    await writeFile(path, "a document");
    await storage.put(`${key}/document.pdf`, { path }, "application/pdf");
    expect(await read(storage, `${key}/document.pdf`)).toEqual({ bytes: 10, text: "a document" });
  });

  it("replaces an object of the same name", async () => {
    const storage = open();
    await storage.put(`${key}/960.webp`, bytes("one"), "image/webp");
    await storage.put(`${key}/960.webp`, bytes("another"), "image/webp");
    expect(await read(storage, `${key}/960.webp`)).toEqual({ bytes: 7, text: "another" });
  });

  it("returns null for unknown and deleted names", async () => {
    const storage = open();
    expect(await storage.read(`${key}/nothing`)).toBeNull();
    await storage.put(`${key}/document.pdf`, bytes("%PDF-"), "application/pdf");
    await storage.delete([`${key}/document.pdf`, `${key}/never-there`]);
    expect(await storage.read(`${key}/document.pdf`)).toBeNull();
    await storage.delete([`${key}/document.pdf`]);
  });

  it("keeps finished files when it deletes unfinished ones", async () => {
    const storage = open();
    await storage.put(`${key}/1920.webp`, bytes("whole"), "image/webp");
    await storage.deleteUnfinished(new Date(Date.now() + 60_000));
    expect((await read(storage, `${key}/1920.webp`))?.text).toBe("whole");
  });
});

describe("P-09 storage that fails", () => {
  it.each([
    ["that is down", { address: "http://127.0.0.1:9/media" }],
    ["that does not know the key", { keyId: "another" }],
    ["whose secret is another", { secret: "another" }],
    ["of another region", { region: "eu-central-1" }],
  ])("a bucket %s fails with StorageFailure in every method", async (_, settings) => {
    const storage = bucketStorage({ ...bucket.settings, ...settings });
    await expect(storage.put(`${key}/original`, bytes("x"), "image/png")).rejects.toBeInstanceOf(StorageFailure);
    await expect(storage.read(`${key}/original`)).rejects.toBeInstanceOf(StorageFailure);
    await expect(storage.delete([`${key}/original`])).rejects.toBeInstanceOf(StorageFailure);
  });

  it("a folder that cannot be written fails too, and existing files stay", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "x");
    const storage = diskStorage(file);
    await expect(storage.put(`${key}/original`, bytes("x"), "image/png")).rejects.toBeInstanceOf(StorageFailure);
    expect((await stat(file)).size).toBe(1);
  });

  it("deletes half-written files of a killed process once they are old", async () => {
    const files = join(folder, "killed");
    const storage = diskStorage(files);
    await storage.put(`${key}/original`, bytes("x"), "image/png");
    const half = join(files, "unfinished", "half");
    await writeFile(half, "half");
    await storage.deleteUnfinished(new Date(Date.now() - 60_000));
    expect(await readdir(join(files, "unfinished"))).toEqual(["half"]);
    await utimes(half, new Date(0), new Date(0));
    await storage.deleteUnfinished(new Date(Date.now() - 60_000));
    expect(await readdir(join(files, "unfinished"))).toEqual([]);
  });
});
