/** Site menu, search box and language choice, opened and closed by a visitor. */
import { m } from "#messages";
import { newPerson } from "#test/http/client.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, viewports, type Visitor } from "./support/visitor.ts";

const locateMenu = ({ page, locale }: Visitor) =>
  page.getByRole("navigation", { name: m.site_menu_name({}, { locale }) });
const openSheet = async ({ page, locale }: Visitor) => {
  await page.getByRole("button", { name: m.site_menu_open({}, { locale }) }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
};
/** Returns the addresses of the menu's visible links, those of an open sub-menu included. */
const listVisibleLinks = (visitor: Visitor) =>
  locateMenu(visitor)
    .getByRole("link")
    .filter({ visible: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.replace(/^\/ar(?=\/)/, "")));

const entries = ["/medical-training-center", "/nama-learning-management", "/consultancy-services", "/contact-us"];
const aboutLinks = ["/about-us-arabic", "/about-us", "/vision", "/mission"];
const digitalLinks = ["/digital-health-solutions#radar-section", "/digital-health-solutions#about_main_image_block"];

for (const viewport of selectViewports("ar", viewports))
  test.describe(`the header (${viewport.locale}, ${viewport.width} px)`, () => {
    test("R-12 R-14 E-04 the menu has every entry, opens one sub-menu at a time and marks the current page", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page, locale } = visitor;
      const t = { locale };
      await visitor.open("/courses");
      if (viewport.width === 390) await openSheet(visitor);
      const menu = locateMenu(visitor);
      const isPhone = viewport.width === 390;
      // U-27: on a phone the menu has a link to the courses.
      const linksWhenClosed = isPhone ? [...entries, "/courses"] : entries;
      await expect.poll(async () => (await listVisibleLinks(visitor)).toSorted()).toEqual(linksWhenClosed.toSorted());
      // In a wide window the link to the courses is in the bar above, so the menu marks the training centre instead.
      await expect
        .poll(() =>
          menu
            .locator("[aria-current]")
            .filter({ visible: true })
            .evaluateAll((marked) => marked.map((entry) => [entry.textContent, entry.getAttribute("aria-current")])),
        )
        .toEqual([isPhone ? [m.common_courses({}, t), "page"] : [m.site_menu_training({}, t), "true"]]);
      const opener = (name: string) => menu.locator("summary").filter({ hasText: name });
      await opener(m.common_about({}, t)).click();
      await expect.poll(() => listVisibleLinks(visitor)).toEqual(expect.arrayContaining(aboutLinks));
      await visitor.checkPage("the first sub-menu");
      await opener(m.site_menu_digital({}, t)).click();
      await expect
        .poll(async () => (await listVisibleLinks(visitor)).toSorted())
        .toEqual([...linksWhenClosed, ...digitalLinks].toSorted());
      await visitor.checkPage("the second sub-menu");
      if (viewport.width === 1440) {
        await page.keyboard.press("Escape");
        await expect.poll(async () => (await listVisibleLinks(visitor)).toSorted()).toEqual(linksWhenClosed.toSorted());
      } else {
        await opener(m.site_menu_digital({}, t)).click();
        await expect.poll(async () => (await listVisibleLinks(visitor)).toSorted()).toEqual(linksWhenClosed.toSorted());
      }
      await opener(m.common_about({}, t)).click();
      await menu.getByRole("link", { name: m.content_vision({}, t) }).click();
      await page.waitForURL(visitor.url("/vision"));
      await expect(page.getByRole("dialog")).toBeHidden();
      if (viewport.width === 390) await openSheet(visitor);
      else await opener(m.common_about({}, t)).click();
      await expect(menu.getByRole("link", { name: m.content_vision({}, t) })).toHaveAttribute("aria-current", "page");
      await page.keyboard.press("Escape");
    });

    test("U-27 Courses, and My Courses when logged in, are one tap away", async ({ visit, site }) => {
      const visitor = await visit(site, { ...viewport, as: await newPerson(site) });
      const { page, locale, url } = visitor;
      await visitor.open("/faq");
      const isPhone = viewport.width === 390;
      if (isPhone) await openSheet(visitor);
      const container = isPhone ? page.getByRole("dialog") : page.getByRole("banner");
      for (const [name, path] of [
        [m.common_courses({}, { locale }), "/courses"],
        [m.common_my_courses({}, { locale }), "/my-courses"],
      ] as const) {
        const link = container.getByRole("link", { name, exact: true }).filter({ visible: true });
        await expect(link).toHaveAttribute("href", new URL(url(path)).pathname);
      }
    });

    test(
      "R-09 R-10 E-04 search box and language choice open, close and pass axe; a search opens /search",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page, locale } = visitor;
        const t = { locale };
        await visitor.open("/courses");
        const header = page.locator("header");
        const search = header.getByRole("button", { name: m.common_action_search({}, t), exact: true });
        await search.click();
        const box = header.getByRole("searchbox");
        await expect(box).toBeFocused();
        await visitor.checkPage("the search box");
        await page.getByRole("button", { name: m.site_search_close({}, t) }).click();
        await expect(box).toBeHidden();
        await expect(search).toBeFocused();
        if (viewport.width === 1440) {
          await header
            .locator("summary")
            .filter({ hasText: `${m.common_language({}, t)}: ` })
            .click();
          await expect(
            page.locator(`header a[hreflang=${locale === "ar" ? "en" : "ar"}]`).filter({ visible: true }),
          ).toBeVisible();
          await visitor.checkPage("the language menu");
          await page.keyboard.press("Escape");
        }
        await search.click();
        await box.fill("audit");
        await box.press("Enter");
        await page.waitForURL(visitor.url("/search?q=audit"));
      },
    );
  });

test("R-12 one click on the menu button opens the menu, however slowly its code loads", async ({ visit, site }) => {
  const visitor = await visit(site, { locale: "en", width: 390 });
  const { page } = visitor;
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route("**/assets/menu-panel-*.js", async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await visitor.open("/faq");
  await page.getByRole("button", { name: m.site_menu_open({}, { locale: "en" }) }).click();
  await requested.promise;
  await expect(page.getByRole("dialog")).toHaveCount(0);
  released.resolve();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect.poll(async () => (await listVisibleLinks(visitor)).length).toBeGreaterThan(3);
});
