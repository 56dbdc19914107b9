/** The cart from "Add to cart" to a paid order of several seats. */
import { m } from "#messages";
import {
  answerBank,
  cardPosts,
  field,
  fieldMessage,
  fill,
  fillAddress,
  fillCard,
  showOrderLines,
  submitButton,
  submitToBank,
  waitUntilLoaded,
} from "./support/buying.ts";
import { addToCart, cartCount, buildCart, cartRow, chooseQuantity, quantity, storedCart } from "./support/cart.ts";
import { getCourseName, slugs, test } from "./support/cart-test.ts";
import { seatsLeft } from "./support/shop.ts";
import { expect } from "./support/test.ts";
import { ready, selectViewports, type Visitor } from "./support/visitor.ts";

const main = ({ page }: Visitor) => page.locator("main");

for (const viewport of selectViewports("ar"))
  test.describe(`the cart (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale } = viewport;
    const t = { locale };

    test("L-04 S-01 S-02 S-03 R-06 U-26 a visitor fills it, changes it within the limits, and reaches checkout through Login", async ({
      visit,
      postgresSite: site,
      courses,
      person,
      setFreeSeats,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      const row = cartRow(visitor, getCourseName(courses[0], locale));
      await test.step("an empty cart shows that it is empty", async () => {
        await visitor.open("/cart");
        await expect(page.getByRole("heading", { name: m.checkout_cart_empty({}, t) })).toBeVisible();
        expect(await cartCount(visitor)).toBeNull();
      });

      await test.step("L-04 Add to cart fills the cart and updates the count in the header", async () => {
        await visitor.open(`/courses/${slugs[0]}`);
        await addToCart(visitor);
        await visitor.checkPage("added to the cart");
        await page
          .getByRole("dialog")
          .getByRole("button", { name: m.checkout_go_on({}, t) })
          .click();
        await expect.poll(() => cartCount(visitor)).toBe("1");
        await visitor.open(`/courses/${slugs[1]}`);
        await addToCart(visitor);
        await page
          .getByRole("dialog")
          .getByRole("link", { name: m.checkout_view_cart({}, t) })
          .click();
        await page.waitForURL(visitor.url("/cart"));
        await ready(page);
      });

      await test.step("S-01 shows image, name, unit price, quantity, subtotal, totals and currency", async () => {
        await expect(row).toBeVisible();
        expect(
          await row.locator("img").evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
        ).toBeGreaterThan(0);
        await expect(row).toContainText("$2,400.00", { useInnerText: true });
        for (const part of [
          "$4,800.00",
          m.checkout_tax({ percent: 15 }, t),
          "$720.00",
          "$5,520.00",
          m.checkout_cart_sar({}, t),
          getCourseName(courses[1], locale),
        ])
          await expect(main(visitor)).toContainText(part, { useInnerText: true });
        await visitor.checkPage("a cart of two courses");
      });

      await test.step("S-02 changes the quantity up, down and by digits, and shows when it is too high", async () => {
        await row.getByRole("button", { name: m.checkout_more({}, t) }).click();
        await expect
          .poll(() => storedCart(visitor))
          .toMatchObject({
            cart_total_items: 3,
            cart_sub_total: "7200.00",
            cart_tax: "1080.00",
            cart_total_amount: "8280.00",
          });
        await expect(row.getByText("$4,800.00")).toBeVisible();
        await row.getByRole("button", { name: m.checkout_less({}, t) }).click();
        await chooseQuantity(visitor, row, "2abc.");
        await expect(quantity(row)).toHaveValue("2");
        // Waits until the quantity is stored and checked, because the next line reduces the free seats.
        await expect.poll(() => storedCart(visitor)).toMatchObject({ cart_total_items: 3 });
        await visitor.waitForAnswers();
        await setFreeSeats(courses[0], 4);
        await chooseQuantity(visitor, row, "9");
        await expect(row.getByText(m.checkout_qty_above_available({ n: 4 }, t))).toBeVisible();
        await expect(quantity(row)).toHaveValue("4");
        await visitor.checkPage("a quantity above what there is");
        await expect(row.getByText(m.checkout_qty_above_available({ n: 4 }, t))).toHaveCount(0);
        await row.getByRole("button", { name: m.checkout_more({}, t) }).click();
        await expect(row.getByText(m.checkout_qty_above_available({ n: 4 }, t))).toBeVisible();
        await expect(quantity(row)).toHaveValue("4");
      });

      await test.step("U-26 a typed quantity above the free seats falls back to the free seats, not to the previous quantity", async () => {
        await chooseQuantity(visitor, row, "1");
        await expect(quantity(row)).toHaveValue("1");
        await chooseQuantity(visitor, row, "50");
        await expect(row.getByText(m.checkout_qty_above_available({ n: 4 }, t))).toBeVisible();
        await expect(quantity(row)).toHaveValue("4");
      });

      await test.step("a quantity of 0 removes the course and moves the focus to the heading", async () => {
        await chooseQuantity(visitor, row, "0");
        await expect(row).toHaveCount(0);
        await expect(page.locator("h1")).toBeFocused();
        await expect.poll(() => cartCount(visitor)).toBe("1");
      });

      await test.step("R-06 S-03 Login leads to checkout and keeps the cart", async () => {
        await main(visitor)
          .getByRole("link", { name: m.checkout_checkout({}, t), exact: true })
          .click();
        await page.waitForURL(/\/login\?redirect=/);
        await fill(visitor, "email", person.email);
        await fill(visitor, "password", person.password);
        await main(visitor)
          .getByRole("button", { name: m.common_action_login({}, t), exact: true })
          .click();
        await page.waitForURL(visitor.url("/checkout/cart"));
        await expect(field(visitor, "number")).toBeVisible();
        await expect(await showOrderLines(visitor)).toContainText(getCourseName(courses[1], locale), {
          useInnerText: true,
        });
        await visitor.checkPage("the checkout of the cart");
      });
    });

    test("S-01 S-04 S-07 A-05 A-06 buys the whole cart in one order, with an attendee for each seat and an invoice to the company", async ({
      visit,
      postgresSite: site,
      courses,
      person,
    }) => {
      const visitor = await visit(site, {
        ...viewport,
        as: person,
        stored: { cart: buildCart([courses[0], 2], [courses[1], 1]) },
      });
      const { page } = visitor;
      const hudaEmail = `huda-${person.email}`;
      await test.step("S-04 the review shows every line, the tax and the total", async () => {
        await visitor.open("/checkout/cart");
        await expect(field(visitor, "number")).toBeVisible();
        const review = await showOrderLines(visitor);
        for (const part of ["4,800.00", "7,200.00", "1,080.00", "8,280.00"])
          await expect(review).toContainText(part, { useInnerText: true });
        // Each course shows its own policy.
        await expect(review.getByText(m.changes_policy_person({}, t))).toHaveCount(2);
        await expect(page.locator("section[aria-labelledby=attends]")).toContainText(person.email, {
          useInnerText: true,
        });
        await visitor.checkPage("checkout of three seats");
      });

      await test.step("every missing or wrong field gets its message at once", async () => {
        visitor.allowStatus("/api/validate-billing-address", 422);
        await page.getByLabel(m.checkout_company({}, t), { exact: true }).check();
        await fill(visitor, "company.vat_number", "123");
        await fill(visitor, "attendees.1.scfhs_number", "07-rm-0012345");
        await submitButton(visitor).click();
        await expect(page.getByText(m.checkout_pay_missing({}, t))).toBeVisible();
        for (const name of ["attendees.1.name", "attendees.1.email", "company.name", "city"])
          await expect
            .poll(async () => [name, await fieldMessage(visitor, name)])
            .toEqual([name, m.platform_field_required({}, t)]);
        await expect.poll(() => fieldMessage(visitor, "company.vat_number")).toBe(m.platform_field_vat({}, t));
        await visitor.checkPage("checkout of three seats, refused");
      });

      await test.step("an attendee cannot have two seats of one course", async () => {
        await fillAddress(visitor);
        await fill(visitor, "company.name", "Example Co.");
        await fill(visitor, "company.vat_number", "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣");
        await fill(visitor, "attendees.1.name", "Huda Salem");
        await fill(visitor, "attendees.1.email", person.email);
        await fillCard(visitor);
        visitor.allowStatus("/api/begin-checkout", 422);
        await submitButton(visitor).click();
        await expect(page.getByText(m.checkout_pay_check({}, t))).toBeVisible();
        await expect.poll(() => fieldMessage(visitor, "attendees.1.email")).toBe(m.enrolments_attendee_twice({}, t));
        await fill(visitor, "attendees.1.email", hudaEmail);
      });

      await test.step("S-07 one payment books three seats in one order", async () => {
        const before = await Promise.all(courses.map((course) => seatsLeft(site, course)));
        await submitToBank(visitor);
        expect(cardPosts(visitor).map((posted) => (posted.postDataJSON() as { amount: number }).amount)).toEqual([
          828_000,
        ]);
        expect(await Promise.all(courses.map((course) => seatsLeft(site, course)))).toEqual([
          (before[0] ?? 0) - 2,
          (before[1] ?? 0) - 1,
        ]);
        await answerBank(visitor);
        await waitUntilLoaded(visitor);
        await expect(
          page.getByRole("heading", { level: 1 }).filter({ hasText: m.payments_booked_many({}, t) }),
        ).toBeVisible();
        for (const part of courses.map((course) => getCourseName(course, locale)))
          await expect(main(visitor)).toContainText(part, { useInnerText: true });
        await visitor.checkPage("an order of two courses");
      });

      await test.step("A-06 A-05 the cart is empty, the order has both lines, and attendees get their mails", async () => {
        await expect.poll(() => cartCount(visitor)).toBeNull();
        await page.getByRole("link", { name: m.payments_view_order({}, t) }).click();
        await waitUntilLoaded(visitor);
        await expect(page.getByText("Example Co.")).toBeVisible();
        for (const part of [
          getCourseName(courses[0], locale),
          getCourseName(courses[1], locale),
          "Huda Salem",
          "07RM0012345",
          "300000000000003",
        ])
          await expect(main(visitor)).toContainText(part, { useInnerText: true });
        await visitor.checkPage("the order of two courses");
        await visitor.open("/my-courses");
        await expect(
          page
            .getByRole("row")
            .or(page.getByRole("listitem"))
            .filter({ hasText: m.orders_and_more({ count: 1 }, t) }),
        ).toBeVisible();
        await expect
          .poll(async () => (await site.mails()).filter(({ to }) => to === hudaEmail).map(({ subject }) => subject))
          .toEqual([expect.stringContaining(locale === "ar" ? "لك مقعد محجوز: " : " booked you a seat: ")]);
      });
    });
  });
