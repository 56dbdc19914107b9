/** How a page is rendered while it loads, and the server's response for existing and unknown routes. */
import { localePath } from "#i18n/locale.ts";
import { m } from "#messages";
import { startProxy } from "./support/proxy.ts";
import { expect, test } from "./support/test.ts";
import { expectStill, selectViewports, ready, type Visitor } from "./support/visitor.ts";

for (const viewport of selectViewports("en"))
  test.describe(`late fonts (${viewport.locale}, ${viewport.width} px)`, () => {
    test("late fonts cause no layout shift", { tag: "@all" }, async ({ visit, site }) => {
      const visitor = await visit(site, viewport);
      for (const path of ["/", "/courses/patient-safety-essentials"]) {
        let release = () => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await visitor.context.route("**/fonts/**", async (route) => (await held, await route.continue()));
        await visitor.page.goto(visitor.url(path), { waitUntil: "commit" });
        await ready(visitor.page);
        release();
        await visitor.page.waitForLoadState("load");
        await visitor.page.evaluate(() => document.fonts.ready);
        await expectStill(visitor.page, path);
        await visitor.context.unrouteAll();
      }
    });
  });

test("E-03 a page that arrives in pieces is not rendered until its content is complete", async ({ visit, site }) => {
  const path = "/no-such-page";
  const proxy = await startProxy(site.url);
  const release = proxy.holdBack(path, "<footer");
  /** Opens the page; returns it when its style sheets and all but its footer have arrived. */
  const openWithoutFooter = async () => {
    const { page, ...visitor } = await visit(site, { origins: [proxy.url] });
    visitor.allowStatus(path, 404);
    await page.goto(proxy.url + path, { waitUntil: "commit" });
    // Polls by time: by default Playwright polls at each animation frame, and a page that is not rendered has none.
    await page.waitForFunction(
      () => document.querySelector("h1") && [...document.styleSheets].some(({ cssRules }) => cssRules.length > 0),
      undefined,
      { polling: 50 },
    );
    return page;
  };
  const readFirstPaint = (page: Visitor["page"]) =>
    page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);

  const page = await openWithoutFooter();
  // The negative control: rendering waits for the element with the id "footer". In this page that element comes first,
  // so the page is rendered as it arrives.
  proxy.change((_, text) => text.replace("<body>", '<body><i id="footer"></i>'));
  const controlPage = await openWithoutFooter();
  await expect.poll(() => readFirstPaint(controlPage)).toBeGreaterThan(0);
  const before = await page.evaluate(() => performance.now());
  expect(await readFirstPaint(page)).toBeUndefined();
  await controlPage.close();
  release();
  await ready(page);
  await expect.poll(() => readFirstPaint(page)).toBeGreaterThan(before);
  await expectStill(page, path);
  await proxy.stop();
});

/** Pages that search engines should not list have no canonical address. */
const isUnlisted = (path: string) => /^\/(my-courses|checkout|order-response|login|register)/.test(path);

test(
  "R-01 routes return 200 and a server-rendered heading, with and without a slash, in both languages",
  { tag: "@all" },
  async ({ site, owner }) => {
    for (const path of [
      "/",
      "/login",
      "/register",
      "/courses",
      "/courses/patient-safety-essentials",
      "/my-courses",
      `/my-courses/${owner.orderId}`,
      "/checkout/patient-safety-essentials",
      "/order-response",
    ]) {
      for (const locale of ["en", "ar"] as const) {
        const address = localePath(path, locale);
        const answers = await Promise.all(
          [address, `${address.replace(/\/$/, "")}/`].map(async (url) => {
            const response = await fetch(site.url + url, { redirect: "manual" });
            const html = await response.text();
            return {
              status: response.status,
              lang: /<html lang="(..)"/.exec(html)?.[1],
              heading: /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, ""),
              canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
            };
          }),
        );
        expect(answers[0], address).toEqual({
          status: 200,
          lang: locale,
          heading: expect.stringMatching(/\S/),
          canonical: isUnlisted(path) ? undefined : site.url + (address === "/" ? "/" : address),
        });
        expect(answers[1], `${address}/`).toEqual(answers[0]);
      }
    }
  },
);

test("R-02 an unknown address, course, order or checkout returns 404 with a message", async ({ site }) => {
  const fetchHeading = async (path: string) => {
    const response = await fetch(site.url + path);
    return [response.status, /<h1[^>]*>(.*?)<\/h1>/s.exec(await response.text())?.[1]?.replace(/<[^>]*>/g, "")];
  };
  expect(await fetchHeading("/no-such-page")).toEqual([404, m.site_error_404_heading()]);
  expect(await fetchHeading("/ar/no-such-page")).toEqual([404, m.site_error_404_heading({}, { locale: "ar" })]);
  expect(await fetchHeading("/courses/no-such-course")).toEqual([404, "Course doesn&#x27;t exists."]);
  expect((await fetchHeading("/ar/courses/no-such-course"))[0]).toBe(404);
  expect((await fetchHeading("/my-courses/not-an-order"))[0]).toBe(404);
  expect((await fetchHeading("/checkout/no-such-course"))[0]).toBe(404);
});
