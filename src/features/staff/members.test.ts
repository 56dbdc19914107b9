/** Managing staff: roles, removal and conflicts (P-02, P-06). */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn, signIn, staffBrowser, type Colleague, type StaffBrowser } from "#test/staff.ts";
import { changeStaffRole, removeStaff } from "./members.server.ts";
import { staffUsers } from "./tables.server.ts";

describeOnDatabase("managing staff", (open) => {
  let ctx: TestCtx;
  let owner: Colleague;
  let lina: Colleague;
  let ownerBrowser: StaffBrowser;
  beforeEach(async () => {
    ctx = testContext(await open());
    owner = await makeStaff(ctx, "owner");
    lina = await makeStaff(ctx, "finance");
    ownerBrowser = await signedIn(ctx, owner.id);
  });

  describe("refusals", () => {
    it("rejects removing or demoting the last owner", async () => {
      expect((await ownerBrowser.call(`DELETE staff/${owner.id}`)).status).toBe(409);
      expect((await ownerBrowser.call(`PUT staff/${owner.id}`, { role: "support", version: 1 })).status).toBe(409);
    });

    /** Removes one of two owners and demotes the other at the same moment. Returns how many owners are left. */
    async function removeBothOwners(boss: TestCtx): Promise<number> {
      await ctx.db.update(staffUsers).set({ role: "support" }).where(eq(staffUsers.role, "owner"));
      const [first, second] = [await makeStaff(ctx, "owner"), await makeStaff(ctx, "owner")];
      await Promise.allSettled([
        removeStaff(boss, { id: first.id }),
        changeStaffRole(boss, { id: second.id, role: "support", version: 1 }),
      ]);
      const left = await ctx.db.select().from(staffUsers).where(eq(staffUsers.role, "owner"));
      return left.filter(({ removedAt }) => removedAt === null).length;
    }

    it("keeps one owner if two are removed or demoted concurrently", async () => {
      for (let round = 0; round < 5; round++) expect(await removeBothOwners(ctx.asStaff("owner"))).toBe(1);
    });

    it("negative control: without serialised changes no owner remains", async () => {
      const transaction: typeof ctx.database.transaction = (work) => ctx.database.transaction(work);
      const database = { ...ctx.database, transaction };
      const boss = { ...ctx.asStaff("owner"), database };
      const left: number[] = [];
      for (let round = 0; round < 20 && !left.includes(0); round++) left.push(await removeBothOwners(boss));
      expect(Math.min(...left)).toBe(0);
    });

    it("P-06 rejects the second of two edits with 409 and both versions", async () => {
      const other = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
      expect((await other.call(`PUT staff/${lina.id}`, { role: "auditor", version: 1 })).status).toBe(200);
      const { status, body } = await ownerBrowser.call(`PUT staff/${lina.id}`, { role: "support", version: 1 });
      expect([status, body]).toMatchObject([
        409,
        {
          message: "A colleague saved this while you were writing. Compare both versions before you save.",
          current: { role: "auditor", version: 2 },
          yours: { role: "support", version: 1 },
        },
      ]);
      expect((await ownerBrowser.call(`PUT staff/${lina.id}`, { role: "support", version: 2 })).body).toMatchObject({
        version: 3,
      });
    });
  });

  it("P-02 a changed role applies from the next request", async () => {
    const browser = staffBrowser(ctx);
    await signIn(browser, lina);
    expect((await browser.call("GET orders")).status).toBe(200);
    expect((await ownerBrowser.call(`PUT staff/${lina.id}`, { role: "content", version: 1 })).status).toBe(200);
    expect((await browser.call("GET orders")).status).toBe(403);
    expect((await browser.call("GET me")).body["permissions"]).toContain("content.publish");
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "staff.role-changed"));
    expect(events).toMatchObject([
      { actorId: owner.id, entityId: lina.id, before: { role: "finance" }, after: { role: "content" } },
    ]);
  });

  it("P-02 removal signs a person out everywhere; they return by invitation only", async () => {
    const browsers = [staffBrowser(ctx), await signedIn(ctx, lina.id)];
    for (const one of browsers.slice(0, 1)) await signIn(one, lina);
    expect((await ownerBrowser.call(`DELETE staff/${lina.id}`)).body).toMatchObject({ state: "removed" });
    for (const one of browsers) expect((await one.call("GET me")).status).toBe(401);
    expect((await ownerBrowser.call(`DELETE staff/${lina.id}`)).status).toBe(404);
    const input = { email: lina.email, password: lina.password };
    expect((await staffBrowser(ctx).call("POST sign-in", input)).status).toBe(422);
    const again = await ownerBrowser.call("POST staff", { email: lina.email, role: "support" });
    expect([again.status, again.body]).toMatchObject([201, { id: lina.id, state: "invited", role: "support" }]);
  });

  it("an owner can end the sessions of a colleague", async () => {
    const browser = await signedIn(ctx, lina.id);
    expect((await ownerBrowser.call(`POST staff/${lina.id}/sign-out`)).body).toEqual({ ended: 1 });
    expect((await browser.call("GET me")).status).toBe(401);
  });

  it("lists current staff, and filters by state, role and search text without wildcards", async () => {
    const listEmails = async (filter: object) => {
      const { body } = await ownerBrowser.call("GET staff", { sort: "email", ...filter });
      return (body["data"] as { email: string }[]).map(({ email }) => email);
    };
    await ownerBrowser.call("POST staff", { email: "maha@example.com", role: "training" });
    expect(await listEmails({})).toEqual([lina.email, "maha@example.com", owner.email].toSorted());
    expect(await listEmails({ state: "invited" })).toEqual(["maha@example.com"]);
    expect(await listEmails({ role: "finance" })).toEqual([lina.email]);
    expect(await listEmails({ q: "MAHA@" })).toEqual(["maha@example.com"]);
    expect(await listEmails({ q: "%" })).toEqual([]);
    const page = await ownerBrowser.call("GET staff", { per_page: "1", page: "2" });
    expect([(page.body["data"] as unknown[]).length, page.body["total"], page.body["more"]]).toEqual([1, 3, false]);
  });
});
