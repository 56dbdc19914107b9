/** Every key of the portal, on English and Arabic keyboards (P-21). */
import { makeCourse, makeRun } from "#db/factories/course.ts";
import type { Page } from "@playwright/test";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { focusWithin } from "./support/visitor.ts";

/** The letter that an Arabic keyboard types with the key of each Latin letter. */
const arabicLetters: Record<string, string> = {
  G: "ل",
  T: "ف",
  O: "خ",
  R: "ق",
  C: "ؤ",
  U: "ع",
  P: "ح",
  E: "ث",
  M: "ة",
  J: "ت",
  X: "ء",
};

/** Presses the key of a Latin letter on an Arabic keyboard. */
const pressArabic = (page: Page, letter: string) =>
  page.evaluate(
    ([key = "", code = ""]) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }),
      ),
    [arabicLetters[letter] ?? "", `Key${letter}`],
  );

const screens = [
  ["O", "/orders", "Orders"],
  ["R", "/runs", "Runs"],
  ["C", "/courses", "Courses"],
  ["U", "/people", "People"],
  ["P", "/payments", "Payments to check"],
  ["E", "/enquiries", "Enquiries"],
  ["M", "/mails", "Emails"],
  ["T", "", /^Good /],
] as const;

test(
  "P-21 G and a letter opens a screen, on an Arabic keyboard too",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const { page, openStaff, waitForAnswers } = await openColleague(visit, site, "owner");
    await openStaff("/settings");
    await waitForAnswers();
    for (const [letter, path, title] of screens)
      await test.step(letter, async () => {
        await page.keyboard.press("g");
        await page.keyboard.press(letter.toLowerCase());
        await expect(page).toHaveURL(new RegExp(`/staff${path}/?(\\?.*)?$`));
        await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
        await waitForAnswers();
      });
    for (const [letter, path] of screens)
      await test.step(`${letter}, Arabic keyboard`, async () => {
        await pressArabic(page, "G");
        await pressArabic(page, letter);
        await expect(page).toHaveURL(new RegExp(`/staff${path}/?(\\?.*)?$`));
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await waitForAnswers();
      });
  },
);

