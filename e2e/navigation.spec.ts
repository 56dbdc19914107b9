/** Client navigation: scroll position, page head, and when code loads. */
import { m } from "#messages";
import { expect, test } from "./support/test.ts";
import type { Visitor } from "./support/visitor.ts";

const title = ({ page }: Visitor) => page.getByRole("heading", { level: 1 });

test("R-03 navigation starts at the top, a hash scrolls after a second, back and forward restore the position", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site, { width: 390 });
  const { page } = visitor;
  await visitor.open("/courses");
  const last = page.locator("main article a").last();
  await last.scrollIntoViewIfNeeded();
  // Records the scroll position at the click, because Playwright may scroll once more before it.
  await page.evaluate(() =>
    addEventListener("click", () => sessionStorage.setItem("place", String(window.scrollY)), true),
  );
  await last.click();
  const position = Number(await page.evaluate(() => sessionStorage.getItem("place")));
  expect(position).toBeGreaterThan(500);
  await expect(page.getByRole("tablist")).toBeVisible();
  await page.waitForFunction(() => window.scrollY === 0);
  await page.goBack();
  await page.waitForFunction((expected) => Math.abs(window.scrollY - expected) < 5, position);
  await page.goForward();
  await expect(page.getByRole("tablist")).toBeVisible();
  await page.waitForFunction(() => window.scrollY === 0);
  const hashNavigation = await page.evaluate(async () => {
    const began = performance.now();
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> };
    };
    await router.navigate("/#featured");
    const top = window.scrollY;
    await new Promise<void>((resolve) => addEventListener("scroll", () => window.scrollY > 50 && resolve()));
    return { top, ms: performance.now() - began };
  });
  expect(hashNavigation.top).toBe(0);
  expect(hashNavigation.ms).toBeGreaterThanOrEqual(990);
});

test("R-04 a click on the link to the current page does nothing", async ({ visit, site }) => {
  const visitor = await visit(site);
  const { page } = visitor;
  await visitor.open("/contact-us");
  const countNavigations = () => visitor.requests.filter((request) => request.isNavigationRequest()).length;
  const navigationsBefore = countNavigations();
  await page.evaluate(() => window.scrollTo(0, 300));
  const historyLength = await page.evaluate(() => history.length);
  await page
    .getByRole("navigation", { name: m.site_menu_name() })
    .getByRole("link", { name: m.site_label_contact() })
    .click();
  expect([page.url(), countNavigations(), await page.evaluate(() => history.length)]).toEqual([
    visitor.url("/contact-us"),
    navigationsBefore,
    historyLength,
  ]);
});

test("R-07 client navigation sets title, description, keywords and canonical address, and Back restores them", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site);
  const { page } = visitor;
  const head = () =>
    page.evaluate(() => [
      document.title,
      ...["description", "keywords"].map((name) =>
        document.querySelector(`meta[name=${name}]`)?.getAttribute("content"),
      ),
      document.querySelector("link[rel=canonical]")?.getAttribute("href"),
    ]);
  await visitor.open("/");
  const home = await head();
  await page.locator('main a[href="/courses"]').first().click();
  await expect(title(visitor).filter({ hasText: m.common_courses() })).toBeVisible();
  await expect.poll(async () => (await head())[0]).not.toBe(home[0]);
  const courses = await head();
  await page.locator("main article a").first().click();
  await expect(page.getByRole("tablist")).toBeVisible();
  await expect.poll(async () => (await head())[0]).not.toBe(courses[0]);
  const course = await head();
  for (const values of [home, courses, course]) expect(values).toEqual(values.map(() => expect.stringMatching(/\S/)));
  for (const index of [0, 1, 3]) expect(new Set([home[index], courses[index], course[index]]).size).toBe(3);
  await page.goBack();
  await expect.poll(head).toEqual(courses);
  await page.reload();
  expect(await head()).toEqual(courses);
});

test("R-05 the code of Login loads only when someone goes there", async ({ visit, site }) => {
  const visitor = await visit(site);
  const countLoginScripts = () =>
    visitor.requests
      .map((request) => new URL(request.url()).pathname)
      .filter((path) => /^\/assets\/login-(?!device-)/.test(path)).length;
  await visitor.open("/courses");
  await visitor.page.waitForLoadState("load");
  expect(countLoginScripts()).toBe(0);
  await visitor.page.locator('header a[href="/login"]').filter({ visible: true }).click();
  await expect(title(visitor).filter({ hasText: m.accounts_login_heading() })).toBeVisible();
  expect(countLoginScripts()).toBe(1);
});

test("R-08 U-30 Login and Register show their tabs in the header, and the text of the picture is in view", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site, { width: 1440 });
  for (const path of ["/login", "/register"]) {
    await visitor.open(path);
    const header = visitor.page.locator("header");
    await expect
      .poll(() =>
        header
          .getByRole("link")
          .evaluateAll((links) => links.map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")])),
      )
      .toEqual([
        ["/login", path === "/login" ? "page" : null],
        ["/register", path === "/register" ? "page" : null],
      ]);
    await expect(header.getByRole("button")).toHaveCount(0);
    const pictureText = path === "/login" ? m.accounts_login_say() : m.accounts_register_say();
    await expect(visitor.page.getByText(pictureText)).toBeInViewport({ ratio: 1 });
  }
});
