/** Uploads as visitors get them, from a folder and from a bucket (P-09, reliability.md row 17). */
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/log.server.ts";
import { startBucket, type TestBucket } from "#test/bucket.ts";
import { testEnv } from "#test/context.ts";
import type { Env } from "#platform/env.server.ts";
import { mountUploads } from "./serve-uploads.server.ts";
import { getDocumentKey, getSizeKey, getStorage } from "./storage.server.ts";

const key = "abcdef0123456789abcdef0123456789";
const immutable = "public, max-age=31536000, immutable";
let bucket: TestBucket;
beforeAll(async () => void (bucket = await startBucket()));
afterAll(() => bucket.stop());

function createApp(env: Env): Hono {
  const app = new Hono();
  app.use(async (request, next) => {
    request.set("requestId", "test");
    request.set("log", createLog("silent"));
    await next();
  });
  mountUploads(app, env, immutable);
  return app;
}

describe.each([
  ["a folder", () => testEnv()],
  ["a bucket", () => testEnv(bucket.env)],
])("uploads from %s", (_, getEnv) => {
  let app: Hono;
  beforeAll(async () => {
    const env = getEnv();
    app = createApp(env);
    const storage = getStorage(env);
    await storage.put(getSizeKey(key, 480, "avif"), new Uint8Array(Buffer.from("avif")), "image/avif");
    await storage.put(getSizeKey(key, 1920, "webp"), new Uint8Array(Buffer.from("webp")), "image/webp");
    await storage.put(getDocumentKey(key), new Uint8Array(Buffer.from("%PDF-")), "application/pdf");
  });

  it("P-09 404 for every path except existing sizes and documents", async () => {
    for (const path of [
      `/media/u/${key}`,
      `/media/u/${key}/original`,
      `/media/u/${key}/480.avif`,
      `/media/u/${key}-480.html`,
      `/media/u/${key}-481.avif`,
      `/media/u/${key}-960.avif`,
      `/media/u/${key}/x.pdf/..%2foriginal`,
      `/media/u/..%2f..%2fauth-secret`,
      `/media/u/${"0".repeat(32)}/x.pdf`,
      `/media/u/${key}-480.avif/`,
      `/admin/images/news/u-${key}-480.svg`,
    ])
      expect((await app.request(path)).status, path).toBe(404);
  });

  it("P-09 a picture has its own type, an immutable cache and a strict policy", async () => {
    const answer = await app.request(`/media/u/${key}-480.avif`);
    expect([answer.status, await answer.text()]).toEqual([200, "avif"]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/avif",
      "content-length": "4",
      "cache-control": immutable,
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
  });

  it("P-09 a document is sent as an attachment, under any name", async () => {
    const answer = await app.request(`/media/u/${key}/Brochure-2026.pdf`);
    expect(answer.headers.get("content-disposition")).toBe("attachment");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(await answer.text()).toBe("%PDF-");
  });

  it("P-09 API clients find a picture below /admin/images, in the next existing size", async () => {
    expect(await (await app.request(`/admin/images/banners/u-${key}-1440.webp`)).text()).toBe("webp");
    expect(await (await app.request(`/admin/images/courses/u-${key}-320.avif`)).text()).toBe("avif");
  });
});

it("P-09 503 without caching while the bucket is down", async () => {
  const app = createApp(testEnv({ ...bucket.env, MEDIA_URL: "http://127.0.0.1:9/media" }));
  const answer = await app.request(`/media/u/${key}-480.avif`);
  expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("retry-after")]).toEqual([
    503,
    "no-store",
    "5",
  ]);
});