test("P-21 Ctrl K opens the search, ? lists the keys, Esc closes the top dialog, and letter keys can be switched off", async ({
  visit,
  postgresSite: site,
}) => {
  const { page, openStaff, waitForAnswers, checkPage } = await openColleague(visit, site, "owner");
  const list = page.getByRole("dialog", { name: "Keyboard" });
  const search = page.getByRole("combobox", { name: "Search orders, people, courses" });
  const rows = page.getByRole("main").locator("tbody tr");
  await openStaff("/courses");
  await expect(rows.first()).toBeVisible();
  await waitForAnswers();

  await test.step("Esc closes the search, then the list below", async () => {
    await page.keyboard.press("?");
    await expect(list).toBeVisible();
    await checkPage("keys");
    await page.keyboard.press("Control+k");
    await expect(search).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(search).toHaveCount(0);
    await expect(list).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(list).toHaveCount(0);
  });
  await test.step("O4-06 a second Esc before the focus is back closes the dialog below too", async () => {
    await page.keyboard.press("?");
    await expect(list).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(search).toBeFocused();
    await search.evaluate((input) => {
      new MutationObserver((_, observer) => {
        if (input.isConnected) return;
        observer.disconnect();
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.keyboard.press("Escape");
    await expect(search).toHaveCount(0);
    await expect(list).toHaveCount(0);
  });
  await test.step("letter keys are switched off and on again", async () => {
    await page.keyboard.press("?");
    await list.getByRole("switch").click();
    await page.keyboard.press("Escape");
    await expect(list).toHaveCount(0);
    await page.keyboard.press("j");
    await expect(focusWithin(rows.nth(0))).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(search).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(search).toHaveCount(0);
    await page.getByRole("banner").getByRole("button", { name: "Keyboard" }).click();
    await list.getByRole("switch").click();
    await page.keyboard.press("Escape");
    await expect(list).toHaveCount(0);
    await page.keyboard.press("j");
    await expect(focusWithin(rows.nth(0))).toBeVisible();
  });
  await test.step("X and J on an Arabic keyboard select a row and move to the next; Enter opens it", async () => {
    await pressArabic(page, "X");
    await expect(rows.nth(0).getByRole("checkbox")).toBeChecked();
    await pressArabic(page, "J");
    await expect(focusWithin(rows.nth(1))).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/staff\/courses\/course/);
  });
  await test.step("N starts a run, / focuses the order search", async () => {
    await openStaff("/runs");
    await waitForAnswers();
    await expect(page.getByRole("main").getByRole("link", { name: "New run" })).toBeVisible();
    await page.keyboard.press("n");
    await expect(page).toHaveURL(/\/staff\/runs\/create$/);
    await openStaff("/orders");
    await waitForAnswers();
    const orderSearch = page.getByRole("main").getByRole("searchbox");
    await expect(orderSearch).toBeVisible();
    await page.keyboard.press("/");
    await expect(orderSearch).toBeFocused();
  });
  await test.step("Alt L switches the language while the focus is in a field", async () => {
    await page.keyboard.press("Alt+l");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.keyboard.press("Alt+l");
    await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  });
});

test("P-21 Back closes the top dialog before leaving the page, and a reload closes all", async ({
  visit,
  postgresSite: site,
}) => {
  const { page, openStaff, waitForAnswers } = await openColleague(visit, site, "owner");
  const menu = page.getByRole("navigation").filter({ has: page.getByRole("link", { name: "Courses" }) });
  const keysButton = page.getByRole("banner").getByRole("button", { name: "Keyboard" });
  const list = page.getByRole("dialog", { name: "Keyboard" });
  const search = page.getByRole("combobox", { name: "Search orders, people, courses" });
  const goBack = () => page.evaluate(() => history.back());
  await openStaff("/runs");
  await waitForAnswers();
  await menu.getByRole("link", { name: "Courses" }).click();
  await expect(page).toHaveURL(/\/staff\/courses$/);
  await waitForAnswers();

  await test.step("Back closes two dialogs one by one and returns the focus", async () => {
    await keysButton.click();
    await expect(list).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(search).toBeFocused();
    await goBack();
    await expect(search).toHaveCount(0);
    await expect(list).toBeVisible();
    await goBack();
    await expect(list).toHaveCount(0);
    await expect(keysButton).toBeFocused();
    await expect(page).toHaveURL(/\/staff\/courses$/);
  });
  await test.step("a reloaded page has no dialog", async () => {
    await keysButton.click();
    await expect(list).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Courses" })).toBeVisible();
    await expect(list).toHaveCount(0);
  });
  await test.step("without a dialog Back leaves the page", async () => {
    await goBack();
    await expect(page).toHaveURL(/\/staff\/runs/);
    await expect(page.getByRole("heading", { level: 1, name: "Runs" })).toBeVisible();
  });
  await test.step("Back also closes the question about unsaved changes, and keeps them", async () => {
    await menu.getByRole("link", { name: "Settings" }).click();
    await expect(page).toHaveURL(/\/staff\/settings$/);
    const phone = page.getByRole("textbox", { name: /^Phone/ });
    await phone.fill("+966 11 111 1111");
    const question = page.getByRole("dialog");
    await goBack();
    await expect(question).toBeVisible();
    await goBack();
    await expect(question).toHaveCount(0);
    await expect(phone).toHaveValue("+966 11 111 1111");
    await goBack();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/staff\/runs/);
  });
});

test(
  "P-21 Ctrl S saves a form, except behind a dialog, and a draft; Ctrl Enter publishes",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const { db } = site.database;
    const course = await makeCourse(db, { name_eng: "Keys of a course" });
    const run = await makeRun(db, course.id, { capacity: 12 });
    const { page, openStaff, waitForAnswers } = await openColleague(visit, site, "owner");

    await test.step("Ctrl S saves a form that has a Save button, except behind a dialog", async () => {
      await openStaff(`/runs/${run.id}`);
      await waitForAnswers();
      const seats = page.getByRole("textbox", { name: /^Seats/ });
      await seats.fill("14");
      await page.keyboard.press("?");
      await expect(seats).toHaveValue("14?");
      await page.keyboard.press("Backspace");
      await expect(page.getByText("1 change not saved")).toBeVisible();
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
      await page.keyboard.press("Control+s");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByText("1 change not saved")).toBeVisible();
      await page.keyboard.press("Control+s");
      await expect(page.getByText("1 change not saved")).toHaveCount(0);
      await page.reload();
      await expect(seats).toHaveValue("14");
    });
    await test.step("Ctrl S saves an autosaved text, Ctrl Enter publishes it", async () => {
      await openStaff(`/courses/course:${course.id}`);
      await waitForAnswers();
      await page.getByRole("textbox", { name: "Subject English" }).first().fill("Keyboards");
      await page.keyboard.press("Control+s");
      await expect(page.getByText(/^Draft saved/)).toBeVisible();
      await page.keyboard.press("Control+Enter");
      // The portal asks, because the Arabic of the course is incomplete.
      await page.getByRole("button", { name: "Publish as it is" }).click();
      await expect(page.getByText(/^Published \d/)).toBeVisible();
    });
  },
);

