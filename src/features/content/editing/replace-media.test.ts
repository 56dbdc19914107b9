/** Replacing a file in use: rejections, then all texts, the page, the library and both addresses (P-09). */
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { news } from "#features/content/tables.server.ts";
import { readBytes, getDocumentKey, getSizeKey, getStorage } from "#features/content/media/storage.server.ts";
import { mediaFiles, mediaUses } from "#features/content/media/tables.server.ts";
import { uploadMedia } from "#features/content/media/upload.server.ts";
import { onContentChanged } from "#features/settings/content-changes.server.ts";
import { EditConflict } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { plainPdf, readyPicture, received } from "#test/media.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { listAllRevisions, story } from "#test/story.ts";
import { readRevision } from "#features/content/editing/history.server.ts";
import { publishRevision, republishItem, unpublishItem } from "#features/content/editing/publish.server.ts";
import { restoreRevision, saveDraft } from "#features/content/editing/revisions.server.ts";

describeOnDatabase("replacing a file", (open) => {
  let ctx: TestCtx;
  let browser: StaffBrowser;
  beforeAll(async () => {
    ctx = testContext(await open()).asStaff("content");
    browser = await signedIn(ctx, (await makeStaff(ctx, "content")).id);
  });
  const replace = (id: number, by: number, version = 1, as = browser) =>
    as.call(`POST media/${id}/replace`, { version, by });
  const readMediaFile = async (id: number) => (await ctx.db.select().from(mediaFiles).where(eq(mediaFiles.id, id)))[0];
  const draftWith = (image: string, more: object = {}) =>
    saveDraft(ctx, {
      entity: "news",
      entityId: null,
      data: { ...story, slug: `story-${crypto.randomUUID().slice(0, 8)}`, image, ...more },
      version: 0,
    });
  const uploadDocument = async (comment: string) =>
    uploadMedia(ctx, await received(ctx, plainPdf(comment), "brochure.pdf"));

  describe("refusals", () => {
    it("P-09 rejects another kind, the same file, an unknown file, and one that is not ready", async () => {
      const { id, key } = await readyPicture(ctx);
      const queued = await readyPicture(ctx, { state: "queued" });
      const pdf = await uploadDocument("refused");
      expect((await replace(id, id)).body).toEqual({ by: [expect.stringMatching(/current file/)] });
      expect((await replace(id, pdf.id)).body).toEqual({ by: [expect.stringMatching(/replaced by a picture/)] });
      expect((await replace(pdf.id, id)).status).toBe(422);
      expect((await replace(id, 999_999)).status).toBe(422);
      expect((await replace(999_999, id)).status).toBe(404);
      expect((await replace(id, queued.id)).status).toBe(409);
      expect(await readMediaFile(id)).toMatchObject({ key, version: 1 });
    });

    it("P-09 rejects a replacement that is itself in use, and says where", async () => {
      const [one, other] = [await readyPicture(ctx), await readyPicture(ctx)];
      await draftWith(other.image);
      const { status, body } = await replace(one.id, other.id);
      expect([status, body["usedIn"]]).toMatchObject([409, [{ entity: "news", place: "draft" }]]);
    });

    it("P-09 rejects an outdated version and a role without the permission", async () => {
      const [one, other] = [await readyPicture(ctx), await readyPicture(ctx)];
      expect((await replace(one.id, other.id, 7)).status).toBe(409);
      const auditor = await signedIn(ctx, (await makeStaff(ctx, "auditor")).id);
      expect((await replace(one.id, other.id, 1, auditor)).status).toBe(403);
      expect(await readMediaFile(one.id)).toMatchObject({ key: one.key });
    });
  });

  it("CT-30 a story that is republished uses its picture on the site again", async () => {
    const { id, image } = await readyPicture(ctx);
    const revision = await draftWith(image);
    await publishRevision(ctx, revision);
    const item = { entity: "news", entityId: revision.entityId } as const;
    const listPlaces = async () =>
      (await ctx.db.select().from(mediaUses).where(eq(mediaUses.mediaId, id))).map(({ place }) => place);
    await unpublishItem(ctx, item);
    expect(await listPlaces()).toEqual(["draft"]);
    await republishItem(ctx, item);
    expect(await listPlaces()).toEqual(["published"]);
  });

  it("P-09 changes every text at once, keeps descriptions and both addresses, and is logged", async () => {
    const [one, other] = [
      await readyPicture(ctx, { altEng: "The old hall", focalX: 20 }),
      await readyPicture(ctx, { altEng: "" }),
    ];
    const body = `<p>A</p><p><img src="/media/u/${one.key}-960.webp" alt="Hall" /></p>`;
    const first = await draftWith(one.image, { body_eng: body });
    await publishRevision(ctx, first);
    const item = { entity: "news", entityId: first.entityId } as const;
    const second = await saveDraft(ctx, { ...item, data: { ...(first.data as object), title_eng: "New" }, version: 1 });
    const inDraft = await draftWith(one.image);
    let notifications = 0;
    onContentChanged(() => (notifications += 1));

    const { status, body: answer } = await replace(one.id, other.id);
    expect([status, answer]).toMatchObject([
      200,
      { image: other.image, alt_eng: "The old hall", focal_x: 20, name: "picture", version: 2 },
    ]);
    expect((answer["usedIn"] as object[]).length).toBe(3);
    const [row] = await ctx.db
      .select()
      .from(news)
      .where(eq(news.id, Number(first.entityId)));
    expect([row?.image, row?.body_eng]).toEqual([other.image, body.replace(one.key, other.key)]);
    for (const { id } of [first, second, inDraft])
      expect(JSON.stringify((await readRevision(ctx, { id })).data)).not.toContain(one.key);
    expect(notifications).toBeGreaterThan(0);
    for (const key of [one.key, other.key])
      expect(await getStorage(ctx.env).read(getSizeKey(key, 960, "webp"))).not.toBeNull();
    expect(await readMediaFile(other.id)).toMatchObject({ key: one.key, name: "picture (former file)" });
    const [event] = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "media.replaced"));
    expect(event).toMatchObject({ before: { key: one.key }, after: { key: other.key, former: other.id } });
    // A save of the version before the change is a conflict, and a restored old version has the new picture.
    const stale = saveDraft(ctx, { ...item, data: second.data, version: second.version });
    await expect(stale).rejects.toBeInstanceOf(EditConflict);
    const [latest] = await listAllRevisions(ctx, item);
    const restored = await restoreRevision(ctx, { id: first.id, version: latest?.version ?? 0 });
    expect(JSON.stringify(restored.data)).toContain(other.image);
    // Nothing uses the former file, so it can be deleted.
    expect(await ctx.db.$count(mediaUses, eq(mediaUses.mediaId, other.id))).toBe(0);
    expect((await browser.call(`DELETE media/${other.id}`)).status).toBe(200);
  });

  it("P-09 a brochure's link leads to the new file", async () => {
    const [one, other] = [await uploadDocument("one"), await uploadDocument("two")];
    const key = (await readMediaFile(one.id))?.key ?? "";
    const body = `<p><a href="/media/u/${key}/brochure.pdf">Brochure</a></p>`;
    await publishRevision(ctx, await draftWith("a-story-0a1b2c3d", { body_eng: body }));
    expect((await replace(one.id, other.id)).status).toBe(200);
    const newKey = (await readMediaFile(one.id))?.key ?? "";
    expect(await ctx.db.$count(news, eq(news.body_eng, body.replace(key, newKey)))).toBe(1);
    const stored = await getStorage(ctx.env).read(getDocumentKey(newKey));
    expect(stored && (await readBytes(stored)).toString()).toContain("% two");
  });

  it("P-09 of two replacements at once one is rejected", async () => {
    const [one, a, b] = [await readyPicture(ctx), await readyPicture(ctx), await readyPicture(ctx)];
    await publishRevision(ctx, await draftWith(one.image));
    const answers = await Promise.all([replace(one.id, a.id), replace(one.id, b.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
