/** What people call the records of the audit log (B6). */
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { newsletterIssues } from "#features/letters/newsletter/tables.server.ts";
import { inviteStaff } from "#features/staff/invitations.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Forbidden } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { listNamedAudit } from "./audit-records.server.ts";

const query = { page: 1, perPage: 25, sort: "id", order: "ASC", filter: {} } as const;

describeOnDatabase("the records of the audit log", (open) => {
  let ctx: TestCtx;
  let owner: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
    owner = ctx.asStaff("owner");
  });

  it("refuses who may not read the log", async () => {
    await expect(listNamedAudit(ctx.asStaff("support"), query)).rejects.toThrow(Forbidden);
  });

  it("B6: a run is called by course and days, an issue by its subject, a colleague without a name by the address", async () => {
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
});
