/** An order's story, a refund by seat that a second person agrees to, and a payment to check (P-12, P-14). */
import { eq } from "drizzle-orm";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { comparePayments } from "#features/payment-cases/compare.server.ts";
import { paymentCases } from "#features/payment-cases/tables.server.ts";
import { settlePayment } from "#features/payments/settle.server.ts";
import { staffTriedCodes } from "#features/staff/tables.server.ts";
import { sandboxKeys } from "#platform/env.server.ts";
import { makeUser } from "#db/factories/user.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { address, declinedCard, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv } from "#test/context.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { twoViewports } from "./support/visitor.ts";

/** Three seats of 2,400.00 SAR + 15 %, paid at the second try, in Arabic. */
async function boughtOrder(site: PostgresSite) {
  const env = testEnv(paymentsAt(site.sandbox, sandboxKeys));
  const visitor = testContext(site.database, { env, locale: "ar" });
  const ctx = visitor.as(await makeUser(site.database.db, { name: "Sara N." }));
  const course = await makeCourse(site.database.db, { nameEng: "Patient safety essentials for clinical teams" });
  const run = await makeRun(site.database.db, course.id, { capacity: 24, priceHalalas: 240_000 });
  const items = [{ runId: run.id, qty: 3 }];
  const first = await beginCheckout(ctx, { items, billing: address });
  await pay(first, declinedCard);
  await settlePayment(ctx, first.given_id);
  const begun = await beginCheckout(ctx, { items, billing: address });
  await pay(begun);
  await settlePayment(ctx, begun.given_id);
  return { ctx, orderId: begun.order_id, paymentId: begun.given_id };
}

/** The present code of a demo account, as if it had never been tried. */
async function codeOf(site: PostgresSite, role: string): Promise<string> {
  await site.database.db.delete(staffTriedCodes);
  const { data } = (await (await fetch(`${site.url}/api/staff/demo-accounts`)).json()) as {
    data: { role: string; code: string }[];
  };
  return data.find((account) => account.role === role)?.code ?? "";
}

for (const { locale, width } of twoViewports) {
  const isArabic = locale === "ar";
  const text = isArabic
    ? {
        refund: "استرداد",
        ask: /طلب الموافقة|طلب موافقة/,
        look: "مراجعته",
        agree: "الموافقة ورد المبلغ",
        note: "ملاحظة داخلية جديدة",
        add: "إضافة الملاحظة",
        code: /رمزك/,
      }
    : {
        refund: "Refund",
        ask: /^Ask/,
        look: "Look at it",
        agree: "Agree and pay back",
        note: "New internal note",
        add: "Add note",
        code: /six-digit/,
      };

  test.describe(`orders in the portal (${locale}, ${width} px)`, () => {
    test("P-12 P-21 finance asks for two seats back, the owner agrees, and the order tells all of it", async ({
      visit,
      postgresSite: site,
    }) => {
      const { orderId } = await boughtOrder(site);
      const finance = await openColleague(visit, site, "finance", { locale, width });
      const { page } = finance;
      await test.step("found by its number, with its story", async () => {
        await finance.openStaff(`/orders?filter=${encodeURIComponent(JSON.stringify({ q: String(orderId) }))}`);
        await page.locator("[data-list-row]").first().click();
        await expect(page.getByRole("heading", { level: 1 })).toContainText(String(orderId));
        await finance.openStaff(`/orders/${orderId}/show`);
        await expect(page.locator(".timeline li").first()).toBeVisible();
        await finance.check("order");
      });
      await test.step("a note that stays", async () => {
        await page.getByLabel(text.note).fill("Sara called: two cannot come.");
        await page.getByRole("button", { name: text.add }).click();
        await expect(page.locator(".order-notes")).toContainText("Sara called");
      });
      await test.step("two seats are above the limit: asked for", async () => {
        await page.getByRole("button", { name: text.refund, exact: true }).click();
        const dialog = page.getByRole("dialog");
        for (const at of [0, 1]) await dialog.getByRole("checkbox").nth(at).check();
        await expect(dialog).toContainText("5,520.00");
        await finance.check("refund dialog");
        await dialog.getByRole("button", { name: text.ask }).click();
        await expect(page.getByRole("button", { name: text.look })).toBeVisible();
      });
      await test.step("the owner agrees with a code of their own", async () => {
        const owner = await openColleague(visit, site, "owner", { locale, width });
        await owner.openStaff(`/orders/${orderId}/show`);
        await owner.page.getByRole("button", { name: text.look }).click();
        const dialog = owner.page.getByRole("dialog");
        await owner.check("approval");
        await dialog.getByLabel(text.code).fill(await codeOf(site, "owner"));
        await dialog.getByRole("button", { name: text.agree }).click();
        await expect(owner.page.locator(".rows")).toContainText("CN-");
      });
    });

    test("P-14 a refund made at the provider: listed with both books, asked again, and off the list", async ({
      visit,
      postgresSite: site,
    }) => {
      const { ctx, paymentId } = await boughtOrder(site);
      site.sandbox.control.patch(paymentId, { refunded: 500 });
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 15 * 60_000);
      await comparePayments(ctx);
      const finance = await openColleague(visit, site, "finance", { locale, width });
      await finance.openStaff("/payments");
      const card = finance.page.locator(".case").filter({ hasText: paymentId });
      await expect(card).toContainText("5.00");
      await finance.check("payments to check");
      await card.getByRole("button").first().click();
      await finance.check("what it does");
      await finance.page.getByRole("dialog").getByRole("button").last().click();
      await expect(card).toHaveCount(0);
      const [one] = await ctx.db.select().from(paymentCases).where(eq(paymentCases.paymentId, paymentId));
      expect([one?.outcome, one?.action]).toEqual(["agrees", "resync"]);
    });
  });
}
