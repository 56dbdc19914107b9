/** Choosing a language and keeping the choice. `public-pages` checks that Arabic pages are Arabic. */
import { changeSetting } from "#features/settings/settings.server.ts";
import { localePath } from "#i18n/locale.ts";
import { m } from "#messages";
import { testContext } from "#test/context.ts";
import { field, fill } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, ready, viewports } from "./support/visitor.ts";

for (const viewport of selectViewports("en", viewports))
  test.describe(`the language (${viewport.locale}, ${viewport.width} px)`, () => {
    test("R-15 switching the language keeps path, query and hash, stores the choice and reloads the page", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page, locale } = visitor;
      const to = locale === "ar" ? "en" : "ar";
      await visitor.open("/courses?q=audit&page=1#main");
      await page.evaluate(() => Object.assign(window, { isTheSameDocument: true }));
      const link = page.locator(`a[hreflang=${to}]`);
      if (viewport.width === 390) await page.getByRole("button", { name: m.site_menu_open({}, { locale }) }).click();
      else
        await page
          .locator("header summary")
          .filter({ hasText: `${m.common_language({}, { locale })}: ` })
          .click();
      await link.filter({ visible: true }).click();
      await page.waitForURL(site.url + localePath("/courses?q=audit&page=1#main", to));
      await ready(page);
      expect(
        await page.evaluate(() => ({
          lang: document.documentElement.lang,
          dir: document.documentElement.dir,
          stored: localStorage.getItem("lang"),
          same: "isTheSameDocument" in window,
        })),
      ).toEqual({
        lang: to,
        dir: to === "ar" ? "rtl" : "ltr",
        stored: to,
        same: false,
      });
    });
  });

test("R-15 a stored preference applies before the first paint; an address with /ar is always Arabic", async ({
  visit,
  site,
}) => {
  const visitor = await visit(site, { stored: { lang: "ar" } });
  // Records the language and the visible text at each of the first 30 frames that have text.
  await visitor.context.addInitScript(() => {
    const target = window as unknown as { seen: string[] };
    target.seen = [];
    const recordLanguage = () => {
      const text = document.body?.innerText ?? "";
      if (text)
        target.seen.push(
          `${document.documentElement.lang} ${/Better care|Browse courses/.test(text) ? "English" : "not English"}`,
        );
      if (target.seen.length < 30) requestAnimationFrame(recordLanguage);
    };
    requestAnimationFrame(recordLanguage);
  });
  await visitor.page.goto(`${site.url}/?utm=1#featured`);
  await visitor.page.waitForURL(`${site.url}/ar?utm=1#featured`);
  await ready(visitor.page);
  await visitor.page.waitForFunction(() => (window as unknown as { seen: string[] }).seen.length >= 30);
  const seen = await visitor.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set(["ar not English"]));
  const english = await visit(site, { stored: { lang: "en" } });
  await english.page.goto(`${site.url}/ar/courses`);
  await ready(english.page);
  expect([english.page.url(), await english.page.evaluate(() => document.documentElement.lang)]).toEqual([
    `${site.url}/ar/courses`,
    "ar",
  ]);
});

test.describe("R-16 the Arabic message sets", () => {
  test("`as-specified` leaves the specified labels in English, marked as such", async ({
    visit,
    postgresSite: site,
  }) => {
    const ctx = testContext(site.database);
    const visitor = await visit(site, { locale: "ar" });
    await changeSetting(ctx, "messageSet", "as-specified");
    try {
      await expect
        .poll(async () => (await fetch(`${site.url}/ar/contact-us`)).text())
        .toContain('<bdi lang="en">Contact Us</bdi>');
      await visitor.open("/contact-us");
      const header = visitor.page.locator("header");
      for (const label of ["Contact Us", "Login", "Register", "Book a demo", "Arabic"])
        await expect
          .poll(() => header.locator("bdi[lang=en]").filter({ hasText: label, visible: true }).count(), {
            message: label,
          })
          .toBeGreaterThan(0);
      await visitor.checkPage("the as-specified set");
    } finally {
      await changeSetting(ctx, "messageSet", "complete");
    }
    await expect
      .poll(async () => (await fetch(`${site.url}/ar/contact-us`)).text())
      .not.toContain('<bdi lang="en">Contact Us</bdi>');
  });
});

test.describe("N-16 the language switch on the account forms", () => {
  for (const viewport of selectViewports("ar", viewports))
    test(
      `keeps typed text and the redirect address (${viewport.locale}, ${viewport.width} px)`,
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page } = visitor;
        const to = viewport.locale === "ar" ? "en" : "ar";
        const query = "?redirect=%2Fcourses%2Fpatient-safety-essentials";
        for (const [path, name] of [
          ["/login", "email"],
          ["/register", "name"],
          ["/forget-password", "email"],
          ["/reset-password-form/x", null],
        ] as const) {
          await visitor.open(path + query);
          if (name) await fill(visitor, name, "typed@example.com");
          const link = page.locator(`a[hreflang=${to}]`).filter({ visible: true });
          await expect(link).toHaveCount(1);
          await visitor.checkPage(`${path} with its language switch`);
          await link.click();
          await page.waitForURL(site.url + localePath(path + query, to));
          await ready(page);
          expect(await page.getAttribute("html", "lang")).toBe(to);
          if (name) await expect(field(visitor, name)).toHaveValue("typed@example.com");
          await page.evaluate(() => localStorage.removeItem("lang"));
        }
      },
    );
});
