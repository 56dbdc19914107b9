/** Every mail in a browser: on narrow screens, in both themes, for screen readers, and without pictures. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer, type ViteDevServer } from "vite";
import { type Locale } from "#i18n/locale.ts";
import { expect, test } from "./support/test.ts";
import { selectLocales } from "./support/visitor.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The program that shows a mail has the landmarks, so the rules about them are off. */
const axeOptions = {
  resultTypes: ["violations"],
  rules: { region: { enabled: false }, "landmark-one-main": { enabled: false } },
};

// A mail must show without loading anything from the network.
test.use({ offline: true });

type Mails = typeof import("#test/mail-cases.ts") & typeof import("#platform/mail/pictures.server.ts");
let vite: ViteDevServer;
let mails: Mails;
test.beforeAll(async () => {
  // Mails import their pictures, which only Vite can read.
  vite = await createServer({
    configFile: false,
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const modules = await Promise.all(
    ["/test/mail-cases.ts", "/src/platform/mail/pictures.server.ts"].map((path) => vite.ssrLoadModule(path)),
  );
  mails = Object.assign({}, ...modules) as Mails;
});
test.afterAll(() => vite.close());

/** Returns one mail of each template, without its variants. */
const selectMainCases = (locale: Locale) => mails.mailCases(locale).filter(({ about }) => about === undefined);

for (const locale of selectLocales("ar"))
  test.describe(`mails in a browser (${locale})`, () => {
    test("F-20 F-23 no mail scrolls sideways from 320 px up", async ({ page }) => {
      for (const mailCase of mails.mailCases(locale)) {
        const { html } = await mails.renderCase(mailCase, locale);
        await page.setContent(mails.withPictures(html));
        for (const width of [320, 390, 640]) {
          await page.setViewportSize({ width, height: 800 });
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth),
            `${mailCase.name} ${mailCase.about ?? ""} at ${width} px`,
          ).toBeLessThanOrEqual(width);
        }
      }
    });

    test("axe finds no problem in any mail, light or dark", async ({ page }) => {
      for (const mailCase of selectMainCases(locale)) {
        const { html } = await mails.renderCase(mailCase, locale);
        await page.setContent(mails.withPictures(html));
        await page.evaluate(axeSource);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const failures = await page.evaluate(async (options) => {
            const { violations } = await (
              window as unknown as {
                axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
              }
            ).axe.run(options);
            return violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html.slice(0, 200))]);
          }, axeOptions);
          expect(failures, `${mailCase.name}, ${colorScheme}`).toEqual([]);
        }
      }
    });

    test("buttons are at least 48 px high, pictures have an empty alt, and there is one h1", async ({ page }) => {
      for (const mailCase of selectMainCases(locale)) {
        const { html } = await mails.renderCase(mailCase, locale);
        // Without `withPictures`, as in a mail program that loads no pictures.
        await page.setContent(html);
        for (const button of await page.locator("td.btn, td.btns, td.btnd").all())
          expect((await button.boundingBox())?.height ?? 0, mailCase.name).toBeGreaterThanOrEqual(48);
        expect(
          await page.locator("img").evaluateAll((all) => all.filter((img) => img.getAttribute("alt") !== "").length),
          mailCase.name,
        ).toBe(0);
        await expect(page.locator("h1"), mailCase.name).toHaveCount(1);
      }
    });
  });
