/** What staff do with uploads: library, descriptions, uses, deletion (P-09). */
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { news } from "#features/content/tables.server.ts";
import { newsItem } from "#features/content/news.server.ts";
import { listRevisions } from "#features/content/editing/history.server.ts";
import { createPreview } from "#features/content/editing/preview.server.ts";
import {
  publishRevision,
  publishScheduled,
  scheduleRevision,
  unpublishItem,
} from "#features/content/editing/publish.server.ts";
import { discardDraft, restoreRevision, saveDraft } from "#features/content/editing/revisions.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { EditConflict, Forbidden, NotFound, ValidationError } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { readyPicture } from "#test/media.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { buildDraft, story, storyOnSite } from "#test/story.ts";
import { changeMedia, deleteMedia, MediaInUse } from "./change-media.server.ts";
import { deleteMediaFiles } from "./jobs.server.ts";
import { readMedia } from "./media-files.server.ts";
import { getSizeKey, getStorage } from "./storage.server.ts";
import { mediaFiles, mediaUses } from "./tables.server.ts";

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const listUses = async (ctx: Ctx, id: number) =>
  (await readMedia(ctx, { id })).usedIn.map(({ entity, place }) => `${entity} ${place}`);

describeOnDatabase("media", (open) => {
  let ctx: TestCtx;
  beforeAll(async () => void (ctx = testContext(await open()).asStaff("content")));

  /** Saves a draft of a new story with this picture. */
  const draftWith = async (image: string, data: object = {}) => {
    const { id: _, ...fresh } = { id: 0, ...story, slug: `story-${crypto.randomUUID().slice(0, 8)}`, image, ...data };
    return saveDraft(ctx, { entity: "news", entityId: null, data: fresh, version: 0 });
  };

  describe("refusals", () => {
    it("P-09 rejects changes and deletion without the permission", async () => {
      const { id } = await readyPicture(ctx);
      for (const role of ["finance", "support", "auditor"] as const) {
        const other = ctx.asStaff(role);
        const change = {
          id,
          version: 1,
          name: "x",
          alt_eng: "",
          alt_ar: "",
          decorative: false,
          focal_x: 0,
          focal_y: 0,
        };
        expect(await refusal(changeMedia(other, change))).toBeInstanceOf(Forbidden);
        expect(await refusal(deleteMedia(other, { id }))).toBeInstanceOf(Forbidden);
      }
      expect((await readMedia(ctx, { id })).version).toBe(1);
    });

    it("P-09 rejects publishing and scheduling with a picture without description in one language", async () => {
      for (const values of [{ altAr: "" }, { altEng: "" }]) {
        const { id, image, key } = await readyPicture(ctx, values);
        const body = `<p>A</p><p><img src="/media/u/${key}-960.webp" alt="Hall"></p>`;
        const draft = await draftWith(image, { body_eng: body });
        const publishAt = new Date(Math.ceil(ctx.now().getTime() / 60_000 + 1) * 60_000);
        for (const error of [
          await refusal(publishRevision(ctx, draft)),
          await refusal(scheduleRevision(ctx, { ...draft, publishAt })),
        ]) {
          const text = ["“picture” needs a description in both languages before it’s published."];
          expect(error instanceof ValidationError && error.fields).toEqual({ image: text, body_eng: text });
        }
        // A decorative picture needs no description.
        await ctx.db.update(mediaFiles).set({ decorative: true }).where(eq(mediaFiles.id, id));
        await publishRevision(ctx, draft);
      }
    });

    it("P-09 rejects pictures that are not ready, have failed or are deleted", async () => {
      for (const [state, text] of [
        ["queued", /isn’t ready/],
        ["failed", /isn’t ready/],
        ["storing", /no longer exists/],
      ] as const) {
        const { image } = await readyPicture(ctx, { state });
        const error = await refusal(publishRevision(ctx, await draftWith(image)));
        expect(error instanceof ValidationError && String(error.fields["image"])).toMatch(text);
      }
      const error = await refusal(publishRevision(ctx, await draftWith(`u-${"0".repeat(32)}`)));
      expect(error instanceof ValidationError && error.fields).toEqual({
        image: ["This picture or document no longer exists. Choose another one."],
      });
    });

    it("P-09 a published picture must keep its descriptions, one in a draft need not", async () => {
      const { id, image } = await readyPicture(ctx);
      const change = { id, name: "hall", alt_eng: "A hall", alt_ar: "", decorative: false, focal_x: 50, focal_y: 50 };
      const draft = await draftWith(image);
      expect((await changeMedia(ctx, { ...change, version: 1 })).alt_ar).toBe("");
      await changeMedia(ctx, { ...change, alt_ar: "قاعة", version: 2 });
      await publishRevision(ctx, draft);
      const error = await refusal(changeMedia(ctx, { ...change, version: 3 }));
      expect(error instanceof ValidationError && Object.keys(error.fields)).toEqual(["alt_ar"]);
    });

    it("P-09 a change of another version is a conflict with both texts", async () => {
      const { id } = await readyPicture(ctx);
      const change = {
        id,
        version: 1,
        name: "mine",
        alt_eng: "1",
        alt_ar: "1",
        decorative: false,
        focal_x: 10,
        focal_y: 90,
      };
      await changeMedia(ctx, change);
      const error = await refusal(changeMedia(ctx, { ...change, name: "theirs" }));
      expect(error instanceof EditConflict && error.texts).toMatchObject({
        current: { version: 2, name: "mine", focal_x: 10 },
        yours: { name: "theirs" },
      });
    });

    it("P-09 rejects deleting what a draft, a scheduled or a published text uses, and says where", async () => {
      const { id, image, key } = await readyPicture(ctx);
      const draft = await draftWith(image, { title_eng: "Notes from the workshop" });
      const readUsesFromRefusal = async () => {
        const error = await refusal(deleteMedia(ctx, { id }));
        return error instanceof MediaInUse && error.usedIn;
      };
      const use = { entity: "news", entity_id: draft.entityId, title_eng: "Notes from the workshop", title_ar: "قصة" };
      expect(await readUsesFromRefusal()).toEqual([{ ...use, place: "draft" }]);
      const publishAt = new Date(Math.ceil(ctx.now().getTime() / 60_000 + 1) * 60_000);
      await scheduleRevision(ctx, { ...draft, publishAt });
      expect(await readUsesFromRefusal()).toEqual([{ ...use, place: "scheduled" }]);
      ctx.clock.now = publishAt;
      await publishScheduled(ctx);
      ctx.clock.now = new Date();
      expect(await readUsesFromRefusal()).toEqual([{ ...use, place: "published" }]);
      expect(await getStorage(ctx.env).read(getSizeKey(key, 480, "avif"))).not.toBeNull();
      expect(await ctx.db.$count(auditEvents, eq(auditEvents.action, "media.deleted"))).toBe(0);
    });
  });

  it("P-09 uses follow the texts when saved, replaced, discarded, restored and unpublished", async () => {
    const [one, two] = [await readyPicture(ctx), await readyPicture(ctx)];
    const entityId = await storyOnSite(ctx);
    const item = { entity: "news" as const, entityId };
    const first = await saveDraft(ctx, buildDraft(entityId, { image: one.image }, 0));
    expect(await listUses(ctx, one.id)).toEqual(["news draft"]);
    await publishRevision(ctx, first);
    expect(await listUses(ctx, one.id)).toEqual(["news published"]);
    const second = await saveDraft(ctx, buildDraft(entityId, { image: two.image }, first.version));
    expect([await listUses(ctx, one.id), await listUses(ctx, two.id)]).toEqual([["news published"], ["news draft"]]);
    await discardDraft(ctx, second);
    expect(await listUses(ctx, two.id)).toEqual([]);
    const { data: lines } = await listRevisions(ctx, {
      page: 1,
      perPage: 1,
      sort: "version",
      order: "desc",
      filter: { item },
    });
    await restoreRevision(ctx, { id: second.id, version: lines[0]?.version ?? 0 });
    expect(await listUses(ctx, two.id)).toEqual(["news draft"]);
    await unpublishItem(ctx, item);
    expect([await listUses(ctx, one.id), await listUses(ctx, two.id)]).toEqual([[], ["news draft"]]);
    // Old versions do not count as uses. One that is restored with a deleted picture cannot be published with it.
    await deleteMedia(ctx, { id: one.id });
    const { id, version } = await restoreRevision(ctx, { id: first.id, version: (lines[0]?.version ?? 0) + 1 });
    expect(await refusal(publishRevision(ctx, { id, version }))).toBeInstanceOf(ValidationError);
  });

  it("P-09 a link to a document is a use", async () => {
    const { id, key } = await readyPicture(ctx);
    await draftWith("a-story-0a1b2c3d", { body_eng: `<p><a href="/media/u/${key}/brochure.pdf">Brochure</a></p>` });
    expect(await listUses(ctx, id)).toEqual(["news draft"]);
  });

  it("P-09 pages show focal point and descriptions, and their changes at once, which are logged", async () => {
    const { id, image } = await readyPicture(ctx, { focalX: 20, focalY: 80 });
    const draft = await draftWith(image);
    expect((await createPreview(ctx, { id: draft.id })).path).toContain("?preview=");
    await publishRevision(ctx, draft);
    const [row] = await ctx.db.select({ slug: news.slug }).from(news).where(eq(news.image, image));
    const readImageDetails = async () => (await newsItem(ctx, row?.slug ?? "")).image_details;
    expect(await readImageDetails()).toEqual({ focal_x: 20, focal_y: 80, alt_eng: "A hall", alt_ar: "قاعة" });
    const change = { id, version: 1, name: "x", alt_eng: "A", alt_ar: "ب", decorative: false, focal_x: 5, focal_y: 0 };
    await changeMedia(ctx, change);
    expect(await readImageDetails()).toEqual({ focal_x: 5, focal_y: 0, alt_eng: "A", alt_ar: "ب" });
    await changeMedia(ctx, { ...change, version: 2, decorative: true });
    expect(await readImageDetails()).toMatchObject({ alt_eng: "", alt_ar: "" });
    const actions = await ctx.db
      .select({ before: auditEvents.before, after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, "media.changed"), eq(auditEvents.entityId, String(id))));
    expect(actions).toHaveLength(2);
    expect(actions[0]).toMatchObject({ before: { focal_x: 20 }, after: { focal_x: 5 } });
  });

  it("P-09 deleting an upload deletes its files, except when it was sent again meanwhile", async () => {
    const { id, key } = await readyPicture(ctx);
    await deleteMedia(ctx, { id });
    expect(await refusal(readMedia(ctx, { id }))).toBeInstanceOf(NotFound);
    expect(ctx.queued).toContainEqual({ name: "media.delete-files", data: { key } });
    const values = {
      key,
      kind: "picture" as const,
      type: "image/png",
      bytes: 1,
      name: "again",
      state: "queued" as const,
    };
    await ctx.db.insert(mediaFiles).values({ ...values, createdAt: ctx.now(), updatedAt: ctx.now() });
    await deleteMediaFiles(ctx, { key });
    expect(await getStorage(ctx.env).read(getSizeKey(key, 480, "avif"))).not.toBeNull();
    await ctx.db.delete(mediaFiles).where(eq(mediaFiles.key, key));
    await deleteMediaFiles(ctx, { key });
    await deleteMediaFiles(ctx, { key });
    expect(await getStorage(ctx.env).read(getSizeKey(key, 480, "avif"))).toBeNull();
  });

  describe("the library", () => {
    let browser: StaffBrowser;
    let idByName: Record<string, number>;
    beforeAll(async () => {
      await ctx.db.delete(mediaUses);
      await ctx.db.delete(mediaFiles);
      browser = await signedIn(ctx, (await makeStaff(ctx, "auditor")).id);
      const make = async (name: string, more = {}) => (await readyPicture(ctx, { name, state: "ready", ...more })).id;
      idByName = {
        hall: await make("hall-jeddah", { altEng: "A lecture hall", altAr: "قاعة محاضرات" }),
        dawn: await make("dawn", { altEng: "Dawn \u2014 sunrise", altAr: "" }),
        gold: await make("gold", { altEng: "", altAr: "", decorative: true }),
        brochure: await make("brochure 100%", { kind: "document", altEng: "", altAr: "" }),
      };
      const use = {
        mediaId: idByName["hall"] ?? 0,
        entity: "course",
        entityId: "1",
        place: "draft" as const,
        titleEng: "A",
        titleAr: "",
      };
      await ctx.db.insert(mediaUses).values(use);
    });
    const findNames = async (filter: object, more = {}) => {
      const { status, body } = await browser.call("GET media", { ...filter, ...more });
      expect(status).toBe(200);
      return (body["data"] as { name: string }[]).map(({ name }) => name);
    };

    it("P-09 sorts by newest and name, and filters by kind", async () => {
      expect(await findNames({})).toEqual(["brochure 100%", "gold", "dawn", "hall-jeddah"]);
      expect(await findNames({}, { sort: "name" })).toEqual(["brochure 100%", "dawn", "gold", "hall-jeddah"]);
      expect(await findNames({ kind: "document" })).toEqual(["brochure 100%"]);
    });

    it("P-09 searches name and description in either language, literally but with any dash", async () => {
      expect(await findNames({ q: "JEDDAH" })).toEqual(["hall-jeddah"]);
      expect(await findNames({ q: "lecture" })).toEqual(["hall-jeddah"]);
      expect(await findNames({ q: "محاضرات" })).toEqual(["hall-jeddah"]);
      expect(await findNames({ q: "100%" })).toEqual(["brochure 100%"]);
      expect(await findNames({ q: "%" })).toEqual(["brochure 100%"]);
      expect(await findNames({ q: "hall\u2013jeddah" })).toEqual(["hall-jeddah"]);
      expect(await findNames({ q: "dawn - sunrise" })).toEqual(["dawn"]);
    });

    it("P-09 filters unused files, missing descriptions and uses by kind", async () => {
      expect(await findNames({ unused: true })).toEqual(["brochure 100%", "gold", "dawn"]);
      expect(await findNames({ without_description: true })).toEqual(["dawn"]);
      expect(await findNames({ used_in: "course" })).toEqual(["hall-jeddah"]);
      expect(await findNames({ ids: [idByName["dawn"], idByName["gold"]] })).toEqual(["gold", "dawn"]);
      const { body } = await browser.call("GET media-summary");
      expect(body).toMatchObject({ pictures: 3, documents: 1, unused: 3, without_description: 1 });
    });

    it("P-09 finds a file by its name in content", async () => {
      const { body } = await browser.call(`GET media/${idByName["hall"]}`);
      expect(await findNames({ image: body["image"] })).toEqual(["hall-jeddah"]);
      expect(await findNames({ image: "a-story-0a1b2c3d" })).toEqual([]);
    });
  });
});
