/** A draft on the real page, and a page that has moved, as a visitor meets them in the browser. */
import { createPreview } from "#features/content/editing/preview.server.ts";
import { publishRevision, unpublishItem } from "#features/content/editing/publish.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { m } from "#messages";
import { testContext } from "#test/context.ts";
import { expect, test } from "./support/test.ts";

const story = (slug: string, title: string) => ({
  slug,
  title_eng: title,
  title_ar: `${title} بالعربية`,
  excerpt_eng: "One sentence.",
  excerpt_ar: "جملة واحدة.",
  body_eng: '<p>Read about <a href="/courses">our courses</a>.</p>',
  body_ar: '<p>اقرأ عن <a href="/courses">دوراتنا</a>.</p>',
  image: "every-near-miss-88da8946",
  link: null,
  popular_position: null,
});

test("P-05 a preview shows the draft with a note in both languages, and leads on to the site as it is", async ({
  visit,
  postgresSite: site,
}) => {
  const ctx = testContext(site.database).asStaff("content");
  const draft = await saveDraft(ctx, {
    entity: "news",
    entityId: null,
    data: story("not-yet-public", "Not yet public"),
    version: 0,
  });
  const { path } = await createPreview(ctx, draft);
  const visitor = await visit(site, { width: 390 });
  const { page } = visitor;
  const title = page.getByRole("heading", { level: 1 });
  const previewNote = page.getByText(m.site_preview_note({}, { locale: "en" }));
  await visitor.open(path);
  await expect(title).toHaveText("Not yet public");
  await expect(previewNote).toBeVisible();
  await visitor.check("a preview");

  // Inside the app to the list, which knows nothing of it, and back to the draft.
  await page
    .locator("article, main")
    .getByRole("link", { name: m.common_news({}, { locale: "en" }) })
    .first()
    .click();
  await page.waitForURL(`${site.url}/news`);
  await expect(title).toHaveText(m.content_news_heading({}, { locale: "en" }));
  await expect(previewNote).toHaveCount(0);
  await expect(page.getByText("Not yet public")).toHaveCount(0);
  expect(await page.locator('meta[name="robots"]').count()).toBe(0);
  await page.goBack();
  await expect(title).toHaveText("Not yet public");
  await expect(previewNote).toBeVisible();

  const arabic = await visit(site, { locale: "ar" });
  await arabic.open(path);
  await expect(arabic.page.getByRole("heading", { level: 1 })).toHaveText("Not yet public بالعربية");
  await expect(arabic.page.getByText(m.site_preview_note({}, { locale: "ar" }))).toBeVisible();
});

test("P-07 a link inside the app to an address of before leads to the one of today", async ({
  visit,
  postgresSite: site,
}) => {
  const ctx = testContext(site.database).asStaff("owner");
  const first = await saveDraft(ctx, {
    entity: "news",
    entityId: null,
    data: story("its-old-name", "Renamed story"),
    version: 0,
  });
  await publishRevision(ctx, first);
  const moved = await saveDraft(ctx, { ...first, data: story("its-new-name", "Renamed story"), version: 1 });
  await publishRevision(ctx, moved);
  try {
    const visitor = await visit(site);
    const { page } = visitor;
    await visitor.open("/news");
    await page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string): Promise<void> };
      };
      return router.navigate("/news/its-old-name");
    });
    await expect(page).toHaveURL(`${site.url}/news/its-new-name`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Renamed story");
  } finally {
    await unpublishItem(ctx, first);
  }
});
