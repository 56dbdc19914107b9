/** The first page, the palette, its keys and the settings, used by an owner (P-08, P-19, P-21). */
import { contactRequests } from "#features/contact/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { openColleague } from "./support/staff.ts";
import { expect, stepInAll, test } from "./support/test.ts";
import { selectLocales } from "./support/visitor.ts";

test("P-19 P-21 the first page shows what waits, the palette opens records, and settings apply at once", async ({
  visit,
  postgresSite: site,
}) => {
  const { db } = site.database;
  const old = new Date(Date.now() - 3 * 86_400_000);
  const sender = {
    name: "Ghada K.",
    email: "ghada@example.com",
    contactNumber: "",
    workplace: "Ward 3",
    locale: "en",
  } as const;
  await db
    .insert(contactRequests)
    .values({ ...sender, title: "Dates", message: "A group of twelve: which dates?", spam: false, createdAt: old });
  const mail = {
    key: `failed:${Date.now()}`,
    to: "hanan@exmaple.com",
    locale: "en",
    template: "bench",
    props: {},
  } as const;
  const content = { subject: "Your seat is confirmed", html: "x", text: "x", createdAt: old };
  await db.insert(outboxMails).values({ ...mail, ...content, status: "failed", attempts: 6 });
  const visitor = await openColleague(visit, site, "owner");
  const { page, openStaff } = visitor;
  const main = page.getByRole("main");
  const menu = page.getByRole("navigation", { name: "Main menu" });

  await test.step("queues show their age on the page and in the menu", async () => {
    await openStaff("/");
    await expect(main.getByRole("link", { name: /Open enquiries.*oldest 3 days/ })).toBeVisible();
    await expect(main.getByRole("link", { name: /Failed emails/ })).toBeVisible();
    await expect(main.getByRole("link", { name: "Ghada K." })).toBeVisible();
    await expect(menu.getByRole("link", { name: /Enquiries.*\d/ })).toBeVisible();
    await visitor.checkPage("today");
  });

  await test.step("Ctrl K finds a run by its Arabic name, Enter opens it, G with a letter opens a screen", async () => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Search orders, people, courses" });
    await field.fill("التسليم");
    await expect(page.getByRole("option", { name: /Safe handover/ }).first()).toHaveAttribute("aria-selected", "true");
    await visitor.checkPage("palette");
    await field.press("Enter");
    await expect(page).toHaveURL(/\/staff\/runs\/\d+/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(page).toHaveURL(/\/staff\/?$/);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toContainText("Search and commands");
    await page.keyboard.press("Escape");
  });

  await test.step("a wrong email is marked at its field; a saved one is on the site at once", async () => {
    visitor.allowStatus("/api/staff/settings/contacts", 422);
    await openStaff("/settings");
    const email = main.getByRole("textbox", { name: "Email", exact: true });
    await email.fill("nobody");
    await expect(main.getByText("1 change not saved")).toBeVisible();
    await main.getByRole("button", { name: "Save" }).click();
    await expect(email).toHaveAttribute("aria-invalid", "true");
    const newEmail = `info-${Date.now()}@example.com`;
    await email.fill(newEmail);
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Settings saved")).toBeVisible();
    await expect.poll(async () => (await fetch(`${site.url}/contact`)).text(), { timeout: 2000 }).toContain(newEmail);
  });

  await stepInAll("P-15 the accountant is set in the settings and shown on the finance page", async () => {
    const address = main.getByLabel("Accountant’s email address");
    await address.fill(`books-${Date.now()}@example.com`);
    await main.getByLabel("Language of the email").selectOption({ label: "English" });
    const accountantEmail = await address.inputValue();
    await page.keyboard.press("Control+s");
    await expect(main.getByText("2 changes not saved")).toBeHidden();
    await openStaff("/finance");
    await expect(main.getByText(accountantEmail)).toBeVisible();
    await visitor.checkPage("finance");
    await main.getByRole("link", { name: "Change", exact: true }).click();
    await expect(address).toHaveValue(accountantEmail);
  });

  await test.step("the contact page's text is edited as rich text, and the page shows it in bold", async () => {
    await main.getByRole("tab", { name: "Site" }).click();
    const box = main.getByRole("textbox", { name: "Text, English" });
    await box.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await main.getByRole("button", { name: "Bold" }).first().click();
    await page.keyboard.type("Open on Saturdays");
    await visitor.checkPage("contact text");
    const answer = page.waitForResponse("**/api/staff/settings/contacts");
    await main.getByRole("button", { name: "Save" }).click();
    expect((await answer).status()).toBe(200);
    await expect
      .poll(async () => (await fetch(`${site.url}/contact-us`)).text(), { timeout: 2000 })
      .toContain("<strong>Open on Saturdays</strong>");
    await main.getByRole("tab").first().click();
  });

  await stepInAll("a tax rate is planned for tomorrow and removed", async () => {
    const tomorrow = addDays(riyadhDate(new Date()), 1);
    await main.getByRole("button", { name: "Schedule a new rate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Applies from").fill(tomorrow);
    await dialog.getByLabel("Rate, percent").fill("10");
    await visitor.checkPage("plan");
    await dialog.getByRole("button", { name: /Save/ }).click();
    const planned = main.getByRole("row", { name: /10%.*Scheduled/ });
    await expect(planned).toBeVisible();
    await planned.getByRole("button", { name: "Cancel the planned change" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the planned change" }).click();
    await expect(planned).toHaveCount(0);
  });

  await test.step("leaving with unsaved changes asks first", async () => {
    await main.getByLabel("Phone").fill("+966 11 222 2222");
    await menu.getByRole("link", { name: "Background jobs" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stay here" }).click();
    await expect(page).toHaveURL(/settings/);
    await main.getByRole("button", { name: "Discard" }).click();
    await menu.getByRole("link", { name: "Background jobs" }).click();
    await expect(main.getByRole("row", { name: /Settle payments and refunds/ })).toContainText("OK");
  });
});

for (const locale of selectLocales("ar"))
  test(`P-21 the first page and its menu on a phone (${locale})`, async ({ visit, postgresSite: site }) => {
    const [next, settings] = locale === "ar" ? ["اليوم وما بعده", "الإعدادات"] : ["Today and next", "Settings"];
    const visitor = await openColleague(visit, site, "owner", { locale, width: 390 });
    const { page, openStaff } = visitor;
    await openStaff("/");
    await expect(page.getByRole("heading", { level: 2, name: next })).toBeVisible();
    await visitor.checkPage("today");
    await page.getByRole("banner").getByRole("button").first().click();
    await expect(page.getByRole("link", { name: settings })).toBeVisible();
    await visitor.checkPage("menu");
  });
