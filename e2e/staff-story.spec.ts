/** The whole story of the staff portal: each colleague works on their own screens (P-21). */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { publishScheduled, unpublishItem } from "#features/content/editing/publish.server.ts";
import { isolate } from "#i18n/isolate.ts";
import { localePath } from "#i18n/locale.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext } from "#test/context.ts";
import { newPerson } from "#test/http/client.ts";
import { unzip } from "#test/unzip.ts";
import { answerBank, field, fill, fillAddress, fillCard, submitToBank, waitUntilLoaded } from "./support/buying.ts";
import { addToCart, cartRow, chooseQuantity } from "./support/cart.ts";
import { contentEditor } from "./support/content-editor.ts";
import { createRun, fillNewRun } from "./support/new-run.ts";
import { portalText } from "./support/portal-text.ts";
import { acceptInvitation, invitedPassword, linkFor } from "./support/staff-invitation.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

const nextYear = new Date().getFullYear() + 1;

// Always 1440 px wide, because most screens of the portal are made for a desktop.
for (const { locale } of selectViewports("en"))
  test(`P-21 the company runs its site itself (${locale})`, async ({ visit, postgresSite: site }) => {
    // Six colleagues and a buyer work one after the other.
    test.setTimeout(240_000);
    const text = portalText(locale);
    const stamp = Date.now();
    const [english, arabic, slug] = [`Night handover ${stamp}`, `تسليم المناوبة ${stamp}`, `night-handover-${stamp}`];
    const course = locale === "ar" ? arabic : english;
    const address = (name: string) => `${name}-${stamp}@example.com`;
    const [pictureEnglish, pictureArabic] = ["Two nurses at a ward's desk", "ممرضتان عند مكتب الجناح"];
    const ctx = testContext(site.database).asStaff("owner");

    const owner =
      await test.step("the owner is invited from the command line and signs in with a second factor", async () => {
        const env = { ...process.env, DATABASE_URL: site.database.url, DATA_DIR: site.dataDir, BASE_URL: site.url };
        const invitation = ["scripts/staff.ts", "invite", address("huda"), "--role", "owner", "--locale", locale];
        const printed = execFileSync("node", invitation, { encoding: "utf8", env });
        const link = /https?:\S+/.exec(printed)?.[0] ?? "";
        const owner = await acceptInvitation(visit, site, { link, name: "Dr. Huda A.", locale });
        const { page } = owner;
        await page.getByRole("banner").getByRole("button").last().click();
        await page.getByRole("menuitem").last().click();
        await page.locator("#email").fill(address("huda"));
        await page.locator("#password").fill(invitedPassword);
        await page.getByRole("button", { name: text("common.action_continue") }).click();
        await page.getByRole("textbox", { name: text("sign_in.code") }).fill(await owner.code());
        await page.getByRole("button", { name: text("sign_in.title"), exact: true }).click();
        await expect(page.getByRole("banner")).toContainText("Dr. Huda A.");
        return owner;
      });

    const [editor, trainer] = await test.step("the owner invites an editor and a trainer by email", async () => {
      await owner.openStaff("/staff");
      const { page } = owner;
      const dialog = page.getByRole("dialog");
      const invite = async (name: string, email: string, role: string) => {
        await page.getByRole("button", { name: text("staff.invite") }).click();
        await dialog.locator("#email").fill(email);
        await dialog
          .getByRole("combobox")
          .first()
          .selectOption({ label: text(`roles.${role}`) });
        await dialog.getByRole("button", { name: text("staff.send_invitation") }).click();
        await expect(dialog).toHaveCount(0);
        return acceptInvitation(visit, site, { link: await linkFor(site, email), name, locale });
      };
      return [
        await invite("Faris M.", address("faris"), "content"),
        await invite("Reem S.", address("reem"), "training"),
      ] as const;
    });

    const courseId = await test.step("the editor writes a course with a picture, in both languages", async () => {
      const { page } = editor;
      await editor.openStaff("/media");
      const colour = { r: stamp % 256, g: (stamp >> 8) % 256, b: 85 };
      const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background: colour } }).jpeg();
      await page
        .locator("input[type=file]")
        .setInputFiles([{ name: `${slug}.jpg`, mimeType: "image/jpeg", buffer: await picture.toBuffer() }]);
      await page.locator(".media-grid button:has(img)").filter({ hasText: slug }).click();
      await page.getByLabel(text("media.panel.alt_eng")).fill(pictureEnglish);
      await page.getByLabel(text("media.panel.alt_ar")).fill(pictureArabic);
      await page.getByRole("button", { name: text("media.panel.save"), exact: true }).click();
      await expect(page.getByText(text("media.panel.saved"), { exact: true })).toBeVisible();

      await editor.openStaff("/courses");
      const { create, write } = contentEditor(page, text);
      await create("course", [english, arabic]);
      await write("summary", ["Two nights, on the ward.", "ليلتان في الجناح."]);
      await write("subject", ["Handover", "التسليم"]);
      const rich = { isRich: true };
      await write("about_course", ["What the next shift must know.", "ما يجب أن تعرفه المناوبة التالية."], rich);
      await write("prerequisites", ["Nothing.", "لا شيء."], rich);
      const cover = page.getByRole("group", { name: text("content.cover"), exact: true });
      await cover.getByRole("button", { name: text("media.choose"), exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.locator(".media-grid button:has(img)").filter({ hasText: slug }).click();
      await dialog.getByRole("button", { name: text("media.use_picture") }).click();
      await expect(page.getByRole("status").getByText(text("editor.save.saved").trim())).toBeVisible();
      return decodeURIComponent(page.url().split("/").at(-1) ?? "").replace("course:", "");
    });

    await test.step("the editor previews the course on its page and schedules it", async () => {
      const { page } = editor;
      await page.getByRole("button", { name: text("common.action_preview") }).click();
      for (const [language, title] of [
        ["eng", english],
        ["ar", arabic],
      ] as const) {
        const link = page.getByRole("link", { name: text(`content.preview.open_${language}`) });
        const html = await (await page.request.get((await link.getAttribute("href")) ?? "")).text();
        expect(html).toContain(title);
      }
      await page.getByRole("button", { name: text("common.action.close"), exact: true }).click();
      await page.getByRole("button", { name: text("content.publish.more") }).click();
      await page.getByRole("menuitem", { name: text("content.publish.schedule") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(text("shell.riyadh_time")).fill("06:30");
      await dialog.getByRole("button", { name: text("content.publish_schedule") }).click();
      await expect(page.getByText(/06:30/).first()).toBeVisible();
      await publishScheduled(ctx);
      expect((await page.request.get(`${site.url}/courses/${slug}`)).status()).toBe(404);
      ctx.clock.now = new Date(ctx.now().getTime() + 2 * 86_400_000);
      await publishScheduled(ctx);
    });

    const run = await test.step("the trainer opens a run with two sessions", async () => {
      await fillNewRun(trainer, text, { course, days: [`${nextYear}-03-07`, `${nextYear}-03-08`] });
      return createRun(trainer, text);
    });

    const buyer = await newPerson(site, "Sara Nasser");
    await test.step("a visitor finds the course and buys two seats", async () => {
      const visitor = await visit(site, { locale, as: buyer });
      const { page } = visitor;
      await expect.poll(async () => (await page.request.get(`${site.url}/courses/${slug}`)).status()).toBe(200);
      await visitor.open(`/courses/${slug}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(course);
      await expect(page.locator('main img[src*="/media/u/"]').first()).toHaveJSProperty("complete", true);
      await addToCart(visitor);
      await visitor.open("/cart");
      await chooseQuantity(visitor, cartRow(visitor, course), "2");
      await visitor.open("/checkout/cart");
      await field(visitor, "number").waitFor();
      await fill(visitor, "attendees.1.name", "Ali Omar");
      await fill(visitor, "attendees.1.email", address("ali"));
      await fillAddress(visitor);
      await fillCard(visitor);
      await submitToBank(visitor);
      await answerBank(visitor);
      await waitUntilLoaded(visitor);
      await visitor.open("/contact-us");
      for (const [name, value] of [
        ["name", "Sara Nasser"],
        ["email", buyer.email],
        ["message", `Is there a car park? ${stamp}`],
      ] as const)
        await page.locator(`main form [name=${name}]`).fill(value);
      await page.locator("main form button[type=submit]").click();
      await page.waitForURL((url) => url.pathname === localePath("/thank-you", locale));
    });

    await test.step("the trainer swaps one attendee, exports the roster and moves the run", async () => {
      const { page } = trainer;
      const dialog = page.getByRole("dialog");
      await trainer.openStaff(`/runs/${run}/roster`);
      await page.getByRole("button", { name: `${text("common.more")}: Ali Omar` }).click();
      await page.getByRole("menuitem", { name: text("roster.swap.menu") }).click();
      await dialog.getByLabel(text("roster.person.name")).fill("Dana R.");
      await dialog.getByRole("textbox", { name: text("common.email") }).fill(address("dana"));
      await dialog.getByRole("button", { name: text("roster.swap.action", { name: isolate("Dana R.") }) }).click();
      await expect(page.getByRole("row", { name: new RegExp(address("dana")) })).toBeVisible();

      await page.getByRole("button", { name: text("common.action_export") }).click();
      const download = page.waitForEvent("download");
      await dialog.getByRole("button", { name: text("roster.export.action", { count: 2 }) }).click();
      const sheet = Object.values(unzip(readFileSync(await (await download).path()))).join("");
      for (const name of ["Sara Nasser", "Dana R."]) expect(sheet).toContain(name);

      await trainer.openStaff(`/runs/${run}`);
      await page.getByRole("button", { name: text("runs.move.open") }).click();
      await dialog.getByLabel(text("runs.move.first_day")).fill(`14/03/${nextYear}`);
      await dialog.getByRole("button", { name: text("runs.move.action", { count: 2 }) }).click();
      await expect(dialog).toHaveCount(0);
    });

    await test.step("both attendees are notified of the move by email", async () => {
      const listRecipients = async () =>
        (await site.database.db.select().from(outboxMails).where(eq(outboxMails.template, "course-moved")))
          .map(({ to }) => to)
          .filter((to) => [buyer.email, address("dana"), address("ali")].includes(to))
          .toSorted();
      await expect.poll(listRecipients).toEqual([buyer.email, address("dana")].toSorted());
    });

    const orderId =
      await test.step("finance requests a refund of one seat; the owner agrees with her own code", async () => {
        const finance = await openColleague(visit, site, "finance", { locale });
        const { page } = finance;
        await finance.openStaff("/orders");
        await page.getByLabel(text("orders.search")).fill(buyer.email);
        await page.waitForURL(({ searchParams }) => searchParams.get("q") === buyer.email);
        await finance.waitForAnswers();
        await expect(page.locator("[data-list-row]")).toHaveCount(1);
        await page.locator("[data-list-row]").click();
        await expect(page.locator(".timeline li").first()).toBeVisible();
        const orderId = /orders\/(\d+)/.exec(page.url())?.[1] ?? "";
        await page.getByRole("button", { name: text("orders.refund.open"), exact: true }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("checkbox", { name: /Dana R\./ }).check();
        await expect(dialog).toContainText("6,900.00");
        await dialog.getByRole("button", { name: new RegExp(`^${locale === "ar" ? "طلب" : "Request"}`) }).click();
        await expect(page.getByRole("button", { name: text("common.action_review") })).toBeVisible();

        await owner.openStaff(`/orders/${orderId}`);
        await owner.page.getByRole("button", { name: text("common.action_review") }).click();
        const approvalDialog = owner.page.getByRole("dialog");
        await approvalDialog.getByLabel(text("sign_in.code_title")).fill(await owner.code());
        await approvalDialog.getByRole("button", { name: text("orders.approve.agree") }).click();
        await expect(approvalDialog).toHaveCount(0);

        await expect(async () => {
          await finance.openStaff("/finance");
          await page.getByRole("tab", { name: text("finance.tabs.documents") }).click();
          await page.getByRole("searchbox", { name: text("finance.documents.search") }).fill(buyer.email);
          const creditNote = page.getByRole("row", { name: /CN-.*6,900\.00/ }).filter({ hasText: buyer.email });
          await expect(creditNote).toBeVisible({ timeout: 5000 });
        }).toPass({ timeout: 30_000 });
        return orderId;
      });

    await test.step("support replies to the visitor's question by email", async () => {
      const support = await openColleague(visit, site, "support", { locale });
      const { page } = support;
      await support.openStaff("/enquiries");
      await page.getByRole("searchbox").fill(buyer.email);
      await page
        .getByRole("link", { name: "Sara Nasser" })
        .filter({ hasText: String(stamp) })
        .click();
      // Until this thread is shown, the reply box is that of the first enquiry in the queue.
      await expect(page.getByRole("article").filter({ hasText: String(stamp) })).toBeVisible();
      await page.getByRole("textbox", { name: text("enquiries.reply") }).fill("There is: بوابة 4.");
      await page.getByRole("button", { name: text("enquiries.send") }).click();
      await expect(page.getByRole("article").filter({ hasText: "بوابة 4." })).toBeVisible();
      const findReplies = async () =>
        (await site.mails()).filter(({ to, text }) => to === buyer.email && text.includes("بوابة 4."));
      await expect.poll(async () => (await findReplies()).length).toBe(1);
    });

    await test.step("the auditor finds the actions of this story in the audit log, area by area", async () => {
      const auditor = await openColleague(visit, site, "auditor", { locale });
      const { page } = auditor;
      const main = page.getByRole("main");
      await auditor.openStaff("/audit");
      for (const [area, actions] of Object.entries({
        staff: ["staff.invited", "staff.invitation-accepted", "staff.signed-in"],
        content: ["media.uploaded", "content.saved", "content.previewed", "content.scheduled", "content.published"],
        teaching: ["run.created", "seat.swapped", "run.moved"],
        people: ["enquiry.answered"],
        all: ["task.started"],
        money: ["order.paid", "refund.approval-requested", "refund.request-approved", "refund.done"],
      })) {
        const view = text(area === "all" ? "common.all" : `audit.areas.${area}`);
        await main.getByRole("button", { name: view, exact: true }).click();
        for (const action of actions)
          await expect(main.getByText(text(`audit.actions.${action}`), { exact: true }).first()).toBeVisible();
      }
      await auditor.checkPage("the audit log");
      await auditor.openStaff(`/orders/${orderId}`);
      await expect(page.locator(".timeline")).toContainText("Dr. Huda A.");
    });
    await unpublishItem(ctx, { entity: "course", entityId: courseId });
  });
