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

const open = (limitBytes?: number) =>
  openPictureCache({
    folder,
    ...(limitBytes ? { limitBytes } : {}),
    mayKeep: (url) => isKeptPicture(url, server.origin),
  });
const at = (path: string) => server.origin + path;
const one = "/art/one-5000.webp";
const getCachedFile = () => join(folder, readdirSync(folder)[0] ?? "");

it.each([
  "/api/me",
  "/art/missing-1.webp",
  "/art/text-1.webp",
  "/art/elsewhere-1.webp",
  "/art/one-5000.webp?person=1",
  "/art/../api/me",
  "/media/film.mp4",
])("D-01 keeps nothing of %s", async (path) => {
  const cache = await open();
  expect(await cache.picture(at(path))).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

it("D-01 keeps nothing of another site, and does not ask it", async () => {
  const cache = await openPictureCache({ folder, mayKeep: (url) => isKeptPicture(url, "https://nama.example") });
  expect(await cache.picture(at(one))).toBeNull();
  expect(server.requests.size).toBe(0);
});

it("D-01 fetches a picture once, for all who ask for it, in nw-img-cache and nowhere else", async () => {
  const cache = await open();
  const both = await Promise.all([cache.picture(at(one)), cache.picture(at(one))]);
  const later = await cache.picture(at(one));
  for (const picture of [...both, later]) expect(picture).toEqual({ bytes: server.bytesOf(one), type: "image/webp" });
  expect(server.requests.get(one)).toBe(1);
  expect(readdirSync(join(folder, ".."))).toEqual(["nw-img-cache"]);
  expect(readFileSync(getCachedFile())).toEqual(server.bytesOf(one));
});

it("D-01 serves after a restart with no network at all", async () => {
  await (await open()).picture(at(one));
  await server.close();
  const again = await open();
  expect((await again.picture(at(one)))?.bytes).toEqual(server.bytesOf(one));
  expect(await again.picture(at("/art/two-10.webp"))).toBeNull();
  server = await startPictureServer();
});

it.each([
  ["changed in one byte", (bytes: Buffer) => Buffer.concat([bytes.subarray(1), Buffer.from("x")])],
  ["cut short", (bytes: Buffer) => bytes.subarray(0, 100)],
  ["emptied", () => Buffer.alloc(0)],
])("D-01 a file that was %s is not shown but fetched again", async (_, spoil) => {
  const cache = await open();
  await cache.picture(at(one));
  writeFileSync(getCachedFile(), spoil(readFileSync(getCachedFile())));
  expect((await cache.picture(at(one)))?.bytes).toEqual(server.bytesOf(one));
  expect(server.requests.get(one)).toBe(2);
  expect(readFileSync(getCachedFile())).toEqual(server.bytesOf(one));
});

it("D-01 stays within its bound; what was longest unused leaves first, and being looked at is use", async () => {
  const cache = await open(16_000);
  const paths = ["a", "b", "c"].map((name) => `/art/${name}-5000.webp`);
  for (const path of paths) await cache.picture(at(path));
  // As if cached an hour ago, in this order, so that no clock has to be waited for.
  const cached = paths.map(
    (path) => readdirSync(folder).find((file) => readFileSync(join(folder, file)).equals(server.bytesOf(path))) ?? "",
  );
  cached.forEach((file, index) => utimesSync(join(folder, file), 1_000 + index, 1_000 + index));
  await cache.picture(at("/art/a-5000.webp"));
  await cache.picture(at("/art/d-5000.webp"));
  expect(await cache.size()).toBe(15_000);
  expect(readdirSync(folder)).toContain(cached[0]);
  expect(readdirSync(folder)).not.toContain(cached[1]);
});

it("D-01 a bound that became smaller holds from the start, and a picture above it is not cached", async () => {
  const first = await open();
  for (const name of ["a", "b", "c"]) await first.picture(at(`/art/${name}-5000.webp`));
  const smaller = await open(6_000);
  expect(await smaller.size()).toBe(5_000);
  expect(await smaller.picture(at("/art/large-7000.webp"))).toBeNull();
  expect(await smaller.size()).toBe(5_000);
});

it("D-01 emptying takes every picture and leaves what is not the cache's own", async () => {
  const cache = await open();
  await cache.picture(at(one));
  writeFileSync(join(folder, "notes.txt"), "mine");
  await cache.clear();
  expect(readdirSync(folder)).toEqual(["notes.txt"]);
  expect(await cache.size()).toBe(0);
  await cache.picture(at(one));
  expect(server.requests.get(one)).toBe(2);
});

it("D-01 a folder that was removed while we run is made again", async () => {
  const cache = await open();
  rmSync(folder, { recursive: true });
  expect((await cache.picture(at(one)))?.bytes).toEqual(server.bytesOf(one));
  expect(statSync(getCachedFile()).size).toBe(5000);
});
