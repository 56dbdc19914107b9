import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { QueueFull } from "../bounded-limit.ts";
import { PageCache, type RenderPage } from "./page-cache.server.ts";

const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": "default-src 'none'" };
const page = `<h1>${"Nama ".repeat(300)}</h1>`;

let cache: PageCache;
let server: Server;
let origin: string;

beforeEach(async () => {
  cache = new PageCache({ limit: 3, lifeSeconds: 60 });
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

/** Returns a renderer of a cacheable page with this body. */
const buildPage =
  (body: string): RenderPage =>
  async () => ({ status: 200, headers, body, isCacheable: true });
const keep = (path: string, body = page) => cache.answer(path, buildPage(body));
/** Creates work that ends when `end` is called. */
function createHeldWork<T>(result: T): { work: () => Promise<T>; end: () => void; started: Promise<void> } {
  let end = () => {};
  let start = () => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => (start(), ended.then(() => result)), end: () => end(), started };
}

describe("the page cache", () => {
  it("F-03 answers GET requests with Authorization from the cache, but no other method", async () => {
    await keep("/");
    expect(await isCached("/", { headers: { authorization: "Bearer x" } })).toBe(true);
    expect(await isCached("/", { method: "POST" })).toBe(false);
  });

  it("F-03 finds a page under every address that maps to it", async () => {
    cache = new PageCache({ addressOf: (url) => url.split("?")[0] ?? url });
    await keep("/");
    expect(await isCached("/?utm_source=1")).toBe(true);
  });

  it("does not cache pages with a long query", async () => {
    const long = `/courses?q=${"x".repeat(400)}`;
    await keep(long);
    expect(await isCached(long)).toBe(false);
  });

  it("F-03 renders a page once for concurrent requests", async () => {
    let renders = 0;
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        cache.answer("/", async () => ((renders += 1), { status: 200, headers, body: page, isCacheable: true })),
      ),
    );
    expect(renders).toBe(1);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  it("F-03 joins concurrent requests of an uncacheable page too", async () => {
    let renders = 0;
    const missing: RenderPage = async () => (
      (renders += 1),
      { status: 404, headers, body: "none", isCacheable: false }
    );
    const answers = await Promise.all([cache.answer("/x", missing), cache.answer("/x", missing)]);
    expect([renders, ...answers.map(({ status }) => status)]).toEqual([1, 404, 404]);
    expect(await isCached("/x")).toBe(false);
    await cache.answer("/x", missing);
    expect(renders).toBe(2);
  });

  it("F-03 limits concurrent renders, and rejects requests beyond the queue", async () => {
    cache = new PageCache({ maxRunning: 1, maxQueued: 2 });
    const slow = createHeldWork({ status: 200, headers, body: page, isCacheable: true });
    const first = cache.answer("/search?q=1", slow.work);
    await slow.started;
    const waiting = [cache.answer("/search?q=2", buildPage("2")), cache.answer("/search?q=3", buildPage("3"))];
    await expect(cache.answer("/search?q=4", buildPage("4"))).rejects.toThrow(QueueFull);
    // A request that joins a render takes no slot. Pages with a fixed address have slots of their own.
    const joined = cache.answer("/search?q=1", buildPage("x"));
    expect((await cache.answer("/faq", buildPage("faq"), { hasFixedAddress: true })).body.toString()).toBe("faq");
    slow.end();
    expect((await Promise.all([first, ...waiting, joined])).map(({ body }) => body.toString())).toEqual([
      page,
      "2",
      "3",
      page,
    ]);
    expect((await cache.answer("/search?q=4", buildPage("4"))).status).toBe(200);
  });

  it("F-03 a failed render frees its slot, and is not cached", async () => {
    cache = new PageCache({ maxRunning: 1 });
    await expect(cache.answer("/", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    expect((await keep("/")).body.toString()).toBe(page);
  });

  it("stores page and policy together in every encoding, and answers 304 to its ETag", async () => {
    await keep("/");
    const answer = await get("/", { headers: { "accept-encoding": "identity" } });
    expect(await answer.text()).toBe(page);
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'");
    for (const [encoding, decode] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const body = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
        import("node:http").then(
          ({ get: raw }) =>
            raw(origin, { headers: { "accept-encoding": encoding } }, (response) => {
              const chunks: Buffer[] = [];
              response
                .on("data", (chunk: Buffer) => chunks.push(chunk))
                .on("end", () =>
                  resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }),
                );
            }).on("error", reject),
          reject,
        );
      });
      expect(body.encoding).toBe(encoding);
      expect(decode(body.bytes).toString()).toBe(page);
    }
    const etag = answer.headers.get("etag") ?? "";
    const again = await get("/", { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get("content-security-policy")).toBe("default-src 'none'");
  });

  it("compresses pages with a fixed address more than others", async () => {
    const body = readFileSync("messages/en/site.json", "utf8");
    const make: RenderPage = async () => ({ status: 200, headers, body, isCacheable: true });
    const fixed = await cache.answer("/", make, { accepted: "br", hasFixedAddress: true });
    const other = await cache.answer("/courses?page=2", make, { accepted: "br" });
    expect(fixed.body.length).toBeLessThan(other.body.length);
    expect([fixed, other].map((answer) => brotliDecompressSync(answer.body).toString())).toEqual([body, body]);
  });

  it("a purge drops every page, also one whose render began before it", async () => {
    await keep("/");
    cache.purge();
    expect(await isCached("/")).toBe(false);
    const old = createHeldWork({ status: 200, headers, body: "old", isCacheable: true });
    const before = cache.answer("/", old.work);
    await old.started;
    cache.purge();
    // No request after the purge gets what was rendered before it.
    const after = cache.answer("/", buildPage("new"));
    old.end();
    expect([(await before).body.toString(), (await after).body.toString()]).toEqual(["old", "new"]);
    expect(await (await get("/")).text()).toBe("new");
  });

  it("F-05 evicts the least recently used page above its limit", async () => {
    for (const path of ["/a", "/b", "/c"]) await keep(path);
    expect(await isCached("/a")).toBe(true);
    await keep("/d");
    expect(cache.size).toBe(3);
    expect([await isCached("/a"), await isCached("/b"), await isCached("/d")]).toEqual([true, false, true]);
  });

  it("F-03 sends a stale page at once, and re-renders it once for all requests meanwhile", async () => {
    cache = new PageCache({ lifeSeconds: 0 });
    const fresh = createHeldWork({ status: 200, headers, body: "new", isCacheable: true });
    let renders = 0;
    await cache.answer("/", () => ((renders += 1) === 1 ? buildPage("old")() : fresh.work()));
    for (let n = 0; n < 20; n += 1) expect(await (await get("/")).text()).toBe("old");
    expect(renders).toBe(2);
    fresh.end();
    await expect.poll(async () => (await get("/")).text()).toBe("new");
  });

  it("F-03 keeps a stale page whose render fails, and reports it; drops a page that is gone", async () => {
    const failures: unknown[] = [];
    cache = new PageCache({ lifeSeconds: 0, onFailure: (error) => failures.push(error) });
    let answers: RenderPage[] = [
      buildPage("old"),
      () => Promise.reject(new Error("lost")),
      async () => ({ status: 500, headers, body: "fault", isCacheable: false }),
    ];
    const gone: RenderPage = async () => ({ status: 404, headers, body: "none", isCacheable: false });
    await cache.answer("/", () => (answers.shift() ?? gone)());
    await get("/");
    await expect.poll(() => failures).toEqual([new Error("lost")]);
    expect(await (await get("/")).text()).toBe("old");
    await expect.poll(() => answers.length).toBe(0);
    answers = [];
    await expect.poll(() => isCached("/")).toBe(false);
  });

  it("O-34 if a render fails, sends the stale page with a Cache-Status header, for at most `staleOnFailureSeconds`", async () => {
    const failing: RenderPage = async () => ({ status: 503, headers, body: "away", isCacheable: false });
    const answerFailing = async (staleOnFailureSeconds: number) => {
      cache = new PageCache({ lifeSeconds: 0, staleSeconds: 0, staleOnFailureSeconds });
      await keep("/", "old");
      return cache.answer("/", failing);
    };
    const stale = await answerFailing(60);
    expect([stale.status, stale.body.toString(), stale.headers["cache-status"]]).toEqual([
      200,
      "old",
      "page-cache; hit; fwd-status=503",
    ]);
    const refused = await answerFailing(0);
    expect([refused.status, refused.body.toString(), refused.headers["cache-status"]]).toEqual([
      503,
      "away",
      undefined,
    ]);
  });

  it("O-34 after an expiry renders first, and sends the old page only if that fails", async () => {
    await keep("/", "old");
    cache.expire();
    expect(await isCached("/")).toBe(false);
    const failing: RenderPage = async () => ({ status: 503, headers, body: "away", isCacheable: false });
    expect((await cache.answer("/", failing)).body.toString()).toBe("old");
    expect((await cache.answer("/", buildPage("new"))).body.toString()).toBe("new");
    expect(await isCached("/")).toBe(true);
  });

  it("sends no page that is too old", async () => {
    cache = new PageCache({ lifeSeconds: 0, staleSeconds: 0 });
    await keep("/");
    expect(await isCached("/")).toBe(false);
  });
});
