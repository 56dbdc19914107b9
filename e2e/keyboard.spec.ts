/** The site by keyboard only: every Tab stop has a name, and a purchase needs no mouse. */
import type { Locator } from "@playwright/test";
import { m } from "#messages";
import { approvedCard } from "#test/buyer.ts";
import { newPerson } from "#test/http/client.ts";
import { publicRoutes, refusedOnExamples } from "#test/public-routes.ts";
import { cardFieldNames, field, submitButton, waitUntilLoaded } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { focusWithin, selectLocales, selectViewports, ready, viewports, type Visitor } from "./support/visitor.ts";

/** Presses Tab until `target` has the focus, and checks that the focus is visible at every stop. */
async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let stops = 0; stops < 120; stops++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // The focus shows as an outline or shadow of the element, of the box around a bare input, or of the tile that a
      // link covers. A part of a date has a background instead.
      const rings = [
        ...[element, element.parentElement, element.closest("[role=group]")].map((one) => one && getComputedStyle(one)),
        getComputedStyle(element, "::after"),
      ];
      const isSeen =
        rings.some(
          (style) =>
            style &&
            ((style.outlineStyle !== "none" &&
              parseFloat(style.outlineWidth) > 0 &&
              style.outlineColor !== "rgba(0, 0, 0, 0)") ||
              style.boxShadow !== "none"),
        ) ||
        (element.matches("[role=spinbutton]") && getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)");
      return { isSeen, what: element.outerHTML.slice(0, 160) };
    });
    if (stop) expect(stop).toEqual({ isSeen: true, what: stop.what });
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${target}`);
}

/**
 * Presses Tab from the top of the page to its end. Returns the stops without an accessible name, and in which part of
 * the page the last stop was.
 */
async function walkStops({ page, context }: Visitor): Promise<{ unnamed: string[]; endsIn: string }> {
  await page.evaluate(() => {
    const progress = { endsIn: "", isAtEnd: false };
    Object.assign(window, { progress });
    document.addEventListener("focusin", ({ target }) => {
      if (progress.isAtEnd || !(target instanceof Element)) return;
      target.setAttribute("data-stop", "");
      progress.endsIn = target.closest("header, main, footer")?.localName ?? "page";
    });
    // After the footer's last stop the focus leaves the page. Earlier it can also get lost, when a film's own controls
    // hide.
    document.addEventListener(
      "focusout",
      ({ relatedTarget }) => (progress.isAtEnd ||= progress.endsIn === "footer" && !relatedTarget),
    );
  });
  const readProgress = () =>
    page.evaluate(() => (window as unknown as { progress: { endsIn: string; isAtEnd: boolean } }).progress);
  // The page records its stops itself: a query at each stop took a fifth of the time.
  for (let stops = 0; stops < 400 && !(await readProgress()).isAtEnd; stops += 10)
    for (let i = 0; i < 10; i++) await page.keyboard.press("Tab");
  const { endsIn } = await readProgress();
  // Reads the names of all stops at once: a query at each stop took four times as long.
  const devtools = await context.newCDPSession(page);
  await devtools.send("DOM.enable");
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  const named = new Set(
    nodes.filter(({ name }) => String(name?.value ?? "").trim()).map(({ backendDOMNodeId }) => backendDOMNodeId),
  );
  // Read after the names, so that a stop that disappears meanwhile is not reported.
  const { nodes: elements } = await devtools.send("DOM.getFlattenedDocument", { depth: -1 });
  const unnamed = elements
    .filter(({ attributes, backendNodeId }) => attributes?.includes("data-stop") && !named.has(backendNodeId))
    .map(({ localName, attributes }) => [localName, ...(attributes ?? [])].join(" ").slice(0, 160));
  await devtools.detach();
  return { unnamed, endsIn };
}

for (const viewport of selectViewports("ar", viewports))
  test(
    `F-47 every Tab stop has a name, on every page (${viewport.locale}, ${viewport.width} px)`,
    { tag: "@all" },
    async ({ visit, site }) => {
      test.setTimeout(300_000);
      const visitor = await visit(site, viewport);
      visitor.allowStatus(new URL(visitor.url("/no-such-page")).pathname, 404);
      for (const path of refusedOnExamples) visitor.allowStatus(path, 404);
      for (const path of [
        ...publicRoutes.filter((path) => !/^\/(profile|my-courses|checkout)/.test(path)),
        "/no-such-page",
      ]) {
        await visitor.open(path);
        await waitUntilLoaded(visitor);
        expect([path, await walkStops(visitor)]).toEqual([path, { unnamed: [], endsIn: "footer" }]);
      }
    },
  );

test("F-47 negative control: a Tab stop without a name is found", { tag: "@all" }, async ({ visit, site }) => {
  const visitor = await visit(site);
  await visitor.open("/thank-you");
  await visitor.page.evaluate(() =>
    document.querySelector("main")?.append(Object.assign(document.createElement("div"), { tabIndex: 0 })),
  );
  expect((await walkStops(visitor)).unnamed).toEqual(["div tabindex 0 data-stop "]);
});

for (const locale of selectLocales("en"))
  test(`E-04 a course is bought by keyboard only at 1440 px (${locale}), from skip link to order`, async ({
    visit,
    site,
  }) => {
    const t = { locale };
    const person = await newPerson(site);
    const visitor = await visit(site, { locale, width: 1440 });
    const { page } = visitor;
    const { keyboard } = page;
    const press = async (target: Locator, key = "Enter") => {
      await tabTo(visitor, target);
      await keyboard.press(key);
    };

    await test.step("the skip link and links lead to a course", async () => {
      await visitor.open("/");
      await press(page.getByRole("link", { name: m.site_skip({}, t) }));
      await expect(page.locator("#main")).toBeFocused();
      await press(
        page.locator("section[aria-labelledby=featured]").getByRole("link", { name: m.common_action_view_more({}, t) }),
      );
      await expect(page.getByRole("heading", { level: 1, name: m.site_training_heading({}, t) })).toBeVisible();
      await press(page.locator("main").getByRole("link", { name: m.common_action_browse_courses({}, t) }));
      await expect(page.getByRole("heading", { level: 1, name: m.common_courses({}, t) })).toBeVisible();
      const search = page.locator("main").getByRole("searchbox");
      await tabTo(visitor, search);
      await keyboard.type("infection");
      await keyboard.press("Enter");
      await page.waitForURL(/[?&]q=infection/);
      await press(page.locator('main article a[href$="infection-prevention-control"]'));
      await expect(page.getByRole("tablist")).toBeVisible();
      // A new page moves the focus to its content once it is rendered; a Tab before that would be undone.
      await expect(page.locator("#main")).toBeFocused();
    });

    await test.step("Login leads back to the course", async () => {
      await press(page.locator("main").getByRole("button", { name: m.catalogue_register({}, t), exact: true }));
      await page.waitForURL(/\/login\?/);
      await expect(field(visitor, "email")).toBeVisible();
      await tabTo(visitor, field(visitor, "email"));
      await keyboard.type(person.email);
      await tabTo(visitor, field(visitor, "password"));
      await keyboard.type(person.password);
      await keyboard.press("Enter");
      await page.waitForURL(visitor.url("/courses/infection-prevention-control"));
    });

    await test.step("the modal traps the focus and leads to checkout", async () => {
      // The modal opens automatically after a login that the Register button required.
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      // The focus starts in the modal and does not leave it.
      for (let i = 0; i < 6; i++) {
        await expect(focusWithin(dialog)).toBeVisible();
        await keyboard.press("Tab");
      }
      await press(dialog.getByRole("link", { name: m.catalogue_register({}, t), exact: true }));
      await expect(field(visitor, "number")).toBeVisible();
    });

    await test.step("the card is entered", async () => {
      for (const name of cardFieldNames) {
        await tabTo(visitor, field(visitor, name));
        await keyboard.type(approvedCard[name]);
      }
    });

    await test.step("the bank confirms, and the order is shown as paid", async () => {
      await press(submitButton(visitor));
      await page.waitForURL(/\/prepare/);
      await press(page.locator("button.primary"));
      await page.waitForURL(/\/order-response\?/);
      await ready(page);
      await waitUntilLoaded(visitor);
      await press(page.getByRole("link", { name: m.payments_view_order({}, t) }));
      await page.waitForURL(/\/my-courses\/\d+$/);
      await expect(page.getByText(m.orders_status_paid({}, t)).first()).toBeVisible();
    });
  });
