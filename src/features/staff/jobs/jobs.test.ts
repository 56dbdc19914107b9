import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "#platform/log.server.ts";
import { createJobRunner, type JobTable } from "#platform/jobs-runner.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { failedJob } from "#test/jobs.ts";
import { listFailedJobs, listQueues, retryJob, type JobId, type Queues } from "./jobs.server.ts";

const query = { page: 1, perPage: 25, sort: "failed_at", order: "desc", filter: {} } as const;
const allQueues = { page: 1, perPage: 25, sort: "id", order: "asc", filter: {} } as const;
const parseJobId = (text: string): JobId => ({ queue: text.split(":")[0] ?? "", id: text.split(":")[1] ?? "" });

describeOnDatabase("the job queue in the staff API", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open()).asStaff("owner");
  });

  describe("refusals", () => {
    it("rejects retrying a job that has not failed, runs on a schedule or does not exist", async () => {
      const queues: Queues = { "test.once": {}, "test.tick": { everySeconds: 15 } };
      const tick = parseJobId(await failedJob(ctx, "test.tick"));
      const once = parseJobId(await failedJob(ctx, "test.once"));
      const alien = parseJobId(await failedJob(ctx, "test.other"));
      await expect(retryJob(ctx, queues, tick)).rejects.toThrow(Conflict);
      await expect(retryJob(ctx, queues, alien)).rejects.toThrow(NotFound);
      await expect(retryJob(ctx, queues, { ...once, queue: "test.tick" })).rejects.toThrow(NotFound);
      await retryJob(ctx, queues, once);
      await expect(retryJob(ctx, queues, once)).rejects.toThrow(Conflict);
      expect(await ctx.db.select().from(auditEvents)).toHaveLength(1);
    });
  });

  it("filters and sorts queues, and sorts failed jobs by queue", async () => {
    const queues: Queues = { "test.broken": {}, "test.idle": {}, "test.tick": { everySeconds: 15 } };
    await failedJob(ctx, "test.broken");
    const listIds = async (query: object) =>
      (await listQueues(ctx, queues, { ...allQueues, ...query })).data.map(({ id }) => id);
    expect(await listIds({})).toEqual(["test.broken", "test.idle", "test.tick"]);
    expect(await listIds({ filter: { state: "failed" } })).toEqual(["test.broken"]);
    expect(await listIds({ filter: { state: "well", runs: "by_schedule" } })).toEqual(["test.tick"]);
    expect(await listIds({ filter: { runs: "when_needed" }, order: "desc" })).toEqual(["test.idle", "test.broken"]);
    expect(await listIds({ sort: "everySeconds" })).toEqual(["test.tick", "test.broken", "test.idle"]);
    expect(await listQueues(ctx, queues, { ...allQueues, perPage: 2, page: 2 })).toMatchObject({
      data: [{ id: "test.tick" }],
      total: 3,
    });
    await failedJob(ctx, "test.also");
    for (const [order, first] of [
      ["asc", "test.also"],
      ["desc", "test.broken"],
    ] as const)
      expect((await listFailedJobs(ctx, { ...query, sort: "queue", order })).data[0]?.queue).toBe(first);
  });

  it("P-19 keeps a failed job with its reason, and runs it again on retry", async () => {
    const runner = createJobRunner(ctx.database, createLog("silent"), { jobs: 0.5 });
    onTestFinished(() => runner.stop());
    let broken = true;
    let runs = 0;
    const retry = { limit: 0, firstDelaySeconds: 1, longestDelaySeconds: 1 };
    const work = async () => {
      runs += 1;
      if (broken) throw new TypeError("a secret that stays in the log");
    };
    const table: JobTable = { "test.fail": { retry, work }, "test.tick": { everySeconds: 3600, work: async () => {} } };
    await runner.prepare(table);
    await runner.send(ctx.db, "test.fail", {});
    expect((await listQueues(ctx, table, allQueues)).data[0]).toMatchObject({
      id: "test.fail",
      waiting: 1,
      lastEndedAt: null,
    });
    await runner.start(table, () => ctx);
    await vi.waitFor(async () => expect((await listFailedJobs(ctx, query)).total).toBe(1), 10_000);
    const { data } = await listFailedJobs(ctx, { ...query, filter: { queue: "test.fail" } });
    expect(data).toMatchObject([{ queue: "test.fail", reason: "TypeError", tries: 1 }]);
    expect(JSON.stringify(data)).not.toContain("secret");
    const retention = await ctx.database.executeSql(
      "select deletion_seconds as s from pgboss.job where name = 'test.fail'",
    );
    expect(retention.rows).toEqual([{ s: 30 * 24 * 3600 }]);
    const states = async () => (await listQueues(ctx, table, allQueues)).data;
    await vi.waitFor(async () => expect((await states())[1]?.lastEndedAt).not.toBeNull(), 10_000);
    expect(await states()).toMatchObject([
      { id: "test.fail", everySeconds: null, failed: 1, lastFailed: true },
      { id: "test.tick", everySeconds: 3600, failed: 0, lastFailed: false },
    ]);
    broken = false;
    await retryJob(ctx, table, parseJobId(data[0]?.id ?? ""));
    await vi.waitFor(
      async () => expect((await states())[0]).toMatchObject({ failed: 0, waiting: 0, running: 0 }),
      10_000,
    );
    expect(runs).toBe(2);
    expect((await ctx.db.select().from(auditEvents))[0]).toMatchObject({ action: "job.retried", entity: "job" });
  });
});
