/** A ticket as its buyer and its attendee see it, offline, and once cancelled. */
import { isolate } from "#i18n/isolate.ts";
import { eq } from "drizzle-orm";
import { enrolments } from "#features/seats/tables.server.ts";
import { m } from "#messages";
import { buyOrder, courseBySlug, newPerson, post, type Person } from "#test/http/client.ts";
import { settled } from "./support/buying.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

const slug = "patient-safety-essentials";

/** Paid seats of the buyer, of a colleague, and one without a name; the tokens of the first two. */
async function threeSeats(site: PostgresSite, person: Person): Promise<{ orderId: number; tokens: string[] }> {
  const runId = (await courseBySlug(site, slug)).id;
  const colleague = {
    course_id: runId,
    seat: 2,
    name: "Omar Khalid",
    email: `omar-${crypto.randomUUID()}@example.com`,
  };
  const begun = await buyOrder(site, person, runId, { qty: 3 });
  const named = { order_id: begun.order_id, attendees: [{ ...colleague, scfhs_number: "00-RN-0000002" }] };
  const { body } = await post(site, "/api/assign-seats", named, { token: person.token });
  const { lines } = body["order"] as { lines: { attendees: { ticket: string }[] }[] };
  return { orderId: begun.order_id, tokens: lines[0]?.attendees.map(({ ticket }) => ticket) ?? [] };
}

for (const viewport of selectViewports("en"))
  test(`T-01, X-06, U-24 a ticket is shown, works offline and can be cancelled (${viewport.locale}, ${viewport.width} px)`, async ({
    visit,
    postgresSite: site,
  }) => {
    const t = { locale: viewport.locale };
    const person = await newPerson(site, "Sara Nasser");
    const { orderId, tokens } = await threeSeats(site, person);
    const [own = "", colleagues = ""] = tokens;
    const visitor = await visit(site, { ...viewport, as: person, serviceWorker: true });
    const { page } = visitor;
    const qr = page.getByRole("img", { name: m.tickets_qr({ code: "" }, t).trim() });
    const pills = page.getByRole("navigation", { name: m.common_attendees({}, t) });
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

    await test.step("the buyer opens it from the order, and sees all seats and the code of one", async () => {
      await visitor.open(`/my-courses/${orderId}`);
      await page.getByRole("link", { name: m.tickets_of({ name: isolate("Sara Nasser") }, t) }).click();
      await page.waitForURL(visitor.url(`/ticket/${own}`));
      await expect(qr).toBeVisible();
      await expect(page.getByText(m.tickets_hint_saved({}, t))).toBeVisible();
      await expect(pills.getByRole("link")).toHaveCount(3);
      await visitor.checkPage("ticket");
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await sideways()).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: viewport.width, height: 844 });
      await pills.getByRole("link", { name: "Omar Khalid" }).click();
      await page.waitForURL(visitor.url(`/ticket/${colleagues}`));
      await expect(page.getByText("Omar Khalid").last()).toBeVisible();
      await pills.getByRole("link", { name: m.tickets_no_name({}, t) }).click();
      await expect(page.getByRole("link", { name: m.common_action_add_name({}, t) })).toBeVisible();
      await settled(visitor);
      await visitor.checkPage("ticket without a name");
    });

    await test.step("it works offline", async () => {
      await visitor.open(`/ticket/${own}`);
      await expect(page.getByText(m.tickets_hint_saved({}, t))).toBeVisible();
      // The service worker asks first.
      visitor.expectFailure(visitor.url(`/ticket/${own}`));
      await visitor.context.setOffline(true);
      await page.goto(visitor.url(`/ticket/${own}`));
      await expect(qr).toBeVisible();
      await expect(page.getByText(m.tickets_hint_offline({}, t))).toBeVisible();
      await visitor.context.setOffline(false);
    });

    await test.step("anyone else with its address sees this ticket only", async () => {
      const guest = await visit(site, viewport);
      await guest.open(`/ticket/${colleagues}`);
      await expect(guest.page.getByText("Omar Khalid")).toBeVisible();
      await expect(guest.page.getByRole("navigation", { name: m.common_attendees({}, t) })).toHaveCount(0);
      await expect(guest.page.getByText("Sara Nasser")).toHaveCount(0);
    });

    await test.step("a cancelled ticket says so, also where it was stored", async () => {
      const gone = { state: "cancelled" as const, endedAt: new Date() };
      await site.database.db.update(enrolments).set(gone).where(eq(enrolments.orderId, orderId));
      await visitor.open(`/ticket/${own}`);
      await expect(page.getByRole("heading", { name: m.tickets_cancelled({}, t) })).toBeVisible();
      await expect(qr).toHaveCount(0);
      await settled(visitor);
      await visitor.checkPage("cancelled ticket");
    });

    await test.step("U-24 an unknown ticket says so", async () => {
      visitor.expect(new URL(visitor.url("/ticket/none")).pathname, 404);
      await visitor.open("/ticket/none");
      await expect(page.getByRole("heading", { name: m.tickets_gone_title({}, t) })).toBeVisible();
    });
  });
