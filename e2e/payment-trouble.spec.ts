/** S-08: whatever the buyer does between card and seat, the status is true and the page helps. */
import { m } from "#messages";
import { confirmAtBank, declinedCard } from "#test/buyer.ts";
import { beginOrder, newPerson } from "#test/http/client.ts";
import { answerBank, buy, cardPosts, field, fill, fillCard, submitButton, submitToBank } from "./support/buying.ts";
import { expect } from "./support/test.ts";
import { ready, selectLocales, selectViewports } from "./support/visitor.ts";
import { test, title } from "./support/shop.ts";

const slug = "teaching-at-the-bedside";
test.use({ courseSlug: slug });

for (const viewport of selectViewports("ar"))
  test.describe(`a declined card (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };
    test("S-08 N-17 shows the bank's message, that nothing was charged and until when the seat is held; another card works", async ({
      shop,
    }) => {
      const visitor = await shop.buyer(viewport);
      const before = await shop.seatsLeft();
      await buy(visitor, slug, declinedCard);
      await expect(title(visitor).filter({ hasText: m.payments_failed({}, t) })).toBeVisible();
      for (const part of [m.payments_bank_declined({}, t), m.payments_nothing_charged({}, t)])
        await expect(visitor.page.locator("main")).toContainText(part, { useInnerText: true });
      await visitor.checkPage("a declined card");
      expect(await shop.statuses()).toEqual([["failed", "declined"]]);
      expect(shop.charged()).toBe(0);

      await visitor.page.getByRole("link", { name: m.common_action_try_again({}, t) }).click();
      await expect(field(visitor, "number")).toBeVisible();
      const timer = visitor.page.getByRole("timer").filter({ visible: true });
      await expect(timer).toHaveText(/\d/);
      await expect(timer.locator("..")).toContainText(viewport.locale === "ar" ? "(بتوقيت الرياض)" : "(Riyadh time)");
      await visitor.checkPage("checkout while a seat is held");
      const marks = visitor.page.getByRole("list", { name: m.checkout_cards_accepted({}, t) }).getByRole("img");
      await expect
        .poll(() => marks.evaluateAll((all) => all.map((mark) => mark.getAttribute("aria-label"))))
        .toEqual([m.orders_scheme_mada({}, t), m.orders_scheme_visa({}, t), m.orders_scheme_mastercard({}, t)]);
      await expect(field(visitor, "city")).toHaveValue("Riyadh");
      await expect(field(visitor, "number")).toHaveValue("");
      await fillCard(visitor);
      await submitToBank(visitor);
      await answerBank(visitor);
      await expect(title(visitor).filter({ hasText: m.payments_booked({}, t) })).toBeVisible();
      expect(await shop.statuses()).toEqual([["paid", null]]);
      expect(shop.charged()).toBe(1);
      expect(await shop.seatsLeft()).toBe(before - 1);
    });

    test("S-08 3-D Secure cancelled by the payer shows a declined payment", { tag: "@all" }, async ({ shop }) => {
      const visitor = await shop.buyer(viewport);
      await shop.readyToPay(visitor);
      await submitToBank(visitor);
      await answerBank(visitor, "cancel");
      await expect(title(visitor).filter({ hasText: m.payments_failed({}, t) })).toBeVisible();
      await expect(visitor.page.locator("main")).toContainText(m.payments_nothing_charged({}, t), {
        useInnerText: true,
      });
      expect(await shop.statuses()).toEqual([["failed", "declined"]]);
      expect(shop.charged()).toBe(0);
    });
  });

test.describe("actions of the buyer", () => {
  test(
    "S-08 when the browser is closed, the webhook settles the order and the mail is sent",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await shop.buyer({ locale: "ar" });
      await shop.readyToPay(visitor);
      await submitToBank(visitor);
      const bank = visitor.page.url();
      await visitor.page.close();
      expect(await shop.statuses()).toEqual([["pending", null]]);
      await confirmAtBank(bank);
      await expect.poll(() => shop.statuses()).toEqual([["paid", null]]);
      await expect.poll(() => shop.orderMails()).toHaveLength(1);
      expect((await shop.orderMails())[0]?.html).toContain('lang="ar"');
    },
  );

  test(
    "S-08 when the bank never sends the buyer back, My Courses shows the paid order",
    { tag: "@all" },
    async ({ shop }) => {
      shop.site.sandbox.control.fault({ route: "callback", kind: "never" });
      const visitor = await shop.buyer();
      await shop.readyToPay(visitor);
      await submitToBank(visitor);
      await visitor.page.locator("button.primary").click();
      await expect(visitor.page.getByRole("heading", { level: 1 }).filter({ hasText: "finished" })).toBeVisible();
      await expect.poll(() => shop.statuses()).toEqual([["paid", null]]);
      await visitor.open("/my-courses");
      await expect(
        visitor.page
          .getByRole("row")
          .or(visitor.page.getByRole("listitem"))
          .filter({ hasText: m.orders_status_paid() }),
      ).toBeVisible();
    },
  );

  test("S-08 an order abandoned at the bank stays pending and is not charged", { tag: "@all" }, async ({ shop }) => {
    const visitor = await shop.buyer();
    await shop.readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.open("/my-courses");
    await expect(
      visitor.page
        .getByRole("row")
        .or(visitor.page.getByRole("listitem"))
        .filter({ hasText: m.orders_status_pending() }),
    ).toBeVisible();
    expect(await shop.statuses()).toEqual([["pending", null]]);
    expect(shop.charged()).toBe(0);
  });

  for (const viewport of selectViewports("ar"))
    test(
      `S-08 the page of an order left at the bank leads back to checkout, which pays it once (${viewport.locale}, ${viewport.width} px)`,
      { tag: "@all" },
      async ({ shop }) => {
        const t = { locale: viewport.locale };
        const visitor = await shop.buyer(viewport);
        const before = await shop.seatsLeft();
        await shop.readyToPay(visitor);
        await submitToBank(visitor);
        await visitor.open("/my-courses");
        // In a table; on a phone in a list that is hidden otherwise.
        await visitor.page.getByRole("main").locator("a[href*='/my-courses/']").filter({ visible: true }).click();
        const onwards = visitor.page.getByRole("link", { name: m.payments_go_on_paying({}, t) });
        await expect(onwards).toBeVisible();
        await visitor.checkPage("an order that was left at the bank");
        await onwards.click();
        // The provider takes no second payment of this number; the first is found.
        visitor.expect("/v1/payments", 400);
        await expect(field(visitor, "number")).toBeVisible();
        await fillCard(visitor);
        await submitToBank(visitor);
        await answerBank(visitor);
        await expect(title(visitor).filter({ hasText: m.payments_booked({}, t) })).toBeVisible();
        expect(await shop.statuses()).toEqual([["paid", null]]);
        expect(shop.charged()).toBe(1);
        expect(await shop.seatsLeft()).toBe(before - 1);
      },
    );

  test("E-02 S-08 a double click, Enter and a click while sending create one order and one charge", async ({
    shop,
  }) => {
    const visitor = await shop.buyer();
    const before = await shop.seatsLeft();
    await shop.readyToPay(visitor);
    // The card is on its way until all of this has been tried.
    const tried = Promise.withResolvers<void>();
    await visitor.page.route(
      `${shop.site.sandbox.url}/v1/payments`,
      async (route) => (await tried.promise, await route.continue()),
    );
    await submitButton(visitor).dblclick();
    const busy = visitor.page.getByRole("button", { name: m.enrolments_processing() });
    await expect(busy).toBeVisible();
    await expect(busy).toHaveAttribute("aria-disabled", "true");
    await busy.click({ force: true });
    await field(visitor, "cvc").press("Enter");
    tried.resolve();
    await visitor.page.waitForURL(/\/prepare/);
    expect(cardPosts(visitor)).toHaveLength(1);
    await answerBank(visitor);
    await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    expect(await shop.statuses()).toEqual([["paid", null]]);
    expect([shop.charged(), await shop.seatsLeft()]).toEqual([1, before - 1]);
  });

  test("S-08 U-03 going back from the bank and submitting again charges once", { tag: "@all" }, async ({ shop }) => {
    const visitor = await shop.buyer();
    await shop.readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.page.goBack();
    await ready(visitor.page);
    await expect(field(visitor, "number")).toBeVisible();
    // U-03: at its top, where the seat is said to be held, not at the end of the page.
    await expect.poll(() => visitor.page.evaluate(() => window.scrollY)).toBe(0);
    // A page brought back holds no card.
    await expect(field(visitor, "number")).toHaveValue("");
    await fillCard(visitor);
    visitor.expect("/v1/payments", 400);
    await submitToBank(visitor);
    await answerBank(visitor);
    await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    expect(await shop.statuses()).toEqual([["paid", null]]);
    expect([shop.charged(), shop.site.sandbox.control.payments().length]).toEqual([1, 1]);
  });

  test(
    "S-08 a reload of order-response and a return to it from history change nothing",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await shop.buyer();
      await buy(visitor, slug);
      await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
      for (let i = 0; i < 2; i++) {
        await visitor.page.reload();
        await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
      }
      expect(await shop.statuses()).toEqual([["paid", null]]);
      expect(await shop.orderMails()).toHaveLength(1);
    },
  );

  test("S-08 status=paid in the address shows no success without a payment", async ({ shop, visit }) => {
    const order = await beginOrder(shop.site, shop.person, shop.course.id);
    const visitor = await shop.buyer();
    await visitor.open(`/order-response?id=${order.given_id}&status=paid&amount=276000&message=APPROVED`);
    await expect(title(visitor).filter({ hasText: m.payments_confirming() })).toBeVisible();
    const text = await visitor.page.locator("main").innerText();
    for (const part of [m.payments_booked(), m.payments_paid(), "APPROVED"]) expect(text).not.toContain(part);
    expect(await shop.statuses()).toEqual([["pending", null]]);
    // Nor by someone else's payment.
    const other = await newPerson(shop.site);
    const theirs = await visit(shop.site, { as: other });
    theirs.expect("/api/update-payment-status", 404);
    await theirs.open(`/order-response?id=${order.given_id}&status=paid`);
    await expect(title(theirs).filter({ hasText: m.orders_not_found() })).toBeVisible();
    expect(await shop.statuses(other)).toEqual([]);
  });

  for (const locale of selectLocales("ar"))
    test(
      `A-06 someone else's order is not found, and none of it is shown (${locale})`,
      { tag: "@all" },
      async ({ shop, visit }) => {
        const order = await beginOrder(shop.site, shop.person, shop.course.id);
        const theirs = await visit(shop.site, { as: await newPerson(shop.site), locale });
        for (const path of ["/api/order_details", "/api/order-documents"]) theirs.expect(path, 404);
        await theirs.open(`/my-courses/${order.order_id}`);
        await expect(theirs.page.getByText(m.orders_not_found({}, { locale }))).toBeVisible();
        await expect(theirs.page.locator("main")).not.toContainText(shop.person.email, { useInnerText: true });
        expect(
          await theirs.page
            .locator('meta[name="robots"]')
            .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content"))),
        ).toEqual(["noindex"]);
        const { headers } = await fetch(theirs.url(`/my-courses/${order.order_id}`));
        expect([headers.get("cache-control"), headers.get("set-cookie")]).toEqual(["no-cache", null]);
        await theirs.checkPage("someone else's order");
      },
    );

  test("S-08 status=failed in the address of a paid order is ignored", { tag: "@all" }, async ({ shop }) => {
    shop.site.sandbox.control.fault({ route: "callback", kind: "tampered" });
    const visitor = await shop.buyer();
    await buy(visitor, slug);
    expect(new URL(visitor.page.url()).searchParams.get("status")).toBe("failed");
    await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    expect(await shop.statuses()).toEqual([["paid", null]]);
  });

  test("S-08 rejects an invalid card number before anything is sent", { tag: "@all" }, async ({ shop }) => {
    const visitor = await shop.buyer();
    await shop.readyToPay(visitor);
    await fill(visitor, "number", "4111111111111112");
    await submitButton(visitor).click();
    await expect(visitor.page.getByText(m.payments_card_number_wrong())).toBeVisible();
    expect(cardPosts(visitor)).toEqual([]);
  });
});
