/** What a buyer sees of a run: its dates, that it has begun, that its seats are on hold. */
import type { Locator } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { enrolments } from "#features/seats/tables.server.ts";
import { addDays, dayAndMonth, riyadhDate, weekdayRange } from "#i18n/dates.ts";
import { m } from "#messages";
import { approvedCard, declinedCard } from "#test/buyer.ts";
import { beginOrder, courseBySlug, newPerson, post } from "#test/http/client.ts";
import {
  answerBank,
  field,
  fillAddress,
  fillCard,
  openCheckout,
  showOrderLines,
  submitToBank,
  waitUntilLoaded,
} from "./support/buying.ts";
import { addToCart, buildCart, cartRow, type PicturedCourse } from "./support/cart.ts";
import { changeRun, type RunChange } from "./support/shop.ts";
import { expect, test as base } from "./support/test.ts";
import { expectAccessible, selectViewports, type Visitor } from "./support/visitor.ts";

const slug = "listening-to-patients";
interface Run {
  course: PicturedCourse;
  change(values: RunChange): Promise<void>;
}
const test = base.extend<{ run: Run }>({
  /** The course's run, with no seat held. */
  run: async ({ postgresSite: site }, use) => {
    site.sandbox.control.reset();
    const course = (await courseBySlug(site, slug)) as PicturedCourse;
    await site.database.db
      .update(enrolments)
      .set({ state: "cancelled", endedAt: new Date() })
      .where(and(eq(enrolments.state, "held"), eq(enrolments.runId, course.id)));
    await use({ course, change: (values) => changeRun(site, course, values) });
  },
});
const today = riyadhDate(new Date());

