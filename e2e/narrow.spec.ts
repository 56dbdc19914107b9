/** Nothing scrolls sideways: on a screen of 320 px (WCAG 1.4.10), with text twice as large (1.4.4), and with both. */
import { beginOrder, courseBySlug, newPerson } from "#test/http/client.ts";
import { publicRoutes, refusedOnExamples } from "#test/public-routes.ts";
import { settled } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { oneLocale, type Visitor } from "./support/visitor.ts";

const more = [
  "/courses?q=nothing-like-this",
  "/courses?place=Riyadh&price=1000-2000&hours=6-12&seats=free&sort=price",
  "/search?q=audit",
  "/search?q=zzzz",
  "/news?search=ward",
  "/no-such-page",
];

/** What reaches out of the window, where nothing of its own scrolls or cuts it. Empty where all is well. */
const outside = ({ page }: Visitor) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const isIn = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= -1 && right <= width + 1;
    };
    const isCut = (element: Element): boolean => {
      for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowX !== "visible" && isIn(parent)) return true;
      return false;
    };
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      const { width: own, height } = element.getBoundingClientRect();
      return (
        own > 0 &&
        height > 0 &&
        !isIn(element) &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !isCut(element)
      );
    });
    const over = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - width;
    return [
      ...(over > 0 ? [`${over} px too wide`] : []),
      ...wide.slice(-3).map((element) => element.outerHTML.slice(0, 140)),
    ];
  });

const sizes = [
  { width: 320, text: 100 },
  { width: 320, text: 200 },
  { width: 390, text: 200 },
  { width: 1440, text: 200 },
];

for (const locale of oneLocale("ar"))
  test.describe(`320 px, and text at 200 % on 320, 390 and 1440 px (${locale})`, () => {
    /** Every page once, drawn anew at each size. */
    async function look(visitor: Visitor, paths: readonly string[]) {
      for (const path of ["/api/order-documents", ...refusedOnExamples]) visitor.expect(path, 404);
      visitor.expect(new URL(visitor.url("/no-such-page")).pathname, 404);
      const found: Record<string, string[]> = {};
      for (const path of paths) {
        await visitor.open(path);
        await settled(visitor);
        for (const { width, text } of sizes) {
          await visitor.page.setViewportSize({ width, height: 800 });
          // What our code does about a new size, it has done two frames later.
          await visitor.page.evaluate(async (percent) => {
            document.documentElement.style.fontSize = `${percent}%`;
            for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
          }, text);
          const wide = await outside(visitor);
          if (wide.length > 0) found[`${path} at ${width} px, ${text} %`] = wide;
        }
      }
      expect(found).toEqual({});
    }

    test("F-42 no public page scrolls sideways", async ({ visit, site }) => {
      test.setTimeout(300_000);
      await look(await visit(site, { locale, width: 390 }), [
        ...publicRoutes.filter((path) => !/^\/(profile|my-courses|checkout)/.test(path)),
        ...more,
      ]);
    });

    test("F-42 neither do the account, the cart and the checkout", async ({ visit, site }) => {
      test.setTimeout(240_000);
      const person = await newPerson(site);
      const course = await courseBySlug(site, "systematic-reviews");
      const { order_id } = await beginOrder(site, person, course.id);
      const cart = JSON.stringify({ cart_items: [{ id: course.id, qty: 2, details: course }], cart_total_items: 2 });
      const visitor = await visit(site, { locale, width: 390, as: person, stored: { cart } });
      await look(visitor, [
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
