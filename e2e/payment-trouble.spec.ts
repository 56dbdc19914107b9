/** S-08: whatever the buyer does between card and seat ends in a truthful status and a helpful page. */
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { confirmAtBank, declinedCard } from "#test/buyer.ts";
import { beginOrder, newPerson } from "#test/http/client.ts";
import { holds, reads } from "./support/awaited.ts";
import { answerBank, buy, cardPosts, field, fill, fillCard, submitButton, submitToBank } from "./support/buying.ts";
import { ready, visit, oppositeWorlds } from "./support/person.ts";
import { openShop, title } from "./support/shop.ts";

const slug = "good-clinical-practice";
const shop = openShop(slug);
const { statuses, seatsLeft, charged, buyer, readyToPay } = shop;

describe.each(oppositeWorlds)("a declined card ($locale, $width px)", (world) => {
  const t = { locale: world.locale };
  it("S-08 shows the bank's message, says that nothing was charged, and another card works", async () => {
    const visitor = await buyer(world);
    const before = await seatsLeft();
    await buy(visitor, slug, declinedCard);
    await title(visitor).filter({ hasText: m.sales_failed({}, t) }).waitFor();
    await reads(visitor.page.locator("main"), m.sales_bank_declined({}, t), m.sales_nothing_charged({}, t));
    await visitor.check("a declined card");
    expect(await statuses()).toEqual([["failed", "declined"]]);
    expect(charged()).toBe(0);

    await visitor.page.getByRole("link", { name: m.sales_try_again({}, t) }).click();
    await field(visitor, "number").waitFor();
    await holds(field(visitor, "city"), "Riyadh");
    expect(await field(visitor, "number").inputValue()).toBe("");
    await fillCard(visitor);
    await submitToBank(visitor);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked({}, t) }).waitFor();
    expect((await statuses()).map(([status]) => status)).toEqual(["failed", "paid"]);
    expect(charged()).toBe(1);
    expect(await seatsLeft()).toBe(before - 1);
  });

  it("S-08 3-D Secure cancelled by the payer ends like a declined card", async () => {
    const visitor = await buyer(world);
    await readyToPay(visitor);
    await submitToBank(visitor);
    await answerBank(visitor, "cancel");
    await title(visitor).filter({ hasText: m.sales_failed({}, t) }).waitFor();
    await reads(visitor.page.locator("main"), m.sales_nothing_charged({}, t));
    expect(await statuses()).toEqual([["failed", "declined"]]);
    expect(charged()).toBe(0);
  });
});

