/** The site without script: everything is readable, the menus open, and no control is dead. */
import { demoFaq } from "#db/demo/content/faq.ts";
import { m } from "#messages";
import { contentPages } from "./support/pages.ts";
import { expect, test as base } from "./support/test.ts";
import { selectViewports, type Viewport, viewports, type Visitor } from "./support/visitor.ts";

/** Pages that are the same for everyone. */
const pages = [
  "/",
  "/courses",
  "/courses?q=nothing-like-this",
  "/courses/patient-safety-essentials",
  ...contentPages,
  "/no-such-page",
];
/** Pages whose purpose needs script. They say so. */
const scriptPages = [
  "/login",
  "/register",
  "/forget-password",
  "/reset-password-form/example",
  "/cart",
  "/checkout/patient-safety-essentials",
  "/my-courses",
  "/my-courses/1",
  "/profile",
  "/profile/security",
  "/profile/data",
  "/order-response",
  "/newsletter/confirm/example",
];

interface Fixtures {
  /** Opens the site in a browser that runs no script. */
  visitWithoutScript(viewport: Viewport): Promise<Visitor>;
}
const test = base.extend<Fixtures>({
  visitWithoutScript: ({ site, visit }, use) =>
    use(async (viewport) => {
      const visitor = await visit(site, { ...viewport, javaScript: false });
      // A browser that runs no script does not fetch preloaded scripts, so these requests fail.
      visitor.expectFailure(/\/assets\/.+\.js$/);
      for (const path of ["/no-such-page", "/newsletter/confirm/example"])
        visitor.allowStatus(new URL(visitor.url(path)).pathname, 404);
      return visitor;
    }),
});

/**
 * Finds visible elements that do nothing without script: buttons that send no form, forms that only our code can send,
 * tabs, and parts that keep loading.
 */
const findDead = ({ page }: Visitor) =>
  page.locator("button, form, [role=tab], [aria-busy=true]").evaluateAll((all) =>
    all.flatMap((element) => {
      if (!element.checkVisibility()) return [];
      const isAlive =
        element instanceof HTMLFormElement
          ? element.method === "get"
          : element instanceof HTMLButtonElement && element.type === "submit" && element.form?.method === "get";
      return isAlive ? [] : [element.outerHTML.slice(0, 120)];
    }),
  );

