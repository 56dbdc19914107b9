/** Staff write an email to the buyers of selected orders (P-12, P-20). */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { users } from "#features/people/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import { deleteOldTasks, readTask } from "#features/staff/tasks/tasks.server.ts";
import { Forbidden, NotFound, Unauthenticated } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { startLetter, writeToBuyers } from "./buyer-letter.server.ts";

describeOnDatabase("an email to buyers", (open) => {
  let ctx: TestCtx;
  let lina: TestCtx;
  let ids: number[];
  const texts = { subject_eng: "Parking", subject_ar: "الموقف", text_eng: "It is closed.", text_ar: "إنه مغلق." };
  const listMails = () => ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "buyer-letter"));
  beforeEach(async () => {
    ctx = testContext(await open());
    lina = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
    ids = await paidOrders(ctx, 3);
  });

  describe("refusals", () => {
    it("P-12 P-03 rejects a caller without orders.resend, an unknown order and a missing language; sends nothing", async () => {
      const auditor = ctx.asStaff("auditor", { id: (await makeStaff(ctx, "auditor")).id });
      await expect(startLetter(ctx, { ...texts, order_ids: ids })).rejects.toThrow(Unauthenticated);
      await expect(startLetter(auditor, { ...texts, order_ids: ids })).rejects.toThrow(Forbidden);
      await expect(startLetter(lina, { ...texts, order_ids: [999_999] })).rejects.toThrow(NotFound);
      const browser = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
      const { status, body } = await browser.call("POST orders/letter", { ...texts, text_ar: " ", order_ids: ids });
      expect([status, Object.keys(body["errors"] ?? body)]).toEqual([422, expect.arrayContaining(["text_ar"])]);
      expect(await listMails()).toEqual([]);
    });
  });

  it("P-12 P-20 sends each buyer one email in the order's language; reports erased buyers as failed; logs no text", async () => {
    const [first = 0, second = 0, third = 0] = ids;
    const readBuyerId = async (id: number) =>
      (await ctx.db.select().from(orders).where(eq(orders.id, id)))[0]?.userId ?? "";
    const buyer = await readBuyerId(first);
    await ctx.db.update(orders).set({ userId: buyer, locale: "ar" }).where(eq(orders.id, first));
    const [other] = await ctx.db
      .insert(users)
      .values({ id: "gone", name: "", email: "gone@example.com", erasedAt: ctx.now() })
      .returning();
    await ctx.db.update(orders).set({ userId: buyer }).where(eq(orders.id, second));
    await ctx.db
      .update(orders)
      .set({ userId: other?.id ?? "" })
      .where(eq(orders.id, third));
    const { id } = await startLetter(lina, { ...texts, order_ids: ids });
    await runQueuedTasks(ctx, [writeToBuyers]);
    expect(await readTask(lina, { id })).toMatchObject({
      state: "done",
      total: 3,
      done: 2,
      failed: 1,
      failures: [{ what: `#${third}` }],
    });
    const sent = await listMails();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      locale: "ar",
      props: { subject: "الموقف", text: "إنه مغلق.", author: expect.stringMatching(/^Colleague/) },
    });
    const [event] = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "task.started"));
    expect(event?.after).toEqual({ kind: "orders.letter", order_ids: ids });
  });

  it("C28: signs the email with the sender's name in the script of its language", async () => {
    const [first = 0, second = 0] = ids;
    const id = lina.actor.kind === "staff" ? lina.actor.id : "";
    await ctx.db.update(staffUsers).set({ name: "Lina K.", nameAr: "لينا ك." }).where(eq(staffUsers.id, id));
    await ctx.db.update(orders).set({ locale: "ar" }).where(eq(orders.id, first));
    const [other] = await ctx.db
      .insert(users)
      .values({ id: "other", name: "Nora S.", email: "nora@example.com" })
      .returning();
    await ctx.db
      .update(orders)
      .set({ userId: other?.id ?? "" })
      .where(eq(orders.id, second));
    await startLetter(lina, { ...texts, order_ids: [first, second] });
    await runQueuedTasks(ctx, [writeToBuyers]);
    expect(
      (await listMails()).map(({ locale, props }) => [locale, (props as Record<string, string>)["author"]]).toSorted(),
    ).toEqual([
      ["ar", "لينا ك."],
      ["en", "Lina K."],
    ]);
  });

  it("P-16 deletes the text from the task when it ends; the sent emails keep it", async () => {
    const { id } = await startLetter(lina, { ...texts, order_ids: ids });
    const readInput = async () => (await ctx.db.select().from(staffTasks).where(eq(staffTasks.id, id)))[0]?.input;
    const fullInput = await readInput();
    expect(fullInput).toMatchObject(texts);
    await runQueuedTasks(ctx, [writeToBuyers]);
    const expectedInput = { order_ids: ids, key: expect.any(String) };
    expect(await readInput()).toEqual(expectedInput);
    expect((await listMails()).map(({ props }) => (props as { text: string }).text)).toContain(texts.text_eng);
    // An earlier version left the text in the task.
    await ctx.db
      .update(staffTasks)
      .set({ input: { ...fullInput } })
      .where(eq(staffTasks.id, id));
    await deleteOldTasks(ctx);
    expect(await readInput()).toEqual(expectedInput);
  });
});
