/** Finance and long work in the portal: the month's books, a check, an export that is left and found again (P-15, P-20). */
import { readFileSync } from "node:fs";
import { newsletterIssues } from "#features/newsletter-issues/tables.server.ts";
import { pay } from "#test/buyer.ts";
import { beginOrder, courseBySlug, newPerson, post } from "#test/http/client.ts";
import { unzip } from "#test/unzip.ts";
import arabic from "../staff/messages/ar/finance.json" with { type: "json" };
import arabicTasks from "../staff/messages/ar/tasks.json" with { type: "json" };
import english from "../staff/messages/en/finance.json" with { type: "json" };
import englishTasks from "../staff/messages/en/tasks.json" with { type: "json" };
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

for (const locale of ["en", "ar"] as const)
  test(`P-15 P-20 finance looks at the month, checks the documents and takes an export along (${locale})`, async ({
    visit,
    postgresSite: site,
  }) => {
    const [finance, tasks] = locale === "ar" ? [arabic, arabicTasks] : [english, englishTasks];
    const buyer = await newPerson(site);
    const begun = await beginOrder(site, buyer, (await courseBySlug(site, "patient-safety-essentials")).id);
    await pay(begun);
    await post(site, "/api/update-payment-status", { id: begun.given_id }, { token: buyer.token });
    const lina = await openColleague(visit, site, "finance", { locale });
    const { page } = lina;

    await test.step("the month: its figures, by course, its documents", async () => {
      await lina.openStaff("/finance");
      await expect(page.locator(".figures")).toContainText(finance.figures.tax);
      await expect(page.getByRole("tabpanel").getByRole("row")).not.toHaveCount(0);
      await lina.check("finance");
      await page.getByRole("tab", { name: finance.tabs.documents }).click();
      await page.getByRole("textbox", { name: finance.documents.search }).fill(buyer.email);
      await expect(page.getByRole("tabpanel").getByRole("row")).toHaveCount(2);
      await lina.check("documents");
    });
    await test.step("the check of all documents runs, and says that they are whole", async () => {
      await page.getByRole("button", { name: finance.checks.check, exact: true }).click();
      await expect(page.getByText(finance.checks.whole)).toBeVisible({ timeout: 20_000 });
    });
    await test.step("a month that is over is compared and closed", async () => {
      // Each language closes another month.
      for (let months = locale === "ar" ? 2 : 1; months > 0; months--)
        await page.getByRole("button", { name: finance.previous_month }).click();
      await expect(page.getByRole("button", { name: finance.close.open })).toBeDisabled();
      await page.getByRole("button", { name: finance.checks.compare, exact: true }).click();
      await expect(page.getByRole("button", { name: finance.close.open })).toBeEnabled({ timeout: 20_000 });
      await page.getByRole("button", { name: finance.close.open }).click();
      await lina.check("closing a month");
      await page.getByRole("dialog").getByRole("button", { name: finance.close.action }).click();
      await expect(page.locator(".alert.good")).toContainText("Lina");
      await lina.check("a closed month");
      await lina.openStaff("/finance");
    });
    await test.step("an export is started, left, and found again with its file", async () => {
      await page.getByRole("button", { name: tasks.export, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(tasks.personal)).toBeVisible();
      await lina.check("the export dialog");
      await dialog.getByRole("button", { name: tasks.start_export }).click();
      await expect(dialog.getByRole("button", { name: tasks.download })).toBeVisible({ timeout: 20_000 });
      await dialog.getByRole("button").first().click();
      await lina.openStaff("/tasks");
      await lina.check("work");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: tasks.download }).first().click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
      const { "xl/sheet.xml": sheet = "" } = unzip(readFileSync(await file.path()));
      expect(sheet).toContain(buyer.email);
      expect(sheet.includes('rightToLeft="1"')).toBe(locale === "ar");
    });
  });

for (const locale of ["en", "ar"] as const)
  test(`P-18 P-20 a newsletter issue that is being sent stands in the work, with its page (${locale})`, async ({
    visit,
    postgresSite: site,
  }) => {
    const now = new Date();
    const subject = `Winter courses ${locale}`;
    await site.database.db.insert(newsletterIssues).values({
      // Paused, so that no batch goes while it is looked at.
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
    await huda.check("work with an issue");
    await row.getByRole("link").click();
    await expect(huda.page.getByRole("heading", { level: 1 })).toContainText(subject);
  });
