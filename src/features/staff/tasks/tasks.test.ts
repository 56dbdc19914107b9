import { existsSync, mkdtempSync, readdirSync, truncateSync, type ReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as streamText } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { documentPdfs } from "#features/invoices/finance/document-pdfs.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { StaffActor } from "#platform/context.server.ts";
import {
  Conflict,
  Forbidden,
  FreshSignInRequired,
  NotFound,
  Unauthenticated,
  ValidationError,
} from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { defineTask, inBoth } from "./define.server.ts";
import { queueStuckTasks, runTasks } from "./run.server.ts";
import { staffTasks } from "./tables.server.ts";
import { cancelTask, deleteOldTasks, downloadTaskFile, listTasks, readTask, startTask } from "./tasks.server.ts";

/** Counts to `to`, two items a step. The item `wrong` fails; the step of the item `faultAt` throws. */
const counting = defineTask<{ to: number; wrong?: number | undefined; faultAt?: number | undefined }, number>({
  kind: "test.count",
  permission: "finance.export",
  personal: true,
  input: z.object({ to: z.int(), wrong: z.int().optional(), faultAt: z.int().optional() }),
  title: ({ to }, locale) => (locale === "ar" ? `العدّ حتى ${to}` : `Count to ${to}`),
  total: async (_ctx, { to }) => {
    if (to > 100) throw new ValidationError({ to: ["too far"] });
    return to;
  },
  async step(ctx, { to, wrong, faultAt }, { cursor, write }) {
    const from = cursor ?? 0;
    const items = [from + 1, from + 2].filter((item) => item <= to);
    for (const item of items) write(`${item}\n`);
    if (faultAt !== undefined && items.includes(faultAt)) throw new Error("fault");
    if (ctx.actor.kind !== "staff") throw new Error("not as its starter");
    const failures = items
      .filter((item) => item === wrong)
      .map((item) => ({ what: String(item), why: inBoth((locale) => (locale === "ar" ? "خطأ" : "wrong")) }));
    return { cursor: from + 2 < to ? from + 2 : null, done: items.length - failures.length, failures };
  },
  file: () => ({ name: "عدّ.txt", type: "text/plain; charset=utf-8" }),
});
const kinds = [counting];

