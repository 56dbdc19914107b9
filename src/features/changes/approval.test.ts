/** One colleague requests, another decides; the same for refunds and cancelled runs (P-12). */
import { asc, eq, inArray, like } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import {
  approveCancellation,
  cancelRun,
  declineCancellation,
  withdrawCancellation,
} from "#features/runs/run-changes/cancel.server.ts";
import type { StaffRole } from "#features/people/permissions.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { Conflict, Forbidden, FreshSignInRequired, NotFound, Unauthenticated } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff } from "#test/staff.ts";
import { approveRefund, requestRefund, declineRefund, withdrawRefund } from "./refund-request.server.ts";
import { refundRequests, runCancellations, type Approval } from "./approval-tables.server.ts";

/** A paid order, the only one of its run. */
interface Sold {
  orderId: number;
  runId: number;
}

const amountHalalas = 115_000;

const kinds = [
  {
    name: "a refund",
    mails: "refund-%",
    steps: ["refund.approval-requested", "refund.request-declined", "refund.request-withdrawn"],
    ask: async (ctx: TestCtx, { orderId }: Sold, key: string): Promise<Approval> =>
      (await requestRefund(ctx, { orderId, whole: true, reason: "goodwill", key })).request,
    approve: (ctx: TestCtx, id: number): Promise<unknown> => approveRefund(ctx, { id }),
    decline: (ctx: TestCtx, id: number): Promise<Approval> => declineRefund(ctx, { id, word: "Not yet" }),
    withdraw: (ctx: TestCtx, id: number): Promise<Approval> => withdrawRefund(ctx, { id }),
    insert: (ctx: TestCtx, { orderId }: Sold, row: Omit<Approval, "id">): Promise<unknown> =>
      ctx.db.insert(refundRequests).values({ ...row, orderId, reason: "goodwill", key: "own" }),
  },
  {
    name: "a cancellation",
    mails: "run-cancel-%",
    steps: ["run.cancellation-requested", "run.cancellation-declined", "run.cancellation-withdrawn"],
    ask: async (ctx: TestCtx, { runId }: Sold): Promise<Approval> => (await cancelRun(ctx, { runId })).cancellation,
    approve: (ctx: TestCtx, id: number): Promise<unknown> =>
      approveCancellation(ctx, { id, expectedHalalas: amountHalalas }),
    decline: (ctx: TestCtx, id: number): Promise<Approval> => declineCancellation(ctx, { id, word: "Not yet" }),
    withdraw: (ctx: TestCtx, id: number): Promise<Approval> => withdrawCancellation(ctx, { id }),
    insert: (ctx: TestCtx, { runId }: Sold, row: Omit<Approval, "id">): Promise<unknown> =>
      ctx.db.insert(runCancellations).values({ ...row, runId }),
  },
];

