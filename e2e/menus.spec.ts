/** The site menu, the search box and the choice of language, as a visitor opens and closes them. */
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { hasFocus } from "./support/awaited.ts";
import { visit, worlds, type Visitor } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "postgres" });

const menuOf = ({ page, locale }: Visitor) => page.getByRole("navigation", { name: m.site_menu_name({}, { locale }) });
const openSheet = async ({ page, locale }: Visitor) => {
  await page.getByRole("button", { name: m.site_menu_open({}, { locale }) }).click();
  await page.getByRole("dialog").waitFor();
};
/** What can be seen of the menu, by address: links and what lies in an opened sub-menu. */
const seenLinks = (visitor: Visitor) =>
  menuOf(visitor).getByRole("link").filter({ visible: true }).evaluateAll((links) => links.map((link) => link.getAttribute("href")?.replace(/^\/ar(?=\/)/, "")));

const alone = ["/medical-training-center", "/nama-learning-management", "/consultancy-services", "/contact-us"];
const about = ["/about-us-arabic", "/about-us", "/vision", "/mission"];
const digital = ["/digital-health-solutions#radar-section", "/digital-health-solutions#about_main_image_block"];

describe.each(worlds)("the header ($locale, $width px)", (world) => {
  it("R-12 R-14 E-04 the menu holds every entry and sub-entry; one sub-menu is open at a time; the entry of the page is lit", async () => {
    const visitor = await visit(site, world);
    const { page, locale } = visitor;
    const t = { locale };
    await visitor.open("/courses");
    if (world.width === 390) await openSheet(visitor);
    const menu = menuOf(visitor);
    await expect.poll(async () => (await seenLinks(visitor)).toSorted()).toEqual(alone.toSorted());
    // Courses has no entry of its own and lights the training centre.
    expect(await menu.locator("[aria-current]").filter({ visible: true }).evaluateAll((lit) => lit.map((entry) => [entry.textContent, entry.getAttribute("aria-current")]))).toEqual([[m.site_menu_training({}, t), "true"]]);
    const opener = (name: string) => menu.locator("summary").filter({ hasText: name });
    await opener(m.site_menu_about({}, t)).click();
    await expect.poll(() => seenLinks(visitor)).toEqual(expect.arrayContaining(about));
    await visitor.check("the first sub-menu");
    await opener(m.site_menu_digital({}, t)).click();
    await expect.poll(async () => (await seenLinks(visitor)).toSorted()).toEqual([...alone, ...digital].toSorted());
    await visitor.check("the second sub-menu");
    if (world.width === 1440) {
      await page.keyboard.press("Escape");
      await expect.poll(async () => (await seenLinks(visitor)).toSorted()).toEqual(alone.toSorted());
    } else {
      await opener(m.site_menu_digital({}, t)).click();
      await expect.poll(async () => (await seenLinks(visitor)).toSorted()).toEqual(alone.toSorted());
    }
    await opener(m.site_menu_about({}, t)).click();
    await menu.getByRole("link", { name: m.site_menu_vision({}, t) }).click();
    await page.waitForURL(visitor.url("/vision"));
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    if (world.width === 390) await openSheet(visitor);
    else await opener(m.site_menu_about({}, t)).click();
    await expect.poll(() => menu.getByRole("link", { name: m.site_menu_vision({}, t) }).getAttribute("aria-current")).toBe("page");
    await page.keyboard.press("Escape");
  });

  it("R-09 R-10 E-04 the search box and the choice of language open, close and hold nothing for axe; a search opens /search", async () => {
    const visitor = await visit(site, world);
    const { page, locale } = visitor;
    const t = { locale };
    await visitor.open("/courses");
    const header = page.locator("header");
    const search = header.getByRole("button", { name: m.site_search_name({}, t), exact: true });
    await search.click();
    const box = header.getByRole("searchbox");
    await hasFocus(box);
    await visitor.check("the search box");
    await page.getByRole("button", { name: m.site_search_close({}, t) }).click();
    await box.waitFor({ state: "hidden" });
    await hasFocus(search);
    if (world.width === 1440) {
      await header.locator("summary").filter({ hasText: `${m.site_language_name({}, t)}: ` }).click();
      await page.locator(`header a[hreflang=${locale === "ar" ? "en" : "ar"}]`).filter({ visible: true }).waitFor();
      await visitor.check("the language menu");
      await page.keyboard.press("Escape");
    }
    await search.click();
    await box.fill("audit");
    await box.press("Enter");
    await page.waitForURL(visitor.url("/search?q=audit"));
  });
});

it("R-12 one press of the menu button is enough, however slowly the menu's code comes; its menu is nowhere before", async () => {
  const visitor = await visit(site, { locale: "en", width: 390 });
  const { page } = visitor;
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route("**/assets/menu-panel-*.js", async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  await visitor.open("/faq");
  await page.getByRole("button", { name: m.site_menu_open({}, { locale: "en" }) }).click();
  await asked.promise;
  expect(await page.getByRole("dialog").count()).toBe(0);
  released.resolve();
  await page.getByRole("dialog").waitFor();
  await expect.poll(async () => (await seenLinks(visitor)).length).toBeGreaterThan(3);
});
