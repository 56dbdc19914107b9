import { beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { getRolePermissions, staffRoles } from "#features/people/permissions.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { find } from "./find.server.ts";

const permissions = {
  orders: "orders.read",
  people: "people.read",
  runs: "schedule.read",
  content: "content.read",
} as const;

describeOnDatabase("search in the portal", (open) => {
  let ctx: TestCtx;
  let orderId: number;
  let runId: number;
  beforeAll(async () => {
    ctx = testContext(await open());
    const course = await makeCourse(ctx.db, { name_eng: "Sarah’s handover", name_ar: "التسليم الآمن" });
    runId = (await makeRun(ctx.db, course.id, { capacity: 30 })).id;
    [orderId = 0] = await paidOrders(ctx, 7, { runId });
  });

  describe("refusals", () => {
    it("P-03 finds only kinds that the role may read", async () => {
      for (const role of staffRoles) {
        const browser = await signedIn(ctx, (await makeStaff(ctx, role)).id);
        const { body } = await browser.call("GET find", { q: "sara" });
        for (const [kind, permission] of Object.entries(permissions))
          expect((body[kind] as object[]).length > 0, `${role} ${kind}`).toBe(getRolePermissions(role).has(permission));
      }
    });

    it("finds nothing for an empty text or a single character", async () => {
      const nothing = { orders: [], people: [], runs: [], content: [] };
      for (const q of ["", " ", "s", "%"]) expect(await find(ctx.asStaff("owner"), { q }), q).toEqual(nothing);
    });
  });

  it("P-21 finds orders by number, a buyer with up to five orders, and runs and content by course", async () => {
    const owner = ctx.asStaff("owner");
    expect((await find(owner, { q: String(orderId) })).orders).toEqual([
      { id: orderId, buyer: "Sara N.", status: "paid", total: "1150.00" },
    ]);
    const results = await find(owner, { q: "sara" });
    expect([results.orders.length, results.people.map(({ name }) => name)]).toEqual([5, ["Sara N."]]);
    expect(results.runs.map(({ id }) => id)).toEqual([runId]);
    expect(results.content).toMatchObject([{ entity: "course", title: "Sarah’s handover" }]);
    expect((await find(owner, { q: "التسليم" })).runs.map(({ id }) => id)).toEqual([runId]);
  });
});
