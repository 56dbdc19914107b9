/** S-08: whatever buyers do while they pay, the order's status is correct and the page says what to do. */
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
      expect(shop.countCharges()).toBe(0);

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
      expect(shop.countCharges()).toBe(1);
      expect(await shop.seatsLeft()).toBe(before - 1);
    });

    test("S-08 3-D Secure cancelled by the payer shows a declined payment", { tag: "@all" }, async ({ shop }) => {
      const visitor = await shop.buyer(viewport);
      await shop.fillCheckout(visitor);
      await submitToBank(visitor);
      await answerBank(visitor, "cancel");
      await expect(title(visitor).filter({ hasText: m.payments_failed({}, t) })).toBeVisible();
      await expect(visitor.page.locator("main")).toContainText(m.payments_nothing_charged({}, t), {
        useInnerText: true,
      });
      expect(await shop.statuses()).toEqual([["failed", "declined"]]);
      expect(shop.countCharges()).toBe(0);
    });
  });

test.describe("actions of the buyer", () => {
  test(
    "S-08 when the browser is closed, the webhook settles the order and the mail is sent",
    { tag: "@all" },
    async ({ shop }) => {
      const visitor = await shop.buyer({ locale: "ar" });
      await shop.fillCheckout(visitor);
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
      await shop.fillCheckout(visitor);
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
    await shop.fillCheckout(visitor);
    await submitToBank(visitor);
    await visitor.open("/my-courses");
    await expect(
      visitor.page
        .getByRole("row")
        .or(visitor.page.getByRole("listitem"))
        .filter({ hasText: m.orders_status_pending() }),
    ).toBeVisible();
    expect(await shop.statuses()).toEqual([["pending", null]]);
    expect(shop.countCharges()).toBe(0);
  });

  for (const viewport of selectViewports("ar"))
    test(
      `S-08 the page of an order left at the bank leads back to checkout, which pays it once (${viewport.locale}, ${viewport.width} px)`,
      { tag: "@all" },
      async ({ shop }) => {
        const t = { locale: viewport.locale };
        const visitor = await shop.buyer(viewport);
        const before = await shop.seatsLeft();
        await shop.fillCheckout(visitor);
        await submitToBank(visitor);
        await visitor.open("/my-courses");
        // Orders are in a table, on a phone in a list. The one that does not apply is hidden.
        await visitor.page.getByRole("main").locator("a[href*='/my-courses/']").filter({ visible: true }).click();
        const continueLink = visitor.page.getByRole("link", { name: m.payments_go_on_paying({}, t) });
        await expect(continueLink).toBeVisible();
        await visitor.checkPage("an order that was left at the bank");
        await continueLink.click();
        // The provider rejects a second payment with the same id; the page then continues the first one.
        visitor.allowStatus("/v1/payments", 400);
        await expect(field(visitor, "number")).toBeVisible();
        await fillCard(visitor);
        await submitToBank(visitor);
        await answerBank(visitor);
        await expect(title(visitor).filter({ hasText: m.payments_booked({}, t) })).toBeVisible();
        expect(await shop.statuses()).toEqual([["paid", null]]);
        expect(shop.countCharges()).toBe(1);
        expect(await shop.seatsLeft()).toBe(before - 1);
      },
    );

  test("E-02 S-08 a double click, Enter and a click while sending create one order and one charge", async ({
    shop,
  }) => {
    const visitor = await shop.buyer();
    const before = await shop.seatsLeft();
    await shop.fillCheckout(visitor);
    // Holds back the request with the card until the test has tried all of them.
    const allTried = Promise.withResolvers<void>();
    await visitor.page.route(
      `${shop.site.sandbox.url}/v1/payments`,
      async (route) => (await allTried.promise, await route.continue()),
    );
    await submitButton(visitor).dblclick();
    const busy = visitor.page.getByRole("button", { name: m.enrolments_processing() });
    await expect(busy).toBeVisible();
    await expect(busy).toHaveAttribute("aria-disabled", "true");
    await busy.click({ force: true });
    await field(visitor, "cvc").press("Enter");
    allTried.resolve();
    await visitor.page.waitForURL(/\/prepare/);
    expect(cardPosts(visitor)).toHaveLength(1);
    await answerBank(visitor);
    await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    expect(await shop.statuses()).toEqual([["paid", null]]);
    expect([shop.countCharges(), await shop.seatsLeft()]).toEqual([1, before - 1]);
  });

  test("S-08 U-03 going back from the bank and submitting again charges once", { tag: "@all" }, async ({ shop }) => {
    const visitor = await shop.buyer();
    await shop.fillCheckout(visitor);
    await submitToBank(visitor);
    await visitor.page.goBack();
    await ready(visitor.page);
    await expect(field(visitor, "number")).toBeVisible();
    // U-03: the page is at its top, where it says that the seat is held, not at its end.
    await expect.poll(() => visitor.page.evaluate(() => window.scrollY)).toBe(0);
    // A page restored from the history contains no card number.
    await expect(field(visitor, "number")).toHaveValue("");
    await fillCard(visitor);
    visitor.allowStatus("/v1/payments", 400);
    await submitToBank(visitor);
    await answerBank(visitor);
    await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    expect(await shop.statuses()).toEqual([["paid", null]]);
    expect([shop.countCharges(), shop.site.sandbox.control.payments().length]).toEqual([1, 1]);
  });

  test("S-08 two reloads of order-response change nothing", { tag: "@all" }, async ({ shop }) => {
    const visitor = await shop.buyer();
    await buy(visitor, slug);
    await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    for (let i = 0; i < 2; i++) {
      await visitor.page.reload();
      await expect(title(visitor).filter({ hasText: m.payments_booked() })).toBeVisible();
    }
    expect(await shop.statuses()).toEqual([["paid", null]]);
    expect(await shop.orderMails()).toHaveLength(1);
  });

  test("S-08 status=paid in the address shows no success without a payment", async ({ shop, visit }) => {
    const order = await beginOrder(shop.site, shop.person, shop.course.id);
    const visitor = await shop.buyer();
    await visitor.open(`/order-response?id=${order.given_id}&status=paid&amount=276000&message=APPROVED`);
    await expect(title(visitor).filter({ hasText: m.payments_confirming() })).toBeVisible();
    const text = await visitor.page.locator("main").innerText();
    for (const part of [m.payments_booked(), m.payments_paid(), "APPROVED"]) expect(text).not.toContain(part);
    expect(await shop.statuses()).toEqual([["pending", null]]);
    // Another person does not find this order.
    const otherPerson = await newPerson(shop.site);
    const otherVisitor = await visit(shop.site, { as: otherPerson });
    otherVisitor.allowStatus("/api/update-payment-status", 404);
    await otherVisitor.open(`/order-response?id=${order.given_id}&status=paid`);
    await expect(title(otherVisitor).filter({ hasText: m.orders_not_found() })).toBeVisible();
    expect(await shop.statuses(otherPerson)).toEqual([]);
  });

  for (const locale of selectLocales("ar"))
    test(
      `A-06 someone else's order is not found, and the page does not contain the buyer's email (${locale})`,
      { tag: "@all" },
      async ({ shop, visit }) => {
        const order = await beginOrder(shop.site, shop.person, shop.course.id);
        const otherVisitor = await visit(shop.site, { as: await newPerson(shop.site), locale });
        for (const path of ["/api/order_details", "/api/order-documents"]) otherVisitor.allowStatus(path, 404);
        await otherVisitor.open(`/my-courses/${order.order_id}`);
        await expect(otherVisitor.page.getByText(m.orders_not_found({}, { locale }))).toBeVisible();
        await expect(otherVisitor.page.locator("main")).not.toContainText(shop.person.email, { useInnerText: true });
        expect(
          await otherVisitor.page
            .locator('meta[name="robots"]')
            .evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content"))),
        ).toEqual(["noindex"]);
        const { headers } = await fetch(otherVisitor.url(`/my-courses/${order.order_id}`));
        expect([headers.get("cache-control"), headers.get("set-cookie")]).toEqual(["no-cache", null]);
        await otherVisitor.checkPage("someone else's order");
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
    await shop.fillCheckout(visitor);
    await fill(visitor, "number", "4111111111111112");
    await submitButton(visitor).click();
    await expect(visitor.page.getByText(m.payments_card_number_wrong())).toBeVisible();
    expect(cardPosts(visitor)).toEqual([]);
  });
});
