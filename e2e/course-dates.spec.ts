/** The date fields of the course list; the calendar's code loads only on use. */
import { m } from "#messages";
import { expect, test } from "./support/test.ts";
import { focusWithin, ready, selectViewports, type Visitor } from "./support/visitor.ts";

const listCalendarRequests = ({ requests }: Visitor) =>
  requests.filter((request) => /\/date-range-picker-[^/]+\.js$/.test(request.url()));
const locateDateFields = ({ page, locale }: Visitor) => {
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
/** Waits until the calendar is in its final position and has the focus. */
async function waitForCalendar(visitor: Visitor): Promise<void> {
  const { dialog } = locateDateFields(visitor);
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
        const { from, to, search } = locateDateFields(visitor);
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
        expect(listCalendarRequests(visitor)).toEqual([]);
        await visitor.checkPage("dates in the address");
      },
    );

    test("L-01 dates in the address fill the fields and the calendar, which closes with Escape and can be applied and cleared", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      const { from, to, button, dialog } = locateDateFields(visitor);
      await visitor.open("/courses?from=2027-01-05&to=2027-01-20");
      expect([await from.inputValue(), await to.inputValue()]).toEqual(["05/01/2027", "20/01/2027"]);
      expect(listCalendarRequests(visitor)).toEqual([]);
      await button.click();
      await waitForCalendar(visitor);
      expect(listCalendarRequests(visitor)).toHaveLength(1);
      await expect(dialog.locator("[data-selected]:not([data-outside-month])")).toHaveCount(16);
      await visitor.checkPage("the calendar");
      await page.keyboard.press("Escape");
      // Presses Enter at once: the button gets the key even if no frame was rendered in between.
      await page.keyboard.press("Enter");
      // By keyboard only: chooses the 6th. The focus then moves to the 7th, so a week down is the 14th.
      await waitForCalendar(visitor);
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
      await waitForCalendar(visitor);
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
  const { from, to, search } = locateDateFields(visitor);
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
  const { from, button } = locateDateFields(visitor);
  await button.click();
  await expect(from).toBeFocused();
});

test(
  "L-01 without script the form sends typed dates, and the page shows them",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site, { locale: "ar", javaScript: false });
    // Without script the browser does not fetch the preloaded scripts, which counts as a failed request.
    visitor.expectFailure(/\/assets\/.+\.js$/);
    await visitor.open("/courses");
    const { from, to, button, search } = locateDateFields(visitor);
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