describe("what the buyer does", () => {
  it("S-08 a closed browser: the webhook settles the order and the mail comes all the same", async () => {
    const visitor = await buyer({ locale: "ar" });
    await readyToPay(visitor);
    await submitToBank(visitor);
    const bank = visitor.page.url();
    await visitor.page.close();
    expect(await statuses()).toEqual([["pending", null]]);
    await confirmAtBank(bank);
    await expect.poll(() => statuses()).toEqual([["paid", null]]);
    await expect.poll(async () => (await shop.site.mails()).filter(({ to, subject }) => to === shop.person.email && subject !== m.accounts_mail_welcome_subject())).toHaveLength(1);
    expect((await shop.site.mails()).find(({ to, subject }) => to === shop.person.email && subject !== m.accounts_mail_welcome_subject())?.html).toContain('lang="ar"');
  });

  it("S-08 a bank that never sends the buyer back: My Courses tells the truth", async () => {
    shop.site.sandbox.control.fault({ route: "callback", kind: "never" });
    const visitor = await buyer();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.page.locator("button.primary").click();
    await visitor.page.getByRole("heading", { level: 1 }).filter({ hasText: "finished" }).waitFor();
    await expect.poll(() => statuses()).toEqual([["paid", null]]);
    await visitor.open("/my-courses");
    await visitor.page.getByRole("row").filter({ hasText: m.sales_status_paid() }).waitFor();
  });

  it("S-08 abandoned at the bank: the order waits, and says until when the seat is held", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.open("/my-courses");
    await visitor.page.getByRole("row").filter({ hasText: m.sales_status_pending() }).waitFor();
    expect(await statuses()).toEqual([["pending", null]]);
    expect(charged()).toBe(0);
  });

  it.each(oppositeWorlds)("S-08 left at the bank: the order's page leads back to checkout, and the same order is paid once ($locale, $width px)", async (world) => {
    const t = { locale: world.locale };
    const visitor = await buyer(world);
    const before = await seatsLeft();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.open("/my-courses");
    await visitor.page.getByRole("main").getByRole("table").getByRole("link").click();
    const onwards = visitor.page.getByRole("link", { name: m.sales_go_on_paying({}, t) });
    await onwards.waitFor();
    await visitor.check("an order that was left at the bank");
    if (process.env["SEAT_SHOTS"]) await visitor.page.screenshot({ path: `${process.env["SEAT_SHOTS"]}/left-${world.locale}.png`, fullPage: true });
    await onwards.click();
    // The provider takes no second payment of this number; the first is found.
    visitor.expect("/v1/payments", 400);
    await field(visitor, "number").waitFor();
    await fillCard(visitor);
    await submitToBank(visitor);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked({}, t) }).waitFor();
    expect(await statuses()).toEqual([["paid", null]]);
    expect(charged()).toBe(1);
    expect(await seatsLeft()).toBe(before - 1);
  });

  it("E-02 S-08 a double click, Enter and a click while it is being sent: one order, one charge", async () => {
    const visitor = await buyer();
    const before = await seatsLeft();
    await readyToPay(visitor);
    // The card is on its way until all of this has been tried.
    const tried = Promise.withResolvers<void>();
    await visitor.page.route(`${shop.site.sandbox.url}/v1/payments`, async (route) => (await tried.promise, await route.continue()));
    await submitButton(visitor).dblclick();
    const busy = visitor.page.getByRole("button", { name: m.sales_processing() });
    await busy.waitFor();
    expect(await busy.getAttribute("aria-disabled")).toBe("true");
    await busy.click({ force: true });
    await field(visitor, "cvc").press("Enter");
    tried.resolve();
    await visitor.page.waitForURL(/\/prepare/);
    expect(cardPosts(visitor)).toHaveLength(1);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect(await statuses()).toEqual([["paid", null]]);
    expect([charged(), await seatsLeft()]).toEqual([1, before - 1]);
  });

  it("S-08 back from the bank and submitted again, in two tabs: one charge", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await submitToBank(visitor);
    await visitor.page.goBack();
    await ready(visitor.page);
    await field(visitor, "number").waitFor();
    // A page brought back holds no card.
    await holds(field(visitor, "number"), "");
    await fillCard(visitor);
    visitor.expect("/v1/payments", 400);
    await submitToBank(visitor);
    await answerBank(visitor);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect(await statuses()).toEqual([["paid", null]]);
    expect([charged(), shop.site.sandbox.control.payments().length]).toEqual([1, 1]);
  });

  it("S-08 a reload of order-response, and a visit to it from history, change nothing", async () => {
    const visitor = await buyer();
    await buy(visitor, slug);
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    for (let i = 0; i < 2; i++) {
      await visitor.page.reload();
      await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    }
    expect(await statuses()).toEqual([["paid", null]]);
    expect((await shop.site.mails()).filter(({ to, subject }) => to === shop.person.email && subject !== m.accounts_mail_welcome_subject())).toHaveLength(1);
  });

  it("S-08 status=paid in the address: nobody is told of a success that is none", async () => {
    const order = await beginOrder(shop.site, shop.person, shop.course.id);
    const visitor = await buyer();
    await visitor.open(`/order-response?id=${order.given_id}&status=paid&amount=276000&message=APPROVED`);
    await title(visitor).filter({ hasText: m.sales_confirming() }).waitFor();
    const text = await visitor.page.locator("main").innerText();
    for (const part of [m.sales_booked(), m.sales_paid(), "APPROVED"]) expect(text).not.toContain(part);
    expect(await statuses()).toEqual([["pending", null]]);
    // Nor by somebody else's payment.
    const other = await newPerson(shop.site);
    const theirs = await visit(shop.site, { as: other });
    theirs.expect("/api/update-payment-status", 404);
    await theirs.open(`/order-response?id=${order.given_id}&status=paid`);
    await title(theirs).filter({ hasText: m.sales_order_not_found() }).waitFor();
    expect(await statuses(other)).toEqual([]);
  });

  it.each(["en", "ar"] as const)("A-06 somebody else's order is not found, and nothing of it is shown (%s)", async (locale) => {
    const order = await beginOrder(shop.site, shop.person, shop.course.id);
    const theirs = await visit(shop.site, { as: await newPerson(shop.site), locale });
    for (const path of ["/api/order_details", "/api/order-papers"]) theirs.expect(path, 404);
    await theirs.open(`/my-courses/${order.order_id}`);
    await theirs.page.getByText(m.sales_order_not_found({}, { locale })).waitFor();
    expect(await theirs.page.locator("main").innerText()).not.toContain(shop.person.email);
    expect(await theirs.page.locator('meta[name="robots"]').evaluateAll((tags) => tags.map((tag) => tag.getAttribute("content")))).toEqual(["noindex"]);
    const { headers } = await fetch(theirs.url(`/my-courses/${order.order_id}`));
    expect([headers.get("cache-control"), headers.get("set-cookie")]).toEqual(["no-cache", null]);
    await theirs.check("somebody else's order");
  });

  it("S-08 a failure in the address of a paid order is not believed either", async () => {
    shop.site.sandbox.control.fault({ route: "callback", kind: "tampered" });
    const visitor = await buyer();
    await buy(visitor, slug);
    expect(new URL(visitor.page.url()).searchParams.get("status")).toBe("failed");
    await title(visitor).filter({ hasText: m.sales_booked() }).waitFor();
    expect(await statuses()).toEqual([["paid", null]]);
  });

  it("S-08 another card number than any bank has is refused before anything is sent", async () => {
    const visitor = await buyer();
    await readyToPay(visitor);
    await fill(visitor, "number", "4111111111111112");
    await submitButton(visitor).click();
    await visitor.page.getByText(m.sales_card_number_wrong()).waitFor();
    expect(cardPosts(visitor)).toEqual([]);
  });
});
