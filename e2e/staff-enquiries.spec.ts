/** The inbox and the newsletter in a browser (P-17, P-18). */
import { eq } from "drizzle-orm";
import { batchSize } from "#features/contact/newsletter/jobs.server.ts";
import { newsletterIssues } from "#features/contact/newsletter/tables.server.ts";
import { newsletterSubscriptions } from "#features/contact/tables.server.ts";
import { isolate } from "#i18n/isolate.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { openColleague } from "./support/staff.ts";
import { expect, stepInAll, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

for (const { locale, width } of selectViewports("ar")) {
  const isArabic = locale === "ar";
  const text = isArabic
    ? {
        note: "ملاحظة داخلية",
        addNote: "إضافة الملاحظة",
        send: "إرسال الرد",
        answered: "مُجاب",
        reply: "رد",
        back: "العودة إلى القائمة",
        saved: "الردود المحفوظة",
        delete: "حذف",
        undo: "تراجع",
      }
    : {
        note: "Internal note",
        addNote: "Add the note",
        send: "Send reply",
        answered: "Answered",
        reply: "Reply",
        back: "Back to the list",
        saved: "Saved replies",
        delete: "Delete",
        undo: "Undo",
      };

  test(`P-17 DK-23 L-16 support replies to a visitor's request in the visitor's language (${locale}, ${width} px)`, async ({
    visit,
    postgresSite: site,
  }) => {
    const name = `Ghada ${Date.now()}`;
    const omar = await openColleague(visit, site, "support", { locale, width });
    const { page } = omar;
    const request = { name, email: "ghada@example.com", message: "هل يتوفر اثنا عشر مقعدًا؟", workplace: "", title: "" };
    const response = await page.request.post(`${site.url}/api/contact`, {
      data: request,
      headers: { "accept-language": "ar" },
    });
    expect(response.status()).toBe(200);

    await test.step("the request is found by name", async () => {
      await omar.openStaff("/enquiries");
      if (width >= 1200)
        // The first request of the queue is already open.
        await expect(page.getByRole("main").locator("[data-list-row]").first()).toHaveAttribute("aria-current", "true");
      await page.getByRole("searchbox").fill(name);
      await page.getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { name: request.message })).toBeVisible();
      await omar.checkPage("thread");
    });
    await stepInAll("a note is saved and marked as internal", async () => {
      await page.getByRole("button", { name: text.note }).click();
      await page.getByRole("textbox", { name: text.note }).fill("13 seats are free.");
      await page.getByRole("button", { name: text.addNote }).click();
      await expect(page.getByRole("article").filter({ hasText: "13 seats are free." })).toContainText(text.note);
    });
    await stepInAll("a saved reply is created in both languages, deleted, and restored by Undo", async () => {
      await page.getByRole("button", { name: text.reply, exact: true }).click();
      await page.getByRole("button", { name: text.saved }).click();
      await page.getByRole("menuitem").last().click();
      await omar.checkPage("saved replies");
      await page.getByRole("dialog").getByRole("button").last().click();
      await omar.checkPage("a saved reply");
      const fields = page.getByRole("dialog").getByRole("textbox");
      for (const index of [0, 1, 2]) await fields.nth(index).fill(name);
      await page.getByRole("dialog").getByRole("button").last().click();
      const edit = page.getByRole("dialog").getByRole("button", { name });
      await edit.click();
      await page.getByRole("dialog").getByRole("button", { name: text.delete }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.getByRole("button", { name: text.undo }).click();
      await page.getByRole("button", { name: text.saved }).click();
      await expect(page.getByRole("menuitem", { name })).toBeVisible();
      await page.keyboard.press("Escape");
    });
    // On a phone the menu, which shows the number of open requests, is closed.
    const badge = page.locator('#portal-menu a[href="/staff/enquiries"]');
    const readBadgeCount = async () => Number(/\d+/.exec((await badge.textContent()) ?? "")?.[0] ?? 0);
    const openBefore = width >= 1200 ? await readBadgeCount() : null;
    await test.step("the reply is written from right to left and mailed in Arabic", async () => {
      await page.getByRole("button", { name: text.reply, exact: true }).click();
      const box = page.getByRole("textbox", { name: text.reply });
      await expect(box).toHaveAttribute("dir", "rtl");
      await box.fill("نعم، وعليكم السلام.");
      await omar.checkPage("reply");
      await page.getByRole("button", { name: text.send }).click();
      await expect(page.getByRole("article").filter({ hasText: "نعم، وعليكم السلام." })).toContainText(text.reply);
      await expect(page.getByRole("main").getByText(text.answered, { exact: true }).first()).toBeVisible();
      const mails = await site.database.db.select().from(outboxMails).where(eq(outboxMails.template, "enquiry-reply"));
      expect(mails.at(-1)).toMatchObject({ to: request.email, locale: "ar" });
      if (openBefore !== null) await expect.poll(readBadgeCount).toBe(openBefore - 1);
    });
    if (width === 390)
      await test.step("on a phone the back link leads to the list", async () => {
        await page.getByRole("link", { name: text.back }).click();
        await expect(page.getByRole("searchbox")).toBeVisible();
      });
  });
}

