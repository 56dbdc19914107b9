/** Scheduled publishing by several workers at once, and by a worker that is killed. */
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "#platform/context.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext } from "#test/context.ts";
import { openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
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

  /** The stories that came due last. */
  let due: string[] = [];

  /** Contexts of two workers, a moment after `count` stories came due. */
  async function twoWorkers(count: number, change: (database: Database) => Database = (same) => same) {
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

  const published = (ctx: Ctx) =>
    ctx.db.$count(auditEvents, and(eq(auditEvents.action, "content.published"), inArray(auditEvents.entityId, due)));
  const onSite = (ctx: Ctx) => ctx.db.$count(news);

  it("P-05 eight workers in two processes publish each story once", async () => {
    for (let at = 0; at < 5; at++) {
      await pools.first.db.delete(news);
      const workers = await twoWorkers(4);
      await Promise.all([0, 1, 2, 3].flatMap(() => workers.map((ctx) => publishScheduled(ctx))));
      expect(await published(workers[0] as Ctx)).toBe(4);
      expect(await onSite(workers[0] as Ctx)).toBe(4);
    }
  });

  it("negative control: without the lock they publish it more than once", async () => {
    let most = 0;
    for (let at = 0; at < 10 && most <= 1; at++) {
      const workers = await twoWorkers(1, (database) => withoutLocks(database, / for update$/));
      await Promise.allSettled([0, 1, 2, 3].flatMap(() => workers.map((ctx) => publishScheduled(ctx))));
      most = Math.max(most, await published(workers[0] as Ctx));
    }
    expect(most).toBeGreaterThan(1);
  });

  /** The same database in a process that dies at a step: before or after a commit, one after another. */
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
      const [worker] = await twoWorkers(2);
      if (!worker) throw new Error("no worker");
      const dying = testContext(dyingAt(pools.first, step), { actor: worker.actor });
      dying.clock.now = worker.now();
      await expect(publishScheduled(dying)).rejects.toThrow("killed");
      const before = await published(worker);
      expect(before).toBe([0, 1, 1, 2][step - 1]);
      expect(await onSite(worker)).toBe(before);
      await publishScheduled(worker);
      await publishScheduled(worker);
      expect(await published(worker)).toBe(2);
      expect(await onSite(worker)).toBe(2);
      const left = and(eq(contentRevisions.entity, "news"), eq(contentRevisions.state, "scheduled"));
      expect(await worker.db.$count(contentRevisions, left)).toBe(0);
    },
  );
});
