/** The accountant gets the figures of a month once, on the first day of the next (P-15). */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { setSetting } from "#features/settings/edit-settings.server.ts";
import { saveSection } from "#features/settings/sections.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { Forbidden, FreshSignInRequired, ValidationError } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { notifyAccountant } from "./jobs.server.ts";

describeOnDatabase("the accountant’s email", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
    ctx.clock.now = new Date("2026-10-15T09:00:00Z");
    const [orderId = 0] = await paidOrders(ctx, 1);
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    const refund = { id: await refundRow(ctx, orderId, 57_500), orderId, amountHalalas: 57_500, reason: "requested" };
    await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
  });
  const saveAddress = (email = "books@example.com") => setSetting(ctx.asStaff("owner"), "accountant.email", email);
  const setClock = (instant: string) => void (ctx.clock.now = new Date(instant));
  const mails = () => ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "month-figures"));

  describe("refusals", () => {
    it("P-15 P-02 saves the address only with settings.finance and a fresh sign-in, and rejects an invalid one", async () => {
      const data = { email: "books@example.com", locale: "en" };
      const save = (by: TestCtx, data: object) => saveSection(by, { id: "accountant", version: 1, data: { ...data } });
      for (const role of ["support", "content", "auditor"] as const)
        await expect(save(ctx.asStaff(role), data), role).rejects.toThrow(Forbidden);
      const late = ctx.asStaff("finance", { confirmedAt: new Date(0) });
      await expect(save(late, data)).rejects.toThrow(FreshSignInRequired);
      for (const wrong of [{ email: "a@example.com, b@example.com" }, { email: "x" }, { locale: "fr" }, { name: "x" }])
        await expect(save(ctx.asStaff("finance"), { ...data, ...wrong })).rejects.toThrow(ValidationError);
      expect((await save(ctx.asStaff("finance"), data)).data).toEqual(data);
    });

    it("P-15 mails no one without an address, before the month is over in Riyadh, or days later", async () => {
      setClock("2026-11-01T09:00:00Z");
      await notifyAccountant(ctx);
      await saveAddress();
      for (const instant of ["2026-10-31T20:59:59Z", "2026-11-04T09:00:00Z", "2026-11-30T20:59:59Z"]) {
        setClock(instant);
        await notifyAccountant(ctx);
      }
      expect(await mails()).toEqual([]);
    });
  });

  it("P-15 mails the month’s figures, with a link to them, from the first minute of the next month in Riyadh", async () => {
    await saveAddress();
    setClock("2026-10-31T21:00:00Z");
    await notifyAccountant(ctx);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: "books@example.com", locale: "ar", key: "month-figures:2026-10" });
    expect(mail?.props).toEqual({
      month: "2026-10",
      invoices: 1,
      creditNotes: 1,
      sales: "1000.00",
      salesTax: "150.00",
      refunds: "-500.00",
      refundTax: "-75.00",
      tax: "75.00",
      vatDueOn: "2026-11-30",
      url: `${ctx.env.BASE_URL}/staff/finance?month=2026-10`,
    });
  });

  it("P-15 mails once a month, also from parallel processes and after a change of address", async () => {
    await saveAddress();
    setClock("2026-11-01T09:00:00Z");
    await Promise.all([notifyAccountant(ctx), notifyAccountant(ctx), notifyAccountant(ctx)]);
    await saveAddress("other@example.com");
    setClock("2026-11-02T09:00:00Z");
    await notifyAccountant(ctx);
    expect((await mails()).map(({ to }) => to)).toEqual(["books@example.com"]);
    // Negative control: without the key of the first email, the same call sends a second one.
    await ctx.db.update(outboxMails).set({ key: "another" });
    await notifyAccountant(ctx);
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual(["books@example.com", "other@example.com"]);
    setClock("2026-12-01T09:00:00Z");
    await notifyAccountant(ctx);
    expect((await mails()).at(-1)?.props).toMatchObject({ month: "2026-11", invoices: 0, tax: "0.00" });
  });
});