describeOnDatabase("staff tasks", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let finance: TestCtx;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    const env = testEnv({ DATA_DIR: mkdtempSync(join(tmpdir(), "nama-tasks-")) });
    ctx = testContext(database, { env });
    finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
  });
  const owner = async () => ctx.asStaff("owner", { id: (await makeStaff(ctx, "owner")).id });
  const run = () => runQueuedTasks(ctx, kinds);
  const downloadText = async (by: TestCtx, id: number) => {
    const { body } = await downloadTaskFile(by, kinds, { id });
    return streamText(body as ReadStream);
  };
  const page = { page: 1, perPage: 25, sort: "id", order: "desc" } as const;

  describe("refusals", () => {
    it("P-20 requires the permission of its kind and a fresh sign-in", async () => {
      const staleSignIn = { id: "x", confirmedAt: new Date(0) };
      await expect(startTask(ctx, counting, { to: 1 })).rejects.toThrow(Unauthenticated);
      await expect(startTask(ctx.asStaff("support"), counting, { to: 1 })).rejects.toThrow(Forbidden);
      await expect(startTask(ctx.asStaff("finance", staleSignIn), counting, { to: 1 })).rejects.toThrow(
        FreshSignInRequired,
      );
      await expect(startTask(finance, counting, { to: 101 })).rejects.toThrow(ValidationError);
      expect(ctx.queued).toEqual([]);
    });

    it("P-20 shows a task to its starter and to owners, and its file to its starter only", async () => {
      const { id } = await startTask(finance, counting, { to: 1 });
      await run();
      const other = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
      for (const verb of [readTask, cancelTask]) await expect(verb(other, { id })).rejects.toThrow(NotFound);
      await expect(downloadTaskFile(other, kinds, { id })).rejects.toThrow(NotFound);
      expect((await listTasks(other, { ...page, filter: {} })).data).toEqual([]);
      const boss = await owner();
      expect((await readTask(boss, { id })).state).toBe("done");
      expect((await listTasks(boss, { ...page, filter: { state: ["done"] } })).data.map(({ id }) => id)).toContain(id);
      expect((await listTasks(boss, { ...page, filter: { mine: true } })).data).toEqual([]);
      await expect(downloadTaskFile(boss, kinds, { id })).rejects.toThrow(NotFound);
      const withStaleSignIn = ctx.asStaff("finance", { ...finance.actor, confirmedAt: new Date(0) } as object);
      await expect(downloadTaskFile(withStaleSignIn, kinds, { id })).rejects.toThrow(FreshSignInRequired);
    });

    it("A-02: rejects downloads after the role has lost the permission, and of unknown kinds", async () => {
      const { id } = await startTask(finance, counting, { to: 1 });
      await run();
      const content = ctx.asStaff("content", { id: (finance.actor as StaffActor).id });
      await expect(downloadTaskFile(content, kinds, { id })).rejects.toThrow(Forbidden);
      await expect(downloadTaskFile(finance, [], { id })).rejects.toThrow(NotFound);
      const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "task.file-downloaded"));
      expect(events).toEqual([]);
      expect(await downloadText(finance, id)).toBe("1\n");
    });

    it("allows ten open tasks per person", async () => {
      for (let n = 0; n < 10; n++) await startTask(finance, counting, { to: 1 });
      await expect(startTask(finance, counting, { to: 1 })).rejects.toThrow(Conflict);
      await run();
      await startTask(finance, counting, { to: 1 });
    });
  });

  it("P-20 runs all steps, stores the file, and reports results and failures", async () => {
    const { id } = await startTask(finance, counting, { to: 5, wrong: 3 });
    expect(await readTask(finance, { id })).toMatchObject({ state: "queued", done: 0, total: 5, file: null });
    await run();
    const ended = await readTask(finance, { id });
    expect(ended).toMatchObject({
      title_eng: "Count to 5",
      title_ar: "العدّ حتى 5",
      state: "done",
      done: 4,
      failed: 1,
      failures: [{ what: "3", why_eng: "wrong", why_ar: "خطأ" }],
      file: { name: "عدّ.txt", bytes: 10, isPersonal: true },
    });
    expect(await downloadText(finance, id)).toBe("1\n2\n3\n4\n5\n");
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.entity, "task"));
    const taskEvents = events.filter(({ entityId }) => entityId === String(id));
    expect(taskEvents.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["task.started", finance.actor.kind === "staff" && finance.actor.id],
      ["task.file-downloaded", finance.actor.kind === "staff" && finance.actor.id],
    ]);
    await expect(cancelTask(finance, { id })).rejects.toThrow(Conflict);
  });

  it("P-20 sends the file under its own name with no-store", async () => {
    const colleague = await makeStaff(ctx, "finance");
    const { id } = await startTask(ctx.asStaff("finance", { id: colleague.id }), counting, { to: 2 });
    await run();
    // The API only serves real kinds, so the task gets one of them.
    await ctx.db.update(staffTasks).set({ kind: documentPdfs.kind }).where(eq(staffTasks.id, id));
    const { status, headers, bytes } = await (await signedIn(ctx, colleague.id)).call(`GET tasks/${id}/file`);
    expect([status, new TextDecoder().decode(bytes)]).toEqual([200, "1\n2\n"]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-length": "4",
      "content-disposition": `attachment; filename="___.txt"; filename*=UTF-8''%D8%B9%D8%AF%D9%91.txt`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  });

  it("a failed step leaves nothing, and a retry continues after the last completed one", async () => {
    const { id } = await startTask(finance, counting, { to: 5, faultAt: 3 });
    const work = (isLast: boolean) =>
      runTasks(kinds)({ ...ctx, actor: { kind: "job", name: "x" } }, { id }, { isLast });
    await expect(work(false)).rejects.toThrow("fault");
    expect(await readTask(finance, { id })).toMatchObject({ state: "running", done: 2 });
    await ctx.db
      .update(staffTasks)
      .set({ input: { to: 5 } })
      .where(eq(staffTasks.id, id));
    await work(false);
    expect(await downloadText(finance, id)).toBe("1\n2\n3\n4\n5\n");
  });

  it("marks a task as failed after its last attempt, and deletes its file", async () => {
    const { id } = await startTask(finance, counting, { to: 5, faultAt: 3 });
    await expect(run()).rejects.toThrow("fault");
    expect(await readTask(finance, { id })).toMatchObject({ state: "failed", done: 2, file: null });
    expect((await readTask(finance, { id })).problem).toMatch(/our side/);
    await expect.poll(() => existsSync(join(ctx.env.DATA_DIR, "tasks", `${id}.written`))).toBe(false);
  });

  it("restarts if the file is shorter than what its completed steps wrote", async () => {
    const { id } = await startTask(finance, counting, { to: 5, faultAt: 5 });
    await expect(runTasks(kinds)(ctx, { id }, { isLast: false })).rejects.toThrow("fault");
    await ctx.db
      .update(staffTasks)
      .set({ input: { to: 5 } })
      .where(eq(staffTasks.id, id));
    truncateSync(join(ctx.env.DATA_DIR, "tasks", `${id}.written`), 3);
    await runTasks(kinds)(ctx, { id }, { isLast: false });
    expect(await readTask(finance, { id })).toMatchObject({ state: "done", done: 5 });
    expect(await downloadText(finance, id)).toBe("1\n2\n3\n4\n5\n");
  });

  it("P-02 runs no step after its starter is removed or loses the permission", async () => {
    const { id } = await startTask(finance, counting, { to: 5 });
    const { id: other } = await startTask(finance, counting, { to: 5 });
    const starter = finance.actor.kind === "staff" ? finance.actor.id : "";
    await ctx.db.update(staffUsers).set({ role: "support" }).where(eq(staffUsers.id, starter));
    await runTasks(kinds)(ctx, { id }, { isLast: false });
    await ctx.db.update(staffUsers).set({ role: "finance", removedAt: ctx.now() }).where(eq(staffUsers.id, starter));
    await runTasks(kinds)(ctx, { id: other }, { isLast: false });
    for (const one of [id, other])
      expect(await readTask(finance, { id: one })).toMatchObject({ state: "failed", done: 0 });
  });

  it("P-20 an owner can cancel a task; then it runs no step", async () => {
    const { id } = await startTask(finance, counting, { to: 5 });
    await cancelTask(await owner(), { id });
    await run();
    expect(await readTask(finance, { id })).toMatchObject({ state: "cancelled", done: 0 });
    expect(existsSync(join(ctx.env.DATA_DIR, "tasks", `${id}.written`))).toBe(false);
  });

  it("queues a task again whose job was lost", async () => {
    const { id } = await startTask(finance, counting, { to: 1 });
    ctx.queued.length = 0;
    await queueStuckTasks(ctx);
    expect(ctx.queued.filter(({ data }) => (data as { id: number }).id === id)).toEqual([]);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 16 * 60_000);
    await queueStuckTasks(ctx);
    expect(ctx.queued).toContainEqual({ name: "tasks.run", data: { id } });
  });

  it("deletes files after a day, and tasks after a month", async () => {
    const { id } = await startTask(finance, counting, { to: 1 });
    await run();
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 25 * 3_600_000);
    await expect(downloadTaskFile(finance, kinds, { id })).rejects.toThrow(NotFound);
    expect((await readTask(finance, { id })).file).toBeNull();
    await deleteOldTasks(ctx);
    expect(readdirSync(join(ctx.env.DATA_DIR, "tasks"))).toEqual([]);
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 30 * 24 * 3_600_000);
    await deleteOldTasks(ctx);
    await expect(readTask(finance, { id })).rejects.toThrow(NotFound);
  });
});