for (const viewport of selectViewports("ar", viewports))
  test.describe(`without script (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("F-40 every page is readable and shows no dead control", { tag: "@all" }, async ({ visitWithoutScript }) => {
      test.setTimeout(240_000);
      const visitor = await visitWithoutScript(viewport);
      for (const path of [...pages, ...scriptPages]) {
        await visitor.open(path);
        await expect(visitor.page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
        expect([path, await findDead(visitor)]).toEqual([path, []]);
        expect([
          path,
          await visitor.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        ]).toEqual([path, 0]);
      }
    });

    test("F-40 the menu opens one sub-menu at a time, and a link in it works", async ({ visitWithoutScript }) => {
      const visitor = await visitWithoutScript(viewport);
      const { page } = visitor;
      await visitor.open("/courses");
      const menu = page.getByRole("navigation", { name: m.site_menu_name({}, t) }).filter({ visible: true });
      if (viewport.width === 390) {
        await expect(menu).toHaveCount(0);
        await page
          .getByRole("banner")
          .locator("summary")
          .filter({ hasText: m.site_menu_open({}, t), visible: true })
          .click();
      }
      const links = () =>
        menu
          .getByRole("link")
          .filter({ visible: true })
          .evaluateAll((all) => all.map((link) => link.getAttribute("href")?.replace(/^\/ar(?=\/)/, "")));
      const linksWhenClosed = [
        // In a wide window this link is in the bar above the menu.
        ...(viewport.width === 390 ? ["/courses"] : []),
        "/medical-training-center",
        "/nama-learning-management",
        "/consultancy-services",
        "/contact-us",
      ];
      expect((await links()).toSorted()).toEqual(linksWhenClosed.toSorted());
      await menu
        .locator("summary")
        .filter({ hasText: m.common_about({}, t) })
        .click();
      expect((await links()).toSorted()).toEqual(
        [...linksWhenClosed, "/about-us-arabic", "/about-us", "/vision", "/mission"].toSorted(),
      );
      await menu
        .locator("summary")
        .filter({ hasText: m.site_menu_digital({}, t) })
        .click();
      expect((await links()).toSorted()).toEqual(
        [
          ...linksWhenClosed,
          "/digital-health-solutions#radar-section",
          "/digital-health-solutions#about_main_image_block",
        ].toSorted(),
      );
      await menu.getByRole("link", { name: m.site_menu_digital_radar({}, t), exact: true }).click();
      await page.waitForURL(visitor.url("/digital-health-solutions#radar-section"));
      expect(Math.abs(((await page.locator("#radar-section").boundingBox())?.y ?? 0) - 80)).toBeLessThan(3);
    });

    test("F-40 language, search, demo and account are one link away", async ({ visitWithoutScript, site }) => {
      const visitor = await visitWithoutScript(viewport);
      const { page } = visitor;
      const header = page.getByRole("banner");
      const openMenu = async () => {
        await visitor.open("/faq");
        const name = viewport.width === 390 ? m.site_menu_open({}, t) : `${m.common_language({}, t)}: `;
        await header.locator("summary").filter({ hasText: name, visible: true }).click();
      };
      await openMenu();
      await expect(header.locator('a[href$="/login"]').filter({ visible: true })).toHaveCount(1);
      const otherLocale = viewport.locale === "ar" ? "en" : "ar";
      await header.locator(`a[hreflang=${otherLocale}]`).filter({ visible: true }).click();
      await page.waitForURL(`${site.url}${otherLocale === "ar" ? "/ar" : ""}/faq`);
      await openMenu();
      await header
        .getByRole("link", { name: m.common_action_book_demo({}, t) })
        .filter({ visible: true })
        .click();
      await page.waitForURL(visitor.url("/contact-us"));
      await header.getByRole("link", { name: m.common_action_search({}, t), exact: true }).click();
      await page.waitForURL(visitor.url("/search"));
      const word = viewport.locale === "ar" ? "السلامة" : "audit";
      await page.getByRole("searchbox").fill(word);
      await page.getByRole("searchbox").press("Enter");
      await page.waitForURL(visitor.url(`/search?q=${encodeURIComponent(word)}`));
      expect(await page.getByRole("main").locator("mark").count()).toBeGreaterThan(0);
    });

    test(
      "F-40 all FAQ answers, the four parts of a course and the three module tables are readable",
      { tag: "@all" },
      async ({ visitWithoutScript }) => {
        const visitor = await visitWithoutScript(viewport);
        const { page } = visitor;
        await visitor.open("/faq");
        const rows = page.getByRole("main").locator("details");
        await expect(rows).toHaveCount(demoFaq.length);
        for (const row of await rows.all()) {
          const [question, answer] = [row.locator("summary"), row.locator("[id^=question-]")];
          if (!(await answer.isVisible())) await question.click();
          expect((await answer.innerText()).length).toBeGreaterThan(20);
          expect(
            await rows.evaluateAll((all) => all.filter((row) => row instanceof HTMLDetailsElement && row.open).length),
          ).toBe(1);
        }
        // An address that ends with the id of a question opens it.
        const id = await page.locator("[id^=question-]").nth(4).getAttribute("id");
        await visitor.open("/mission");
        await visitor.open(`/faq#${id}`);
        await expect(rows.nth(4).locator("[id^=question-]")).toBeVisible();
        for (const [path, names] of [
          [
            "/courses/patient-safety-essentials",
            [
              m.catalogue_tab_about,
              m.catalogue_tab_prerequisites,
              m.catalogue_tab_speakers,
              m.catalogue_tab_curriculum,
            ],
          ],
          ["/digital-health-solutions", [m.site_hospital_title, m.site_digital_tab_laboratory, m.site_digital_quality]],
        ] as const) {
          await visitor.open(path);
          const panels = page.getByRole("tabpanel");
          await expect(panels).toHaveCount(names.length);
          for (const [index, name] of names.entries()) {
            const panel = panels.nth(index);
            await expect(panel.getByRole("heading").first()).toHaveText(name({}, t), { useInnerText: true });
            expect((await panel.innerText()).length).toBeGreaterThan(60);
          }
        }
      },
    );

    test("F-40 forms and pages that need script say so, with email and phone", async ({
      visitWithoutScript,
      visit,
      site,
    }) => {
      const visitor = await visitWithoutScript(viewport);
      const main = visitor.page.getByRole("main");
      for (const [path, text] of [
        ["/contact-us", m.ui_script_form({}, t)],
        ["/login", m.ui_script_form({}, t)],
        ["/register", m.ui_script_form({}, t)],
        ["/forget-password", m.ui_script_form({}, t)],
        ["/courses/patient-safety-essentials", m.ui_script_booking({}, t)],
        ["/cart", m.ui_script_page({}, t)],
        ["/checkout/patient-safety-essentials", m.ui_script_page({}, t)],
        ["/my-courses", m.ui_script_page({}, t)],
        ["/profile", m.ui_script_page({}, t)],
        ["/order-response", m.ui_script_page({}, t)],
        ["/newsletter/confirm/example", m.ui_script_page({}, t)],
      ] as const) {
        await visitor.open(path);
        // Found by its position in the page, because `getByText` finds no text inside `noscript`.
        const notice = main.locator("noscript > div").filter({ hasText: text, visible: true });
        expect([path, await notice.count()]).toEqual([path, 1]);
        expect([
          path,
          await notice.locator("a[href^='mailto:']").count(),
          await notice.locator("a[href^='tel:']").count(),
        ]).toEqual([path, 1, 1]);
      }
      await visitor.open("/");
      await expect(
        visitor.page
          .getByRole("contentinfo")
          .locator("noscript > div")
          .filter({ hasText: m.ui_script_form({}, t), visible: true }),
      ).toHaveCount(1);
      // Negative control: with script, no notice is visible.
      const scripted = await visit(site, viewport);
      await scripted.open("/contact-us");
      await expect(scripted.page.locator("noscript").filter({ visible: true })).toHaveCount(0);
    });
  });
