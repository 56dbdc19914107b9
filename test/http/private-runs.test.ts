/** A private run on the built site: on no page without its key, and never cached (decision 050). */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { createRun } from "#features/runs/create-run.server.ts";
import { readRun } from "#features/runs/staff-runs.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { localePath, locales } from "#i18n/locale.ts";
import { readQuotationLink } from "#test/company-run.ts";
import { testContext } from "#test/context.ts";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import { publicRoutes } from "../public-routes.ts";
import { courseBySlug } from "./client.ts";

const slug = "patient-safety-essentials";
const hall = "Hidden hall";

let site: TestSite;
let runId: number;
let query: string;
let quotation: string;
let quotationKey: string;

const get = (path: string) => fetch(site.url + path, { redirect: "manual" });
const toData = (path: string) => path.replace(/^\/?([^?]*)/, (_, name: string) => `/${name || "_root"}.data`);

beforeAll(async () => {
  site = await sharedTestSite();
  if (!site.database) throw new Error("The shared site has no database of the tests");
  const training = testContext(site.database).asStaff("training");
  const { id } = await courseBySlug(site, slug);
  const [run] = await training.db.select().from(courseRuns).where(eq(courseRuns.id, id));
  const runFields = {
    courseId: run?.courseId ?? 0,
    sessions: [],
    startDate: addDays(riyadhDate(new Date()), 50),
    delivery: "onsite" as const,
    venueEng: `${hall}, Riyadh`,
    capacity: 12,
    price: 7_777_700,
    hours: 6,
    accreditationStatus: "none" as const,
  };
  ({ id: runId } = await createRun(training, { ...runFields, visibility: "link" }));
  query = new URL((await readRun(training, { id: runId })).links?.eng ?? "").search;
  const company = await createRun(training, { ...runFields, visibility: "company", companyName: "Hidden hospital" });
  const { token, key } = await readQuotationLink(training, company.id);
  [quotation, quotationKey] = [`/quotation/${token}`, key];
});

describe("a private run", () => {
  it("appears in no page, page data or public file", async () => {
    const pathsOfRun = [
      `/courses/${slug}?run=${runId}`,
      `/checkout/${slug}?run=${runId}`,
      `/courses/${slug}?run=${runId}&key=x`,
    ];
    const pages = locales.flatMap((locale) => [...publicRoutes, ...pathsOfRun].map((path) => localePath(path, locale)));
    const files = ["/sitemap.xml", "/robots.txt", "/news/feed.xml", "/api/openapi.json"];
    for (const path of [...pages, ...pages.map(toData), ...files]) {
      const text = await (await get(path)).text();
      expect([path, /Hidden (?:hall|hospital)/.test(text), text.includes("77777")]).toEqual([path, false, false]);
    }
  });

  it("opens with its key, uncached and with noindex and a same-origin referrer", async () => {
    const pages = [`/courses/${slug}${query}`, `/checkout/${slug}${query}`, quotation, `${quotation}x`];
    for (const locale of locales)
      for (const page of pages) {
        const path = localePath(page, locale);
        for (const address of [path, toData(path)]) {
          const answer = await get(address);
          expect([address, answer.status]).toEqual([address, page.endsWith("x") ? 404 : 200]);
          expect(Object.fromEntries(answer.headers)).toMatchObject({
            "cache-control": "private, no-store",
            "referrer-policy": "same-origin",
            "x-robots-tag": "noindex, nofollow, noarchive",
          });
          expect(answer.headers.get("etag")).toBeNull();
        }
        const html = await (await get(path)).text();
        expect(html).toContain('<meta name="robots" content="noindex"/>');
        expect(html).not.toMatch(/rel="canonical"|ld\+json/);
      }
    for (const path of [`/courses/${slug}${query}`, quotation]) expect(await (await get(path)).text()).toContain(hall);
    for (const key of [new URLSearchParams(query).get("key") ?? "", quotationKey]) {
      expect(key).toMatch(/^[\w-]{22}$/);
      await get(`/login?redirect=${encodeURIComponent(`/courses/${slug}?key=${key}`)}`);
      expect(site.output.join("\n")).not.toContain(key);
    }
  });
});