test(
  "P-21 / opens the saved replies, Ctrl Enter adds the note and sends the reply",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const { page, openStaff, waitForAnswers } = await openColleague(visit, site, "owner");
    const message = `By keyboard ${Date.now()}`;
    const response = await page.request.post(`${site.url}/api/contact`, {
      data: {
        name: "Ghada K.",
        title: "",
        email: "ghada@example.com",
        contact_number: "+966500000061",
        workplace: "",
        message,
      },
    });
    expect(response.status()).toBe(200);
    await openStaff("/enquiries");
    await waitForAnswers();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type(message);
    await expect(page.getByRole("main").locator("[data-list-row]")).toHaveCount(1);
    await page.getByRole("searchbox").blur();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: message })).toBeVisible();
    await waitForAnswers();

    await test.step("Ctrl Enter adds a note", async () => {
      await page.getByRole("button", { name: "Internal note" }).click();
      await page.getByRole("textbox", { name: "Internal note" }).fill("Thirteen are free.");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("article").filter({ hasText: "Thirteen are free." })).toContainText("Internal note");
    });
    await test.step("/ opens the saved replies, Ctrl Enter sends the reply", async () => {
      await page.getByRole("button", { name: "Reply", exact: true }).click();
      const box = page.getByRole("textbox", { name: "Reply" });
      await box.focus();
      await page.keyboard.press("/");
      await expect(page.getByRole("menu")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
      await box.fill("Yes, the sixth.");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("article").filter({ hasText: "Yes, the sixth." })).toContainText("Reply");
    });
  },
);

test(
  "P-21 a busy button keeps the focus and ignores a second click; then Esc closes its dialog",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const { page, openStaff, waitForAnswers, allowStatus } = await openColleague(visit, site, "owner");
    await openStaff("/people");
    await waitForAnswers();
    const dialog = page.getByRole("dialog");
    const start = dialog.getByRole("button", { name: "Start the export" });
    allowStatus("/api/staff/exports", 409);
    let requestCount = 0;
    const answer = Promise.withResolvers<void>();
    await page.route("**/api/staff/exports", async (route) => {
      requestCount++;
      await answer.promise;
      await route.fulfill({ status: 409, json: { message: "Ten of your works are open." } });
    });
    await page.getByRole("main").getByRole("button", { name: "Export" }).click();
    await start.focus();
    await page.keyboard.press("Enter");
    await expect(start).toHaveAttribute("aria-busy", "true");
    await expect(start).toBeFocused();
    await page.keyboard.press("Enter");
    answer.resolve();
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expect(start).toBeEnabled();
    await expect(start).toBeFocused();
    expect(requestCount).toBe(1);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  },
);
