/** The date fields of the course list; the calendar's code loads only on use. */
import { m } from "#messages";
import { expect, test } from "./support/test.ts";
import { focusWithin, ready, selectViewports, type Visitor } from "./support/visitor.ts";

const calendarCode = ({ requests }: Visitor) =>
  requests.filter((request) => /\/date-range-picker-[^/]+\.js$/.test(request.url()));
const parts = ({ page, locale }: Visitor) => {
  const box = page.getByRole("group", { name: m.catalogue_dates_label({}, { locale }) });
  return {
    box,
    from: box.getByRole("textbox", { name: m.catalogue_from({}, { locale }) }),
    to: box.getByRole("textbox", { name: m.catalogue_to({}, { locale }) }),
    button: box.getByRole("button", { name: m.catalogue_dates_open({}, { locale }) }),
    search: page.getByRole("main").getByRole("button", { name: m.common_action_search({}, { locale }), exact: true }),
    dialog: page.getByRole("dialog"),
  };
};
/** Resolves when the calendar stands in its place and has the focus. */
async function opened(visitor: Visitor): Promise<void> {
  const { dialog } = parts(visitor);
  await expect(visitor.page.locator("[data-placement]").filter({ has: dialog })).toBeVisible();
  await expect(focusWithin(dialog)).toBeVisible();
}

for (const viewport of selectViewports("en"))
  test.describe(`dates of courses (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale } = viewport;

    test(
      "L-01 rejects an invalid date and searches typed dates, without loading the calendar",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, viewport);
        const { page } = visitor;
        const { from, to, search } = parts(visitor);
        await visitor.open("/courses");
        await from.pressSequentially("30/02/2027");
        await to.pressSequentially("1.6.2027");
        await search.click();
        await expect(page.getByText(m.catalogue_dates_wrong({}, { locale }))).toBeVisible();
        await expect(from).toBeFocused();
        await expect(from).toHaveAttribute("aria-invalid", "true");
        await visitor.checkPage("a date that does not exist");
        await from.press("ControlOrMeta+a");
        await from.pressSequentially("01022027");
        await from.press("Enter");
        await page.waitForURL(visitor.url("/courses?from=2027-02-01&to=2027-06-01"));
        await expect(from).toHaveValue("01/02/2027");
        await expect(to).toHaveValue("01/06/2027");
        expect(calendarCode(visitor)).toEqual([]);
        await visitor.checkPage("dates in the address");
      },
    );

    test("L-01 an address with dates fills the field; the calendar opens there, closes with Escape, and can be cleared and applied", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      const { from, to, button, dialog } = parts(visitor);
      await visitor.open("/courses?from=2027-01-05&to=2027-01-20");
      expect([await from.inputValue(), await to.inputValue()]).toEqual(["05/01/2027", "20/01/2027"]);
      expect(calendarCode(visitor)).toEqual([]);
      await button.click();
      await opened(visitor);
      expect(calendarCode(visitor)).toHaveLength(1);
      await expect(dialog.locator("[data-selected]:not([data-outside-month])")).toHaveCount(16);
      await visitor.checkPage("the calendar");
      await page.keyboard.press("Escape");
      // At once: the next key is the button's, also when nothing was drawn in between.
      await page.keyboard.press("Enter");
      // By key alone: a day on and chosen, which leads a day further, and a week on.
      await opened(visitor);
      await page.keyboard.press(locale === "ar" ? "ArrowLeft" : "ArrowRight");
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await dialog.getByRole("button", { name: m.common_action_apply({}, { locale }) }).click();
      await expect(dialog).toBeHidden();
      await expect(from).toHaveValue("06/01/2027");
      await expect(to).toHaveValue("14/01/2027");
      await expect(button).toBeFocused();
      await button.click();
      await opened(visitor);
      await dialog.getByRole("button", { name: m.catalogue_dates_clear({}, { locale }) }).click();
      await expect(dialog).toBeHidden();
      await expect(from).toHaveValue("");
      await expect(to).toHaveValue("");
      await expect(button).toBeFocused();
      await visitor.checkPage("after the calendar");
    });
  });

test("L-01 keeps typed dates and focus when the page's code arrives", async ({ visit, site }) => {
  const visitor = await visit(site);
  const { page } = visitor;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(visitor.url("/courses"), { waitUntil: "commit" });
  const { from, to, search } = parts(visitor);
  await from.pressSequentially("1/2/2027");
  await to.pressSequentially("1/3");
  release();
  await ready(page);
  await to.pressSequentially("/2027");
  await expect(from).toHaveValue("1/2/2027");
  await expect(to).toHaveValue("1/3/2027");
  await expect(to).toBeFocused();
  await search.click();
  await page.waitForURL(visitor.url("/courses?from=2027-02-01&to=2027-03-01"));
});

test("L-01 dates can be typed when the calendar fails to load", { tag: "@all" }, async ({ visit, site }) => {
  const visitor = await visit(site);
  visitor.expectFailure(/date-range-picker/);
  await visitor.page.route(/date-range-picker/, (route) => route.abort());
  await visitor.open("/courses");
  const { from, button } = parts(visitor);
  await button.click();
  await expect(from).toBeFocused();
});

test(
  "L-01 without script the form sends typed dates, and the page shows them",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site, { locale: "ar", javaScript: false });
    // A browser without script does not fetch what is preloaded for it.
    visitor.expectFailure(/\/assets\/.+\.js$/);
    await visitor.open("/courses");
    const { from, to, button, search } = parts(visitor);
    await expect(button).toHaveCount(0);
    await from.fill("1/2/2027");
    await to.fill("30/6/2027");
    await search.click();
    await visitor.page.waitForURL(/\/ar\/courses\?.*from=1%2F2%2F2027/);
    await expect(from).toHaveValue("01/02/2027");
    await expect(to).toHaveValue("30/06/2027");
    await expect(visitor.page.getByText("1 فبراير 2027").first()).toBeVisible();
  },
);
