import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cacheKey, PageCache } from "./page-cache.server.ts";

const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'" };
const page = `<h1>${"Nama ".repeat(300)}</h1>`;

let cache: PageCache;
let server: Server;
let origin: string;

beforeEach(async () => {
  cache = new PageCache(3, 60);
  server = createServer((request, response) => {
    if (!cache.tryCached(request, response)) response.writeHead(200, { "x-made": "anew" }).end("made");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  origin = `http://127.0.0.1:${address.port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const get = (path: string, more: RequestInit = {}) => fetch(origin + path, more);
const isCached = async (path: string, more: RequestInit = {}) => (await get(path, more)).headers.get("x-made") === null;

describe("the page cache", () => {
  it("never serves a person's request, another method or an unknown query key from it", async () => {
    await cache.keep("/", page, headers, cache.generation);
    expect(await isCached("/", { headers: { authorization: "Bearer x" } })).toBe(false);
    expect(await isCached("/", { method: "POST" })).toBe(false);
    expect(await isCached("/?utm=1")).toBe(false);
    expect(await isCached("/")).toBe(true);
  });

  it("keys by path and allowed query keys in one order; repeated or unknown keys are not cached", () => {
    expect(cacheKey("/courses?q=a&page=2")).toBe(cacheKey("/courses?page=2&q=a"));
    expect(cacheKey("/courses?page=2")).not.toBe(cacheKey("/courses?page=3"));
    expect(cacheKey("/courses?page=2&page=3")).toBeNull();
    expect(cacheKey("/courses?evil=1")).toBeNull();
    expect(cacheKey(`/courses?q=${"x".repeat(400)}`)).toBeNull();
  });

  it("keeps page and policy together, compressed in every way, with an ETag that answers 304", async () => {
    await cache.keep("/", page, headers, cache.generation);
    const answer = await get("/", { headers: { "accept-encoding": "identity" } });
    expect(await answer.text()).toBe(page);
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'");
    for (const [encoding, decode] of [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const) {
      const body = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
        import("node:http").then(({ get: raw }) =>
          raw(origin, { headers: { "accept-encoding": encoding } }, (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }));
          }).on("error", reject), reject);
      });
      expect(body.encoding).toBe(encoding);
      expect(decode(body.bytes).toString()).toBe(page);
    }
    const etag = answer.headers.get("etag") ?? "";
    const again = await get("/", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get("content-security-policy")).toBe("default-src 'none'");
  });

  it("makes a page that is asked for again smaller, once for as long as it says the same, and no page with a query", async () => {
    const words = readFileSync("messages/en/site.json", "utf8");
    const length = async (path: string) => Number((await get(path, { headers: { "accept-encoding": "br" } })).headers.get("content-length"));
    for (const path of ["/", "/courses?page=2"]) await cache.keep(path, words, headers, cache.generation);
    const first = await length("/");
    expect(await length("/courses?page=2")).toBe(first);
    await expect.poll(() => length("/")).toBeLessThan(first);
    const smallest = await length("/");
    expect(await (await get("/")).text()).toBe(words);
    await cache.keep("/", words, headers, cache.generation);
    expect(await length("/")).toBe(smallest);
    expect(await length("/courses?page=2")).toBe(first);
    await cache.keep("/", `${words}!`, headers, cache.generation);
    expect(await length("/")).toBeGreaterThan(smallest);
  });

  it("forgets everything on a purge, also a page that was being made when it came", async () => {
    await cache.keep("/", page, headers, cache.generation);
    const before = cache.generation;
    cache.purge();
    expect(await isCached("/")).toBe(false);
    await cache.keep("/", page, headers, before);
    expect(await isCached("/")).toBe(false);
  });

  it("holds no more pages than it may, the oldest goes first", async () => {
    for (const path of ["/a", "/b", "/c", "/d"]) await cache.keep(path, page, headers, cache.generation);
    expect(cache.size).toBe(3);
    expect([await isCached("/a"), await isCached("/d")]).toEqual([false, true]);
  });

  it("forgets a page after its time", async () => {
    const short = new PageCache(3, 0);
    await short.keep("/", page, headers, short.generation);
    cache = short;
    await expect.poll(() => isCached("/")).toBe(false);
  });
});
