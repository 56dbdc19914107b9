/** Which roles may change orders, runs and settings, and what the audit log records of it (P-03, P-04). */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { getRolePermissions, staffRoles, type StaffPermission } from "#features/people/permissions.ts";
import { setSetting } from "#features/settings/edit-settings.server.ts";
import type { Actor, Ctx } from "#platform/context.server.ts";
import { Forbidden, FreshSignInRequired, NotFound, Unauthenticated } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { findDiscrepancies } from "#features/payments/discrepancies.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { cancelRun } from "#features/runs/run-changes/cancel.server.ts";
import { moveRun } from "#features/runs/run-changes/move.server.ts";
import { orderReport, resyncOrder } from "./resync-order.server.ts";
import { cancelRunNow, moveRunNow } from "#test/run-changes.ts";
import { readOrder } from "./staff-order.server.ts";
import { listOrders } from "./staff-orders.server.ts";
import { orders } from "#features/orders/tables.server.ts";

const move = { startDate: "2027-02-01", endDate: "2027-02-02", venueEng: "Riyadh", venueAr: null };
const query = { page: 1, perPage: 25, sort: "id", order: "desc", filter: {} } as const;
/** Each verb with its permission. No order or run exists, so a permitted caller may get NotFound. */
const verbs: Record<string, [StaffPermission, (ctx: Ctx) => Promise<unknown>]> = {
  refundOrder: ["orders.refund", (ctx) => refundOrder(ctx, { orderId: 9, amountHalalas: 1, reason: "requested" })],
  moveRun: ["schedule.move", (ctx) => moveRun(ctx, { runId: 9, ...move })],
  cancelRun: ["schedule.cancel", (ctx) => cancelRun(ctx, { runId: 9 })],
  resyncOrder: ["orders.resolve", (ctx) => resyncOrder(ctx, 9)],
  orderReport: ["orders.read", (ctx) => orderReport(ctx, 9)],
  listOrders: ["orders.read", (ctx) => listOrders(ctx, query)],
  readOrder: ["orders.read", (ctx) => readOrder(ctx, { id: 9 })],
  "setSetting of tax": ["settings.finance", (ctx) => setSetting(ctx, "taxPercent", "5")],
  "setSetting of anything else": ["settings.write", (ctx) => setSetting(ctx, "messageSet", "complete")],
};
const getRefusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof NotFound ? null : error),
  );

describeOnDatabase("staff actions", (open) => {
  describe("refusals", () => {
    it("P-03 allows each action only to staff roles with its permission, and to commands", async () => {
      const ctx = testContext(await open());
      const others: Actor[] = [
        { kind: "learner", id: "u1" },
        { kind: "job", name: "sales.reconcile" },
        { kind: "provider" },
      ];
      for (const [name, [permission, verb]] of Object.entries(verbs)) {
        expect(await getRefusal(verb(ctx)), name).toBeInstanceOf(Unauthenticated);
        for (const actor of others)
          expect(await getRefusal(verb({ ...ctx, actor })), `${name} ${actor.kind}`).toBeInstanceOf(Forbidden);
        for (const role of staffRoles) {
          const refusal = await getRefusal(verb(ctx.asStaff(role)));
          if (getRolePermissions(role).has(permission)) expect(refusal, `${name} ${role}`).toBeNull();
          else expect(refusal, `${name} ${role}`).toBeInstanceOf(Forbidden);
        }
        expect(await getRefusal(verb({ ...ctx, actor: { kind: "command", name: "root" } })), name).toBeNull();
      }
      await expect(findDiscrepancies(ctx.asStaff("content"), new Date())).rejects.toThrow(Forbidden);
    });

    it("P-02 a refund requires a sign-in of the last ten minutes", async () => {
      const ctx = testContext(await open());
      const [refund] = [verbs["refundOrder"]?.[1]];
      const at = (minutes: number) => new Date(ctx.now().getTime() - minutes * 60_000);
      const stale = ctx.asStaff("finance", { confirmedAt: at(10.1) });
      await expect(refund?.(stale)).rejects.toThrow(FreshSignInRequired);
      await expect(refund?.(ctx.asStaff("finance", { confirmedAt: at(9.9) }))).rejects.toThrow(NotFound);
      expect(new FreshSignInRequired("x").body()).toEqual({ message: "x", reason: "fresh-sign-in" });
    });
  });

  const readEvents = async (ctx: TestCtx, entity: string) =>
    (await ctx.db.select().from(auditEvents).where(eq(auditEvents.entity, entity)).orderBy(auditEvents.id)).map(
      ({ action, entityId, actorId, before, after }) => ({ action, entityId, actorId, before, after }),
    );

  it("P-04 logs moving and cancelling a run with actor, values before and after, and each refund", async () => {
    const ctx = testContext(await open());
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id);
    const [orderId = 0] = await paidOrders(ctx, 1, { runId: run.id });
    const reem = ctx.asStaff("training");
    await moveRunNow(reem, { runId: run.id, ...move });
    await cancelRunNow(reem, { runId: run.id });
    const { startDate, endDate, venueEng, venueAr, addressEng, addressAr } = run;
    const valuesBefore = { startDate, endDate, venueEng, venueAr, addressEng, addressAr };
    const moved = { ...move, addressEng: null, addressAr: null, reason: null };
    const who = { entityId: String(run.id), actorId: "staff-training" };
    expect(await readEvents(ctx, "run")).toEqual([
      { action: "run.moved", ...who, before: valuesBefore, after: moved },
      { action: "run.cancelled", ...who, before: null, after: { cancelledAt: ctx.now().toISOString(), reason: null } },
    ]);
    const decided = {
      refundId: expect.any(Number),
      amountHalalas: 115_000,
      reason: "course-cancelled",
      runIds: [run.id],
    };
    expect(await readEvents(ctx, "order")).toEqual([
      {
        action: "refund.decided",
        entityId: String(orderId),
        actorId: "staff-training",
        before: null,
        after: decided,
      },
    ]);
  });

  it("P-04 logs one event for each unpaid order of a cancelled run", async () => {
    const ctx = testContext(await open());
    const run = await makeRun(ctx.db, (await makeCourse(ctx.db)).id);
    const buyer = await makeUser(ctx.db);
    const ids = await paidOrders(ctx, 2, { runId: run.id, buyer });
    await ctx.db.update(orders).set({ status: "pending", paidAt: null });
    await cancelRunNow(ctx.asStaff("owner"), { runId: run.id });
    const change = { before: { status: "pending" }, after: { status: "expired", reason: "run-cancelled" } };
    expect(await readEvents(ctx, "order")).toEqual(
      ids.map((id) => ({ action: "order.expired", entityId: String(id), actorId: "staff-owner", ...change })),
    );
  });

  it("P-04 logs a setting with its value before and after", async () => {
    const ctx = testContext(await open()).asStaff("finance");
    await setSetting(ctx, "taxPercent", "5");
    expect(await readEvents(ctx, "setting")).toEqual([
      {
        action: "setting.changed",
        entityId: "taxPercent",
        actorId: "staff-finance",
        before: { value: 15 },
        after: { value: 5 },
      },
    ]);
  });
});