test(
  "P-18 an editor writes a newsletter issue in both languages, tests it, sends it, pauses and continues",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    const { db } = site.database;
    const past = new Date(Date.now() - 60_000);
    const subscription = { consentText: "Yes", consentVersion: "2", source: "/", createdAt: past, confirmedAt: past };
    // More than one batch, because an issue that is already sent cannot be paused.
    await db.insert(newsletterSubscriptions).values(
      Array.from({ length: batchSize + 1 }, (_, index) => {
        const id = crypto.randomUUID();
        const locale = index % 2 === 0 ? ("en" as const) : ("ar" as const);
        return { ...subscription, id, locale, email: `${id}@example.com`, tokenHash: id };
      }),
    );
    const faris = await openColleague(visit, site, "content");
    const { page } = faris;
    const dialog = page.getByRole("dialog");

    await test.step("both languages save automatically beside the email preview", async () => {
      await faris.openStaff("/newsletter");
      await page.getByRole("button", { name: "New issue" }).click();
      await page.getByLabel("Subject, English").fill("Three courses in December");
      await page.getByLabel("Subject, Arabic").fill("ثلاث دورات في ديسمبر");
      await page.getByLabel("Preview line, English").fill("With seats left in Riyadh and online.");
      await page.getByRole("textbox", { name: "Text, English" }).click();
      await page.keyboard.type("Seats are left.");
      await page.getByRole("textbox", { name: "Text, Arabic" }).click();
      await page.keyboard.type("المقاعد متاحة.");
      await expect(page.getByText("Draft saved")).toBeVisible();
      await expect(page.frameLocator("iframe").getByText("Seats are left.")).toBeVisible();
      await faris.checkPage("compose");
    });
    await test.step("a course is added to the texts, and the email preview shows its price", async () => {
      await page.getByRole("button", { name: "Add a course" }).click();
      await dialog.getByRole("combobox", { name: "Course" }).click();
      const first = page.getByRole("option").first();
      const name = await first.innerText();
      await first.click();
      await faris.checkPage("add a course");
      await dialog.getByRole("button", { name: "Add it to both texts" }).click();
      await expect(page.getByRole("textbox", { name: "Text, English" })).toContainText(name);
      await expect(page.frameLocator("iframe").getByText("Price, excluding VAT")).toBeVisible();
    });
    await test.step("missing fields are named before anything is sent", async () => {
      await page.getByRole("button", { name: "Check and send" }).click();
      await expect(dialog).toContainText("Preview line, Arabic");
      await expect(dialog.getByRole("button", { name: /^Send to/ })).toBeDisabled();
      await page.keyboard.press("Escape");
      await page.getByLabel("Preview line, Arabic").fill("ومقاعد متاحة في الرياض وعن بُعد.");
    });
    await test.step("sending without a test email must be confirmed first", async () => {
      await page.getByRole("button", { name: "Check and send" }).click();
      const send = dialog.getByRole("button", { name: /^Send to/ });
      await expect(send).toBeDisabled();
      await dialog.getByRole("checkbox", { name: "Send it without a test" }).check();
      await expect(send).toBeEnabled();
      await faris.checkPage("not tested");
      await page.keyboard.press("Escape");
    });
    await test.step("an editor sends two test emails", async () => {
      await page.getByRole("button", { name: "Send a test" }).click();
      await dialog.getByRole("button", { name: "Send 2 test emails" }).click();
      await expect(page.getByText(/Last test: .* by Faris/)).toBeVisible();
    });
    await test.step("an issue is scheduled, shown in the list and cancelled", async () => {
      await page.getByRole("button", { name: "Check and send" }).click();
      await dialog.getByRole("radio", { name: "At a set day and time" }).check();
      await dialog.getByRole("textbox", { name: "Day" }).fill("01/01/2020");
      await expect(dialog.getByText("Choose a date and time in the future.")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "Schedule" })).toBeDisabled();
      await dialog.getByRole("textbox", { name: "Day" }).fill("14/01/2099");
      await faris.checkPage("schedule");
      await dialog.getByRole("button", { name: "Schedule" }).click();
      await expect(
        page.getByText(`To be sent 14 Jan 2099, 07:00, Riyadh time. Scheduled by ${isolate("Faris M.")}`, {
          exact: true,
        }),
      ).toBeVisible();
      await faris.checkPage("scheduled");
      await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Newsletter" }).click();
      await expect(page.getByRole("row", { name: "Three courses in December" })).toContainText("14 Jan 2099, 07:00");
      await page.getByRole("link", { name: "Three courses in December" }).click();
      await page.getByRole("button", { name: "Cancel the schedule" }).click();
      await expect(page.getByLabel("Subject, English")).toBeVisible();
    });
    await test.step("an issue is sent, paused, continued and finished", async () => {
      await page.getByRole("button", { name: "Check and send" }).click();
      await dialog.getByRole("button", { name: /^Send to/ }).click();
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText(/^Sent, \d+ of \d+$/)).toBeVisible({ timeout: 45_000 });
      await faris.checkPage("sent");
    });
    await test.step("a stopped issue shows how many subscribers did not get it", async () => {
      const counts = { recipients: 40, handed: 30, sent: 30 };
      const [issue] = await db
        .insert(newsletterIssues)
        .values({ ...counts, state: "paused", createdAt: past, savedAt: past, savedBy: "Faris M.", startedAt: past })
        .returning();
      await faris.openStaff(`/newsletter/${issue?.id}`);
      await page.getByRole("button", { name: "Stop" }).click();
      await expect(dialog).toContainText("10 subscribers won’t receive it.");
      await faris.checkPage("stop");
      await dialog.getByRole("button", { name: "Stop for good" }).click();
      await expect(page.getByText("10 subscribers weren’t sent this issue.")).toBeVisible();
      await expect(page.getByRole("button", { name: "Continue" })).toBeHidden();
      await faris.checkPage("stopped");
    });
  },
);
