/** The ticket page of the built site: what it hides, and that it is never cached. */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { cancelSeat } from "#features/seats/person-of-seat.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { locales, localePath } from "#i18n/locale.ts";
import { testContext } from "#test/context.ts";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import { buyOrder, courseBySlug, newPerson, post, type Person } from "./client.ts";

let site: TestSite;
let buyer: Person;
let token: string;
let orderId: number;

const get = (path: string) => fetch(site.url + path, { redirect: "manual" });

beforeAll(async () => {
  site = await sharedTestSite();
  buyer = await newPerson(site, "Holder Unmistakable");
  const order = await buyOrder(site, buyer, (await courseBySlug(site, "patient-safety-essentials")).id);
  orderId = order.order_id;
  const { body } = await post(
    site,
    "/api/order_details",
    { user_id: buyer.id, order_id: orderId },
    { token: buyer.token },
  );
  token = (body["order"] as { lines: { attendees: { ticket: string }[] }[] }).lines[0]?.attendees[0]?.ticket ?? "";
});

describe("the ticket page", () => {
  it.each(locales)("T-01 answers 404 to an invalid token, also for its data and calendar file (%s)", async (locale) => {
    const changedToken = token.slice(0, -1) + (token.endsWith("A") ? "E" : "A");
    for (const wrong of locale === "en" ? ["x", changedToken] : ["A".repeat(27), `${token}A`, "%00"]) {
      const path = localePath(`/ticket/${wrong}`, locale);
      const page = await get(path);
      expect([wrong, page.status, (await page.text()).includes("Unmistakable")]).toEqual([wrong, 404, false]);
      expect([wrong, (await get(`${path}/calendar.ics`)).status]).toEqual([wrong, 404]);
      expect(await (await get(`${path}.data`)).text()).not.toContain("Unmistakable");
    }
  });

  it.each(locales)(
    "T-01 opens without a login, uncached, with noindex and a same-origin referrer (%s)",
    async (locale) => {
      for (const suffix of ["", ".data"]) {
        for (let times = 0; times < 2; times += 1) {
          const page = await get(localePath(`/ticket/${token}${suffix}`, locale));
          expect([page.status, (await page.text()).includes("Holder Unmistakable")]).toEqual([200, true]);
          expect(Object.fromEntries(page.headers)).toMatchObject({
            "cache-control": "private, no-store",
            "referrer-policy": "same-origin",
            "x-robots-tag": "noindex, nofollow, noarchive",
          });
          expect(page.headers.get("etag")).toBeNull();
        }
      }
      const html = await (await get(localePath(`/ticket/${token}`, locale))).text();
      expect(html).toContain('<meta name="robots" content="noindex"');
      expect(html).not.toMatch(/rel="canonical"|og:url|hreflang/);
      expect(html).toMatch(/<path d="M0 0h7v1h-7z[^"]+" fill="currentColor"/);
    },
  );

  it("T-01 has a calendar file, and its token is in no log line", async () => {
    const file = await get(`/ticket/${token}/calendar.ics`);
    expect([file.status, file.headers.get("content-type"), file.headers.get("cache-control")]).toEqual([
      200,
      "text/calendar; charset=utf-8",
      "private, no-store",
    ]);
    expect(await file.text()).toContain("BEGIN:VEVENT");
    expect(site.output.filter((line) => line.includes(token))).toEqual([]);
  });

  it("T-01 is linked in the buyer's confirmation email", async () => {
    await vi.waitFor(async () => {
      const mail = (await site.mails()).find(({ to, text }) => to === buyer.email && text.includes("/ticket/"));
      expect(mail?.text).toContain(`${site.url}/ticket/${token}`);
    });
  });

  it("T-01 returns the tickets of the order to its buyer only", async () => {
    const other = await newPerson(site, "Somebody Else");
    const fetchTickets = async (bearer?: string) =>
      post(site, "/api/tickets-beside", { token }, bearer === undefined ? {} : { token: bearer });
    expect((await fetchTickets()).status).toBe(401);
    expect((await fetchTickets(other.token)).status).toBe(404);
    expect((await fetchTickets(buyer.token)).body).toEqual({ tickets: [{ name: "Holder Unmistakable", token }] });
  });

  it("T-01 for a cancelled seat says so, without code and name", async () => {
    const database = site.database;
    if (!database) throw new Error("no database");
    const ctx = testContext(database);
    const [seat] = await ctx.db.select().from(enrolments).where(eq(enrolments.orderId, orderId));
    await cancelSeat(ctx, seat?.id ?? 0);
    const page = await get(`/ticket/${token}`);
    const html = await page.text();
    expect([page.status, html.includes("This seat was cancelled")]).toEqual([200, true]);
    expect(html).not.toMatch(/Unmistakable|M0 0h7v1h-7z/);
    expect((await get(`/ticket/${token}/calendar.ics`)).status).toBe(404);
  });
});
