/** Pictures that ship with the site, as entries of the media library (CT-09). */
import { eq, isNotNull } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { publishRevision } from "#features/content/editing/publish.server.ts";
import { replaceMedia } from "#features/content/editing/replace-media.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { changeMedia, deleteMedia, MediaInUse } from "#features/content/media/change-media.server.ts";
import { listMedia, readMedia } from "#features/content/media/media-files.server.ts";
import { getSizeKey, getStorage } from "#features/content/media/storage.server.ts";
import { mediaFiles } from "#features/content/media/tables.server.ts";
import { uploadedFormats, uploadedWidths } from "#features/content/media/uploaded-picture.ts";
import { newsItem } from "#features/content/news.server.ts";
import { news } from "#features/content/tables.server.ts";
import { demoMarker } from "#features/settings/settings.server.ts";
import { siteSettings } from "#features/settings/tables.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { readyPicture } from "#test/media.ts";
import { story, storyRow } from "#test/story.ts";
import { loadPictures } from "./load-pictures.server.ts";
import banners from "./media/banners.json" with { type: "json" };
import covers from "./media/manifest.json" with { type: "json" };
import stories from "./media/news.json" with { type: "json" };

const allPictures = [...Object.values(banners), ...Object.values(covers), ...Object.values(stories)];
const nearMiss = stories["every-near-miss"];

describeOnDatabase("the pictures that ship with the site", (open) => {
  let ctx: TestCtx;
  const load = () => inTransaction(ctx, loadPictures);
  const countRows = () => ctx.db.$count(mediaFiles, isNotNull(mediaFiles.shipped));
  const findPicture = async (image: string) => {
    const page = { page: 1, perPage: 10, sort: "id", order: "asc" } as const;
    const [media] = (await listMedia(ctx, { ...page, filter: { image } })).data;
    if (!media) throw new Error(`${image} is not in the library`);
    return readMedia(ctx, media);
  };
  const insertStory = (slug: string, image: string) => ctx.db.insert(news).values({ ...storyRow, slug, image });
  const draftWith = (image: string, entityId: string | null = null) =>
    saveDraft(ctx, {
      entity: "news",
      entityId,
      data: { ...story, slug: `draft-${image.slice(-8)}`, image },
      version: 0,
    });

  beforeAll(async () => {
    ctx = testContext(await open()).asStaff("content");
    await insertStory("near-miss", nearMiss);
  });

  it("CT-09 are not loaded on a site without demo content", async () => {
    await load();
    expect(await countRows()).toBe(0);
  });

  it("CT-09 are added once to a site that loaded its content earlier, with files and both descriptions", async () => {
    await draftWith(covers["safe-handover"]);
    const upload = await readyPicture(ctx);
    // The earliest versions marked loaded demo content like this.
    await ctx.db.insert(siteSettings).values({ key: demoMarker, value: "2025-11-01T00:00:00.000Z" });
    await load();
    const rows = await ctx.db.select().from(mediaFiles).where(isNotNull(mediaFiles.shipped));
    expect(rows.map(({ shipped }) => shipped).toSorted()).toEqual(allPictures.toSorted());
    for (const { key, altEng, altAr } of rows) {
      expect(altEng + altAr).not.toMatch(/undefined/);
      for (const width of uploadedWidths)
        for (const format of uploadedFormats)
          expect(await getStorage(ctx.env).read(getSizeKey(key, width, format))).toMatchObject({
            bytes: expect.any(Number),
          });
    }
    const newest = await listMedia(ctx, { page: 1, perPage: 1, sort: "id", order: "desc", filter: {} });
    expect(newest.data).toMatchObject([{ id: upload.id }]);
    const unused = await findPicture(covers["root-cause-analysis"]);
    expect([unused.image, unused.uses]).toEqual([expect.stringMatching(/^u-[0-9a-f]{32}$/), 0]);
    await deleteMedia(ctx, unused);
    await load();
    expect(await countRows()).toBe(allPictures.length - 1);
  });

  it("CT-09 show where they are used, unedited texts included, and cannot be deleted while used", async () => {
    const used = await findPicture(nearMiss);
    expect(used).toMatchObject({ shipped: { folder: "news", name: nearMiss }, usedIn: [{ place: "published" }] });
    expect((await findPicture(covers["safe-handover"])).usedIn).toMatchObject([{ entity: "news", place: "draft" }]);
    await expect(deleteMedia(ctx, used)).rejects.toBeInstanceOf(MediaInUse);
    await expect(changeMedia(ctx, { ...used, alt_ar: "" })).rejects.toBeInstanceOf(ValidationError);
  });

  it("CT-09 show visitors the description and focal point that staff changed", async () => {
    await changeMedia(ctx, { ...(await findPicture(nearMiss)), alt_eng: "A heartbeat", focal_x: 70 });
    const { image_details } = await newsItem(ctx, "near-miss");
    expect(image_details).toMatchObject({ alt_eng: "A heartbeat", focal_x: 70 });
  });

  it("CT-09 block the publication of new text while they lack a description, by either of their names", async () => {
    const cover = await findPicture(covers["biostatistics-for-readers"]);
    await changeMedia(ctx, { ...cover, alt_ar: "" });
    for (const image of [covers["biostatistics-for-readers"], cover.image ?? ""])
      await expect(publishRevision(ctx, await draftWith(image))).rejects.toMatchObject({
        fields: { image: [expect.stringContaining("description")] },
      });
  });

  it("CT-09 can be used in other content and are published with it", async () => {
    const { image } = await findPicture(covers["medication-safety"]);
    await publishRevision(ctx, await draftWith(image ?? ""));
    expect((await findPicture(image ?? "")).usedIn).toMatchObject([{ entity: "news", place: "published" }]);
  });

  it("CT-09 can be replaced by an upload in every text, then stay in the library and can be restored", async () => {
    const { id: by, image } = await readyPicture(ctx);
    const before = await findPicture(nearMiss);
    const draft = await draftWith(nearMiss);
    const after = await replaceMedia(ctx, { ...before, by });
    expect(after).toMatchObject({ image, shipped: null, alt_eng: "A heartbeat", uses: 2 });
    expect((await newsItem(ctx, "near-miss")).image).toBe(image);
    const former = await findPicture(nearMiss);
    expect(former).toMatchObject({ id: by, image: before.image, uploadedBy: before.uploadedBy, uses: 0 });
    const stored = await ctx.db.select().from(news).where(eq(news.image, nearMiss));
    expect(stored).toEqual([]);
    const restored = await replaceMedia(ctx, { ...after, by });
    expect(restored).toMatchObject({ shipped: { name: nearMiss }, image: before.image, uses: 2 });
    await replaceMedia(ctx, { ...restored, by });
    // Each of the three replacements made a new version of the draft.
    const again = { ...story, slug: "again", image: nearMiss };
    await saveDraft(ctx, { entity: "news", entityId: draft.entityId, data: again, version: draft.version + 3 });
    expect((await findPicture(nearMiss)).usedIn).toMatchObject([{ entity: "news", place: "draft" }]);
  });
});
