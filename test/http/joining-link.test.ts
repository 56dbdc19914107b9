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

const room = "meet.example.com";
const online = demoCourses
  .filter(({ runs }) => runs.some(({ delivery }) => delivery === "online"))
  .map(({ slug }) => slug);

let site: TestSite;
let buyer: Person;
let other: Person;
let orderId: number;
let runId: number;

const fetchText = async (path: string, init?: RequestInit) => (await fetch(site.url + path, init)).text();
/** An answer of the API as it is sent, a file too. */
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
    expect(await postForText("/api/order_details", order, buyer.token)).toContain(`https://${room}/research-methods`);
    expect(await postForText("/api/order-calendar", { order_id: orderId }, buyer.token)).toContain(room);
    await vi.waitFor(async () => {
      const mail = (await site.mails()).find(({ to, text }) => to === buyer.email && text.includes(room));
      expect(mail?.text).toContain(`https://${room}/research-methods`);
    });
  });

  it("G-02 appears in no page, page data or public file, cached or not", async () => {
    expect(online).toContain("research-methods");
    const courses = online.flatMap((slug) => [
      `/courses/${slug}`,
      `/courses/${slug}?run=${runId}`,
      `/checkout/${slug}`,
    ]);
    // Pages that name no course are drawn without its run.
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
    let length = 0;
    for (const path of [...pages, ...pages, ...data, ...files]) {
      const text = await fetchText(path);
      length += text.length;
      expect(text.includes(room), path).toBe(false);
    }
    expect(length).toBeGreaterThan(1_000_000);
  });

  it("G-02 appears in no API response to a visitor or another person", async () => {
    const pending = await beginOrder(site, other, runId);
    const own = await postForText("/api/order_details", { user_id: other.id, order_id: pending.order_id }, other.token);
    expect(own).toContain('"sessions":[{"starts_at":');
    expect(own).not.toContain(room);
    const bodies = sampleBodies({ user: other.id, order: orderId, run: runId, payment: "none" });
    for (const path of Object.keys(api).filter((name) => name !== "/api/logout"))
      for (const token of [undefined, other.token])
        expect((await postForText(path, bodies[path] ?? {}, token)).includes(room), path).toBe(false);
    const more: [string, object][] = [
      ...online.map((slug): [string, object] => ["/api/course-details", { slug }]),
      ["/api/courses", { page: 1 }],
      ["/api/courses-by-category", { cat: "medical-education-clinical-reasearch", limit: -1 }],
      ["/api/search", { search_val: "meet example" }],
      ["/api/orders", { id: other.id }],
      ["/api/my-data", {}],
      ["/api/search", { search_val: "research methods" }],
      ["/api/order_details", { user_id: buyer.id, order_id: orderId }],
    ];
    for (const [path, body] of more)
      for (const token of [undefined, other.token])
        expect((await postForText(path, body, token)).includes(room), path).toBe(false);
  });

  it("G-02 appears in no log line", () => {
    expect(site.output.length).toBeGreaterThan(5);
    expect(site.output.filter((line) => line.includes(room))).toEqual([]);
  });
});
