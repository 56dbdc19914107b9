/** Headers of every response of the built site, the content security policy of pages, and the page cache. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import { newPerson } from "./client.ts";
import { compressedAsset, rawRequest, type RawRequest } from "./raw-request.ts";

let site: TestSite;
beforeAll(async () => void (site = await sharedTestSite()));

const findPicturePath = () =>
  `/admin/images/courses/${readdirSync("db/demo/media/courses").find((name) => name.endsWith(".avif"))}`;
const findFontPath = () => `/fonts/${readdirSync("build/client/fonts").find((name) => name.endsWith(".woff2"))}`;

describe("security headers", () => {
  it("are on every kind of response: page, cached page, 304, 404, API, error, file, picture, mailbox, health", async () => {
    await rawRequest(site, "/courses");
    const { headers } = await rawRequest(site, "/courses");
    const requests: [string, number, RawRequest?][] = [
      ["/courses", 200],
      ["/courses", 304, { headers: { "if-none-match": String(headers["etag"]) } }],
      ["/courses?utm_source=x", 200],
      ["/ar/courses", 200, { headers: { "accept-encoding": "br" } }],
      ["/courses", 200, { method: "HEAD" }],
      ["/no-such-page", 404],
      ["/courses/no-such-course", 404],
      ["/courses", 405, { method: "POST" }],
      ["/api/courses", 405],
      ["/api/courses", 200, { method: "POST" }],
      ["/api/me", 401, { method: "POST" }],
      ["/api/no-such-path", 404],
      ["/api/openapi.json", 200],
      ["/api/docs", 200],
      ["/swagger-ui/swagger-ui.css", 200, { headers: { "accept-encoding": "br" } }],
      [compressedAsset(".js"), 200],
      [compressedAsset(".css"), 200, { headers: { "accept-encoding": "br" } }],
      ["/assets/no-such-file.js", 404],
      [findFontPath(), 200],
      [findPicturePath(), 200],
      ["/favicon.svg", 200],
      ["/healthz", 200],
      ["/readyz", 200],
      ["/metrics", 200],
      ["/metrics", 401, { headers: { "x-forwarded-for": "203.0.113.9" } }],
      ["/__dev/outbox", 200],
      ["/.data", 200],
      ["/courses/patient-safety-essentials.data", 200],
      ["/%", 404],
    ];
    for (const [path, status, options] of requests) {
      const response = await rawRequest(site, path, options);
      const request = `${options?.method ?? "GET"} ${path}`;
      expect([request, response.status]).toEqual([request, status]);
      const { headers } = response;
      expect([request, headers]).toEqual([
        request,
        expect.objectContaining({
          "x-content-type-options": "nosniff",
          "x-frame-options": expect.stringMatching(/DENY|SAMEORIGIN/),
          "referrer-policy": "strict-origin-when-cross-origin",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "content-security-policy": expect.stringContaining("default-src 'none'"),
        }),
      ]);
      // Immutable files are not documents and are never requested again. A page has two dozen of them, so they omit
      // Permissions-Policy and Last-Modified.
      const isImmutable = String(headers["cache-control"]).includes("immutable");
      expect([request, isImmutable]).toEqual([request, /^\/(assets|fonts|admin)\//.test(path) && status === 200]);
      expect([request, headers["permissions-policy"]]).toEqual([
        request,
        isImmutable ? undefined : expect.stringContaining("camera=()"),
      ]);
      if (isImmutable) expect(headers["last-modified"], request).toBeUndefined();
      expect(headers["x-powered-by"], request).toBeUndefined();
      expect(headers["set-cookie"], request).toBeUndefined();
      expect(headers["strict-transport-security"], request).toBeUndefined();
    }
  });

  it("Y-01 allow payment on public pages, because checkout opens from them, and nowhere else", async () => {
    const fetchPaymentPolicy = async (path: string) =>
      /payment=\(([^)]*)\)/.exec(String((await rawRequest(site, path)).headers["permissions-policy"]))?.[1];
    for (const path of ["/staff", "/staff/runs/1/door", "/api/docs", "/robots.txt"])
      expect(await fetchPaymentPolicy(path), path).toBe("");
    for (const path of ["/", "/ar/courses", "/checkout/patient-safety-essentials"])
      expect(await fetchPaymentPolicy(path), path).toBe("self");
  });

  it("T-02 allow WebAssembly and the camera at a run's door, and nowhere else", async () => {
    const fetchPermissions = async (path: string) => {
      const { headers } = await rawRequest(site, path);
      const policy = String(headers["content-security-policy"]);
      const camera = /camera=\(([^)]*)\)/.exec(String(headers["permissions-policy"]))?.[1];
      return { wasm: policy.includes("'wasm-unsafe-eval'"), camera };
    };
    expect(await fetchPermissions("/staff/runs/1/door")).toEqual({ wasm: true, camera: "self" });
    for (const path of ["/", "/login", "/staff", "/staff/runs/1", "/staff/runs/1/attendance", "/staff/runs/1/door/x"])
      expect(await fetchPermissions(path), path).toEqual({ wasm: false, camera: "" });
  });

  it("allow inline scripts by hash only, no nonces, no inline styles, and no other origin but the card provider", async () => {
    for (const path of [
      "/",
      "/ar",
      "/courses",
      "/courses/patient-safety-essentials",
      "/login",
      "/register",
      "/no-such-page",
    ]) {
      const { body, headers } = await rawRequest(site, path);
      const html = body.toString();
      const policy = String(headers["content-security-policy"]);
      // Structured data is not code and needs no hash.
      const inline = [
        ...html.matchAll(/<script(?![^>]*\b(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
      ].map((match) => match[1] ?? "");
      const hashes = inline.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
      expect(inline.length).toBeGreaterThan(1);
      const directives = Object.fromEntries(
        policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)]),
      );
      expect(directives["script-src"]?.toSorted(), path).toEqual(["'self'", ...new Set(hashes)].toSorted());
      expect(directives["style-src"]).toEqual(["'self'"]);
      expect(directives["connect-src"]).toEqual(["'self'", site.sandbox.url]);
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(html).not.toMatch(/nonce|<style|\sstyle="|\son[a-z]+="|javascript:/);
    }
  });
});

describe("the page cache", () => {
  it("sends an ETag, responds 304 if the client has the page, and compresses as requested", async () => {
    await rawRequest(site, "/courses");
    const plain = await rawRequest(site, "/courses");
    const etag = String(plain.headers["etag"]);
    expect(etag).toMatch(/^W\/"/);
    expect(plain.headers).toMatchObject({
      "cache-control": "no-cache",
      vary: "accept-encoding",
      "content-type": expect.stringContaining("text/html"),
    });
    const notModified = await rawRequest(site, "/courses", { headers: { "if-none-match": `"other", ${etag}` } });
    expect([notModified.status, notModified.body.length, notModified.headers["etag"]]).toEqual([304, 0, etag]);
    expect((await rawRequest(site, "/courses", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    const sizes = [];
    for (const encoding of ["br", "gzip"]) {
      const compressed = await rawRequest(site, "/courses", { headers: { "accept-encoding": encoding } });
      expect(compressed.headers["content-encoding"]).toBe(encoding);
      sizes.push(compressed.body.length);
    }
    expect(Math.max(...sizes)).toBeLessThan(plain.body.length / 3);
    const head = await rawRequest(site, "/courses", { method: "HEAD" });
    expect([head.body.length, head.headers["content-length"]]).toEqual([0, plain.headers["content-length"]]);
  });

  it("sends the first visitor the same compressed page as everyone after", async () => {
    const [first, second] = [
      await rawRequest(site, "/courses?q=first", { headers: { "accept-encoding": "gzip, br" } }),
      await rawRequest(site, "/courses?q=first", { headers: { "accept-encoding": "gzip, br" } }),
    ];
    expect(first.headers).toMatchObject({
      "content-encoding": "br",
      vary: "accept-encoding",
      "cache-control": "no-cache",
    });
    expect(first.body.equals(second.body)).toBe(true);
  });

  const countCachedPages = async () =>
    Number((await rawRequest(site, "/metrics")).body.toString().match(/^pages_cached (\d+)$/m)?.[1]);
  /** Only a cached page carries an ETag. */
  const isCacheable = async (path: string, headers: Record<string, string> = {}) =>
    (await rawRequest(site, path, { headers })).headers["etag"] !== undefined;

  it("caches a page and its data, but no missing page and no long address", async () => {
    expect(await isCacheable("/courses?page=2")).toBe(true);
    expect(await isCacheable("/courses?q=audit&page=1")).toBe(true);
    expect(await isCacheable("/no-such-page")).toBe(false);
    expect(await isCacheable(`/courses?q=${"x".repeat(400)}`)).toBe(false);
    expect(await isCacheable("/courses/no-such-course.data")).toBe(false);
    expect(await isCacheable("/courses/patient-safety-essentials.data")).toBe(true);
  });

  it("F-03 an address with unknown query keys gets the same page as the address without them", async () => {
    for (const [known, unknown] of [
      ["/", "/?utm_source=1"],
      ["/ar/courses?q=audit", "/ar/courses?fbclid=x&q=audit&utm_medium=mail"],
      ["/courses?page=2", "/courses?page=2&page=3"],
      ["/faq", `/faq?${"a=b&".repeat(1000)}`],
      ["/search?q=audit", "/search?x=1&q=audit"],
    ] as const) {
      // Unknown keys first: the cache key must leave them out.
      const [withUnknown, plain] = [await rawRequest(site, unknown), await rawRequest(site, known)];
      expect([unknown, withUnknown.status, withUnknown.headers["etag"]]).toEqual([unknown, 200, plain.headers["etag"]]);
      expect(withUnknown.body.equals(plain.body)).toBe(true);
      expect(withUnknown.body.toString()).not.toContain("utm_source");
    }
  });

  it("F-03 does not render a page again for an unknown key or an Authorization header", async () => {
    await rawRequest(site, "/about-us");
    const before = await countCachedPages();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        rawRequest(site, `/about-us?n=${n}`, { headers: { authorization: `Bearer ${n}` } }),
      ),
    );
    expect(new Set(responses.map(({ status, headers }) => `${status} ${String(headers["etag"])}`)).size).toBe(1);
    expect(await countCachedPages()).toBe(before);
  });

  it("F-05 unknown keys do not fill the cache: robots, sitemap, feeds, pages", async () => {
    const paths = [
      "/robots.txt",
      "/sitemap.xml",
      "/news/feed.xml",
      "/ar/manifest.webmanifest",
      "/",
      "/faq",
      "/courses",
    ];
    for (const path of paths) await rawRequest(site, path);
    const before = await countCachedPages();
    for (const path of paths)
      for (let n = 0; n < 20; n += 1) expect((await rawRequest(site, `${path}?search=${n}&run=${n}`)).status).toBe(200);
    expect(await countCachedPages()).toBe(before);
  });

  it("a page requested with a session contains no personal data", async () => {
    const { token, name, email } = await newPerson(site, "Unmistakable Personname");
    const html = (
      await rawRequest(site, "/", { headers: { authorization: `Bearer ${token}`, cookie: `user-token=${token}` } })
    ).body.toString();
    for (const personal of [token, name, email]) expect(html).not.toContain(personal);
  });

  it("caches different addresses separately: language, course, trailing slash", async () => {
    const html = async (path: string) => (await rawRequest(site, path)).body.toString();
    expect(await html("/ar")).toContain('<html lang="ar" dir="rtl"');
    expect(await html("/")).toContain('<html lang="en" dir="ltr"');
    expect(await html("/courses/patient-safety-essentials/")).toContain(
      `<link rel="canonical" href="${site.url}/courses/patient-safety-essentials"`,
    );
  });
});
