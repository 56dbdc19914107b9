/** Finance and background tasks in the portal: the month's books, a check of documents, exports (P-15, P-20). */
import { readFileSync } from "node:fs";
import { makeUser } from "#db/factories/user.ts";
import { newsletterIssues } from "#features/contact/newsletter/tables.server.ts";
import { buyOrder, courseBySlug, newPerson } from "#test/http/client.ts";
import { unzip } from "#test/unzip.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { selectLocales } from "./support/visitor.ts";
import { boughtOrder } from "./support/staff-orders.ts";
import { expect, test } from "./support/test.ts";

for (const locale of selectLocales("ar"))
  test(
    `P-15 P-20 finance reads the month, checks the documents and exports them (${locale})`,
    { tag: "@all" },
    async ({ visit, postgresSite: site }) => {
      const portal = portalText(locale);
      const buyer = await newPerson(site);
      const purchase = await buyOrder(site, buyer, (await courseBySlug(site, "patient-safety-essentials")).id);
      const lina = await openColleague(visit, site, "finance", { locale });
      const { page } = lina;

      await test.step("the month shows its figures, courses and documents", async () => {
        await lina.openStaff("/finance");
        await expect(page.locator(".figures")).toContainText(portal("finance.figures.tax"));
        await expect(page.getByRole("tabpanel").getByRole("row")).not.toHaveCount(0);
        await lina.checkPage("finance");
        await page.getByRole("tab", { name: portal("finance.tabs.documents") }).click();
        await page.getByRole("searchbox", { name: portal("finance.documents.search") }).fill(buyer.email);
        await expect(page.getByRole("tabpanel").getByRole("row")).toHaveCount(2);
        await lina.waitForAnswers();
        await lina.checkPage("documents");
      });
      await test.step("the check of all documents runs and finds no fault", async () => {
        await page.getByRole("button", { name: portal("finance.checks.check"), exact: true }).click();
        await expect(page.getByText(portal("finance.checks.whole"))).toBeVisible({ timeout: 20_000 });
      });
      await test.step("a past month is compared and closed", async () => {
        // Each language closes a different month, because a month is closed only once.
        for (let months = locale === "ar" ? 2 : 1; months > 0; months--)
          await page.getByRole("button", { name: portal("common.previous_month") }).click();
        await expect(page.getByRole("button", { name: portal("finance.close_action") })).toBeDisabled();
        await page.getByRole("button", { name: portal("finance.checks.compare"), exact: true }).click();
        await expect(page.getByRole("button", { name: portal("finance.close_action") })).toBeEnabled({
          timeout: 20_000,
        });
        await page.getByRole("button", { name: portal("finance.close_action") }).click();
        await lina.checkPage("closing a month");
        await page
          .getByRole("dialog")
          .getByRole("button", { name: portal("finance.close.action") })
          .click();
        await expect(page.locator('.alert[data-tone="success"]')).toContainText(
          locale === "ar" ? "لينا ك." : "Lina K.",
        );
        await lina.checkPage("a closed month");
        await lina.openStaff("/finance");
      });
      await test.step("an export's dialog is closed, and its file is downloaded from the list of tasks", async () => {
        await page.getByRole("button", { name: portal("common.action_export"), exact: true }).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog.getByText(portal("tasks.personal"))).toBeVisible();
        await lina.checkPage("the export dialog");
        await dialog.getByRole("button", { name: portal("tasks.start_export") }).click();
        await expect(dialog.getByRole("button", { name: portal("common.action_download") })).toBeVisible({
          timeout: 20_000,
        });
        await dialog.getByRole("button").first().click();
        await lina.openStaff("/tasks");
        await lina.checkPage("work");
        const [file] = await Promise.all([
          page.waitForEvent("download"),
          page
            .getByRole("button", { name: portal("common.action_download") })
            .first()
            .click(),
        ]);
        expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
        const { "xl/sheet.xml": sheet = "" } = unzip(readFileSync(await file.path()));
        expect(sheet).toContain(buyer.email);
        expect(sheet.includes('rightToLeft="1"')).toBe(locale === "ar");
      });
      const locateButton = (label: string) => page.getByRole("button", { name: label.trim() });
      await test.step("the VAT summary downloads as a PDF, and the payments in both formats", async () => {
        await lina.openStaff("/finance");
        const [sheet] = await Promise.all([
          page.waitForEvent("download"),
          locateButton(portal("finance.exports.vat_of")).click(),
        ]);
        expect(
          readFileSync(await sheet.path())
            .subarray(0, 5)
            .toString(),
        ).toBe("%PDF-");
        const dialog = page.getByRole("dialog");
        const exportPayments = async (format: "xlsx" | "csv") => {
          await locateButton(portal("finance.exports.payments_of")).click();
          await dialog.getByLabel(portal(`tasks.formats.${format}`)).check();
          await dialog.getByRole("button", { name: portal("tasks.start_export") }).click();
          const download = dialog.getByRole("button", { name: portal("common.action_download") });
          await expect(download).toBeVisible({ timeout: 20_000 });
          const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
          await dialog.getByRole("button").first().click();
          await expect(dialog).toHaveCount(0);
          return readFileSync(await file.path());
        };
        expect((await exportPayments("csv")).toString()).toContain(purchase.given_id);
        expect(unzip(await exportPayments("xlsx"))["xl/sheet.xml"]).toContain(purchase.given_id);
      });
      await test.step("the month's documents download as PDFs in one archive", async () => {
        await locateButton(portal("finance.exports.pdfs_of")).click();
        const dialog = page.getByRole("dialog");
        await lina.checkPage("the archive of PDFs");
        await dialog.getByRole("button", { name: portal("tasks.start_export") }).click();
        const download = dialog.getByRole("button", { name: portal("common.action_download") });
        // Each PDF is rendered, which takes seconds on a busy machine.
        await expect(download).toBeVisible({ timeout: 120_000 });
        const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
        expect(file.suggestedFilename()).toMatch(/\.zip$/);
        const names = Object.keys(unzip(readFileSync(await file.path())));
        expect(names.length).toBeGreaterThan(0);
        for (const name of names) expect(name).toMatch(/^(INV|CN)-\d{4}-\d+\.pdf$/);
      });
    },
  );

