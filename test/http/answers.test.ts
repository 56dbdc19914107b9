/** What every answer of the built site carries, whatever it is; the policy of pages, and their cache. */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import { newPerson } from "./client.ts";
import { compressedAsset, rawRequest, type RawRequest } from "./raw-request.ts";

let site: TestSite;
beforeAll(async () => void (site = await sharedTestSite()));

const picture = () =>
  `/admin/images/courses/${readdirSync("db/demo/media/courses").find((name) => name.endsWith(".avif"))}`;
const font = () => `/fonts/${readdirSync("build/client/fonts").find((name) => name.endsWith(".woff2"))}`;

describe("security headers", () => {
  it("are on every kind of answer: page, cached page, 304, 404, API, refusal, file, picture, redirect, mailbox, health", async () => {
    await rawRequest(site, "/courses");
    const { headers } = await rawRequest(site, "/courses");
    const kinds: [string, number, RawRequest?][] = [
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
      [font(), 200],
      [picture(), 200],
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
    for (const [path, status, options] of kinds) {
      const answer = await rawRequest(site, path, options);
      const what = `${options?.method ?? "GET"} ${path}`;
      expect([what, answer.status]).toEqual([what, status]);
      const { headers } = answer;
      expect([what, headers]).toEqual([
        what,
        expect.objectContaining({
          "x-content-type-options": "nosniff",
          "x-frame-options": expect.stringMatching(/DENY|SAMEORIGIN/),
          "referrer-policy": "strict-origin-when-cross-origin",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "content-security-policy": expect.stringContaining("default-src 'none'"),
        }),
      ]);
      // A file whose name changes with what it holds is no document, and it is not requested again: a page has two
      // dozen of them, so they say neither.
      const isCacheable = String(headers["cache-control"]).includes("immutable");
      expect([what, isCacheable]).toEqual([what, /^\/(assets|fonts|admin)\//.test(path) && status === 200]);
      expect([what, headers["permissions-policy"]]).toEqual([
        what,
        isCacheable ? undefined : expect.stringContaining("camera=()"),
      ]);
      if (isCacheable) expect(headers["last-modified"], what).toBeUndefined();
      expect(headers["x-powered-by"], what).toBeUndefined();
      expect(headers["set-cookie"], what).toBeUndefined();
      expect(headers["strict-transport-security"], what).toBeUndefined();
    }
  });

  it("Y-01 allow payment on the site's own pages, from which one comes to checkout, and nowhere else", async () => {
    const fetchPayment = async (path: string) =>
      /payment=\(([^)]*)\)/.exec(String((await rawRequest(site, path)).headers["permissions-policy"]))?.[1];
    for (const path of ["/staff", "/staff/runs/1/door", "/api/docs", "/robots.txt"])
      expect(await fetchPayment(path), path).toBe("");
    for (const path of ["/", "/ar/courses", "/checkout/patient-safety-essentials"])
      expect(await fetchPayment(path), path).toBe("self");
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

  it("allow scripts by hash only: one per inline script, no nonce left, no inline style, no foreign origin but the card provider", async () => {
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
      // Structured data is no code, and no policy needs its hash.
      const inline = [
        ...html.matchAll(/<script(?![^>]*\b(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
      ].map((match) => match[1] ?? "");
      const hashes = inline.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`);
      expect(inline.length).toBeGreaterThan(1);
      const directive = Object.fromEntries(
        policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)]),
      );
      expect(directive["script-src"]?.toSorted(), path).toEqual(["'self'", ...new Set(hashes)].toSorted());
      expect(directive["style-src"]).toEqual(["'self'"]);
      expect(directive["connect-src"]).toEqual(["'self'", site.sandbox.url]);
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(html).not.toMatch(/nonce|<style|\sstyle="|\son[a-z]+="|javascript:/);
    }
  });
});

describe("the page cache", () => {
  it("answers with an ETag, 304 to who has the page, and compresses as requested", async () => {
    await rawRequest(site, "/courses");
    const plain = await rawRequest(site, "/courses");
    const etag = String(plain.headers["etag"]);
    expect(etag).toMatch(/^W\/"/);
    expect(plain.headers).toMatchObject({
      "cache-control": "no-cache",
      vary: "accept-encoding",
      "content-type": expect.stringContaining("text/html"),
    });
    const same = await rawRequest(site, "/courses", { headers: { "if-none-match": `"other", ${etag}` } });
    expect([same.status, same.body.length, same.headers["etag"]]).toEqual([304, 0, etag]);
    expect((await rawRequest(site, "/courses", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    const sizes = [];
    for (const encoding of ["br", "gzip"]) {
      const packed = await rawRequest(site, "/courses", { headers: { "accept-encoding": encoding } });
      expect(packed.headers["content-encoding"]).toBe(encoding);
      sizes.push(packed.body.length);
    }
    expect(Math.max(...sizes)).toBeLessThan(plain.body.length / 3);
    const head = await rawRequest(site, "/courses", { method: "HEAD" });
    expect([head.body.length, head.headers["content-length"]]).toEqual([0, plain.headers["content-length"]]);
  });

  it("sends the page to who comes first as small as to everyone after", async () => {
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

  const pagesCached = async () =>
    Number((await rawRequest(site, "/metrics")).body.toString().match(/^pages_cached (\d+)$/m)?.[1]);
  /** Only a cached page carries an ETag. */
  const isCacheable = async (path: string, headers: Record<string, string> = {}) =>
    (await rawRequest(site, path, { headers })).headers["etag"] !== undefined;

  it("keeps the page of an address and its data, and none that is missing or too long", async () => {
    expect(await isCacheable("/courses?page=2")).toBe(true);
    expect(await isCacheable("/courses?q=audit&page=1")).toBe(true);
    expect(await isCacheable("/no-such-page")).toBe(false);
    expect(await isCacheable(`/courses?q=${"x".repeat(400)}`)).toBe(false);
    expect(await isCacheable("/courses/no-such-course.data")).toBe(false);
    expect(await isCacheable("/courses/patient-safety-essentials.data")).toBe(true);
  });

  it("F-03 answers an address with unknown keys with the very page of the address without them", async () => {
    for (const [known, unknown] of [
      ["/", "/?utm_source=1"],
      ["/ar/courses?q=audit", "/ar/courses?fbclid=x&q=audit&utm_medium=mail"],
      ["/courses?page=2", "/courses?page=2&page=3"],
      ["/faq", `/faq?${"a=b&".repeat(1000)}`],
      ["/search?q=audit", "/search?x=1&q=audit"],
    ] as const) {
      // The one with unknown keys first: the cache key has none of them.
      const [second, first] = [await rawRequest(site, unknown), await rawRequest(site, known)];
      expect([unknown, second.status, second.headers["etag"]]).toEqual([unknown, 200, first.headers["etag"]]);
      expect(second.body.equals(first.body)).toBe(true);
      expect(second.body.toString()).not.toContain("utm_source");
    }
  });

  it("F-03 makes no page anew for an unknown key or an Authorization header", async () => {
    await rawRequest(site, "/about-us");
    const before = await pagesCached();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        rawRequest(site, `/about-us?n=${n}`, { headers: { authorization: `Bearer ${n}` } }),
      ),
    );
    expect(new Set(answers.map(({ status, headers }) => `${status} ${String(headers["etag"])}`)).size).toBe(1);
    expect(await pagesCached()).toBe(before);
  });

  it("F-05 addresses that differ in unknown keys only do not fill it: robots, sitemap, feeds, pages", async () => {
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
    const before = await pagesCached();
    for (const path of paths)
      for (let n = 0; n < 20; n += 1) expect((await rawRequest(site, `${path}?search=${n}&run=${n}`)).status).toBe(200);
    expect(await pagesCached()).toBe(before);
  });

  it("gives the same page to everyone: nothing of a person is in it", async () => {
    const { token, name, email } = await newPerson(site, "Unmistakable Personname");
    const html = (
      await rawRequest(site, "/", { headers: { authorization: `Bearer ${token}`, cookie: `user-token=${token}` } })
    ).body.toString();
    for (const personal of [token, name, email]) expect(html).not.toContain(personal);
  });

  it("keeps answers of different addresses apart: language, course, slash", async () => {
    const html = async (path: string) => (await rawRequest(site, path)).body.toString();
    expect(await html("/ar")).toContain('<html lang="ar" dir="rtl"');
    expect(await html("/")).toContain('<html lang="en" dir="ltr"');
    expect(await html("/courses/patient-safety-essentials/")).toContain(
      `<link rel="canonical" href="${site.url}/courses/patient-safety-essentials"`,
    );
  });
});
