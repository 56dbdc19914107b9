/** The site by keyboard only: every Tab stop has a name, and a purchase needs no mouse. */
import type { Locator } from "@playwright/test";
import { m } from "#messages";
import { approvedCard } from "#test/buyer.ts";
import { newPerson } from "#test/http/client.ts";
import { publicRoutes, refusedOnExamples } from "#test/public-routes.ts";
import { cardFieldNames, field, settled, submitButton } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { focusWithin, selectLocales, selectViewports, ready, viewports, type Visitor } from "./support/visitor.ts";

/** Presses Tab until `target` has the focus, and sees that the focus can be seen at every stop. */
async function tabTo({ page }: Visitor, target: Locator): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let stops = 0; stops < 120; stops++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      // A ring is its own outline or shadow, or that of the box around a bare input or of the tile it covers; a part of
      // a date is filled.
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
 * Presses Tab from the top of the page to its end; answers with the stops that the browser has no name for, and whether
 * the way led through to the footer.
 */
async function walk({ page, context }: Visitor): Promise<{ unnamed: string[]; endsIn: string }> {
  await page.evaluate(() => {
    const way = { endsIn: "", isAtEnd: false };
    Object.assign(window, { way });
    document.addEventListener("focusin", ({ target }) => {
      if (way.isAtEnd || !(target instanceof Element)) return;
      target.setAttribute("data-stop", "");
      way.endsIn = target.closest("header, main, footer")?.localName ?? "page";
    });
    // After the footer's last stop the focus is the browser's. Before, a film's own controls may take it with them when
    // they hide.
    document.addEventListener(
      "focusout",
      ({ relatedTarget }) => (way.isAtEnd ||= way.endsIn === "footer" && !relatedTarget),
    );
  });
  const way = () => page.evaluate(() => (window as unknown as { way: { endsIn: string; isAtEnd: boolean } }).way);
  // The page notes its stops itself: to ask at each of them took a fifth of the time.
  for (let stops = 0; stops < 400 && !(await way()).isAtEnd; stops += 10)
    for (let i = 0; i < 10; i++) await page.keyboard.press("Tab");
  const { endsIn } = await way();
  // The names of all stops at once: to ask at each stop for its own took four times as long.
  const devtools = await context.newCDPSession(page);
  await devtools.send("DOM.enable");
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  const named = new Set(
    nodes.filter(({ name }) => String(name?.value ?? "").trim()).map(({ backendDOMNodeId }) => backendDOMNodeId),
  );
  // After the names: a stop that goes away meanwhile is none.
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
      visitor.expect(new URL(visitor.url("/no-such-page")).pathname, 404);
      for (const path of refusedOnExamples) visitor.expect(path, 404);
      for (const path of [
        ...publicRoutes.filter((path) => !/^\/(profile|my-courses|checkout)/.test(path)),
        "/no-such-page",
      ]) {
        await visitor.open(path);
        await settled(visitor);
        expect([path, await walk(visitor)]).toEqual([path, { unnamed: [], endsIn: "footer" }]);
      }
    },
  );

test("F-47 negative control: a Tab stop without a name is found", { tag: "@all" }, async ({ visit, site }) => {
  const visitor = await visit(site);
  await visitor.open("/thank-you");
  await visitor.page.evaluate(() =>
    document.querySelector("main")?.append(Object.assign(document.createElement("div"), { tabIndex: 0 })),
  );
  expect((await walk(visitor)).unnamed).toEqual(["div tabindex 0 data-stop "]);
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
      // A new page takes the focus when it is there; a Tab before that would be undone.
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
      // It opens by itself after the login that the Register button asked for.
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      // The focus is inside and stays inside.
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
      await settled(visitor);
      await press(page.getByRole("link", { name: m.payments_view_order({}, t) }));
      await page.waitForURL(/\/my-courses\/\d+$/);
      await expect(page.getByText(m.orders_status_paid({}, t)).first()).toBeVisible();
    });
  });
