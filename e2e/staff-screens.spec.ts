/** Every page of the portal's menu and the first record of each list: accessible, without errors or overflow (P-21). */
import type { Page } from "@playwright/test";
import { audit } from "#platform/audit.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext } from "#test/context.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports, viewports } from "./support/visitor.ts";

/** Finds labels of buttons and checkboxes that are the same in every row of a list and so do not name the row. */
const findRepeatedLabels = (page: Page): Promise<string[]> =>
  page.getByRole("main").evaluate((main) => {
    const getAccessibleName = (control: Element) => {
      const ids = control.getAttribute("aria-labelledby")?.split(" ");
      const parts = ids?.map((id) => document.querySelector(`#${CSS.escape(id)}`));
      const getText = (part: Element | null | undefined) => part?.getAttribute("aria-label") ?? part?.textContent ?? "";
      return (parts ? parts.map(getText).join(" ") : getText(control)).trim();
    };
    return [...main.querySelectorAll("tbody, ul, ol")].flatMap((list) => {
      const rows = [...list.children].map(
        (row) => new Set([...row.querySelectorAll("button, input[type=checkbox]")].map(getAccessibleName)),
      );
      const rowsWithControls = rows.filter((names) => names.size > 0);
      return rowsWithControls.length < 2
        ? []
        : [...(rowsWithControls[0] ?? [])].filter((name) => rowsWithControls.every((names) => names.has(name)));
    });
  });

/** Finds links to paths below the page's own path. */
const findRecordPaths = (page: Page, path: string): Promise<string[]> =>
  page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll(
      (links, start) =>
        links
          .map((link) => new URL((link as HTMLAnchorElement).href).pathname)
          .filter((href) => href.startsWith(start)),
      `/staff${path === "/" ? "/-" : path}/`,
    );

/** Finds cards of Today, below the first two, that are taller than their content (L-12). */
const findTooTallCards = (page: Page): Promise<string[]> =>
  page.locator('main [class*="md:columns-"] .card').evaluateAll((cards) => {
    if (cards.length === 0) return ["no cards"];
    return cards.flatMap((card) => {
      const last = card.lastElementChild?.getBoundingClientRect().bottom ?? 0;
      return card.getBoundingClientRect().bottom - last > 24 ? [card.querySelector("h2")?.textContent ?? ""] : [];
    });
  });

/** Finds labels of buttons that are too narrow for their text. */
const findNarrowButtons = (page: Page): Promise<string[]> =>
  page
    .locator("main button")
    .evaluateAll((buttons) =>
      buttons
        .filter(
          (button) => button.scrollWidth > button.clientWidth + 1 && getComputedStyle(button).overflowX === "visible",
        )
        .map((button) => button.textContent),
    );

/** Finds dates, venues and accreditation numbers of runs that break into several lines (L-13). */
const findBrokenCells = (page: Page): Promise<string[]> =>
  page.locator("tbody :is(.whitespace-nowrap, .truncate)").evaluateAll((texts) => {
    if (texts.length < 20) return [`only ${texts.length} texts`];
    return texts
      .filter(
        (text) => text.getBoundingClientRect().height > 1.8 * Number.parseFloat(getComputedStyle(text).lineHeight),
      )
      .map((text) => text.textContent);
  });

for (const { locale, width } of selectViewports("en", viewports))
  test(`P-21 L-12 L-13 every screen is accessible and has no overflow (${locale}, ${width} px)`, async ({
    visit,
    postgresSite,
  }) => {
    test.setTimeout(240_000);
    const visitor = await openColleague(visit, postgresSite, "owner", { locale, width });
    const { page, openStaff, waitForAnswers } = visitor;
    // Gives Today a card of waiting work, on any day and whatever other journeys have done.
    const enquiry = { name: "Sara Nasser", email: "sara.nasser@example.com", message: "Is there parking?" };
    const response = await page.request.post(`${postgresSite.url}/api/contact`, {
      data: { ...enquiry, workplace: "", title: "" },
      headers: { origin: postgresSite.url },
    });
    expect(response.status()).toBe(200);
    // Rows of the audit log are named by action and minute. Sign-ins of the same minute would all have the same name.
    await inTransaction(testContext(postgresSite.database), (ctx) =>
      audit(ctx, { action: "person.changed", entity: "person", entityId: "1", after: { locale: "ar" } }),
    );
    await openStaff("/");
    if (width === 390) await page.getByRole("banner").getByRole("button").first().click();
    const links = page.locator("#portal-menu a");
    await expect(links.nth(10)).toBeAttached();
    const menu = await links.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    const paths = menu.map((path) => path.replace(/^\/staff/, "") || "/");
    const checkScreen = async (path: string) => {
      await openStaff(path);
      await waitForAnswers();
      const loading = page.getByRole("main").getByRole("status");
      await expect(loading.filter({ hasText: /^(Loading|جارٍ التحميل)$/ })).toHaveCount(0);
      await visitor.checkPage(path);
      const overflow = await page.evaluate((windowWidth) => document.documentElement.scrollWidth - windowWidth, width);
      expect.soft(await findRepeatedLabels(page), `${path} has rows with the same button`).toEqual([]);
      expect.soft(await findNarrowButtons(page), `${path} has buttons that are too narrow for their text`).toEqual([]);
      expect.soft(overflow, `${path} is wider than the window`).toBeLessThanOrEqual(0);
    };
    for (const path of [...paths, "/account"])
      await test.step(path, async () => {
        await checkScreen(path);
        if (width === 1440 && path === "/") expect.soft(await findTooTallCards(page), "cards too tall").toEqual([]);
        if (width === 1440 && path === "/runs")
          expect.soft(await findBrokenCells(page), "cells of two lines").toEqual([]);
        const [record] = await findRecordPaths(page, path);
        if (record) await checkScreen(record.replace(/^\/staff/, ""));
      });
  });
