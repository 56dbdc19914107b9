import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { Conflict, EditConflict, Forbidden, NotFound, Unauthenticated, ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { buildDraft, listAllRevisions, story, storyOnSite } from "#test/story.ts";
import { staticPageSlugs } from "#features/content/content.ts";
import { newsItem, newsList } from "#features/content/news.server.ts";
import * as tables from "#features/content/tables.server.ts";
import { listArabicGaps } from "./arabic-gaps.server.ts";
import { cancelSchedule, publishRevision, scheduleRevision, unpublishItem } from "./publish.server.ts";
import { compareRevisions, readRevision } from "./history.server.ts";
import { listTrash } from "./trash.server.ts";
import { editableContent } from "./editable.server.ts";
import { discardDraft, restoreRevision, saveDraft, type DraftInput } from "./revisions.server.ts";
import { createPreview, revokePreview } from "./preview.server.ts";

describeOnDatabase("revisions", (open) => {
  let visitor: TestCtx;
  let ctx: TestCtx;
  let other: TestCtx;
  /** The id of a story that stood on the site before anyone edited it. */
  let entityId: string;
  beforeEach(async () => {
    visitor = testContext(await open());
    ctx = visitor.asStaff("content");
    other = visitor.asStaff("owner");
    entityId = await storyOnSite(ctx);
  });

  const draft = (data: object, version: number, more: Partial<DraftInput> = {}) =>
    buildDraft(entityId, data, version, more);
  const item = () => ({ entity: "news" as const, entityId });
  const listStates = async () => (await listAllRevisions(ctx, item())).map(({ version, state }) => [version, state]);
  const catchError = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    return error;
  };

  describe("refusals", () => {
    it("P-03 rejects visitors, learners and roles without the permission in every function", async () => {
      const { id, version } = await saveDraft(ctx, draft({}, 0));
      const preview = await createPreview(ctx, { id });
      const publishAt = new Date("2027-01-01T00:00Z");
      const write = [
        (who: TestCtx) => saveDraft(who, draft({}, version)),
        (who: TestCtx) => restoreRevision(who, { id, version }),
        (who: TestCtx) => discardDraft(who, { id, version }),
        (who: TestCtx) => createPreview(who, { id }),
        (who: TestCtx) => revokePreview(who, { id: preview.id }),
        (who: TestCtx) => publishRevision(who, { id, version }),
        (who: TestCtx) => scheduleRevision(who, { id, version, publishAt }),
        (who: TestCtx) => cancelSchedule(who, { id }),
        (who: TestCtx) => unpublishItem(who, item()),
      ];
      const read = [
        (who: TestCtx) => listAllRevisions(who, item()),
        (who: TestCtx) => readRevision(who, { id }),
        (who: TestCtx) => editableContent(who, item()),
        (who: TestCtx) => compareRevisions(who, { id, before: id }),
        (who: TestCtx) => listTrash(who, { page: 1, perPage: 1, sort: "trashed_at", order: "asc", filter: {} }),
        (who: TestCtx) => listArabicGaps(who, { page: 1, perPage: 1, sort: "title", order: "asc", filter: {} }),
      ];
      const learner: TestCtx = { ...visitor, actor: { kind: "learner", id: "a" } };
      for (const verb of [...write, ...read]) {
        await expect(verb(visitor)).rejects.toThrow(Unauthenticated);
        await expect(verb(learner)).rejects.toThrow(Forbidden);
      }
      for (const role of ["training", "finance", "support", "auditor"] as const)
        for (const verb of write) await expect(verb(visitor.asStaff(role))).rejects.toThrow(Forbidden);
      for (const verb of read) await verb(visitor.asStaff("auditor"));
      expect(await listStates()).toEqual([
        [2, "draft"],
        [1, "published"],
      ]);
    });

    it("lets only staff with the permission for courses write the featured courses", async () => {
      const input: DraftInput = { entity: "featured", entityId: "home", data: { courses: [] }, version: 0 };
      await expect(saveDraft(visitor.asStaff("support"), input)).rejects.toThrow(Forbidden);
      expect((await saveDraft(visitor.asStaff("training"), input)).state).toBe("draft");
    });

    it("an unknown item is not found", async () => {
      for (const gone of ["999", "0", "-1", "x", "", "1e3", "9999999999"])
        await expect(saveDraft(ctx, draft({}, 0, { entityId: gone })), gone).rejects.toThrow(NotFound);
      await expect(editableContent(ctx, { entity: "page", entityId: "mission" })).rejects.toThrow(NotFound);
      await expect(readRevision(ctx, { id: 999 })).rejects.toThrow(NotFound);
      await expect(publishRevision(ctx, { id: 999, version: 1 })).rejects.toThrow(NotFound);
      await expect(restoreRevision(ctx, { id: 999, version: 1 })).rejects.toThrow(NotFound);
    });

    it("reports invalid fields by name, also in a draft; rejects unknown fields and hidden characters", async () => {
      const listInvalidFields = async (data: object) => {
        const error = await catchError(saveDraft(ctx, draft(data, 0)));
        return error instanceof ValidationError ? Object.keys(error.fields) : error;
      };
      expect(await listInvalidFields({ slug: "A story" })).toEqual(["slug"]);
      expect(await listInvalidFields({ slug: "../etc" })).toEqual(["slug"]);
      expect(await listInvalidFields({ title_eng: "a\0b" })).toEqual(["title_eng"]);
      expect(await listInvalidFields({ title_eng: "x".repeat(201) })).toEqual(["title_eng"]);
      expect(await listInvalidFields({ image: "../../secret" })).toEqual(["image"]);
      expect(await listInvalidFields({ link: "javascript:alert(1)" })).toEqual(["link"]);
      expect(await listInvalidFields({ popular_position: 0 })).toEqual(["popular_position"]);
      expect(await listInvalidFields({ is_admin: true })).toEqual(["is_admin"]);
      expect(await listStates()).toEqual([]);
    });

    it("P-06 rejects a save from an older version with both texts, and loses nothing", async () => {
      const first = await saveDraft(ctx, draft({ title_eng: "Mine" }, 0));
      const conflict = await catchError(saveDraft(other, draft({ title_eng: "Theirs" }, 0)));
      expect(conflict).toBeInstanceOf(EditConflict);
      expect(conflict).toMatchObject({
        status: 409,
        texts: {
          current: { version: 2, author: "staff-content", data: { title_eng: "Mine" } },
          yours: { title_eng: "Theirs" },
        },
      });
      expect((await readRevision(ctx, { id: first.id })).data).toMatchObject({ title_eng: "Mine" });
      // A save of the newest version succeeds; the first text stays as a version.
      await saveDraft(other, draft({ title_eng: "Theirs" }, 2));
      expect(await listStates()).toEqual([
        [3, "draft"],
        [2, "replaced"],
        [1, "published"],
      ]);
      // Two windows of one person conflict like two people.
      await expect(saveDraft(other, draft({ title_eng: "Other window" }, 2))).rejects.toThrow(EditConflict);
    });

    it("P-06 of ten saves at once one succeeds and nine get a conflict", async () => {
      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, (_, at) =>
          saveDraft(visitor.asStaff("owner", { id: `owner-${at}` }), draft({ title_eng: `By ${at}` }, 0)),
        ),
      );
      const refused = tries.filter((one) => one.status === "rejected");
      expect(refused.map(({ reason }) => (reason as Error).name)).toEqual(Array(9).fill("EditConflict"));
      expect(await listStates()).toEqual([
        [2, "draft"],
        [1, "published"],
      ]);
    });

    it("P-06 rejects publishing, scheduling and discarding what changed since", async () => {
      const { id, version } = await saveDraft(ctx, draft({ title_eng: "One" }, 0));
      await saveDraft(ctx, draft({ title_eng: "Two" }, version));
      const publishAt = new Date("2099-01-01T00:00Z");
      await expect(publishRevision(ctx, { id, version })).rejects.toThrow(EditConflict);
      await expect(scheduleRevision(ctx, { id, version, publishAt })).rejects.toThrow(EditConflict);
      await expect(discardDraft(ctx, { id, version })).rejects.toThrow(EditConflict);
      await discardDraft(ctx, { id, version: 3 });
      await expect(publishRevision(ctx, { id, version: 4 })).rejects.toThrow(Conflict);
      await expect(saveDraft(other, draft({}, 3))).rejects.toThrow(EditConflict);
      expect((await newsItem(ctx, "a-story")).title_eng).toBe("A story");
    });

    it("the slug of a text page is unique and cannot change", async () => {
      const page = { slug: "mission", heading_eng: "Mission", description_eng: "<p>We help.</p>" };
      const input: DraftInput = { entity: "page", entityId: null, data: page, version: 0 };
      await expect(saveDraft(ctx, { ...input, data: { ...page, slug: "elsewhere" } })).rejects.toThrow(ValidationError);
      await saveDraft(ctx, input);
      await expect(saveDraft(other, input)).rejects.toMatchObject({ fields: { slug: [expect.any(String)] } });
      await expect(
        saveDraft(ctx, { ...input, entityId: "mission", data: { ...page, slug: "vision" }, version: 1 }),
      ).rejects.toMatchObject({ fields: { slug: [expect.any(String)] } });
    });

    it("P-06 of ten people who write the same new page at once, one succeeds; the others get a field error", async () => {
      for (const slug of staticPageSlugs) {
        const data = { slug, heading_eng: "Heading", description_eng: "<p>Text</p>" };
        const tries = await Promise.allSettled(
          Array.from({ length: 10 }, (_, at) =>
            saveDraft(visitor.asStaff("owner", { id: `owner-${at}` }), {
              entity: "page",
              entityId: null,
              data,
              version: 0,
            }),
          ),
        );
        const reasons = tries.flatMap((one) => (one.status === "rejected" ? [one.reason as ValidationError] : []));
        expect(reasons.map(({ name, fields }) => `${name} ${Object.keys(fields)}`)).toEqual(
          Array(9).fill("ValidationError slug"),
        );
      }
    });

    it("rejects comparing versions of two items", async () => {
      const one = await saveDraft(ctx, draft({}, 0));
      const two = await saveDraft(ctx, { entity: "faq", entityId: null, data: { heading_eng: "Why?" }, version: 0 });
      await expect(compareRevisions(ctx, { id: two.id, before: one.id })).rejects.toThrow(NotFound);
    });
  });

  it("P-05 opens an unedited item from its row, which its first edit saves as version 1", async () => {
    expect(await editableContent(ctx, item())).toMatchObject({
      data: story,
      version: 0,
      revision: null,
      published: null,
      language: { state: "complete" },
    });
    expect(await listAllRevisions(ctx, item())).toEqual([]);
    const saved = await saveDraft(ctx, draft({ title_eng: "New" }, 0, { note: "shorter" }));
    const [now, base] = await listAllRevisions(ctx, item());
    expect(base).toMatchObject({ version: 1, state: "published", author: null });
    expect(now).toMatchObject({ version: 2, state: "draft", author: "staff-content", note: "shorter" });
    expect((await readRevision(ctx, { id: base?.id ?? 0 })).data).toEqual(story);
    expect(await editableContent(ctx, item())).toMatchObject({
      data: { title_eng: "New" },
      version: 2,
      published: { id: base?.id },
      language: { state: "stale", stale: ["title"] },
    });
    expect(await compareRevisions(ctx, { id: saved.id, before: base?.id ?? 0 })).toEqual([
      { field: "title", language: "eng", before: "A story", after: "New" },
    ]);
  });

  it("P-05 saves of one person continue one draft, also unfinished, which visitors do not see", async () => {
    await saveDraft(ctx, draft({ title_eng: "N" }, 0));
    const saved = await saveDraft(ctx, draft({ title_eng: "", excerpt_eng: "", slug: "" }, 2));
    expect(await listStates()).toEqual([
      [3, "draft"],
      [1, "published"],
    ]);
    expect(saved.data).toMatchObject({ title_eng: "", slug: "" });
    expect(await newsItem(visitor, "a-story")).toMatchObject({ title_eng: "A story" });
    const error = await catchError(publishRevision(ctx, { id: saved.id, version: 3 }));
    expect(Object.keys((error as ValidationError).fields)).toEqual(["slug", "title_eng", "excerpt_eng"]);
    await expect(createPreview(ctx, { id: saved.id })).rejects.toMatchObject({
      fields: { slug: [expect.any(String)] },
    });
  });

  it("P-05 sanitises HTML in a draft and again when published, and empties markup without words", async () => {
    const saved = await saveDraft(
      ctx,
      draft(
        { body_eng: '<p onclick="x()">Hi<script>alert(1)</script></p><img src=x onerror=y>', body_ar: "<p> </p>" },
        0,
      ),
    );
    expect(saved.data).toMatchObject({ body_eng: "<p>Hi</p>", body_ar: "" });
    const { rows } = await ctx.db.execute(
      sql`select count(*)::int as n from content_revision where data::text ~ '<script|onclick|onerror'`,
    );
    expect(rows).toEqual([{ n: 0 }]);
    // HTML that came into the table by another way is sanitised when it is published.
    await ctx.db.execute(
      sql`update content_revision set data = jsonb_set(data, '{body_eng}', '"<script>x</script><p>Ok</p>"')`,
    );
    await publishRevision(ctx, { id: saved.id, version: saved.version });
    expect((await newsItem(visitor, "a-story")).body_eng).toBe("<p>Ok</p>");
  });

  it("P-05 restores an old version as a new draft, with the state of its Arabic", async () => {
    const first = await saveDraft(ctx, draft({ title_eng: "Second" }, 0));
    await publishRevision(ctx, { id: first.id, version: 2 });
    const second = await saveDraft(ctx, draft({ title_eng: "Third", title_ar: "ثالثة" }, 2));
    await publishRevision(ctx, { id: second.id, version: 3 });
    await expect(restoreRevision(ctx, { id: first.id, version: 2 })).rejects.toThrow(EditConflict);
    const restored = await restoreRevision(other, { id: first.id, version: 3 });
    expect(restored).toMatchObject({ version: 4, state: "draft", restoredFrom: first.id, author: "staff-owner" });
    expect(restored.data).toMatchObject({ title_eng: "Second" });
    expect((await editableContent(ctx, item())).language).toMatchObject({ state: "stale", stale: ["title"] });
    expect((await newsItem(visitor, "a-story")).title_eng).toBe("Third");
    await publishRevision(ctx, { id: restored.id, version: 4 });
    expect((await newsItem(visitor, "a-story")).title_eng).toBe("Second");
    expect(await listStates()).toEqual([
      [4, "published"],
      [3, "replaced"],
      [2, "replaced"],
      [1, "replaced"],
    ]);
  });

  it("P-05 a new item has its id from its first draft, and is on the site once published", async () => {
    const made = await saveDraft(ctx, { ...draft({ slug: "new-story" }, 0), entityId: null });
    expect(made.version).toBe(1);
    expect((await newsList(visitor, { page: 1 })).total).toBe(1);
    const next = await saveDraft(ctx, { ...draft({ slug: "new-story" }, 1), entityId: made.entityId });
    expect(next.id).toBe(made.id);
    await publishRevision(ctx, { id: made.id, version: 2 });
    expect((await newsItem(visitor, "new-story")).id).toBe(Number(made.entityId));
    // The table's own sequence continues after this id.
    const [row] = await ctx.db
      .insert(tables.news)
      .values({ slug: "x", title_eng: "X", excerpt_eng: "X", body_eng: "", image: "x" })
      .returning();
    expect(row?.id).toBeGreaterThan(Number(made.entityId));
  });
});
