/** A staff member's own account, and the filters of the audit log (P-02, P-04). */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { Forbidden, Unauthenticated } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { listAudit, listAuditActors } from "./audit-log.server.ts";
import { readOwnAccount } from "./own-account.server.ts";

describeOnDatabase("a staff member's own account", (open) => {
  it("P-04 P-02 changes name and language, and logs before and after", async () => {
    const ctx = testContext(await open());
    await expect(readOwnAccount(ctx)).rejects.toBeInstanceOf(Unauthenticated);
    await expect(readOwnAccount(ctx.as({ id: "u", name: "U", email: "u@example.com" }))).rejects.toBeInstanceOf(
      Forbidden,
    );
    const { id, email } = await makeStaff(ctx, "support");
    const browser = await signedIn(ctx, id);
    expect((await browser.call("PUT account", { name: "", locale: "xx" })).status).toBe(422);
    expect((await browser.call("GET account")).body).toMatchObject({ email, locale: "en", sessions: 1 });
    const change = { name: "Omar T.", locale: "ar" };
    expect((await browser.call("PUT account", change)).body).toMatchObject({ ...change, email });
    await browser.call("PUT account", change);
    expect((await browser.call("GET me")).body).toMatchObject({ name: "Omar T." });
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "staff.account-changed"));
    expect(events).toMatchObject([{ actorId: id, before: { locale: "en" }, after: change }]);
  });

  it("C28: saves a name in Arabic script, shows it in Arabic and logs it; rejects invalid ones", async () => {
    const ctx = testContext(await open());
    const { id } = await makeStaff(ctx, "support");
    const browser = await signedIn(ctx, id);
    const ar = { "accept-language": "ar" };
    const names = { name: "Omar T.", name_ar: "عمر ت.", locale: "ar" };
    const getNameError = async (name_ar: unknown) =>
      (await browser.call("PUT account", { ...names, name_ar }, ar)).body["name_ar"];
    expect(await getNameError("ع".repeat(121))).toEqual(["استخدم 120 حرفًا على الأكثر."]);
    expect(await getNameError("Omar T.")).toEqual(["أدخل الاسم بالأحرف العربية."]);
    expect(await getNameError("عم\u0007ر")).toEqual(["احذف الرموز التي لا يمكن استخدامها هنا."]);
    expect(await getNameError(["عمر"])).toHaveLength(1);
    expect((await browser.call("GET account")).body["name_ar"]).toBeNull();

    expect((await browser.call("PUT account", { ...names, name_ar: " عمر ت. " })).body).toMatchObject(names);
    expect((await browser.call("GET me", {}, ar)).body["name"]).toBe("عمر ت.");
    expect((await browser.call("GET me")).body["name"]).toBe("Omar T.");
    // The portal of an earlier version does not send `name_ar`.
    const { name_ar: _, ...older } = names;
    expect((await browser.call("PUT account", older)).body["name_ar"]).toBe("عمر ت.");
    expect((await browser.call("PUT account", { ...names, name_ar: "" })).body["name_ar"]).toBeNull();
    expect((await browser.call("GET me", {}, ar)).body["name"]).toBe("Omar T.");

    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "staff.account-changed"));
    expect(events.map(({ before, after }) => [before?.["name_ar"], after?.["name_ar"]])).toEqual([
      [null, "عمر ت."],
      ["عمر ت.", null],
    ]);
    expect(events[0]?.personalPaths).toEqual(expect.arrayContaining(["before.name_ar", "after.name_ar"]));
  });

  it("P-04 filters the audit log by person, kinds of record and period", async () => {
    const ctx = testContext(await open());
    const owner = ctx.asStaff("owner");
    const event = { actorKind: "staff" as const, requestId: "r", action: "x.done" };
    await ctx.db.insert(auditEvents).values([
      { ...event, at: new Date("2026-01-01T00:00:00Z"), entity: "person", entityId: "sara" },
      {
        ...event,
        at: new Date("2026-01-02T00:00:00Z"),
        entity: "order",
        entityId: "1",
        actorKind: "learner",
        actorId: "sara",
      },
      { ...event, at: new Date("2026-01-03T00:00:00Z"), entity: "order", entityId: "2", personalOf: "sara" },
      { ...event, at: new Date("2026-01-04T00:00:00Z"), entity: "person", entityId: "omar" },
    ]);
    const listDays = async (filter: object) => {
      const query = { page: 1, perPage: 25, sort: "id", order: "asc", filter } as const;
      return (await listAudit(owner, query)).data.map(({ at }) => Number(at.slice(8, 10)));
    };
    expect(await listDays({ person_id: "sara" })).toEqual([1, 2, 3]);
    expect(await listDays({ entities: ["person"] })).toEqual([1, 4]);
    expect(
      await listDays({ entities: ["person", "order"], from: "2026-01-02T00:00:00Z", to: "2026-01-04T00:00:00Z" }),
    ).toEqual([2, 3]);
    await expect(listAuditActors(ctx.asStaff("support"))).rejects.toBeInstanceOf(Forbidden);
    const { id } = await makeStaff(ctx, "support");
    expect(await listAuditActors(owner)).toContainEqual({ id, name: expect.any(String) });
  });
});
