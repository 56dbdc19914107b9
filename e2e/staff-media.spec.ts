/** The media library: upload, descriptions, focal point, rejected files, deletion (P-09, P-21). */
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { mediaUses } from "#features/content/media/tables.server.ts";
import { news } from "#features/content/tables.server.ts";
import { localText } from "#i18n/locale.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { selectLocales } from "./support/visitor.ts";
import { expect, test } from "./support/test.ts";

const texts = {
  en: {
    title: "Media",
    add: "Upload",
    refused: "content is something else",
    alt: "Description, English",
    altOther: "Description, Arabic",
    save: "Save",
    saved: "Saved",
    focal: "Focal point",
    use: "Use this point",
    replace: "Replace file",
    replaceAction: "Replace the file",
    chooseFile: "Choose the new file",
    replaced: "The file is replaced.",
    inUse: "It can’t be deleted while it’s in use.",
    remove: "Delete",
    none: "No matches",
    search: "Name or description",
    dismiss: "Dismiss liar.png",
  },
  ar: {
    title: "الوسائط",
    add: "رفع",
    refused: "من نوع آخر",
    alt: "الوصف بالإنجليزية",
    altOther: "الوصف بالعربية",
    save: "حفظ",
    saved: "حُفظ",
    focal: "نقطة التركيز",
    use: "استخدام هذه النقطة",
    replace: "استبدال الملف",
    replaceAction: "استبدال الملف في نص واحد",
    chooseFile: "اختيار الملف الجديد",
    replaced: "استُبدل الملف في نص واحد.",
    inUse: "لا يمكن حذفه ما دام مستخدمًا.",
    remove: "حذف",
    none: "لا توجد نتائج مطابقة",
    search: "الاسم أو الوصف",
    dismiss: "إخفاء liar.png",
  },
} as const;

for (const locale of selectLocales("en"))
  test(`P-09 the media library (${locale})`, { tag: "@all" }, async ({ visit, postgresSite: site }) => {
    const text = texts[locale];
    const name = `hall-${locale}`;
    const editor = await openColleague(visit, site, "content", { locale });
    const { page } = editor;
    editor.allowStatus("/api/staff/media", 422);
    const exactButton = (label: string) => page.getByRole("button", { name: label, exact: true });
    const tile = page.locator(".media-grid").getByRole("button", { name });
    await editor.openStaff("/media");

    await test.step("a picture is uploaded and resized; a file that is no picture is rejected", async () => {
      const background = { r: locale === "en" ? 12 : 90, g: 97, b: 85 };
      const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
        .jpeg()
        .toBuffer();
      await page.locator("input[type=file]").setInputFiles([
        { name: `${name}.jpg`, mimeType: "image/jpeg", buffer },
        { name: "liar.png", mimeType: "image/png", buffer: Buffer.from("<svg onload='alert(1)'/>") },
      ]);
      await expect(page.getByRole("alert")).toContainText(text.refused);
      await expect(tile.locator("img")).toHaveJSProperty("naturalWidth", 480, { timeout: 30_000 });
      await exactButton(text.dismiss).click();
      await editor.checkPage("library");
    });
    await test.step("descriptions are written in both languages", async () => {
      await tile.click();
      await page.getByLabel(text.alt).fill("A lecture hall");
      await page.getByLabel(text.altOther).fill("قاعة محاضرات");
      await exactButton(text.save).click();
      await expect(page.getByText(text.saved, { exact: true })).toBeVisible();
      await editor.checkPage("panel");
    });
    await test.step("the focal point moves by keyboard, and the preview follows", async () => {
      await exactButton(text.focal).click();
      const mark = page.locator(".focal-mark");
      await mark.focus();
      await mark.press("Shift+ArrowRight");
      await mark.press("ArrowUp");
      await expect(mark).toHaveAccessibleName(/60%.*49%/);
      await expect(page.locator(".focal-crops img").first()).toHaveCSS("object-position", "60% 49%");
      await editor.checkPage("focal point");
      await exactButton(text.use).click();
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page.locator(".media-panel .cover")).toHaveCSS("object-position", "60% 49%");
    });
    await test.step("a search finds a picture by its description, or nothing", async () => {
      const search = page.getByRole("searchbox", { name: text.search });
      await search.fill("محاضرات");
      await expect(tile).toBeVisible();
      await search.fill("nothing like it");
      await expect(page.getByRole("heading", { name: text.none })).toBeVisible();
      await search.fill("");
      await expect(tile).toBeVisible();
    });
    await test.step("a used picture can only be replaced; an unused one is deleted after a confirmation", async () => {
      const id = Number(new URL(page.url()).searchParams.get("open"));
      const use = { mediaId: id, entity: "news", entityId: "1", place: "draft" as const };
      await site.database.db.insert(mediaUses).values({ ...use, titleEng: "A story", titleAr: "قصة" });
      await page.reload();
      await expect(page.getByText(text.inUse)).toBeVisible();
      await exactButton(text.replace).click();
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(locale === "en" ? "A story" : "قصة")).toBeVisible();
      await editor.checkPage("replace");
      const background = { r: locale === "en" ? 200 : 180, g: 30, b: 30 };
      const buffer = await sharp({ create: { width: 600, height: 900, channels: 3, background } })
        .png()
        .toBuffer();
      await dialog.getByLabel(text.chooseFile).last().setInputFiles({ name: "new.png", mimeType: "image/png", buffer });
      await dialog.getByRole("button", { name: text.replaceAction }).click();
      await expect(page.getByText(text.replaced)).toBeVisible({ timeout: 30_000 });
      await expect(page.locator(".media-panel").getByText("600 × 900")).toBeVisible();
      await expect(page.getByLabel(text.alt)).toHaveValue("A lecture hall");
      await site.database.db.delete(mediaUses).where(eq(mediaUses.mediaId, id));
      await page.reload();
      await exactButton(text.remove).click();
      await editor.checkPage("confirm deleting a picture");
      await page.getByRole("dialog").getByRole("button", { name: text.remove, exact: true }).click();
      await expect(page.getByRole("dialog")).toBeHidden();
      // The former file is still in the library, as an upload of its own.
      await expect(tile).toHaveCount(1);
    });
  });

