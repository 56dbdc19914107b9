/** What every list of the portal can do: columns, row height, saved filters, selecting rows, keys (P-21). */
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { openColleague } from "./support/staff.ts";
import { expect, stepInAll, test } from "./support/test.ts";
import { focusWithin } from "./support/visitor.ts";

test("P-21 DK-20 a list keeps the layout that its reader chose, and a click on a row opens it", async ({
  visit,
  postgresSite: site,
}) => {
  const { page, openStaff, checkPage } = await openColleague(visit, site, "content");
  const main = page.getByRole("main");
  const dialog = page.getByRole("dialog");
  const editedHeader = main.getByRole("columnheader", { name: "Edited" });
  const views = main.getByRole("group", { name: "Views of this list" });
  const savedFilter = views.getByRole("button", { name: "Online only", exact: true });
  await openStaff("/courses");

  await test.step("a hidden column and compact rows survive a reload", async () => {
    await expect(editedHeader).toBeVisible();
    await main.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Edited" }).click();
    await page.keyboard.press("Escape");
    await main.getByRole("button", { name: "Row height" }).click();
    await page.getByRole("menuitemradio", { name: "Compact" }).click();
    await expect(main.getByText(/^\d+ runs?$/).first()).toBeHidden();
    await page.reload();
    await expect(main.getByRole("columnheader", { name: "Status" })).toBeVisible();
    await expect(editedHeader).toBeHidden();
    await expect(main.getByText(/^\d+ runs?$/).first()).toBeHidden();
  });
  await stepInAll("the current filter is saved under a name", async () => {
    await main.getByRole("button", { name: "Venue" }).click();
    await page.getByRole("menuitem", { name: "Online" }).click();
    await main.getByRole("button", { name: "Save this filter" }).click();
    await dialog.getByLabel("Name").fill("Online only");
    await checkPage("save a filter");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(savedFilter).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await views.getByRole("button", { name: /^All/ }).click();
    await expect(savedFilter).toHaveAttribute("aria-pressed", "false");
    await savedFilter.click();
    await expect(page).toHaveURL(/delivery=online/);
    await checkPage("own filter");
  });
  await stepInAll("the saved filter is removed, and restored by Undo", async () => {
    await views.getByRole("button", { name: "Remove the filter Online only" }).click();
    await expect(savedFilter).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(savedFilter).toBeVisible();
  });
  await stepInAll("saved filters are stored per person", async () => {
    const storedKeys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("lists.")));
    expect(storedKeys).toHaveLength(1);
    expect(storedKeys[0]).toMatch(/lists\.[^.]+\.courses$/);
  });
  await test.step("DK-20 a click beside a checkbox opens nothing, one elsewhere opens the row", async () => {
    const cells = main.locator("tbody tr").first().getByRole("cell");
    await cells.first().click({ position: { x: 2, y: 2 } });
    await expect(main.getByRole("columnheader", { name: "Status" })).toBeVisible();
    await cells.last().click({ position: { x: 2, y: 2 } });
    await expect(page).toHaveURL(/\/staff\/courses\/course/);
  });
});

test(
  "P-21 rows are selected and opened by keyboard, also with an Arabic keyboard layout",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const { page, openStaff, checkPage, waitForAnswers } = await openColleague(visit, site, "content");
    const main = page.getByRole("main");
    const rows = main.locator("tbody tr");
    const bar = main.getByRole("group", { name: "Actions for the selected rows" });
    await openStaff("/courses");
    await expect(rows.first()).toBeVisible();
    await waitForAnswers();

    await test.step("J and K move row by row, X selects", async () => {
      await page.keyboard.press("j");
      await expect(focusWithin(rows.nth(0))).toBeVisible();
      // An Arabic keyboard types ت with this key. The portal goes by the key, not by the letter.
      await page.evaluate(() =>
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "ت", code: "KeyJ", bubbles: true })),
      );
      await expect(focusWithin(rows.nth(1))).toBeVisible();
      await page.keyboard.press("k");
      await expect(focusWithin(rows.nth(0))).toBeVisible();
      await page.keyboard.press("x");
      await expect(bar.getByRole("status")).toHaveText("1 selected");
      await checkPage("a row chosen");
    });
    await test.step("selects all matching rows, then none", async () => {
      const all = bar.getByRole("button", { name: /^Select all \d+ matching rows$/ });
      const count = /\d+/.exec(await all.innerText())?.[0] ?? "";
      await all.click();
      await expect(bar.getByRole("status")).toHaveText(`${count} selected`);
      await bar.getByRole("button", { name: "Unselect" }).click();
      await expect(bar).toBeHidden();
    });
    await test.step("/ focuses the search, where letters are typed", async () => {
      await page.keyboard.press("/");
      const search = main.getByRole("searchbox");
      await expect(search).toBeFocused();
      await page.keyboard.type("xjn");
      await expect(search).toHaveValue("xjn");
      await expect(main.getByText("No matches")).toBeVisible();
      await search.fill("");
      await expect(rows.first()).toBeVisible();
      await search.blur();
    });
    await test.step("N opens the dialog for a new course, E opens the row, Alt L switches the language", async () => {
      await page.keyboard.press("n");
      await expect(page.getByRole("dialog", { name: "New course" })).toBeVisible();
      await checkPage("new course");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.keyboard.press("Alt+l");
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      await expect(main.getByRole("heading", { level: 1 })).toHaveText("الدورات");
      await page.keyboard.press("Alt+l");
      await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
      await page.keyboard.press("j");
      await expect(focusWithin(rows.nth(0))).toBeVisible();
      await page.keyboard.press("e");
      await expect(page).toHaveURL(/\/staff\/courses\/course/);
    });
  },
);

test(
  "P-21 with reduced motion nothing moves, and Today has a link to create a course",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const { page, openStaff, waitForAnswers } = await openColleague(visit, site, "content");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openStaff("/");
    await waitForAnswers();
    await page.getByRole("link", { name: "New course" }).click();
    const dialog = page.getByRole("dialog", { name: "New course" });
    await expect(dialog).toBeVisible();
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .map((element) => getComputedStyle(element))
        .filter(
          ({ transitionDuration, animationName }) =>
            !/^(0s(, )?)*$/.test(transitionDuration) || animationName !== "none",
        ),
    );
    expect(moving).toHaveLength(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  },
);

test("S-46 a course with a run under way shows “On now” instead of the run's first day", async ({
  visit,
  postgresSite: site,
}) => {
  const { db } = site.database;
  const today = riyadhDate(new Date());
  const course = await makeCourse(db, { name_eng: "A run under way" });
  await makeRun(db, course.id, { startDate: addDays(today, -1), endDate: addDays(today, 1) });
  const { page, openStaff } = await openColleague(visit, site, "content");
  await openStaff("/courses?q=A+run+under+way");
  await expect(page.getByRole("row").filter({ hasText: "A run under way" })).toContainText("On now");
  await expect(
    page
      .getByRole("row")
      .nth(1)
      .getByRole("cell")
      .filter({ hasText: /^On now/ }),
  ).toBeVisible();
});