for (const locale of selectLocales("en"))
  test(
    `P-12 P-15 P-16 P-21 selected or all rows are exported; buyers of selected orders get emails (${locale})`,
    { tag: "@all" },
    async ({ visit, postgresSite: site }) => {
      const portal = portalText(locale);
      const mark = Math.random().toString(36).slice(2, 8);
      const people = [];
      for (const name of ["Amal", "Basma", "Dana"])
        people.push(await makeUser(site.database.db, { name: `${name} ${mark}`, locale }));
      const owner = await openColleague(visit, site, "owner", { locale });
      const { page } = owner;
      const main = page.getByRole("main");
      const dialog = page.getByRole("dialog");
      const selectionBar = main.getByRole("group", { name: portal("list.chosen_actions") });
      /** Exports a CSV file in the open dialog. Returns the people's names in it. */
      const exportNames = async () => {
        await dialog.getByLabel(portal("tasks.formats.csv")).check();
        await dialog.getByRole("button", { name: portal("tasks.start_export") }).click();
        const download = dialog.getByRole("button", { name: portal("common.action_download") });
        await expect(download).toBeVisible({ timeout: 20_000 });
        const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
        await dialog.getByRole("button").first().click();
        await expect(dialog).toBeHidden();
        return readFileSync(await file.path(), "utf8").match(new RegExp(`[A-Z][a-z]+ ${mark}`, "g"));
      };
      const allNames = people.map(({ name }) => name);

      await owner.openStaff(`/people?q=${encodeURIComponent(mark)}`);
      await expect(main.locator("tbody tr")).toHaveCount(3);
      for (const index of [0, 2]) await main.locator("tbody tr").nth(index).getByRole("checkbox").check();
      await test.step("the export is offered for the selection and the whole list", async () => {
        for (const actions of [main.locator(".page-actions"), selectionBar]) {
          await actions.getByRole("button", { name: portal("common.action_export") }).click();
          await owner.checkPage("export");
          await page.keyboard.press("Escape");
          await expect(dialog).toHaveCount(0);
        }
      });
      await test.step("exports the selected rows", async () => {
        await selectionBar.getByRole("button", { name: portal("common.action_export") }).click();
        await expect(dialog.getByText(portal("tasks.personal"))).toBeVisible();
        expect(await exportNames()).toEqual([allNames[0], allNames[2]]);
      });
      await test.step("exports all matching rows, from the selection and the page head", async () => {
        await selectionBar.getByRole("button", { name: portal("common.action_export") }).click();
        await dialog.getByLabel(portal("tasks.all_rows", { count: 3 })).check();
        expect(await exportNames()).toEqual(allNames);
        await main
          .locator(".page-actions")
          .getByRole("button", { name: portal("common.action_export") })
          .click();
        expect(await exportNames()).toEqual(allNames);
      });
      await test.step("the audit log shows the export and links to it", async () => {
        await owner.openStaff("/audit?entities=task");
        const taskLink = main.getByRole("link", { name: portal("audit.tasks.export.people") }).first();
        await owner.checkPage("work in the audit log");
        await taskLink.click();
        await expect(page).toHaveURL(/\/staff\/tasks\/\d+$/);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      });
      const lina = await openColleague(visit, site, "finance", { locale });
      const orderSelectionBar = lina.page.getByRole("group", { name: portal("list.chosen_actions") });
      const linaDialog = lina.page.getByRole("dialog");
      const purchases = [await boughtOrder(site, "en"), await boughtOrder(site, "ar")];
      const selectOrders = async () => {
        await lina.openStaff("/orders");
        for (const { orderId } of purchases)
          await lina.page
            .getByRole("row")
            .filter({ hasText: `#${orderId}` })
            .getByRole("checkbox")
            .check();
      };
      await test.step("finance selects two orders, one in each language", async () => {
        await selectOrders();
        await orderSelectionBar.getByRole("button", { name: portal("common.action_export"), exact: true }).click();
        await lina.checkPage("export of orders");
        await lina.page.keyboard.press("Escape");
        await expect(linaDialog).toHaveCount(0);
      });
      await test.step("P-12 the invoices of both orders download in one archive", async () => {
        await orderSelectionBar.getByRole("button", { name: portal("orders.documents_zip.open") }).click();
        await linaDialog.getByRole("button", { name: portal("tasks.start_export") }).click();
        const download = linaDialog.getByRole("button", { name: portal("common.action_download") });
        await expect(download).toBeVisible({ timeout: 20_000 });
        const [file] = await Promise.all([lina.page.waitForEvent("download"), download.click()]);
        const names = Object.keys(unzip(readFileSync(await file.path())));
        expect(names).toEqual([expect.stringMatching(/^INV-.*pdf$/), expect.stringMatching(/^INV-.*pdf$/)]);
        await lina.page.keyboard.press("Escape");
        await expect(linaDialog).toHaveCount(0);
      });
      await test.step("P-12 P-20 an email goes to each buyer in their language, and the task is shown as done", async () => {
        const emailTexts = {
          subject_eng: `Parking ${mark}`,
          subject_ar: `المواقف ${mark}`,
          text_eng: "It is closed.",
          text_ar: "إنها مغلقة.",
        };
        await orderSelectionBar.getByRole("button", { name: portal("orders.letter.open") }).click();
        for (const [name, text] of Object.entries(emailTexts))
          await linaDialog.getByRole("textbox", { name: portal(`orders.letter.${name}`) }).fill(text);
        await lina.checkPage("an email to buyers");
        await linaDialog.getByRole("button").last().click();
        await expect(linaDialog).toHaveCount(0);
        await lina.openStaff("/tasks");
        await expect(lina.page.getByRole("row").nth(1)).toContainText(portal("tasks.states.done"), { timeout: 20_000 });
        await expect
          .poll(async () =>
            (await site.mails())
              .filter(({ subject }) => subject.includes(mark))
              .map(({ subject, text }) => [
                subject,
                [emailTexts.text_eng, emailTexts.text_ar].find((sentence) => text.includes(sentence)),
              ])
              .toSorted(),
          )
          .toEqual([
            [emailTexts.subject_eng, emailTexts.text_eng],
            [emailTexts.subject_ar, emailTexts.text_ar],
          ]);
      });
      await test.step("P-12 P-20 the documents of both orders are sent again by a task with its own page", async () => {
        await selectOrders();
        await orderSelectionBar.getByRole("button", { name: portal("orders.resend.documents") }).click();
        await linaDialog.getByRole("button").last().click();
        await expect(linaDialog).toHaveCount(0);
        await lina.openStaff("/tasks");
        await expect(lina.page.getByRole("row").nth(1)).toContainText(portal("tasks.states.done"), { timeout: 20_000 });
        await lina.page.getByRole("row").nth(1).getByRole("link").first().click();
        await expect(lina.page.getByRole("main")).toContainText(portal("tasks.done_of", { done: 2, total: 2 }));
      });
      await test.step("support sees no export", async () => {
        const omar = await openColleague(visit, site, "support", { locale });
        await omar.openStaff("/people");
        await expect(omar.page.locator("tbody tr").first()).toBeVisible();
        await expect(omar.page.getByRole("button", { name: portal("common.action_export") })).toHaveCount(0);
      });
    },
  );

for (const locale of selectLocales("ar"))
  test(`P-18 P-20 a partly sent newsletter issue is shown among the tasks, which link to it (${locale})`, async ({
    visit,
    postgresSite: site,
  }) => {
    const now = new Date();
    const subject = `Winter courses ${locale}`;
    await site.database.db.insert(newsletterIssues).values({
      // Paused, so that no batch is sent during the test.
      state: "paused",
      subjectEng: subject,
      subjectAr: subject,
      createdAt: now,
      savedAt: now,
      savedBy: "Faris M.",
      startedAt: now,
      startedBy: "Faris M.",
      recipients: 1200,
      handed: 300,
    });
    const huda = await openColleague(visit, site, "owner", { locale });
    await huda.openStaff("/tasks");
    const row = huda.page.getByRole("row").filter({ hasText: subject });
    await expect(row.getByRole("progressbar")).toHaveAttribute("value", "300");
    await huda.checkPage("work with an issue");
    await row.getByRole("link").click();
    await expect(huda.page.getByRole("heading", { level: 1 })).toContainText(subject);
  });
