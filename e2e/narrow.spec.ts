/**
 * Nothing scrolls sideways at 320 px (WCAG 1.4.10), with text at 200 % (1.4.4), and with both. On a phone the account's
 * pages have large enough targets and keep their layout.
 */
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { beginOrder, buyOrder, courseBySlug, newPerson, post } from "#test/http/client.ts";
import { publicRoutes, refusedOnExamples } from "#test/public-routes.ts";
import { waitUntilLoaded } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { selectLocales, type Visitor } from "./support/visitor.ts";

const furtherPaths = [
  "/courses?q=nothing-like-this",
  "/courses?place=Riyadh&price=1000-2000&hours=6-12&seats=free&sort=price",
  "/search?q=audit",
  "/search?q=zzzz",
  "/news?search=ward",
  "/no-such-page",
];

/**
 * Returns how much wider than the window the page is, and the elements that extend beyond the window, unless an
 * ancestor scrolls or clips them. Empty when the page fits.
 */
const findOverflow = ({ page }: Visitor) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isInWindow = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= -1 && right <= width + 1;
    };
    const isClipped = (element: Element): boolean => {
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowX !== "visible" && isInWindow(parent)) return true;
      return false;
    };
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const { width: elementWidth, height } = element.getBoundingClientRect();
      return (
        elementWidth > 0 &&
        height > 0 &&
        !isInWindow(element) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !isClipped(element)
      );
    });
    const overflow = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - width;
    return [
      ...(overflow > 0 ? [`${overflow} px too wide`] : []),
      ...wide.slice(-3).map((element) => element.outerHTML.slice(0, 140)),
    ];
  });

const sizes = [
  { width: 320, text: 100 },
  { width: 320, text: 200 },
  { width: 390, text: 200 },
  { width: 1440, text: 200 },
];

for (const locale of selectLocales("ar"))
  test.describe(`320 px, and text at 200 % on 320, 390 and 1440 px (${locale})`, () => {
    /** Opens each page once and checks it at each size. */
    async function checkPages(visitor: Visitor, paths: readonly string[]) {
      for (const path of ["/api/order-documents", ...refusedOnExamples]) visitor.allowStatus(path, 404);
      visitor.allowStatus(new URL(visitor.url("/no-such-page")).pathname, 404);
      const overflows: Record<string, string[]> = {};
      for (const path of paths) {
        await visitor.open(path);
        await waitUntilLoaded(visitor);
        for (const { width, text } of sizes) {
          await visitor.page.setViewportSize({ width, height: 800 });
          // Two frames later our code has reacted to the new size.
          await visitor.page.evaluate(async (percent) => {
            document.documentElement.style.fontSize = `${percent}%`;
            for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          }, text);
          const wide = await findOverflow(visitor);
          if (wide.length > 0) overflows[`${path} at ${width} px, ${text} %`] = wide;
        }
      }
      expect(overflows).toEqual({});
    }

    test("F-42 public pages do not scroll sideways", async ({ visit, site }) => {
      test.setTimeout(300_000);
      await checkPages(await visit(site, { locale, width: 390 }), [
        ...publicRoutes.filter((path) => !/^\/(profile|my-courses|checkout)/.test(path)),
        ...furtherPaths,
      ]);
    });

    test("F-42 account, cart and checkout do not scroll sideways", async ({ visit, site }) => {
      test.setTimeout(240_000);
      const person = await newPerson(site);
      const course = await courseBySlug(site, "systematic-reviews");
      const { order_id } = await beginOrder(site, person, course.id);
      const cart = JSON.stringify({ cart_items: [{ id: course.id, qty: 2, details: course }], cart_total_items: 2 });
      const visitor = await visit(site, { locale, width: 390, as: person, stored: { cart } });
      await checkPages(visitor, [
        "/profile",
        "/profile/security",
        "/profile/data",
        "/my-courses",
        `/my-courses/${order_id}`,
        "/cart",
        "/checkout/cart",
        "/checkout/patient-safety-essentials",
        "/courses/patient-safety-essentials",
        "/order-response",
      ]);
    });
  });

/** Links and buttons whose target is less than 44 px high; links within a sentence are exempt. */
const lowTargets = ({ page }: Visitor) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main :is(a, button, summary)")]
      .filter((element) => element.checkVisibility() && !element.closest(".sr-only"))
      .flatMap((element) => {
        const after = getComputedStyle(element, "::after");
        const reach = after.position === "absolute" ? -2 * (Number.parseFloat(after.top) || 0) : 0;
        const height = element.getBoundingClientRect().height + Math.max(reach, 0);
        const isWithinText = getComputedStyle(element).display === "inline";
        return isWithinText || height === 0 || height >= 43.5 ? [] : [`${element.textContent} ${height}`];
      }),
  );