const main = ({ page }: Visitor) => page.locator("main");
/** Waits until the element shows all these texts. Ignores isolates; any white space counts as one space. */
async function expectTexts({ page }: Visitor, selector: string, ...texts: string[]): Promise<void> {
  const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, "").replaceAll(/\s+/g, " ");
  const missing = async () => {
    const visibleText = plain(await page.locator(selector).first().innerText());
    return texts.filter((text) => !visibleText.includes(plain(text)));
  };
  await expect.poll(missing, { message: `missing in ${selector}` }).toEqual([]);
}
/** Counts the lines that each of the two dates of a range takes. */
const countLines = (range: Locator) =>
  range.evaluate((element) => {
    const lines = (date: Element) => {
      const area = document.createRange();
      area.selectNodeContents(date);
      return new Set([...area.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    return [...element.children].map(lines);
  });

for (const viewport of selectViewports("ar"))
  test.describe(`a run (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale } = viewport;
    const t = { locale };
    const start = addDays(today, -7);
    const end = addDays(today, 17);
    const range = weekdayRange(start, end, locale);
    const days = m.catalogue_days({ count: 5 }, t);
    const started = m.catalogue_started({ date: dayAndMonth(start, locale) }, t);

    test("F-20 F-25 L-05 shows its dates and days from its page to the order, and up to checkout also that it has begun", async ({
      visit,
      postgresSite: site,
      run: { course, change },
    }) => {
      await change({ startDate: start, endDate: end, days: 5, capacity: 500, seatsSold: 0 });
      const visitor = await visit(site, { ...viewport, as: await newPerson(site) });
      const { page } = visitor;

      await test.step("the list shows its days and that it has begun", async () => {
        await visitor.open(`/courses?q=${encodeURIComponent(locale === "ar" ? course.name_ar : course.name_eng)}`);
        await expect(page.getByRole("article").first()).toBeVisible();
        await expectTexts(visitor, `main article:has(a[href$="/courses/${slug}"])`, days, started);
      });

      await test.step("its page, the modal and the cart drawer show the dates too", async () => {
        await visitor.open(`/courses/${slug}`);
        await expectTexts(visitor, "main", range, days, started);
        await visitor.checkPage("the page of a course that has begun");
        await main(visitor)
          .getByRole("button", { name: m.catalogue_register({}, t), exact: true })
          .first()
          .click();
        await expect(
          page.getByRole("dialog").getByRole("link", { name: m.catalogue_register({}, t), exact: true }),
        ).toBeVisible();
        await expectTexts(visitor, "dialog[open]", range, days, started);
        await visitor.checkPage("the modal of a course that has begun");
        await page.keyboard.press("Escape");
        await addToCart(visitor);
        await expectTexts(visitor, "dialog[open]", range, days, started);
      });

      await test.step("the cart shows all of it, each date on one line", async () => {
        await page
          .getByRole("dialog")
          .getByRole("link", { name: m.checkout_view_cart({}, t) })
          .click();
        await page.waitForURL(visitor.url("/cart"));
        await expect(cartRow(visitor, locale === "ar" ? course.name_ar : course.name_eng)).toBeVisible();
        await expectTexts(visitor, "main table", range, days, started);
        expect(
          await countLines(
            page
              .locator("main table bdi")
              .filter({ hasText: /(–|إلى).*\d{4}/ })
              .first(),
          ),
        ).toEqual([1, 1]);
        await visitor.checkPage("the cart with a course that has begun");
      });

      await test.step("checkout shows all of it; the page after a declined card shows dates and days", async () => {
        await openCheckout(visitor, slug);
        await showOrderLines(visitor);
        const lines = visitor.width === 390 ? "main details" : "section[aria-labelledby=review]";
        await expectTexts(visitor, lines, range, days, started);
        await fillAddress(visitor);
        await fillCard(visitor, declinedCard);
        await submitToBank(visitor);
        await answerBank(visitor);
        await waitUntilLoaded(visitor);
        await expectTexts(visitor, "main", m.payments_failed({}, t), range, days);
      });

      await test.step("the page after the payment and the order show dates and days", async () => {
        await openCheckout(visitor, slug);
        await fillCard(visitor, approvedCard);
        await submitToBank(visitor);
        await answerBank(visitor);
        await waitUntilLoaded(visitor);
        await expectTexts(visitor, "main", m.payments_booked({}, t), range, days);
        await page.getByRole("link", { name: m.payments_view_order({}, t) }).click();
        await page.waitForURL(/\/my-courses\/\d+$/);
        await expectTexts(visitor, "main", range, days);
        await visitor.checkPage("the order of a course that has begun");
      });
    });

    test(
      "F-26 is shown as being booked while its last seat is held, and as sold out once sold",
      { tag: "@all" },
      async ({ visit, postgresSite: site, run: { course, change } }) => {
        const [holder, buyer] = [await newPerson(site, "Omar Khalid"), await newPerson(site)];
        await change({
          startDate: addDays(today, 20),
          endDate: addDays(today, 22),
          days: 3,
          seatsSold: 9,
          capacity: 10,
        });
        await beginOrder(site, holder, course.id);
        // Changes nothing, but makes the site render its pages again, now with the held seat.
        await change({});
        const allHeldText = m.catalogue_all_held({}, t);
        const visitor = await visit(site, { ...viewport, as: buyer, stored: { cart: buildCart([course, 1]) } });
        // Searches by name, because the list begins with courses that can be booked.
        await visitor.open(`/courses?q=${encodeURIComponent(locale === "ar" ? course.name_ar : course.name_eng)}`);
        await expectTexts(visitor, `main article:has(a[href$="/courses/${slug}"])`, allHeldText);
        await visitor.open(`/courses/${slug}`);
        const button = main(visitor).getByRole("button", { name: allHeldText }).first();
        await expect(button).toBeDisabled();
        await expect(main(visitor)).toContainText(m.catalogue_held({}, t), { useInnerText: true });
        await expect(
          main(visitor)
            .getByRole("button", { name: m.checkout_add_to_cart({}, t) })
            .first(),
        ).toBeDisabled();
        await visitor.checkPage("the page of a course that is being booked");
        await visitor.open("/cart");
        await expect(
          cartRow(visitor, locale === "ar" ? course.name_ar : course.name_eng).getByText(allHeldText),
        ).toBeVisible();
        await visitor.checkPage("the cart with a course that is being booked");
        await visitor.open(`/checkout/${slug}`);
        await expect(main(visitor).getByText(m.checkout_held_hint({}, t))).toBeVisible();
        await visitor.checkPage("the checkout of a course that is being booked");
        const response = await post(
          site,
          "/api/begin-checkout",
          {
            items: [{ course_id: course.id, qty: 1 }],
            billing: {
              first_name: "A",
              last_name: "B",
              phone: "+966500000001",
              address_1: "x",
              address_2: "",
              state: "",
              city: "Riyadh",
              zipcode: "",
            },
          },
          { token: buyer.token, language: locale },
        );
        expect([response.status, response.body["message"]]).toEqual([
          409,
          expect.stringContaining(m.checkout_held_hint({}, t)),
        ]);

        // Once the seat is sold, the course's page and the cart say so.
        await change({ seatsSold: 10 });
        await visitor.open(`/courses/${slug}`);
        await expect(
          main(visitor)
            .getByRole("button", { name: m.waiting_join({}, t) })
            .first(),
        ).toBeVisible();
        await visitor.open("/cart");
        await expect(
          cartRow(visitor, locale === "ar" ? course.name_ar : course.name_eng).getByText(m.common_sold_out({}, t)),
        ).toBeVisible();
        await expect(field(visitor, "number")).toHaveCount(0);
      },
    );

    test(
      "F-26 the modal says that all seats are held when that happens while the page is open",
      { tag: "@all" },
      async ({ visit, postgresSite: site, run: { course, change } }) => {
        await change({
          startDate: addDays(today, 20),
          endDate: addDays(today, 22),
          days: 3,
          seatsSold: 9,
          capacity: 10,
        });
        const visitor = await visit(site, { ...viewport, as: await newPerson(site) });
        const { page } = visitor;
        await visitor.open(`/courses/${slug}`);
        const name = m.catalogue_register({}, t);
        // On a phone the button is in the bar, which is replaced once the seats are held.
        const bar = page.getByRole("region", { name, exact: true });
        const isPhone = visitor.width === 390;
        if (isPhone) await page.locator("footer").scrollIntoViewIfNeeded();
        const register = (isPhone ? bar : main(visitor)).getByRole("button", { name, exact: true }).first();
        await expect(register).toBeVisible();
        await visitor.waitForAnswers();
        await beginOrder(site, await newPerson(site, "Huda Salem"), course.id);
        await register.click();
        await expect(
          page
            .getByRole("dialog")
            .getByRole("status")
            .filter({ hasText: m.catalogue_all_held({}, t) }),
        ).toBeVisible();
        await expect(
          page.getByRole("dialog").getByRole("button", { name: m.catalogue_register({}, t), exact: true }),
        ).toBeDisabled();
        const state = "the modal of a course that has just been taken";
        // On a phone the page behind the modal is scrolled to its end and gets shorter, which counts as a layout shift.
        await (isPhone ? expectAccessible(page, state) : visitor.checkPage(state));
      },
    );
  });
