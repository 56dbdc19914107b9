/** Erasing a person's name from staff tasks. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeUser } from "#db/factories/user.ts";
import { users } from "#features/people/tables.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { readTask } from "#features/staff/tasks/tasks.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff } from "#test/staff.ts";
import { erasePerson } from "./erasure.server.ts";

const email = "learner@example.com";

describeOnDatabase("staff tasks", (open) => {
  let ctx: TestCtx;
  let owner: TestCtx;

  beforeEach(async () => {
    ctx = testContext(await open());
    const { id: startedBy } = await makeStaff(ctx, "owner");
    owner = ctx.asStaff("owner", { id: startedBy });
    const task = {
      kind: "run.cancelled",
      title: { eng: "Mat Eng", ar: "الأشخاص" },
      locale: "en" as const,
      startedBy,
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    };
    const input = {
      format: "csv",
      runId: 1001,
      orders: [1, 100, 1001],
      filter: { q: "Mat Eng", e: "e: Ali 1001 Null" },
      reason: { eng: null, ar: "{" },
    };
    const failures = [{ what: "#1001 Ali 1001 Null, e, Mat Eng", why: { eng: "Mate English, [1001", ar: "{" } }];
    const result = { month: "2026-10", sum: 100, eng: "Mat Eng", e: null };
    await ctx.db.insert(staffTasks).values([
      { ...task, state: "queued", input, failures, result },
      { ...task, state: "running", input, cursor: { after: 100 } },
      { ...task, state: "done", input, failures, result },
      { ...task, state: "failed", input, failures },
    ]);
  });
  const listTasks = () => ctx.db.select().from(staffTasks).orderBy(staffTasks.id);
  async function erase(name: string) {
    const { id } = await makeUser(ctx.db, { name, email });
    await erasePerson(owner, { id, email, asked: "By letter", when: "now" });
    expect((await ctx.db.select().from(users).where(eq(users.id, id)))[0], name).toMatchObject({ name: "" });
  }

  it("A-04 a: erases people of any name without breaking a task", async () => {
    const names = [
      "1",
      ":",
      ",",
      "{",
      "100",
      "[1001",
      "Ali 1001 Null",
      "e",
      "Mat Eng",
      '"',
      "\\",
      "null",
      "true",
      "}",
      "$&",
    ];
    for (const name of names) {
      await erase(name);
      for (const { id } of await listTasks()) await readTask(owner, { id });
    }
    for (const { input, result } of await listTasks()) {
      expect(input).toMatchObject({ format: "csv", runId: 1001, orders: [1, 100, 1001] });
      expect(Object.keys(input)).toEqual(expect.arrayContaining(["format", "filter", "reason"]));
      if (result) expect(result).toMatchObject({ month: "2026-10", sum: 100, e: null });
    }
  });

  it.each(["1", ":", ",", "{", "100", "[1001"])("A-04 a: erasing someone named %s changes no task", async (name) => {
    const before = await listTasks();
    await erase(name);
    expect(await listTasks()).toEqual(before);
  });

  it("A-04 b: removes whole words from results and failures, and from the input of ended tasks only", async () => {
    const [queued, running] = await listTasks();
    await erase("Mat Eng");
    await erase("e");
    const failures = [{ what: "#1001 Ali 1001 Null, –, –", why: { eng: "Mate English, [1001", ar: "{" } }];
    const result = { month: "2026-10", sum: 100, eng: "–", e: null };
    const ended = { ...queued?.input, filter: { q: "–", e: "–: Ali 1001 Null" } };
    expect(await listTasks()).toMatchObject([
      { input: queued?.input, failures, result },
      { input: running?.input, failures: [], result: null, cursor: { after: 100 } },
      { input: ended, failures, result },
      { input: ended, failures, result: null },
    ]);
    const { failures: taskFailures } = await readTask(owner, { id: queued?.id ?? 0 });
    expect(taskFailures).toEqual([{ what: "#1001 Ali 1001 Null, –, –", why_eng: "Mate English, [1001", why_ar: "{" }]);
  });
});
