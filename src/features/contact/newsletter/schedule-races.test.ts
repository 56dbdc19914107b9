/** Several workers start a scheduled issue at once. */
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#platform/db/database.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext } from "#test/context.ts";
import { letter, manySubscribers } from "#test/enquiries.ts";
import { createBarrier, openTwoPools, withoutLocks, type TwoPools } from "#test/two-pools.ts";
import { mails } from "../../../mails.ts";
import { createIssue } from "./issues.server.ts";
import { scheduleIssue, startScheduled } from "./schedule.server.ts";
import { newsletterIssues } from "./tables.server.ts";

describe("a scheduled newsletter", () => {
  let pools: TwoPools;
  beforeAll(async () => {
    pools = await openTwoPools();
    registerMails(mails, async () => ({ name: "Nama", address: "Riyadh", phone: "", email: "hello@example.com" }));
    await manySubscribers(testContext(pools.first), 1);
  });
  afterAll(() => pools.close());

  /** Counts how often eight workers of two processes start an issue that came due. */
  async function countStarts(change: (database: Database) => Database = (same) => same): Promise<number> {
    const { db } = pools.first;
    const { action, entityId } = auditEvents;
    await db.delete(newsletterIssues);
    const writer = testContext(pools.first).asStaff("content");
    const scheduledAt = new Date(writer.now().getTime() + 60_000);
    const draft = await createIssue(writer, letter);
    await scheduleIssue(writer, { ...draft, scheduledAt, accepted: ["untested"] });
    const workers = [pools.first, pools.second].map((database) => {
      const ctx = testContext(change(database), { actor: { kind: "job", name: "newsletter.start-scheduled" } });
      ctx.clock.now = scheduledAt;
      return ctx;
    });
    await Promise.allSettled([0, 1, 2, 3].flatMap(() => workers.map((ctx) => startScheduled(ctx))));
    return db.$count(auditEvents, and(eq(action, "newsletter.started"), eq(entityId, String(draft.id))));
  }

  it("P-18 is started once by eight workers in two processes", async () => {
    for (let at = 0; at < 5; at++) expect(await countStarts()).toBe(1);
  });

  it("negative control: without the lock it is started more than once", async () => {
    const barrier = createBarrier(2);
    expect(await countStarts((database) => barrier(withoutLocks(database, / for update$/)))).toBeGreaterThan(1);
  });
});