for (const locale of selectLocales("ar"))
  test(`L-15 L-17 L-18 L-19 L-20 L-21 L-22 L-25 U-30 the account on a phone (${locale})`, async ({ visit, site }) => {
    const t = { locale };
    const person = await newPerson(site, "Sara Nasser");
    const slug = "patient-safety-essentials";
    const { order_id: orderId } = await buyOrder(site, person, (await courseBySlug(site, slug)).id);
    const activity = {
      title: "Ward round",
      provider: "Example Hospital",
      kind: "reading",
      date: "2025-05-04",
      hours: 2,
    };
    await post(site, "/api/save-activity", activity, { token: person.token });
    const visitor = await visit(site, { locale, width: 390, as: person });
    const { page } = visitor;
    const main = page.locator("main");
    const open = async (path: string) => {
      await visitor.open(path);
      await waitUntilLoaded(visitor);
    };

    await test.step("L-18 L-20 L-21 My Courses has links in one row, an order as a link of three lines, and the hours strip", async () => {
      await open("/my-courses");
      const order = main.locator(`li > a[href$="/my-courses/${orderId}"]`).filter({ visible: true });
      await expect(order).toHaveCount(1);
      expect(await order.locator("> span").count()).toBe(3);
      const link = await order.boundingBox();
      const row = await order.locator("xpath=..").boundingBox();
      expect(link?.height).toBe(row?.height);
      const tops = await page
        .locator("main aside nav :is(a, button)")
        .evaluateAll((links) => [...new Set(links.map((element) => Math.round(element.getBoundingClientRect().top)))]);
      expect(tops).toHaveLength(1);
      const strip = main.getByRole("region", { name: m.learning_hours_in({ year: "" }, t).trim() });
      const bar = strip.locator("svg").first();
      expect(await bar.evaluate((svg) => Number.parseFloat(getComputedStyle(svg).borderRadius))).toBeGreaterThan(5);
      for (const legend of await strip.locator("li").all()) await expect(legend.locator("i")).toBeVisible();
      expect(await lowTargets(visitor)).toEqual([]);
    });

    await test.step("L-25 an order is titled by its number, and the label of its total fits on one line", async () => {
      await open(`/my-courses/${orderId}`);
      await expect(page).toHaveTitle(new RegExp(m.common_order_number({ id: orderId }, t)));
      const total = main.getByText(m.invoicing_invoice_total({}, t), { exact: true }).first();
      const lines = await total.evaluate((element) => {
        const area = document.createRange();
        area.selectNodeContents(element);
        return new Set([...area.getClientRects()].map(({ top }) => Math.round(top))).size;
      });
      expect(lines).toBe(1);
      expect(await lowTargets(visitor)).toEqual([]);
      // In a wide window the label and its amount share one line, also in Arabic.
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect.poll(async () => (await total.locator("xpath=..").boundingBox())?.height).toBeLessThan(60);
      await page.setViewportSize({ width: 390, height: 844 });
      await main.locator("a[href*='/ticket/']").filter({ visible: true }).first().click();
    });

    await test.step("L-17 a ticket has cut-out notches", async () => {
      await page.waitForURL(/\/ticket\//);
      const head = main.locator("article > header");
      expect(await head.evaluate((element) => getComputedStyle(element).maskImage)).toContain("radial-gradient");
      expect(await lowTargets(visitor)).toEqual([]);
    });

    await test.step("L-18 L-22 an activity has three lines, and a labelled button at the end", async () => {
      await open("/my-cpd");
      const row = main.locator("li").filter({ hasText: activity.title, visible: true });
      await expect(row).toHaveCount(1);
      expect(await row.locator("> *").count()).toBe(3);
      const change = row.getByRole("button", { name: m.cpd_change_named({ title: isolate(activity.title) }, t) });
      await expect(change).toContainText(m.cpd_change({}, t));
      const getLeft = async (element: typeof row) => (await element.boundingBox())?.x;
      if (locale === "ar") expect(await getLeft(change)).toBe(await getLeft(row));
      // Titles in the other language begin at the page's start, too.
      const title = await row.getByText(activity.title, { exact: true }).boundingBox();
      const box = await row.boundingBox();
      if (locale === "ar")
        expect((title?.x ?? 0) + (title?.width ?? 0)).toBeCloseTo((box?.x ?? 0) + (box?.width ?? 0), 0);
      expect(await lowTargets(visitor)).toEqual([]);
    });

    await test.step("L-15 U-30 at checkout the dates have their own row below a small picture", async () => {
      await open("/checkout/systematic-reviews");
      await page.locator("main summary").click();
      const line = page.locator("main details li").first();
      const getWidth = async (element: typeof line) => (await element.boundingBox())?.width ?? 0;
      expect(await getWidth(line.locator("> span").first())).toBe(72);
      const dates = line.locator("bdi").filter({ hasText: /\d{4}/ }).first();
      expect(await getWidth(dates.locator("xpath=ancestor::div[1]"))).toBe(await getWidth(line));
    });
  });
