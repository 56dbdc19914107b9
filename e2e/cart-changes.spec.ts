/** Changes of a cart: by another tab, by changed courses, by a failed payment. */
import { m } from "#messages";
import { approvedCard, declinedCard } from "#test/buyer.ts";
import { post } from "#test/http/client.ts";
import {
  answerBank,
  cardPosts,
  field,
  fill,
  fillAddress,
  fillCard,
  submitButton,
  submitToBank,
  waitUntilLoaded,
} from "./support/buying.ts";
import { cartCount, buildCart, cartRow, storedCart } from "./support/cart.ts";
import { slugs, test } from "./support/cart-test.ts";
import { expect } from "./support/test.ts";
import { ready, type Visitor } from "./support/visitor.ts";

const main = ({ page }: Visitor) => page.locator("main");
const expectText = (visitor: Visitor, text: string) =>
  expect(main(visitor).getByText(text, { exact: false }).first()).toBeVisible();

test.describe("changes of a cart", () => {
  test(
    "S-01 two tabs show the same cart, whichever of them changes it",
    { tag: "@all" },
    async ({ visit, postgresSite: site, courses }) => {
      const visitor = await visit(site, { stored: { cart: buildCart([courses[0], 1], [courses[1], 1]) } });
      await visitor.open("/cart");
      const otherTab = await visitor.context.newPage();
      await otherTab.goto(visitor.url("/cart"));
      await ready(otherTab);
      await cartRow(visitor, courses[0].name_eng).getByRole("button", { name: m.checkout_more() }).click();
      await expect(otherTab.getByText("$7,200.00").first()).toBeVisible();
      await otherTab
        .getByRole("button", { name: m.checkout_remove({ course: `\u2068${courses[1].name_eng}\u2069` }) })
        .click();
      await expect(cartRow(visitor, courses[1].name_eng)).toHaveCount(0);
      await expect.poll(() => cartCount(visitor)).toBe("2");
      await visitor.page.reload();
      await expect.poll(() => cartCount(visitor)).toBe("2");
    },
  );

  test(
    "S-01 shows notices about changed prices, fewer seats and removed courses",
    { tag: "@all" },
    async ({ visit, postgresSite: site, courses, change, setFreeSeats }) => {
      const visitor = await visit(site, { stored: { cart: buildCart([courses[0], 3], [courses[1], 1]) } });
      await change(courses[0], { priceHalalas: 250_000 });
      await setFreeSeats(courses[0], 2);
      await change(courses[1], { cancelledAt: new Date() });
      await visitor.open("/cart");
      const notice = main(visitor).getByRole("status").filter({ hasText: m.checkout_cart_changed() });
      await expect(notice).toBeVisible();
      const readNotice = async () => (await notice.innerText()).replace(/[\u2066-\u2069]/g, "");
      for (const part of [
        `“${courses[0].name_eng}” now costs $2,500.00 instead of $2,400.00.`,
        `“${courses[0].name_eng}” has 2 seats left; we changed the quantity.`,
        `“${courses[1].name_eng}” can no longer be booked, so we removed it from your cart.`,
      ])
        await expect.poll(readNotice).toContain(part);
      await expect.poll(() => storedCart(visitor)).toMatchObject({ cart_total_items: 2, cart_sub_total: "5000.00" });
      await setFreeSeats(courses[0], 0);
      await visitor.page.reload();
      await expect(cartRow(visitor, courses[0].name_eng).getByText(m.common_sold_out())).toBeVisible();
      await expect(main(visitor).getByRole("button", { name: m.checkout_checkout(), exact: true })).toBeDisabled();
      await visitor.checkPage("a cart with a sold-out course");
    },
  );

  test(
    "S-08 charges nothing and keeps the cart when a course sells out or its price rises while paying",
    { tag: "@all" },
    async ({ visit, postgresSite: site, courses, person, change, setFreeSeats }) => {
      const visitor = await visit(site, { as: person, stored: { cart: buildCart([courses[0], 1], [courses[1], 1]) } });
      const { page } = visitor;
      await visitor.open("/checkout/cart");
      await fillAddress(visitor);
      await fillCard(visitor);
      await change(courses[1], { priceHalalas: 300_000 });
      await submitButton(visitor).click();
      await expectText(visitor, "The price has changed");
      await expect(
        page
          .locator("section[aria-labelledby=review]")
          .getByText(/SAR.6,210\.00/)
          .first(),
      ).toBeVisible();
      await expectText(visitor, "instead of");
      await setFreeSeats(courses[1], -1);
      visitor.allowStatus("/api/begin-checkout", 409);
      await submitButton(visitor).click();
      await expect(main(visitor).getByRole("alert").filter({ hasText: "is sold out" })).toBeVisible();
      await expect(main(visitor)).toContainText(m.payments_nothing_charged(), { useInnerText: true });
      expect(cardPosts(visitor)).toEqual([]);
      await main(visitor).getByRole("link", { name: m.checkout_back_to_cart() }).click();
      await page.waitForURL(visitor.url("/cart"));
      expect(await storedCart(visitor)).toMatchObject({ cart_total_items: 2 });
    },
  );

  test(
    "S-08 keeps the cart after a declined card; a retry keeps the attendees and pays",
    { tag: "@all" },
    async ({ visit, postgresSite: site, courses, person }) => {
      const visitor = await visit(site, { as: person, stored: { cart: buildCart([courses[0], 2]) } });
      const { page } = visitor;
      await visitor.open("/checkout/cart");
      await fillAddress(visitor);
      await fill(visitor, "attendees.1.name", "Huda Salem");
      await fill(visitor, "attendees.1.email", `again-${person.email}`);
      await fillCard(visitor, declinedCard);
      await submitToBank(visitor);
      await answerBank(visitor);
      await waitUntilLoaded(visitor);
      await expect.poll(() => cartCount(visitor)).toBe("2");
      await page.getByRole("link", { name: m.common_action_try_again() }).click();
      await page.waitForURL(visitor.url("/checkout/cart"));
      await expect(field(visitor, "number")).toBeVisible();
      await expect(field(visitor, "attendees.1.name")).toHaveValue("Huda Salem");
      await fillCard(visitor, approvedCard);
      await submitToBank(visitor);
      // Does not wait until the result is shown: the cart is emptied as soon as a page learns of the payment.
      await page.locator("button.primary").click();
      await page.waitForURL(/\/order-response\?/);
      await expect.poll(() => cartCount(visitor)).toBeNull();
    },
  );

  test(
    "S-04 a single seat can be for someone else, and the buyer can still book their own seat on that course",
    { tag: "@all" },
    async ({ visit, postgresSite: site, courses, person }) => {
      const visitor = await visit(site, { as: person });
      const { page } = visitor;
      await visitor.open(`/checkout/${slugs[1]}`);
      await fillAddress(visitor);
      await page.getByRole("button", { name: m.checkout_other_attends() }).click();
      await fill(visitor, "attendees.0.name", "Ali Omar");
      await fill(visitor, "attendees.0.email", `ali-${person.email}`);
      await visitor.checkPage("a seat for someone else");
      await fillCard(visitor);
      await submitToBank(visitor);
      await answerBank(visitor);
      await waitUntilLoaded(visitor);
      await visitor.open(`/courses/${slugs[1]}`);
      await expect(page.getByRole("button", { name: m.catalogue_register(), exact: true }).first()).toBeVisible();
      expect(
        (
          await post(
            site,
            "/api/check-course-booking",
            { course_id: courses[1].id, user_id: person.id },
            { token: person.token },
          )
        ).body,
      ).toEqual({ already_registered: false });
    },
  );

  test("S-08 N-17 shows the minutes left of the hold, and shows a notice when it has ended", async ({
    visit,
    postgresSite: site,
    courses,
    person,
  }) => {
    const visitor = await visit(site, { as: person, stored: { cart: buildCart([courses[0], 1]) } });
    const { page } = visitor;
    await page.clock.install();
    await visitor.open("/checkout/cart");
    await fillAddress(visitor);
    await fillCard(visitor);
    visitor.expectFailure(/\/v1\/payments$/);
    await page.route(`${site.sandbox.url}/v1/payments`, (route) => route.abort());
    await submitButton(visitor).click();
    const timer = page.getByRole("timer").filter({ visible: true });
    await expect(timer).toHaveText(m.checkout_hold_left({ count: 14 }));
    await expect(page.getByText("(Riyadh time)").filter({ visible: true }).first()).toBeVisible();
    await page.clock.runFor(4 * 60_000);
    await expect(timer).toHaveText(m.checkout_hold_left({ count: 10 }));
    const notice = page.getByRole("status").filter({ hasText: m.checkout_hold_over({ count: 1 }) });
    await expect(notice).toHaveCount(0);
    await page.clock.runFor(12 * 60_000);
    await expect(
      page
        .getByText(m.checkout_hold_over({ count: 1 }))
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await expect(notice).toHaveCount(1);
  });
});

for (const [state, isFilled] of [
  ["empty", false],
  ["filled", true],
] as const)
  test(
    `S-01 before scripts load, the cart page shows the empty state only for an empty cart (${state})`,
    { tag: "@all" },
    async ({ visit, postgresSite: site, courses }) => {
      const visitor = await visit(site, isFilled ? { stored: { cart: buildCart([courses[0], 1]) } } : {});
      const { page } = visitor;
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route("**/assets/*.js", async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(visitor.url("/cart"), { waitUntil: "domcontentloaded" });
      const heading = page.getByRole("heading", { name: m.checkout_cart_empty({}, { locale: "en" }) });
      expect([await heading.isVisible(), await page.locator('main [aria-busy="true"]').isVisible()]).toEqual([
        !isFilled,
        isFilled,
      ]);
      release();
      await ready(page);
      await expect(isFilled ? cartRow(visitor, courses[0].name_eng) : heading).toBeVisible();
      await visitor.checkPage("the cart once its code has loaded");
    },
  );