describeOnDatabase("approval by a second person", (open) => {
  describe.each(kinds)("decides about $name", ({ ask, approve, decline, withdraw, insert, mails, steps }) => {
    let ctx: TestCtx;
    let sold: Sold;
    let asker: TestCtx;
    let second: TestCtx;
    const getActorId = ({ actor }: TestCtx) => ("id" in actor ? actor.id : "");
    beforeEach(async () => {
      ctx = testContext(await open());
      const runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id;
      const [orderId = 0] = await paidOrders(ctx, 1, { runId });
      sold = { orderId, runId };
      await changeSetting(ctx.asStaff("owner"), "refunds", { onePersonHalalas: amountHalalas - 1 });
      const member = async (role: StaffRole) => {
        const { id } = await makeStaff(ctx, role);
        return ctx.asStaff(role, { id });
      };
      asker = await member("owner");
      second = await member("finance");
    });
    const readMails = () =>
      ctx.db.select().from(outboxMails).where(like(outboxMails.template, mails)).orderBy(asc(outboxMails.id));

    it("P-12 rejects the requester, a missing permission, an old code and a second decision", async () => {
      const { id } = await ask(asker, sold, "k1");
      const training = ctx.asStaff("training");
      const oldCode = ctx.asStaff("finance", { id: "other", confirmedAt: new Date(ctx.now().getTime() - 1) });
      for (const decide of [approve, decline]) {
        await expect(decide(ctx, id)).rejects.toThrow(Unauthenticated);
        await expect(decide(training, id)).rejects.toThrow(Forbidden);
        await expect(decide(asker, id)).rejects.toThrow(Forbidden);
        await expect(decide(second, 99_999)).rejects.toThrow(NotFound);
      }
      await expect(approve(oldCode, id)).rejects.toThrow(FreshSignInRequired);
      await expect(withdraw(ctx.asStaff("owner", { id: "other" }), id)).rejects.toThrow(Forbidden);
      await expect(withdraw(ctx.asStaff("support"), id)).rejects.toThrow(Forbidden);
      expect(await decline(second, id)).toMatchObject({
        state: "declined",
        decidedBy: getActorId(second),
        word: "Not yet",
      });
      for (const decide of [approve, decline]) await expect(decide(second, id)).rejects.toThrow(Conflict);
      await expect(withdraw(asker, id)).rejects.toThrow(Conflict);
    });

    it("P-12 logs each request, decline and withdrawal, and mails nothing for a withdrawal", async () => {
      await decline(second, (await ask(asker, sold, "k1")).id);
      await withdraw(asker, (await ask(asker, sold, "k2")).id);
      const events = await ctx.db
        .select()
        .from(auditEvents)
        .where(inArray(auditEvents.action, steps))
        .orderBy(asc(auditEvents.id));
      expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
        [steps[0], getActorId(asker)],
        [steps[1], getActorId(second)],
        [steps[0], getActorId(asker)],
        [steps[2], getActorId(asker)],
      ]);
      expect(events[1]).toMatchObject({
        before: { state: "waiting" },
        after: { state: "declined", amountHalalas, word: "Not yet" },
      });
      const kinds = (await readMails()).map(({ template }) => template.split("-").at(-1));
      expect(kinds).toEqual(["approval", "decided", "approval"]);
    });

    it("C28: mails name a colleague in the script of the reader's language", async () => {
      const updateStaff = (member: TestCtx, values: Partial<typeof staffUsers.$inferInsert>) =>
        ctx.db
          .update(staffUsers)
          .set(values)
          .where(eq(staffUsers.id, getActorId(member)));
      await updateStaff(asker, { nameAr: "لينا ك." });
      await updateStaff(second, { nameAr: "د. هدى أ.", locale: "ar" });
      await decline(second, (await ask(asker, sold, "k1")).id);
      await updateStaff(asker, { locale: "ar" });
      await updateStaff(second, { nameAr: null, locale: "en" });
      await decline(second, (await ask(asker, sold, "k2")).id);
      const named = (await readMails()).map(({ locale, props }) => {
        const { askedBy, by } = props as Record<string, string>;
        return [locale, askedBy, by];
      });
      expect(named).toEqual([
        ["ar", "لينا ك.", undefined],
        ["en", "Staff owner", "Staff finance"],
        ["en", "Staff owner", undefined],
        // A colleague without a name in Arabic script is named in Latin script.
        ["ar", "لينا ك.", "Staff finance"],
      ]);
    });

    it("P-12 the database rejects the requester as second person", async () => {
      const request = { amountHalalas, askedBy: "a", askedByName: "A", askedAt: ctx.now(), word: null };
      const by = (decidedBy: string) => ({ decidedBy, decidedByName: decidedBy, decidedAt: ctx.now() });
      await expect(insert(ctx, sold, { ...request, ...by("a"), state: "approved" })).rejects.toThrow();
      await insert(ctx, sold, { ...request, ...by("b"), state: "approved" });
    });
  });
});
