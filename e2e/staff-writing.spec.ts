/**
 * An editor pastes a programme with a table and a picture from Word into a news story. Visitors read it on a phone and
 * on a wide screen. The editor also writes its search title, copies the story, and reorders the questions of the FAQ.
 */
import { eq } from "drizzle-orm";
import type { Locator, Page } from "@playwright/test";
import { unpublishItem } from "#features/content/editing/publish.server.ts";
import { news } from "#features/content/tables.server.ts";
import { orderItems } from "#features/content/editing/order.server.ts";
import { testContext } from "#test/context.ts";
import { photo } from "#test/media.ts";
import { paste, wordClipboard } from "./support/paste.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";

const measureWidth = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
const fitsWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test(
  "CT-03 CT-04 CT-19 a programme from Word becomes a story with a search title; it is copied; questions are reordered",
  { tag: "@all" },
  async ({ visit, postgresSite: site }) => {
    test.slow();
    const ctx = testContext(site.database).asStaff("owner");
    const editor = await openColleague(visit, site, "content");
    const { page } = editor;
    const headers = { origin: site.url };
    // Uses the picture of this demo story, because the newest story may be another journey's and have none.
    const [story] = await site.database.db.select().from(news).where(eq(news.slug, "every-near-miss"));
    const data = {
      slug: "programme-from-word",
      title_eng: "Safety for ward leaders",
      title_ar: "السلامة لقادة الأجنحة",
      excerpt_eng: "Two days in Riyadh.",
      excerpt_ar: "يومان في الرياض.",
      image: story?.image ?? "",
    };
    const reply = await page.request.post(`${site.url}/api/staff/content`, { data: { entity: "news", data }, headers });
    const { id } = (await reply.json()) as { id: string };
    const [english, arabic] = [page.locator(".ProseMirror").first(), page.locator(".ProseMirror").last()];
    const tool = (name: string) => page.locator(".rich-text-tools").first().getByRole("button", { name, exact: true });
    const dialog = page.getByRole("dialog");

    await test.step("CT-04 a picture pasted from Word gets a description; headings and tables are kept", async () => {
      await editor.openStaff(`/content/${encodeURIComponent(id)}`);
      await paste(english, await wordClipboard("word", await photo(1200, 700)));
      await expect(dialog.getByRole("heading", { name: "Add the pasted picture to the library" })).toBeVisible();
      const description = dialog.getByLabel("Description, English");
      await expect(description).toHaveValue("Nurses around a table");
      await dialog.getByRole("button", { name: "Add and paste" }).click();
      await expect(dialog.getByText("Describe the picture.")).toBeVisible();
      await editor.checkPage("the question for a description");
      await dialog.getByLabel("Description, Arabic").fill("ممرضات حول طاولة");
      await dialog.getByRole("button", { name: "Add and paste" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(english.getByRole("img", { name: "Nurses around a table" })).toBeVisible();
      await expect(english.locator("figcaption")).toHaveText("Figure 1 A round in the morning");
      await expect(english.getByRole("columnheader")).toHaveText(["Time", "Topic"]);
      await expect(english.getByRole("heading")).toHaveText([
        "Patient safety for ward leaders",
        "What you will learn",
        "Before you come",
        "Programme",
      ]);
      await paste(arabic, await wordClipboard("word-arabic"));
      await expect(arabic.getByRole("columnheader")).toHaveText(["اليوم", "الموضوع"]);
    });

    await test.step("CT-04 a message says that a pasted picture cannot be read", async () => {
      await english.press("Control+End");
      await paste(english, { "text/html": '<p>See</p><img src="file:///C:/a.png">' });
      await expect(page.getByText("A picture couldn’t be pasted")).toBeVisible();
    });

    await test.step("a row is added to the table, and the picture set to half width", async () => {
      await english.getByText("Lunch").click();
      await tool("Table").click();
      await page.getByRole("menuitem", { name: "Insert row below" }).click();
      await page.keyboard.type("11:00");
      await expect(english.getByRole("row")).toHaveCount(4);
      await english.getByRole("img").click();
      await tool("Picture").click();
      await dialog.getByText("Half", { exact: true }).click();
      await dialog.getByRole("button", { name: "Use", exact: true }).click();
      await expect(english.locator('figure[data-width="half"]')).toBeVisible();
      await editor.checkPage("a text with a table and a picture");
    });

    await test.step("the search title has a preview in both languages, and the story is published", async () => {
      const title = page.getByRole("textbox", { name: "Title for search and sharing English" });
      await title.fill("Patient safety training in Riyadh");
      await expect(page.getByRole("group", { name: "Preview English" })).toContainText(
        "Patient safety training in Riyadh",
      );
      await expect(page.getByRole("group", { name: "Preview Arabic" })).toContainText("السلامة لقادة الأجنحة");
      const summary = page.locator("summary").filter({ hasText: "Search results and shared links" });
      await summary.click();
      await expect(title).toBeHidden();
      await page.reload();
      await expect(summary).toBeVisible();
      await expect(title).toBeHidden();
      await summary.click();
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publish as it is" }).click();
      await expect(
        page
          .getByRole("main")
          .getByText(/^Published/)
          .first(),
      ).toBeVisible();
    });

    await test.step("visitors see a table on a wide screen, labelled cells on a phone in both languages", async () => {
      const path = `/news/${data.slug}`;
      const wide = await visit(site, { width: 1440 });
      await wide.open(path);
      await expect(wide.page).toHaveTitle(/^Patient safety training in Riyadh/);
      await expect(wide.page.getByRole("columnheader")).toHaveText(["Time", "Topic"]);
      const figure = wide.page.locator("article figure");
      expect(await measureWidth(figure)).toBeLessThan(0.6 * (await measureWidth(wide.page.locator("article table"))));
      await wide.context.close();
      for (const [locale, label] of [
        ["en", "Time"],
        ["ar", "اليوم"],
      ] as const) {
        const phone = await visit(site, { locale, width: 390 });
        await phone.open(path);
        const cell = phone.page.locator("article td").first();
        expect(await cell.evaluate((td) => getComputedStyle(td, "::before").content)).toContain(label);
        expect(await measureWidth(cell)).toBeGreaterThan(300);
        await phone.page.setViewportSize({ width: 320, height: 800 });
        expect(await fitsWindow(phone.page), `${locale} at 320 px`).toBe(true);
        await phone.context.close();
      }
    });

    await test.step("a copy has another address and the same text", async () => {
      await page.getByRole("button", { name: "Duplicate" }).click();
      await expect(dialog.getByRole("textbox", { name: "Page address" })).toHaveValue("safety-for-ward-leaders");
      await dialog.getByRole("textbox", { name: "Title, English" }).fill("Safety for ward leaders, spring");
      await editor.checkPage("a copy");
      await dialog.getByRole("button", { name: "Duplicate" }).click();
      await expect(page).not.toHaveURL(new RegExp(encodeURIComponent(id)));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Safety for ward leaders, spring");
      await expect(english.getByRole("columnheader")).toHaveText(["Time", "Topic"]);
    });

    await test.step("the copy is moved to the trash and restored", async () => {
      const copyTitle = "Safety for ward leaders, spring";
      await page.getByRole("button", { name: "More ways to publish" }).click();
      await page.getByRole("menuitem", { name: "Move to the trash" }).click();
      await expect(page.getByText(`“${copyTitle}” is in the trash.`)).toBeVisible();
      await editor.openStaff("/trash");
      const row = page.getByRole("row", { name: copyTitle });
      await expect(row).toBeVisible();
      await editor.checkPage("the trash");
      await row.getByRole("button", { name: /^Restore/ }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(copyTitle);
    });

    await test.step("CT-19 questions are reordered by keys and by dragging", async () => {
      const readQuestionIds = async () => {
        const answer = await page.request.get(`${site.url}/api/staff/content?entity=faq&sort=position&per_page=100`);
        return ((await answer.json()) as { data: { entity_id: string }[] }).data.map((row) => row.entity_id);
      };
      const idsBefore = await readQuestionIds();
      const [a = "", b = "", c = "", ...rest] = idsBefore;
      await editor.openStaff("/pages/faq");
      await page.getByRole("button", { name: "Change order" }).click();
      const handles = dialog.getByRole("button", { name: /^Move / });
      await handles.first().press("ArrowDown");
      await expect(dialog.getByRole("status")).toContainText("place 2 of");
      await expect(handles.nth(1)).toBeFocused();
      const [from, to] = [await handles.nth(2).boundingBox(), await handles.first().boundingBox()];
      await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
      await page.mouse.down();
      await page.mouse.move((to?.x ?? 0) + 5, (to?.y ?? 0) - 2, { steps: 8 });
      await page.mouse.up();
      await editor.checkPage("an order");
      await dialog.getByRole("button", { name: "Save order" }).click();
      await expect(dialog).toHaveCount(0);
      expect(await readQuestionIds()).toEqual([c, b, a, ...rest]);
      await orderItems(ctx, { entity: "faq", ids: idsBefore });
    });
    await unpublishItem(ctx, { entity: "news", entityId: id.replace("news:", "") });
  },
);
