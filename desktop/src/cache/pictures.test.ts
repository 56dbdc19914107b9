import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isKeptPicture } from "../../../src/features/content/media/bridge.ts";
import { startPictureServer, type PictureServer } from "../../test/picture-server.ts";
import { folderName, openPictureCache } from "./pictures.ts";

let server: PictureServer;
let folder: string;
beforeEach(async () => {
  server = await startPictureServer();
  folder = join(mkdtempSync(join(tmpdir(), "nama-shell-")), folderName);
});
afterEach(async () => {
  await server.close();
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

const openCache = (limitBytes?: number) =>
  openPictureCache({
    folder,
    ...(limitBytes ? { limitBytes } : {}),
    mayKeep: (url) => isKeptPicture(url, server.origin),
  });
const toUrl = (path: string) => server.origin + path;
const picturePath = "/art/one-5000.webp";
const getCachedFile = () => join(folder, readdirSync(folder)[0] ?? "");

it.each([
  "/api/me",
  "/art/missing-1.webp",
  "/art/text-1.webp",
  "/art/elsewhere-1.webp",
  "/art/one-5000.webp?person=1",
  "/art/../api/me",
  "/media/film.mp4",
])("D-01 caches nothing from %s", async (path) => {
  const cache = await openCache();
  expect(await cache.picture(toUrl(path))).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

it("D-01 caches nothing from another site, and sends it no request", async () => {
  const cache = await openPictureCache({ folder, mayKeep: (url) => isKeptPicture(url, "https://nama.example") });
  expect(await cache.picture(toUrl(picturePath))).toBeNull();
  expect(server.requests.size).toBe(0);
});

it("D-01 fetches a picture once for all requests, and stores it only in nw-img-cache", async () => {
  const cache = await openCache();
  const simultaneous = await Promise.all([cache.picture(toUrl(picturePath)), cache.picture(toUrl(picturePath))]);
  const cached = await cache.picture(toUrl(picturePath));
  for (const picture of [...simultaneous, cached])
    expect(picture).toEqual({ bytes: server.bytesOf(picturePath), type: "image/webp" });
  expect(server.requests.get(picturePath)).toBe(1);
  expect(readdirSync(join(folder, ".."))).toEqual(["nw-img-cache"]);
  expect(readFileSync(getCachedFile())).toEqual(server.bytesOf(picturePath));
});

it("D-01 serves cached pictures after a restart without a network", async () => {
  await (await openCache()).picture(toUrl(picturePath));
  await server.close();
  const reopenedCache = await openCache();
  expect((await reopenedCache.picture(toUrl(picturePath)))?.bytes).toEqual(server.bytesOf(picturePath));
  expect(await reopenedCache.picture(toUrl("/art/two-10.webp"))).toBeNull();
  server = await startPictureServer();
});

it.each([
  ["shifted by one byte", (bytes: Buffer) => Buffer.concat([bytes.subarray(1), Buffer.from("x")])],
  ["cut short", (bytes: Buffer) => bytes.subarray(0, 100)],
  ["emptied", () => Buffer.alloc(0)],
])("D-01 a file that was %s is not shown but fetched again", async (_, spoil) => {
  const cache = await openCache();
  await cache.picture(toUrl(picturePath));
  writeFileSync(getCachedFile(), spoil(readFileSync(getCachedFile())));
  expect((await cache.picture(toUrl(picturePath)))?.bytes).toEqual(server.bytesOf(picturePath));
  expect(server.requests.get(picturePath)).toBe(2);
  expect(readFileSync(getCachedFile())).toEqual(server.bytesOf(picturePath));
});

it("D-01 stays within its limit and removes the longest unused picture first; showing a picture counts as use", async () => {
  const cache = await openCache(16_000);
  const paths = ["a", "b", "c"].map((name) => `/art/${name}-5000.webp`);
  for (const path of paths) await cache.picture(toUrl(path));
  // Sets the times of last use into the past, in this order, so that the test does not have to wait.
  const cached = paths.map(
    (path) => readdirSync(folder).find((file) => readFileSync(join(folder, file)).equals(server.bytesOf(path))) ?? "",
  );
  cached.forEach((file, index) => utimesSync(join(folder, file), 1_000 + index, 1_000 + index));
  await cache.picture(toUrl("/art/a-5000.webp"));
  await cache.picture(toUrl("/art/d-5000.webp"));
  expect(await cache.size()).toBe(15_000);
  expect(readdirSync(folder)).toContain(cached[0]);
  expect(readdirSync(folder)).not.toContain(cached[1]);
});

it("D-01 a smaller limit applies from the start, and a picture above the limit is not cached", async () => {
  const cache = await openCache();
  for (const name of ["a", "b", "c"]) await cache.picture(toUrl(`/art/${name}-5000.webp`));
  const smallerCache = await openCache(6_000);
  expect(await smallerCache.size()).toBe(5_000);
  expect(await smallerCache.picture(toUrl("/art/large-7000.webp"))).toBeNull();
  expect(await smallerCache.size()).toBe(5_000);
});

it("D-01 clear removes every picture and leaves other files alone", async () => {
  const cache = await openCache();
  await cache.picture(toUrl(picturePath));
  writeFileSync(join(folder, "notes.txt"), "mine");
  await cache.clear();
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
  expect(await cache.size()).toBe(0);
  await cache.picture(toUrl(picturePath));
  expect(server.requests.get(picturePath)).toBe(2);
});

it("D-01 a folder that was removed while the cache is open is created again", async () => {
  const cache = await openCache();
  rmSync(folder, { recursive: true });
  expect((await cache.picture(toUrl(picturePath)))?.bytes).toEqual(server.bytesOf(picturePath));
  expect(statSync(getCachedFile()).size).toBe(5000);
});
