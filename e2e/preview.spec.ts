/** The preview of a draft and the redirect of a moved page, in the browser. */
import { createPreview } from "#features/content/editing/preview.server.ts";
import { publishRevision, unpublishItem } from "#features/content/editing/publish.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { m } from "#messages";
import { testContext } from "#test/context.ts";
import { expect, test } from "./support/test.ts";

const storyData = (slug: string, title: string) => ({
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

test("P-05 a preview shows the draft with a note in both languages; its links lead to the published site", async ({
  visit,
  postgresSite: site,
}) => {
  const ctx = testContext(site.database).asStaff("content");
  const draft = await saveDraft(ctx, {
    entity: "news",
    entityId: null,
    data: storyData("not-yet-public", "Not yet public"),
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
  await visitor.checkPage("a preview");

  // Client-side navigation to the list, which does not show the draft, and back.
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

  const arabicVisitor = await visit(site, { locale: "ar" });
  await arabicVisitor.open(path);
  await expect(arabicVisitor.page.getByRole("heading", { level: 1 })).toHaveText("Not yet public بالعربية");
  await expect(arabicVisitor.page.getByText(m.site_preview_note({}, { locale: "ar" }))).toBeVisible();
});

test("P-07 client-side navigation to an old address redirects to the new one", async ({
  visit,
  postgresSite: site,
}) => {
  const ctx = testContext(site.database).asStaff("owner");
  const draft = await saveDraft(ctx, {
    entity: "news",
    entityId: null,
    data: storyData("its-old-name", "Renamed story"),
    version: 0,
  });
  await publishRevision(ctx, draft);
  const renamedDraft = await saveDraft(ctx, { ...draft, data: storyData("its-new-name", "Renamed story"), version: 1 });
  await publishRevision(ctx, renamedDraft);
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
    await unpublishItem(ctx, draft);
  }
});