for (const locale of selectLocales("ar"))
  test(`CT-09 shipped pictures are in the library, and unused uploads are deleted together (${locale})`, async ({
    visit,
    postgresSite: site,
  }) => {
    const text = portalText(locale);
    const editor = await openColleague(visit, site, "content", { locale });
    const { page } = editor;
    const button = (name: string) => page.getByRole("button", { name, exact: true });

    await test.step("a picture shipped with the site shows its description, source and uses", async () => {
      await editor.openStaff("/media?q=every-near-miss");
      await page.locator(".media-grid button:has(img)").click();
      const panel = page.locator(".media-panel");
      await expect(panel.getByLabel(text("media.panel.alt_eng"))).toHaveValue(/heartbeat/);
      await expect(panel).toContainText(text("media.shipped"));
      // Other journeys may use the picture in their own drafts.
      const [story] = await site.database.db.select().from(news).where(eq(news.slug, "every-near-miss"));
      const title = localText(locale, story?.title_eng ?? "", story?.title_ar).text;
      const uses = panel.getByRole("region", { name: text("media.panel.used_in") });
      await expect(uses.getByRole("link", { name: title, exact: true })).toHaveCount(1);
      await expect(panel.locator(".cover")).toHaveJSProperty("naturalWidth", 960);
      await editor.checkPage("a picture shipped with the site");
    });
    const stamp = `many-${locale}-${Date.now()}`;
    await test.step("of selected pictures only the unused one is deleted, after a confirmation", async () => {
      for (const [name, g] of [
        ["a", 20],
        ["b", 21],
      ] as const) {
        const background = { r: Date.now() % 256, g, b: locale === "en" ? 1 : 2 };
        const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
          .png()
          .toBuffer();
        const file = { name: `${stamp}-${name}.png`, mimeType: "image/png", buffer };
        const response = await page.request.post(`${site.url}/api/staff/media`, {
          multipart: { file },
          headers: { origin: site.url },
        });
        const { id } = (await response.json()) as { id: number };
        if (name === "b")
          await site.database.db
            .insert(mediaUses)
            .values({ mediaId: id, entity: "news", entityId: "1", place: "draft", titleEng: "A story", titleAr: "" });
      }
      await editor.openStaff(`/media?view=list&q=${stamp}`);
      await button(text("media.panel.name")).click();
      await expect(page.getByText(text("list.range", { from: 1, to: 2, total: 2 }), { exact: true })).toBeVisible();
      await page.getByRole("checkbox", { name: text("common.action_select_all") }).click();
      await expect(page.getByText(text("media.bulk.stay", { count: 1 }))).toBeVisible();
      await editor.checkPage("selected in the list");
      await button(text("media.bulk.delete", { count: 1 })).click();
      await editor.checkPage("confirm deleting several pictures");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: text("media.panel.delete"), exact: true })
        .click();
      await expect(page.getByText(text("media.bulk.deleted", { count: 1 }))).toBeVisible();
      await expect(page.locator("tbody tr")).toHaveCount(1);
    });
    await test.step("on a phone the list becomes cards, and tiles can be selected", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.locator("[data-list-row]")).toHaveCount(1);
      await editor.checkPage("list on a phone");
      await editor.openStaff(`/media?q=${stamp}`);
      await page.getByRole("checkbox", { name: text("media.bulk.choose", { name: `${stamp}-b` }) }).check();
      await expect(page.getByRole("group", { name: text("media.bulk.chosen", { count: 1 }) })).toBeVisible();
      await editor.checkPage("tiles on a phone");
    });
  });

