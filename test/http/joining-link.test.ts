/**
 * The joining link of an online course is for its attendees: no public response of the built site contains it, nor
 * does its log.
 */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { localePath, locales } from "#i18n/locale.ts";
import { demoCourses } from "#db/demo/courses.ts";
import { pay } from "#test/buyer.ts";
import { sampleCases } from "#test/database.ts";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import { api } from "../../src/api.ts";
import { publicRoutes } from "../public-routes.ts";
import { beginOrder, courseBySlug, newPerson, post, type Person } from "./client.ts";
import { sampleBodies } from "./hostile.ts";

const host = "meet.example.com";
const onlineSlugs = demoCourses
  .filter(({ runs }) => runs.some(({ delivery }) => delivery === "online"))
  .map(({ slug }) => slug);

let site: TestSite;
let buyer: Person;
let other: Person;
let orderId: number;
let runId: number;

const fetchText = async (path: string, init?: RequestInit) => (await fetch(site.url + path, init)).text();
/** Resolves with the text of an API answer, also of a file, exactly as it was sent. */
const postForText = (path: string, body: object, token?: string) =>
  fetchText(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  site = await sharedTestSite();
  buyer = await newPerson(site);
  other = await newPerson(site, "Somebody Else");
  runId = (await courseBySlug(site, "research-methods")).id;
  const order = await beginOrder(site, buyer, runId);
  orderId = order.order_id;
  await pay(order);
  const report = {
    user_id: buyer.id,
    order_id: orderId,
    course_id: runId,
    sub_total: order.sub_total,
    tax: order.tax,
    total: order.total,
    payment_response: { id: order.given_id },
  };
  const { body } = await post(site, "/api/process-payment", report, { token: buyer.token });
  expect(body["order"]).toMatchObject({ payment: { status: "paid" } });
});

describe("a joining link", () => {
  it("G-02 positive control: appears in the order, calendar file and email of an enrolled person", async () => {
    const order = { user_id: buyer.id, order_id: orderId };
    expect(await postForText("/api/order_details", order, buyer.token)).toContain(`https://${host}/research-methods`);
    expect(await postForText("/api/order-calendar", { order_id: orderId }, buyer.token)).toContain(host);
    await vi.waitFor(async () => {
      const mail = (await site.mails()).find(({ to, text }) => to === buyer.email && text.includes(host));
      expect(mail?.text).toContain(`https://${host}/research-methods`);
    });
  });

  it("G-02 appears in no page, page data or public file, cached or not", async () => {
    expect(onlineSlugs).toContain("research-methods");
    const courses = onlineSlugs.flatMap((slug) => [
      `/courses/${slug}`,
      `/courses/${slug}?run=${runId}`,
      `/checkout/${slug}`,
    ]);
    // A sample of the routes is enough, because `courses` has the pages of all online courses.
    const routes = sampleCases(publicRoutes, 4);
    const pages = locales.flatMap((locale) => [...routes, ...courses].map((path) => localePath(path, locale)));
    const data = pages.map((path) => path.replace(/^\/?([^?]*)/, (_, name: string) => `/${name || "_root"}.data`));
    const files = [
      "/sitemap.xml",
      "/robots.txt",
      "/news/feed.xml",
      "/manifest.webmanifest",
      "/sw.js",
      "/api/docs",
      "/api/openapi.json",
    ];
    for (const file of files) expect((await fetch(site.url + file)).status, file).toBe(200);
    let totalLength = 0;
    for (const path of [...pages, ...pages, ...data, ...files]) {
      const text = await fetchText(path);
      totalLength += text.length;
      expect(text.includes(host), path).toBe(false);
    }
    expect(totalLength).toBeGreaterThan(1_000_000);
  });

  it("G-02 appears in no API response to a visitor or another person", async () => {
    const pending = await beginOrder(site, other, runId);
    const unpaidOrder = await postForText(
      "/api/order_details",
      { user_id: other.id, order_id: pending.order_id },
      other.token,
    );
    expect(unpaidOrder).toContain('"sessions":[{"starts_at":');
    expect(unpaidOrder).not.toContain(host);
    const bodies = sampleBodies({ user: other.id, order: orderId, run: runId, payment: "none" });
    for (const path of Object.keys(api).filter((name) => name !== "/api/logout"))
      for (const token of [undefined, other.token])
        expect((await postForText(path, bodies[path] ?? {}, token)).includes(host), path).toBe(false);
    const otherRequests: [string, object][] = [
      ...onlineSlugs.map((slug): [string, object] => ["/api/course-details", { slug }]),
      ["/api/courses", { page: 1 }],
      ["/api/courses-by-category", { cat: "medical-education-clinical-reasearch", limit: -1 }],
      ["/api/search", { search_val: "meet example" }],
      ["/api/orders", { id: other.id }],
      ["/api/my-data", {}],
      ["/api/search", { search_val: "research methods" }],
      ["/api/order_details", { user_id: buyer.id, order_id: orderId }],
    ];
    for (const [path, body] of otherRequests)
      for (const token of [undefined, other.token])
        expect((await postForText(path, body, token)).includes(host), path).toBe(false);
  });

  it("G-02 appears in no log line", () => {
    expect(site.output.length).toBeGreaterThan(5);
    expect(site.output.filter((line) => line.includes(host))).toEqual([]);
  });
});
