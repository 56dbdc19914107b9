/** Addresses of the built site in any spelling lead to its pages, files and errors, never to another site. */
import { readdirSync, statSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import { compressedAsset, rawRequest } from "./raw-request.ts";

let site: TestSite;
beforeAll(async () => void (site = await sharedTestSite()));

it.each([
  ["//evil.test/x", "/evil.test/x"],
  ["/ar//evil.test/x", "/ar/evil.test/x"],
  ["//evil.test//x?next=//evil.test", "/evil.test/x?next=//evil.test"],
  ["/%2F%2Fevil.test", "/evil.test"],
  ["/ar/%2F%2Fevil.test", "/ar/evil.test"],
  ["/ar/%5Cevil.test", "/ar/evil.test"],
  ["/courses//patient-safety-essentials?run=1", "/courses/patient-safety-essentials?run=1"],
])("F-02 redirects %s to %s, on this site", async (path, target) => {
  const { status, headers } = await rawRequest(site, path);
  expect([status, headers["location"]]).toEqual([301, target]);
  expect(new URL(String(headers["location"]), `${site.url}/ar/x`).origin).toBe(site.url);
});

it("F-02 no page links to a host that its own address contains", async () => {
  for (const path of [
    "/evil.test/x",
    "/ar/evil.test/x",
    "/ar/login?redirect=%2Far%2F%2Fevil.test%2Fphish",
    "/login?redirect=%2Far%2F%2Fevil.test%2Fphish",
    "/login?redirect=%2F%2Fevil.test",
    "/register?redirect=%2Far%2F%2Fevil.test%2Fphish",
  ]) {
    const html = (await rawRequest(site, path)).body.toString();
    const links = [...html.matchAll(/<a[^>]*?\bhref="([^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
    expect(links.length).toBeGreaterThan(10);
    for (const href of links)
      expect([path, href, new URL(href, site.url + path).hostname.endsWith("evil.test")]).toEqual([path, href, false]);
  }
});

it.each([
  ["/AR/courses", "/ar/courses"],
  ["/%61r", "/ar"],
  ["/COURSES", "/courses"],
  ["/Courses?page=2", "/courses?page=2"],
  ["/ar/About-Us/", "/ar/about-us/"],
])("F-07 redirects %s to %s", async (path, target) => {
  const { status, headers } = await rawRequest(site, path);
  expect([status, headers["location"]]).toEqual([301, target]);
  expect((await rawRequest(site, target)).status).toBe(200);
});

it("F-08 uses the encoding that the request prefers, and none that it excludes, for pages and files", async () => {
  await rawRequest(site, "/courses");
  const fetchEncoding = async (path: string, accepted: string) =>
    (await rawRequest(site, path, { headers: { "accept-encoding": accepted } })).headers["content-encoding"];
  expect(await fetchEncoding("/courses", "br;q=0, gzip")).toBe("gzip");
  expect(await fetchEncoding("/courses", "gzip;q=1, br;q=0.5")).toBe("gzip");
  expect(await fetchEncoding("/courses", "gzip;q=0, br;q=0")).toBeUndefined();
  expect(await fetchEncoding(compressedAsset(".js"), "br;q=0, gzip")).toBe("gzip");
  expect(await fetchEncoding(compressedAsset(".js"), "br;q=0")).toBeUndefined();
  // The first request of a page, which fills the cache, obeys the header too.
  expect(await fetchEncoding("/courses?q=f08", "br;q=0, gzip")).toBe("gzip");
});

it("F-13 answers ranges of a file with 206, ranges beyond its end with 416, and invalid ranges with the whole file", async () => {
  const film = `/media/films/${readdirSync("build/client/media/films").find((name) => name.endsWith(".mp4"))}`;
  const brochure = "/media/nama-his-brochure-en.pdf";
  for (const path of [film, brochure]) {
    const size = statSync(`build/client${path}`).size;
    const part = async (range: string) => {
      const { status, headers, body } = await rawRequest(site, path, { headers: { range } });
      return [range, status, headers["content-range"], body.length];
    };
    expect(await part("bytes=0-99")).toEqual(["bytes=0-99", 206, `bytes 0-99/${size}`, 100]);
    expect(await part(`bytes=${size - 10}-`)).toEqual([
      `bytes=${size - 10}-`,
      206,
      `bytes ${size - 10}-${size - 1}/${size}`,
      10,
    ]);
    expect(await part("bytes=-5")).toEqual(["bytes=-5", 206, `bytes ${size - 5}-${size - 1}/${size}`, 5]);
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 5}`, "bytes=99999999999-", "bytes=-0"])
      expect(await part(range)).toEqual([range, 416, `bytes */${size}`, 0]);
    for (const range of ["bytes=9-5", "bytes=a-b", "items=0-1", "bytes=0-1,5-6", "nonsense"])
      expect(await part(range)).toEqual([range, 200, undefined, size]);
  }
});

it("F-13 security.txt says where to report a vulnerability", async () => {
  const { status, headers, body } = await rawRequest(site, "/.well-known/security.txt?x=1");
  const text = body.toString();
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toContain(`Canonical: ${site.url}/.well-known/security.txt\n`);
  const expires = Date.parse(text.match(/^Expires: (.*)$/m)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000);
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});

it("F-45 R-02 a visitor gets a page with noindex for any order number; unknown pages answer 404", async () => {
  for (const path of ["/my-courses/999999", "/ar/my-courses/999999"]) {
    const { status, body } = await rawRequest(site, path);
    expect([path, status]).toEqual([path, 200]);
    expect(body.toString()).toContain('<meta name="robots" content="noindex"/>');
    expect(body.toString()).not.toContain('rel="canonical"');
  }
  for (const path of [
    "/my-courses/x",
    "/my-courses/0",
    "/my-courses/1/2",
    "/no-such-page",
    "/ar/no-such-page",
    "/courses/no-such-course",
    "/news/no-such-story",
    "/profile/no-such-page",
  ]) {
    const { status, headers } = await rawRequest(site, path);
    expect([path, status, headers["x-robots-tag"]]).toEqual([path, 404, "noindex"]);
  }
});

it("serves compressed files that browsers may cache for a year, and nothing outside their folders", async () => {
  const script = await rawRequest(site, compressedAsset(".js"), { headers: { "accept-encoding": "br" } });
  expect(script.headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
  for (const path of [
    "/assets/../server/index.js",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/admin/images/../../package.json",
    "/admin/images/%2e%2e/load.server.ts",
    "/assets/..\\..\\package.json",
    "/admin/images/manifest.json/../../x",
    "/.env",
    "/.git/config",
    "/package.json",
    "/build/server/index.js",
  ]) {
    const { status, body } = await rawRequest(site, path);
    expect([path, [400, 404].includes(status)]).toEqual([path, true]);
    expect(body.toString()).not.toMatch(/"devDependencies"|startSite|loadDemoContent/);
  }
});

it("answers hostile addresses without 5xx, and never redirects to another site", async () => {
  const paths = [
    "/%",
    "/%00",
    "/courses/%00",
    "/courses/%e0%a4%a",
    "/%2e%2e/",
    "//example.com",
    "//example.com/%2f..",
    "/\\example.com",
    "/ar//example.com",
    "/ar/ar",
    "/AR",
    "/ar/login/",
    "/courses?page=0",
    "/courses?page=-1",
    "/courses?page=99999999999999999999",
    "/courses?page=1.5",
    "/courses?page=%00",
    "/courses?q=%00",
    "/courses?q=%ed%a0%80",
    "/courses?q=%25%5f%27",
    "/courses?from=x&to=y",
    "/courses?from=2027-01-01&to=2026-01-01",
    "/courses?from=9999-99-99",
    "/courses/patient-safety-essentials?run=abc",
    "/courses/patient-safety-essentials?run=999999999",
    "/courses/patient-safety-essentials?run=99999999999",
    "/login?redirect=//example.com",
    "/login?redirect=https://example.com",
    `/courses/${"x".repeat(5000)}`,
    `/?${"a=b&".repeat(1000)}`,
    "/courses/__proto__",
    "/courses/constructor",
    "/_root.data?_routes=x",
    "/courses.data?page=%00",
    "/__manifest?p=/&version=x",
    "/courses/toString.data",
    "/order-response?id=%00&status=paid&message=%3Cscript%3Ealert(1)%3C/script%3E",
    "/my-courses/0",
    "/my-courses/-1",
    "/my-courses/%00",
    "/checkout/%00",
    "/checkout/cart",
    "/checkout/../login",
  ];
  for (const path of paths) {
    const { status, headers, body } = await rawRequest(site, path);
    expect([path, status < 500]).toEqual([path, true]);
    const target = headers["location"];
    if (target) expect([path, new URL(String(target), site.url).origin]).toEqual([path, site.url]);
    expect(body.toString()).not.toContain("<script>alert(1)");
  }
  expect(site.output.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
