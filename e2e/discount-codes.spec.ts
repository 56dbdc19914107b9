/** Discount codes: in the checkout, on the order's page and in the portal. */
import { eq } from "drizzle-orm";
import { makeCode } from "#db/factories/discount-code.ts";
import { discountCodes } from "#features/discounts/tables.server.ts";
import { m } from "#messages";
import { answerBank, cardPosts, openCheckout, submitButton, submitToBank, waitUntilLoaded } from "./support/buying.ts";
import { openColleague } from "./support/staff.ts";
import { expect } from "./support/test.ts";
import { selectViewports, type Visitor } from "./support/visitor.ts";
import { test } from "./support/shop.ts";

const slug = "teaching-at-the-bedside";
test.use({ courseSlug: slug });

const locateReview = ({ page }: Visitor) => page.locator("section[aria-labelledby=review]");

/** Applies a code in the checkout, as a buyer does. */
async function applyCode(visitor: Visitor, code: string): Promise<void> {
  const t = { locale: visitor.locale };
  const openButton = locateReview(visitor).getByRole("button", { name: m.discounts_have_one({}, t) });
  if (await openButton.isVisible()) await openButton.click();
  await locateReview(visitor).getByLabel(m.discounts_code({}, t)).fill(code);
  await locateReview(visitor)
    .getByRole("button", { name: m.common_action_apply({}, t) })
    .click();
}

for (const viewport of selectViewports("ar"))
  test.describe(`a discount code (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("X-05 is rejected, applied, removed, and shown on the paid order", async ({ shop }) => {
      await makeCode(shop.site.database.db, `TENTH-${viewport.width}`);
      const visitor = await shop.buyer(viewport);
      await shop.fillCheckout(visitor);
      const total = locateReview(visitor).locator("dl > div").last();
      const fullPrice = await total.innerText();
      visitor.allowStatus("/api/price-order", 422);
      await applyCode(visitor, "NO-SUCH-CODE");
      await expect(locateReview(visitor)).toContainText(m.discounts_wrong({}, t));
      await visitor.checkPage("a wrong code");
      await applyCode(visitor, `tenth-${viewport.width}`);
      await expect(locateReview(visitor)).toContainText(m.discounts_percent_off({ percent: 10 }, t));
      await expect(total).not.toHaveText(fullPrice, { useInnerText: true });
      await visitor.checkPage("a code applied");
      const remove = locateReview(visitor).getByRole("status").getByRole("button");
      await remove.click();
      await expect(total).toHaveText(fullPrice, { useInnerText: true });
      await applyCode(visitor, `TENTH-${viewport.width}`);
      await expect(remove).toBeVisible();
      await submitToBank(visitor);
      await answerBank(visitor);
      await waitUntilLoaded(visitor);
      const [order] = await shop.ordersOf(shop.person);
      expect(order).toMatchObject({ status: "paid" });
      await visitor.open(`/my-courses/${order?.id}`);
      await waitUntilLoaded(visitor);
      await expect(visitor.page.locator("main")).toContainText(`TENTH-${viewport.width}`);
      await visitor.checkPage("an order with a discount");
    });

    test(
      "X-05 ends during checkout: the buyer is told before any card is sent, and then pays without it",
      { tag: "@all" },
      async ({ shop }) => {
        const { db } = shop.site.database;
        const { id } = await makeCode(db, `ENDING-${viewport.width}`);
        const visitor = await shop.buyer(viewport);
        await shop.fillCheckout(visitor);
        await applyCode(visitor, `ENDING-${viewport.width}`);
        await expect(locateReview(visitor)).toContainText(m.discounts_percent_off({ percent: 10 }, t));
        await db.update(discountCodes).set({ pausedAt: new Date() }).where(eq(discountCodes.id, id));
        visitor.allowStatus("/api/begin-checkout", 422);
        await submitButton(visitor).click();
        await expect(
          locateReview(visitor)
            .getByRole("status")
            .filter({ hasText: `ENDING-${viewport.width}` }),
        ).toBeVisible();
        await expect(locateReview(visitor)).toContainText(m.payments_nothing_charged({}, t));
        expect(cardPosts(visitor)).toEqual([]);
        await submitToBank(visitor);
        await answerBank(visitor);
        await waitUntilLoaded(visitor);
        const [order] = await shop.ordersOf(shop.person);
        expect(order).toMatchObject({ status: "paid", discountCodeId: null });
      },
    );
  });

test("X-05 staff create, preview, pause and delete a code", { tag: "@all" }, async ({ visit, shop }) => {
  const visitor = await openColleague(visit, shop.site, "finance");
  const { page, openStaff } = visitor;
  await openStaff("/discounts");
  await page.getByRole("link", { name: "New code" }).click();
  await page.getByRole("textbox", { name: /^Code/ }).fill("winter 15");
  await page.getByRole("textbox", { name: /^Percent off/ }).fill("15");
  await expect(page.getByText("Total")).toBeVisible();
  await page.getByRole("button", { name: "Create the code" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("WINTER15");
  await visitor.checkPage("the editor of a code");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("heading", { level: 1 }).locator("..")).toContainText("Paused");
  await openStaff("/discounts");
  await expect(page.getByRole("row").filter({ hasText: "WINTER15" })).toContainText("Paused");
  const buyer = await shop.buyer();
  await openCheckout(buyer, slug);
  buyer.allowStatus("/api/price-order", 422);
  await applyCode(buyer, "WINTER15");
  await expect(locateReview(buyer)).toContainText(m.discounts_wrong());
  await visitor.checkPage("the list of codes");
  // The code was never used, so it can be deleted.
  await page.getByRole("link", { name: /WINTER15/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await visitor.checkPage("the dialog to delete a code");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Discount codes");
  await expect(page.getByRole("row").filter({ hasText: "WINTER15" })).toHaveCount(0);
});
