/** A ticket as its buyer and a guest with its address see it, offline, and after its seat was cancelled. */
import { isolate } from "#i18n/isolate.ts";
import { eq } from "drizzle-orm";
import { enrolments } from "#features/seats/tables.server.ts";
import { m } from "#messages";
import { buyOrder, courseBySlug, newPerson, post, type Person } from "#test/http/client.ts";
import { waitUntilLoaded } from "./support/buying.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

const slug = "patient-safety-essentials";

/** Buys a seat for the buyer, one for a colleague and one for nobody yet. Returns the first two ticket tokens. */
async function buyThreeSeats(site: PostgresSite, person: Person): Promise<{ orderId: number; tokens: string[] }> {
  const runId = (await courseBySlug(site, slug)).id;
  const colleague = {
    course_id: runId,
    seat: 2,
    name: "Omar Khalid",
    email: `omar-${crypto.randomUUID()}@example.com`,
  };
  const order = await buyOrder(site, person, runId, { qty: 3 });
  const assignment = { order_id: order.order_id, attendees: [{ ...colleague, scfhs_number: "00-RN-0000002" }] };
  const { body } = await post(site, "/api/assign-seats", assignment, { token: person.token });
  const { lines } = body["order"] as { lines: { attendees: { ticket: string }[] }[] };
  return { orderId: order.order_id, tokens: lines[0]?.attendees.map(({ ticket }) => ticket) ?? [] };
}

for (const viewport of selectViewports("en"))
  test(`T-01, X-06, U-24 a ticket is shown, works offline, and is shown as cancelled (${viewport.locale}, ${viewport.width} px)`, async ({
    visit,
    postgresSite: site,
  }) => {
    const t = { locale: viewport.locale };
    const person = await newPerson(site, "Sara Nasser");
    const { orderId, tokens } = await buyThreeSeats(site, person);
    const [buyerToken = "", colleagueToken = ""] = tokens;
    const visitor = await visit(site, { ...viewport, as: person, serviceWorker: true });
    const { page } = visitor;
    const qr = page.getByRole("img", { name: m.tickets_qr({ code: "" }, t).trim() });
    const seatLinks = page.getByRole("navigation", { name: m.common_attendees({}, t) });
    const measureOverflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

    await test.step("the buyer opens a ticket from the order, and sees its QR code and all seats", async () => {
      await visitor.open(`/my-courses/${orderId}`);
      await page.getByRole("link", { name: m.tickets_of({ name: isolate("Sara Nasser") }, t) }).click();
      await page.waitForURL(visitor.url(`/ticket/${buyerToken}`));
      await expect(qr).toBeVisible();
      await expect(page.getByText(m.tickets_hint_saved({}, t))).toBeVisible();
      await expect(seatLinks.getByRole("link")).toHaveCount(3);
      await visitor.checkPage("ticket");
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await measureOverflow()).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: viewport.width, height: 844 });
      await seatLinks.getByRole("link", { name: "Omar Khalid" }).click();
      await page.waitForURL(visitor.url(`/ticket/${colleagueToken}`));
      await expect(page.getByText("Omar Khalid").last()).toBeVisible();
      await seatLinks.getByRole("link", { name: m.tickets_no_name({}, t) }).click();
      await expect(page.getByRole("link", { name: m.common_action_add_name({}, t) })).toBeVisible();
      await waitUntilLoaded(visitor);
      await visitor.checkPage("ticket without a name");
    });

    await test.step("the ticket works offline", async () => {
      await visitor.open(`/ticket/${buyerToken}`);
      await expect(page.getByText(m.tickets_hint_saved({}, t))).toBeVisible();
      // The service worker tries the network first.
      visitor.expectFailure(visitor.url(`/ticket/${buyerToken}`));
      await visitor.context.setOffline(true);
      await page.goto(visitor.url(`/ticket/${buyerToken}`));
      await expect(qr).toBeVisible();
      await expect(page.getByText(m.tickets_hint_offline({}, t))).toBeVisible();
      await visitor.context.setOffline(false);
    });

    await test.step("anyone else with the address of a ticket sees only that ticket", async () => {
      const guest = await visit(site, viewport);
      await guest.open(`/ticket/${colleagueToken}`);
      await expect(guest.page.getByText("Omar Khalid")).toBeVisible();
      await expect(guest.page.getByRole("navigation", { name: m.common_attendees({}, t) })).toHaveCount(0);
      await expect(guest.page.getByText("Sara Nasser")).toHaveCount(0);
    });

    await test.step("a cancelled ticket is shown as cancelled, also in a browser that has stored it", async () => {
      const cancelled = { state: "cancelled" as const, endedAt: new Date() };
      await site.database.db.update(enrolments).set(cancelled).where(eq(enrolments.orderId, orderId));
      await visitor.open(`/ticket/${buyerToken}`);
      await expect(page.getByRole("heading", { name: m.tickets_cancelled({}, t) })).toBeVisible();
      await expect(qr).toHaveCount(0);
      await waitUntilLoaded(visitor);
      await visitor.checkPage("cancelled ticket");
    });

    await test.step("U-24 an unknown address shows that it has no ticket", async () => {
      visitor.allowStatus(new URL(visitor.url("/ticket/none")).pathname, 404);
      await visitor.open("/ticket/none");
      await expect(page.getByRole("heading", { name: m.tickets_gone_title({}, t) })).toBeVisible();
    });
  });
