/** Names of the records in the audit log (B6). */
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { newsletterIssues } from "#features/contact/newsletter/tables.server.ts";
import { inviteStaff } from "#features/staff/invitations.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Forbidden } from "#platform/errors.ts";
import { makeStaff } from "#test/staff.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { listNamedAudit } from "./audit-records.server.ts";

const query = { page: 1, perPage: 25, sort: "id", order: "asc", filter: {} } as const;

describeOnDatabase("the records of the audit log", (open) => {
  let ctx: TestCtx;
  let owner: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
    owner = ctx.asStaff("owner");
  });

  it("rejects callers who may not read the log", async () => {
    for (const filter of [{}, { q: "1001" }])
      await expect(listNamedAudit(ctx.asStaff("support"), { ...query, filter })).rejects.toThrow(Forbidden);
  });

  it("B6: names a run by course and days, a newsletter issue by subject, an unnamed colleague by email", async () => {
    const course = await makeCourse(ctx.db, { name_eng: "Patient safety", name_ar: "سلامة المرضى" });
    const run = await makeRun(ctx.db, course.id, { startDate: "2026-12-08", endDate: "2026-12-10" });
    const now = ctx.now();
    const subjects = { subjectEng: "New courses", subjectAr: "دورات جديدة" };
    const [issue] = await ctx.db
      .insert(newsletterIssues)
      .values({ ...subjects, createdAt: now, savedAt: now, savedBy: "Faris M." })
      .returning();
    await inTransaction(owner, (ctx) =>
      audit(
        ctx,
        { action: "run.edited", entity: "run", entityId: run.id },
        { action: "newsletter.saved", entity: "newsletter", entityId: issue?.id ?? 0 },
        { action: "order.noted", entity: "order", entityId: 1001 },
        { action: "run.edited", entity: "run", entityId: 999 },
      ),
    );
    await inviteStaff(
      { ...ctx, actor: { kind: "command", name: "root" } },
      { email: "reem@example.com", role: "training", locale: "en" },
    );
    const { data } = await listNamedAudit(owner, query);
    expect(data.map(({ entity, record }) => [entity, record && Object.values(record)])).toEqual([
      ["run", ["Patient safety", "سلامة المرضى", "2026-12-08", "2026-12-10"]],
      ["newsletter", ["New courses", "دورات جديدة", null, null]],
      ["order", null],
      ["run", null],
      ["staff", ["reem@example.com", null, null, null]],
    ]);
  });

  it("L-23 CT-21 DK-18 a search finds orders, people, colleagues, courses and actions; drafts can be hidden", async () => {
    const course = await makeCourse(ctx.db, { name_eng: "Patient safety \u2013 basics", name_ar: "سلامة المرضى" });
    const run = await makeRun(ctx.db, course.id, {});
    const sara = await makeUser(ctx.db, { name: "Sara Al-Harbi", email: "sara@example.com" });
    const lina = await makeStaff(ctx, "finance");
    await inTransaction(ctx.as(sara), (ctx) => audit(ctx, { action: "order.placed", entity: "order", entityId: 1001 }));
    await inTransaction(owner, (ctx) =>
      audit(
        ctx,
        { action: "run.edited", entity: "run", entityId: run.id },
        { action: "refund.requested", entity: "order", entityId: 1002 },
        { action: "person.erased", entity: "person", entityId: sara.id },
        { action: "staff.role-changed", entity: "staff", entityId: lina.id },
        { action: "content.saved", entity: "news", entityId: "x" },
        { action: "run.edited", entity: "run", entityId: 1001 },
      ),
    );
    const listActions = async (filter: object) =>
      (await listNamedAudit(owner, { ...query, filter })).data.map(({ action, entity_id }) => `${action} ${entity_id}`);
    expect(await listActions({ q: "#1001" })).toEqual(["order.placed 1001"]);
    expect(await listActions({ q: "harbi sara" })).toEqual(["order.placed 1001", `person.erased ${sara.id}`]);
    expect(await listActions({ q: "safety - BASICS" })).toEqual([`run.edited ${run.id}`]);
    expect(await listActions({ q: "سلامة" })).toEqual([`run.edited ${run.id}`]);
    expect(await listActions({ q: lina.email })).toEqual([`staff.role-changed ${lina.id}`]);
    expect(await listActions({ q: "refund req" })).toEqual(["refund.requested 1002"]);
    expect(await listActions({ q: "refund req", to: "2020-01-01T00:00:00Z" })).toEqual([]);
    expect(await listActions({ q: "%" })).toEqual([]);
    expect(await listActions({ drafts: "hidden" })).not.toContain("content.saved x");
    expect(await listActions({})).toHaveLength(7);
  });

  it("L-23 sorts by time, even if events were stored in another order", async () => {
    const write = (at: string) =>
      inTransaction({ ...owner, now: () => new Date(at) }, (ctx) =>
        audit(ctx, { action: "run.edited", entity: "run", entityId: 999 }),
      );
    for (const year of ["2026", "2025", "2027"]) await write(`${year}-01-01T00:00:00.000Z`);
    const { data } = await listNamedAudit(owner, { ...query, sort: "at", order: "desc" });
    expect(data.map(({ at }) => at.slice(0, 4))).toEqual(["2027", "2026", "2025"]);
  });
});
