/**
 * An editor's day. An editor creates a trainer, a course from a Word file and a newsletter about it, replaces a
 * picture, and moves the course to the trash and back. Then visitors read the course.
 */
import type { Locator } from "@playwright/test";
import { eq } from "drizzle-orm";
import { newsletterSubscriptions } from "#features/contact/tables.server.ts";
import { unpublishItem } from "#features/content/editing/publish.server.ts";
import { addDays, riyadhDate, weekdayRange } from "#i18n/dates.ts";
import { locales } from "#i18n/locale.ts";
import { m } from "#messages";
import { testContext } from "#test/context.ts";
import { manySubscribers } from "#test/enquiries.ts";
import { photo } from "#test/media.ts";
import { contentEditor, type BothLanguages } from "./support/content-editor.ts";
import { createRun, fillNewRun } from "./support/new-run.ts";
import { paste, wordClipboard } from "./support/paste.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { twoViewports } from "./support/visitor.ts";

for (const locale of locales)
  test(
    `CT-03 CT-04 P-05 P-09 P-10 P-18 P-21 an editor's day (${locale})`,
    { tag: "@all" },
    async ({ visit, postgresSite: site }) => {
      const text = portalText(locale);
      const stamp = Date.now();
      const courseNames: BothLanguages = [`Ward safety rounds ${stamp}`, `جولات السلامة في الأجنحة ${stamp}`];
      const trainerNames: BothLanguages = [`Dr. Sara ${stamp}`, `د. سارة ${stamp}`];
      const pictureTexts: BothLanguages = [`Nurses around a table ${stamp}`, `ممرضات حول طاولة ${stamp}`];
      const inLanguage = ([english, arabic]: BothLanguages, language = locale) =>
        language === "ar" ? arabic : english;
      const course = inLanguage(courseNames);
      const firstDay = addDays(riyadhDate(new Date()), 90);
      const lastDay = addDays(firstDay, 1);
      // The media library treats files with the same bytes as one, so each test run uses another colour.
      const jpeg = (width: number, height: number) =>
        photo(width, height, `#${(stamp % 0x1000000).toString(16).padStart(6, "0")}`);
      const toFile = (name: string, buffer: Buffer) => ({ name: `${name}.jpg`, mimeType: "image/jpeg", buffer });
      const ctx = testContext(site.database).asStaff("owner");

      const { page, checkPage, openStaff } = await openColleague(visit, site, "content", { locale });
      const { create, field, write, publish } = contentEditor(page, text);
      const [dialog, main] = [page.getByRole("dialog"), page.getByRole("main")];
      const wordPicture = page.locator(".media-grid button:has(img)").filter({ hasText: pictureTexts[0] });
      const describePicture = async (container: Locator, [english, arabic]: BothLanguages) => {
        await container.getByLabel(text("media.panel.alt_eng")).fill(english);
        await container.getByLabel(text("media.panel.alt_ar")).fill(arabic);
        await page.keyboard.press("Tab");
      };

      await test.step("a new trainer with a picture", async () => {
        await openStaff("/courses");
        await page.getByRole("link", { name: text("content.kinds.trainer"), exact: true }).click();
        await create("trainer", trainerNames);
        await write("job_title", ["Nurse educator", "مدرّبة تمريض"]);
        await write("biography", ["Teaches rounds in two hospitals.", "تدرّس الجولات في مستشفيين."]);
        const portrait = page.getByRole("group", { name: text("content.fields.image"), exact: true });
        await portrait.getByRole("button", { name: text("media.choose") }).click();
        await dialog.locator("input[type=file]").setInputFiles(toFile("portrait", await jpeg(480, 480)));
        await expect(dialog.locator(".media-grid [aria-pressed=true] img")).toBeVisible({ timeout: 30_000 });
        await checkPage("the library, for a portrait");
        await dialog.getByRole("button", { name: text("media.use_picture") }).click();
        await describePicture(portrait, ["A nurse educator", "مدرّبة تمريض"]);
        await expect(portrait).toContainText(text("media.described_both"));
        await checkPage("a trainer");
        await publish();
      });

      const id =
        await test.step("a new course gets text and picture from Word and a trainer, and is published", async () => {
          await openStaff("/courses");
          await create("course", courseNames);
          await write("summary", ["Two days in Riyadh.", "يومان في الرياض."]);
          await write("subject", ["Patient safety", "سلامة المرضى"]);
          const about = field("about_course", "eng");
          await paste(about, await wordClipboard("word", await jpeg(1200, 900)));
          await describePicture(dialog, pictureTexts);
          await checkPage("the question for a description");
          await dialog.getByRole("button", { name: text("media.pasted_add") }).click();
          await expect(about.getByRole("img", { name: pictureTexts[0] })).toBeVisible({ timeout: 30_000 });
          await paste(field("about_course", "ar"), await wordClipboard("word-arabic"));
          await write("prerequisites", ["A year on a ward.", "سنة في جناح."], { isRich: true });
          const addTrainer = page.getByLabel(text("content.trainers_add"));
          const option = addTrainer.locator("option", { hasText: inLanguage(trainerNames) });
          await addTrainer.selectOption((await option.getAttribute("value")) ?? "");
          const cover = page.getByRole("group", { name: text("content.cover") });
          await cover.getByRole("button", { name: text("media.choose") }).click();
          await wordPicture.click();
          await dialog.getByRole("button", { name: text("media.use_picture") }).click();
          await expect(cover).toContainText(text("media.too_narrow", { width: 1200, minWidth: 1920 }));
          await checkPage("a course");
          await publish();
          await expect(main.getByText(text("content.states.without_run"))).toBeVisible();
          return /\d+$/.exec(page.url())?.[0] ?? "";
        });

      await test.step("a colleague with permission to write runs creates a run of the course", async () => {
        const coordinator = await openColleague(visit, site, "training", { locale });
        await fillNewRun(coordinator, text, { course, days: [firstDay, lastDay] });
        await coordinator.checkPage("a new run");
        await createRun(coordinator, text);
        await expect(coordinator.page.getByText(course).first()).toBeVisible();
        await coordinator.checkPage("a run");
      });

      await test.step("a newsletter with the course is scheduled, and its schedule cancelled", async () => {
        await manySubscribers(ctx, 1);
        await openStaff("/newsletter");
        await page.getByRole("button", { name: text("newsletter.new") }).click();
        for (const [name, english, arabic] of [
          ["subject", "A new course", "دورة جديدة"],
          ["preheader", "With seats left in Riyadh.", "ومقاعد متاحة في الرياض."],
        ] as const) {
          await page.getByLabel(text(`newsletter.fields.${name}_eng`)).fill(english);
          await page.getByLabel(text(`newsletter.fields.${name}_ar`)).fill(arabic);
        }
        await page.getByRole("button", { name: text("newsletter.card_add_course") }).click();
        await dialog.getByRole("combobox", { name: text("newsletter.card_course") }).fill(course);
        await page.getByRole("option", { name: course }).click();
        await checkPage("a card");
        await dialog.getByRole("button", { name: text("newsletter.card_add") }).click();
        await expect(page.frameLocator("iframe").getByText(course).first()).toBeVisible();
        await checkPage("an issue");
        await page.getByRole("button", { name: text("newsletter.check_and_send") }).click();
        await dialog.getByRole("radio", { name: text("newsletter.send_later") }).check();
        await dialog.getByRole("textbox", { name: text("content.schedule_day") }).fill("14/01/2099");
        await dialog.getByRole("checkbox", { name: text("newsletter.accept_untested") }).check();
        await checkPage("the confirmation before scheduling");
        await dialog.getByRole("button", { name: text("content.publish_schedule") }).click();
        await expect(main.getByText(/14 .* 2099/)).toBeVisible();
        await checkPage("a scheduled issue");
        await page.getByRole("button", { name: text("newsletter.unschedule") }).click();
        await expect(page.getByLabel(text("newsletter.fields.subject_eng"))).toHaveValue("A new course");
        await ctx.db.delete(newsletterSubscriptions).where(eq(newsletterSubscriptions.email, "person-1@example.com"));
      });

      await test.step("the picture is replaced by a wider one, in the course too", async () => {
        await openStaff(`/media?q=${stamp}`);
        await wordPicture.click();
        const panel = page.locator(".media-panel");
        await panel.getByRole("button", { name: text("media.replace_open") }).click();
        await expect(dialog.getByRole("link", { name: course })).toBeVisible();
        const wide = toFile("wide", await jpeg(1920, 1080));
        await dialog.getByLabel(text("media.replace_choose")).last().setInputFiles(wide);
        await checkPage("the confirmation before replacing a picture");
        await dialog.getByRole("button", { name: text("media.replace_action", { count: 1 }) }).click();
        await expect(panel).toContainText("1920 × 1080", { timeout: 30_000 });
        // The replaced file appears in the list only after the server has scaled the new one, long after the click.
        await page.reload();
        await expect(panel).toContainText("1920 × 1080");
        await checkPage("a replaced picture");
      });

      await test.step("the course is moved to the trash after a confirmation, restored and published again", async () => {
        await openStaff(`/courses/course:${id}`);
        await page.getByRole("button", { name: text("content.publish_more") }).click();
        await page.getByRole("menuitem", { name: text("content.publish_trash") }).click();
        await expect(dialog.getByRole("heading")).toHaveText(text("content.trash_ask", { title: course }));
        await checkPage("the confirmation before the trash");
        await dialog.getByRole("button", { name: text("content.publish_trash") }).click();
        await expect(page.getByText(text("content.trashed", { title: course }))).toBeVisible();
        await openStaff("/trash");
        await checkPage("the trash");
        const trashed = page.getByRole("row", { name: course });
        await trashed.getByRole("button", { name: text("content.trash_restore") }).click();
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(course);
        await checkPage("a restored course");
        await publish();
        await expect(main.getByText(text("content.states.published"), { exact: true })).toBeVisible();
      });

      for (const viewport of twoViewports)
        await test.step(`visitors see programme, trainer and date (${viewport.locale}, ${viewport.width} px)`, async () => {
          const language = viewport.locale;
          const visitor = await visit(site, viewport);
          const content = visitor.page.getByRole("main");
          const panel = content.getByRole("tabpanel");
          await visitor.open(`/courses/ward-safety-rounds-${stamp}`);
          await expect(content.getByRole("heading", { level: 1 })).toHaveText(inLanguage(courseNames, language));
          await expect(content).toContainText(weekdayRange(firstDay, lastDay, language));
          await expect(panel.locator("table")).toContainText(language === "ar" ? "الإصغاء" : "Listening");
          // The Arabic Word file has no picture.
          if (language === "en") {
            const picture = panel.getByRole("img", { name: pictureTexts[0] });
            await picture.scrollIntoViewIfNeeded();
            const readShape = (img: HTMLImageElement) => img.naturalWidth / img.naturalHeight;
            await expect.poll(() => picture.evaluate(readShape)).toBeCloseTo(16 / 9);
          }
          await visitor.checkPage("a course from Word");
          await content.getByRole("tab", { name: m.catalogue_tab_speakers({}, { locale: language }) }).click();
          await expect(panel.getByRole("listitem")).toContainText(inLanguage(trainerNames, language));
          await expect(panel.locator("picture img")).toBeVisible();
          await visitor.checkPage("its trainer");
        });
      await unpublishItem(ctx, { entity: "course", entityId: id });
    },
  );
