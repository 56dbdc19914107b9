/** Deleting an upload while another process publishes a page that uses it. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { news } from "#features/content/tables.server.ts";
import { publishRevision } from "#features/content/editing/publish.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { readyPicture } from "#test/media.ts";
import { story } from "#test/story.ts";
import { openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { deleteMedia } from "./change-media.server.ts";
import { mediaFiles } from "./tables.server.ts";

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe("P-09 deleting while someone publishes", () => {
  let pools: TwoPools;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());

  /** Waits until `work` has ended, or a connection waits for a lock. */
  async function waitForEndOrLock(work: Promise<unknown>): Promise<"ended" | "waiting"> {
    const ended = work.then(
      () => true,
      () => true,
    );
    for (;;) {
      const { rows } = await pools.first.executeSql(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rows.length > 0) return "waiting";
      if (await Promise.race([ended, new Promise<false>((resolve) => setImmediate(resolve, false))])) return "ended";
    }
  }

  /** The first one begins and stays in its transaction until the second has ended or waits for a lock. */
  async function overlap(change: (database: Database) => Database, begins: "publication" | "deletion") {
    const [editor, other] = [pools.first, pools.second].map((database) =>
      testContext(change(database)).asStaff("content"),
    ) as [TestCtx, TestCtx];
    const picture = await readyPicture(testContext(pools.first).asStaff("content"));
    const slug = `story-${picture.key.slice(0, 8)}`;
    const publication = async (ctx: Ctx) =>
      publishRevision(
        ctx,
        await saveDraft(ctx, {
          entity: "news",
          entityId: null,
          data: { ...story, slug, image: picture.image },
          version: 0,
        }),
      );
    const deletion = (ctx: Ctx) => deleteMedia(ctx, { id: picture.id });
    const [first, second] = begins === "publication" ? [publication, deletion] : [deletion, publication];
    const began = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const one = inTransaction(editor, async (ctx) => {
      await first(ctx);
      began.resolve();
      await gate.promise;
    });
    await began.promise;
    const two = refusal(second(other));
    const state = await waitForEndOrLock(two);
    gate.resolve();
    await one;
    const error = await two;
    const isThere = (await pools.first.db.$count(mediaFiles, eq(mediaFiles.id, picture.id))) > 0;
    const isOnSite = (await pools.first.db.$count(news, eq(news.image, picture.image))) > 0;
    return { state, error, vanished: isOnSite && !isThere };
  }

  it("the second waits, and is rejected", async () => {
    const deletedSecond = await overlap((same) => same, "publication");
    expect(deletedSecond).toMatchObject({ state: "waiting", vanished: false });
    expect(deletedSecond.error).toBeInstanceOf(Conflict);
    const publishedSecond = await overlap((same) => same, "deletion");
    expect(publishedSecond).toMatchObject({ state: "waiting", vanished: false });
    expect(publishedSecond.error).toBeInstanceOf(ValidationError);
  });

  it("negative control: without the locks and the foreign key a page loses its picture", async () => {
    await pools.first.executeSql("alter table media_use drop constraint media_use_media_id_media_file_id_fk");
    expect(await overlap(withoutLocks, "publication")).toMatchObject({ error: null, vanished: true });
  });
});
