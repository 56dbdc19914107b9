/** A buyer changes an order alone: cancels a seat by the policy, then moves the other to a dearer date and pays. */
import { eq } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { BegunCheckout } from "#features/orders/checkout/checkout.schema.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { m } from "#messages";
import { makeRun } from "#db/factories/course.ts";
import { address, pay } from "#test/buyer.ts";
import { courseBySlug, newPerson, post, type Person } from "#test/http/client.ts";
import { answerBank, fillCard } from "./support/buying.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { twoViewports, type Visitor } from "./support/visitor.ts";

/** Two seats of a date of its own, and a dearer date after it. */
async function twoSeats(site: PostgresSite, person: Person): Promise<number> {
  const { db } = site.database;
  const listed = await courseBySlug(site, "patient-safety-essentials");
  const [found] = await db.select().from(courseRuns).where(eq(courseRuns.id, listed.id));
  const dateIn = (days: number, priceHalalas: number) => {
    const startDate = addDays(riyadhDate(new Date()), days);
    return makeRun(db, found?.courseId ?? 0, { startDate, endDate: startDate, days: 1, priceHalalas, capacity: 20 });
  };
  const run = await dateIn(40, 240_000);
  await dateIn(47, 270_000);
  const order = { items: [{ course_id: run.id, qty: 2 }], billing: address };
  const begun = (await post(site, "/api/begin-checkout", order, { token: person.token }))
    .body as unknown as BegunCheckout;
  await pay(begun);
  await post(site, "/api/update-payment-status", { id: begun.given_id }, { token: person.token });
  return begun.order_id;
}

async function look(visitor: Visitor, what: string): Promise<void> {
  await visitor.check(what);
  for (const width of [320, visitor.width]) {
    await visitor.page.setViewportSize({ width, height: 844 });
    expect(await sticksOut(visitor), `${what} at ${width}`).toEqual([]);
  }
}

for (const viewport of twoViewports)
  test(
    `X-01, X-02, X-06 a seat is cancelled by the policy, the other moves to a dearer date (${viewport.locale}, ${viewport.width} px)`,
    viewport.locale === "en" ? { tag: "@all" } : {},
    async ({ visit, postgresSite: site }) => {
      const t = { locale: viewport.locale };
      const person = await newPerson(site, "Sara Nasser");
      const orderId = await twoSeats(site, person);
      const buyer = await visit(site, { ...viewport, as: person });
      const { page } = buyer;
      const main = page.locator("main");
      const choice = (name: string) => main.getByRole("button", { name }).first();

      await buyer.open(`/my-courses/${orderId}`);
      await main.getByRole("link", { name: m.changes_title({}, t) }).click();
      await choice(m.changes_cancel({}, t)).click();
      await main.getByRole("checkbox", { name: m.changes_seat_unnamed({}, t) }).check();
      const quote = main.getByRole("status");
      await expect(quote).toContainText("2,760.00");
      await look(buyer, "the quote of a cancellation");
      await main.getByRole("button", { name: /2,760\.00/ }).click();
      await expect(main.getByText(m.changes_done_cancel({}, t))).toBeVisible();
      await look(buyer, "seats that are cancelled");

      await buyer.open(`/my-courses/${orderId}/change`);
      await choice(m.changes_move({}, t)).click();
      await main
        .getByRole("radio", { name: /300\.00/ })
        .first()
        .check();
      await expect(quote).toContainText("345.00");
      await look(buyer, "the quote of a move");
      await main.getByRole("button", { name: /345\.00/ }).click();
      await fillCard(buyer);
      await look(buyer, "the card for a difference");
      await main.getByRole("button", { name: /345\.00/ }).click();
      await page.waitForURL(/\/card_auth\/[^/]+\/prepare/);
      await answerBank(buyer);
      await expect(main.getByText(m.changes_done_move({}, t))).toBeVisible();
      await main.getByRole("link", { name: m.payments_view_order({}, t) }).click();
      await expect(page).toHaveURL(new RegExp(`/my-courses/${orderId}$`));
      await expect(main.getByText(m.changes_story({}, t))).toBeVisible();
      await look(buyer, "an order that was changed");
      // In the language of the order, which was placed over the API.
      const texts = (await site.mails()).filter(({ to }) => to === person.email).map(({ text }) => text);
      const en = { locale: "en" } as const;
      for (const heading of [m.changes_mail_cancelled_heading, m.changes_mail_moved_heading])
        expect(texts.some((text) => text.includes(heading({ count: 1 }, en)))).toBe(true);
    },
  );
