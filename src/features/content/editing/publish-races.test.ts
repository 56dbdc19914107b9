/** Scheduled publishing by several workers at once, and by a worker that is killed. */
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext } from "#test/context.ts";
import { createBarrier, openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { news } from "#features/content/tables.server.ts";
import { publishScheduled, scheduleRevision } from "./publish.server.ts";
import { saveDraft } from "./revisions.server.ts";
import { contentRevisions } from "./tables.server.ts";

const minute = 60_000;

describe("scheduled publishing", () => {
  let pools: TwoPools;
  let round = 0;
  beforeAll(async () => void (pools = await openTwoPools()));
  afterAll(() => pools.close());
  beforeEach(async () => {
    await pools.first.db.delete(contentRevisions);
    await pools.first.db.delete(news);
  });

  /** Ids of the stories that came due last. */
  let due: string[] = [];

  /** Schedules `count` stories. Returns the contexts of two workers at the moment when the stories come due. */
  async function makeTwoWorkers(count: number, change: (database: Database) => Database = (same) => same) {
    const writer = testContext(pools.first).asStaff("content");
    const publishAt = new Date(Math.ceil(writer.now().getTime() / minute) * minute + minute);
    due = [];
    for (let at = 0; at < count; at++) {
      round += 1;
      const data = { slug: `story-${round}`, title_eng: "T", excerpt_eng: "E", body_eng: "<p>B</p>", image: "i" };
      const draft = await saveDraft(writer, { entity: "news", entityId: null, data, version: 0 });
      await scheduleRevision(writer, { ...draft, publishAt });
      due.push(draft.entityId);
    }
    return [pools.first, pools.second].map((database) => {
      const changed = change(database);
      const ctx = testContext(changed, { actor: { kind: "job", name: "content.publish-scheduled" } });
      ctx.clock.now = publishAt;
      return ctx;
    });
  }

  const countPublished = (ctx: Ctx) =>
    ctx.db.$count(auditEvents, and(eq(auditEvents.action, "content.published"), inArray(auditEvents.entityId, due)));
  const countOnSite = (ctx: Ctx) => ctx.db.$count(news);

  it("P-05 eight workers in two processes publish each story once", async () => {
    for (let at = 0; at < 5; at++) {
      await pools.first.db.delete(news);
      const workers = await makeTwoWorkers(4);
      await Promise.all([0, 1, 2, 3].flatMap(() => workers.map((ctx) => publishScheduled(ctx))));
      expect(await countPublished(workers[0] as Ctx)).toBe(4);
      expect(await countOnSite(workers[0] as Ctx)).toBe(4);
    }
  });

  it("negative control: without the lock they publish it more than once", async () => {
    const barrier = createBarrier(2);
    const workers = await makeTwoWorkers(1, (database) => barrier(withoutLocks(database, / for update$/)));
    await Promise.allSettled(workers.map((ctx) => publishScheduled(ctx)));
    expect(await countPublished(workers[0] as Ctx)).toBe(2);
  });

  /** The database of a process that dies at a step. Each transaction has two steps: before and after its commit. */
  function dyingAt(database: Database, step: number): Database {
    let steps = 0;
    const pass = () => {
      steps += 1;
      if (steps === step) throw new Error("killed");
    };
    return {
      ...database,
      async transaction(work, options) {
        const result = await database.transaction(async (tx) => {
          const done = await work(tx);
          pass();
          return done;
        }, options);
        pass();
        return result;
      },
    };
  }

  it.each([1, 2, 3, 4])(
    "P-05 when a worker is killed at step %i the next one publishes the rest, and nothing twice",
    async (step) => {
      const [worker] = await makeTwoWorkers(2);
      if (!worker) throw new Error("no worker");
      const dying = testContext(dyingAt(pools.first, step), { actor: worker.actor });
      dying.clock.now = worker.now();
      await expect(publishScheduled(dying)).rejects.toThrow("killed");
      const before = await countPublished(worker);
      expect(before).toBe([0, 1, 1, 2][step - 1]);
      expect(await countOnSite(worker)).toBe(before);
      await publishScheduled(worker);
      await publishScheduled(worker);
      expect(await countPublished(worker)).toBe(2);
      expect(await countOnSite(worker)).toBe(2);
      const stillScheduled = and(eq(contentRevisions.entity, "news"), eq(contentRevisions.state, "scheduled"));
      expect(await worker.db.$count(contentRevisions, stillScheduled)).toBe(0);
    },
  );
});