test("P-09 CT-14 CT-15 CT-26 CT-27 a picture gets its description and focal point in the editor that uses it", async ({
  visit,
  postgresSite: site,
}) => {
  const editor = await openColleague(visit, site, "content");
  const { page } = editor;
  const headers = { origin: site.url };
  const name = `ward-${Date.now()}`;
  const upload = async (name: string, g: number) => {
    const background = { r: Date.now() % 256, g, b: 85 };
    const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
    const file = { name: `${name}.png`, mimeType: "image/png", buffer };
    const response = await page.request.post(`${site.url}/api/staff/media`, { multipart: { file }, headers });
    expect(response.status()).toBe(201);
  };
  await upload(name, 40);
  await upload(`text-${name}`, 41);
  const data = { title_eng: "A new ward", title_ar: "جناح جديد", slug: name };
  const reply = await page.request.post(`${site.url}/api/staff/content`, { data: { entity: "news", data }, headers });
  const { id } = (await reply.json()) as { id: string };
  await editor.openStaff(`/content/${encodeURIComponent(id)}`);
  const picture = page.getByRole("group", { name: "Cover picture" });
  await picture.getByRole("button", { name: "Choose" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .locator(".media-grid button:has(img)")
    .filter({ hasText: new RegExp(`^${name}`) })
    .click();
  await expect(dialog).toContainText("640 px wide and will look blurred");
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await expect(picture).toContainText("no description");
  await picture.getByLabel("Description, English").fill("The new ward from its door");
  await picture.getByLabel("Description, Arabic").fill("الجناح الجديد من بابه");
  await expect(picture.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await picture.getByLabel("Description, Arabic").press("Tab");
  await expect(picture).toContainText("English and Arabic");
  await picture.getByRole("button", { name: "Focal point" }).click();
  await page.locator(".focal-mark").press("ArrowRight");
  await dialog.getByRole("button", { name: "Use this point" }).click();
  await expect(dialog).toHaveCount(0);
  // CT-09: a picture shipped with the site can be chosen as well, and keeps its descriptions.
  await picture.getByRole("button", { name: "Choose another" }).click();
  await dialog.getByRole("searchbox").fill("medication-safety");
  await dialog
    .locator(".media-grid button:has(img)")
    .filter({ hasText: /^medication-safety/ })
    .click();
  await dialog.getByRole("button", { name: "Use this picture" }).click();
  await expect(picture.getByLabel("Description, English")).toHaveValue("A molecule of hexagons on a lilac pattern");
  // CT-14: a picture in a text needs a description, which can be written in the dialog.
  await page.locator(".rich-text-tools").first().getByRole("button", { name: "Picture" }).click();
  await dialog
    .locator(".media-grid button:has(img)")
    .filter({ hasText: `text-${name}` })
    .click();
  const countColumns = (grid: Element) => getComputedStyle(grid).gridTemplateColumns.split(" ").length;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => dialog.locator(".media-grid").evaluate(countColumns), { message: "CT-27 two a row" }).toBe(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  const useButton = dialog.getByRole("button", { name: "Use this picture" });
  await expect(useButton).toBeDisabled();
  await dialog.getByLabel("Description, English").fill("Beds");
  await dialog.getByLabel("Description, Arabic").fill("أسرّة");
  await dialog.getByLabel("Description, Arabic").press("Tab");
  await useButton.click();
  await expect(page.locator(".ProseMirror").first().getByRole("img", { name: "Beds" })).toBeVisible();
  await editor.waitForAnswers();
  await editor.checkPage("a picture in its editor");
});
