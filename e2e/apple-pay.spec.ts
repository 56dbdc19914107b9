/**
 * Y-01: Apple Pay with a stand-in for Safari's sheet and the fake provider. In every case there is at most
 * one order and one payment, and the status shown is correct.
 */
import { decimalFromHalalas, formatSar, halalasFromDecimal } from "#i18n/money.ts";
import { m } from "#messages";
import { installApplePay } from "#test/apple-pay.ts";
import { applePayButton, sheetState } from "./support/apple-pay.ts";
import {
  answerBank,
  cardFieldNames,
  cardPosts,
  field,
  fieldMessage,
  fillAddress,
  fillCard,
  openCheckout,
  submitToBank,
} from "./support/buying.ts";
import { test, title, type Shop } from "./support/shop.ts";
import { expect } from "./support/test.ts";
import { expectAccessible, selectViewports, type Viewport, type Visitor } from "./support/visitor.ts";

const slug = "good-clinical-practice";
test.use({ courseSlug: slug });
const all = { tag: "@all" };

/** Opens checkout in a browser with Apple Pay. The provider accepts every amount, unless the test changes that. */
async function openWithApplePay(shop: Shop, viewport: Partial<Viewport> = {}): Promise<Visitor> {
  shop.site.sandbox.control.set({ unlistedAmount: "succeeds" });
  const visitor = await shop.buyer(viewport);
  await visitor.context.addInitScript(installApplePay);
  await openCheckout(visitor, slug);
  return visitor;
}

async function openAndFillAddress(shop: Shop, viewport: Partial<Viewport> = {}): Promise<Visitor> {
  const visitor = await openWithApplePay(shop, viewport);
  await fillAddress(visitor);
  return visitor;
}

/** Taps the button; resolves when the sheet waits for the buyer. */
async function tap(visitor: Visitor): Promise<void> {
  await applePayButton(visitor).click();
  await expect.poll(() => sheetState(visitor)).toBe("ready");
}
const authorize = ({ page }: Visitor) => page.evaluate(() => window.applePay.authorize());
const closeSheet = ({ page }: Visitor) => page.evaluate(() => window.applePay.cancel());

/** Waits until the page that shows the outcome has this title. */
const expectTitle = (visitor: Visitor, text: string) => expect(title(visitor).filter({ hasText: text })).toBeVisible();
const expectAlert = ({ page }: Visitor, text: string) =>
  expect(page.getByRole("alert").or(page.locator("main")).filter({ hasText: text }).first()).toBeVisible();

async function expectPaidOnce(shop: Shop, before: number): Promise<void> {
  expect(await shop.statuses()).toEqual([["paid", null]]);
  expect([shop.countCharges(), shop.site.sandbox.control.payments().length]).toEqual([1, 1]);
  expect(await shop.seatsLeft()).toBe(before - 1);
}

test("Y-01 the stand-in rejects what Safari rejects", all, async ({ shop }) => {
  const visitor = await openWithApplePay(shop);
  const outcomes = await visitor.page.evaluate(async () => {
    const attempt = (work: () => void) => {
      try {
        work();
        return "done";
      } catch (error) {
        return (error as Error).name;
      }
    };
    const inClick = (work: () => void) => {
      let outcome = "";
      const button = document.createElement("button");
      button.addEventListener("click", () => (outcome = attempt(work)));
      button.click();
      return outcome;
    };
    const Session = window.ApplePaySession;
    if (!Session) throw new Error("no Apple Pay");
    const request = { total: { label: "Nama Health", amount: "1.00" } };
    const domain = { domainName: location.hostname };
    let session = {} as InstanceType<typeof Session>;
    const sheetState = () => new Promise((resolve) => setTimeout(() => resolve(window.applePay.sheets.at(-1)?.state)));
    const renew = (version = 6, total: object = request) => inClick(() => (session = new Session(version, total)));
    return [
      ["outside a click", attempt(() => new Session(6, request))],
      ["an unknown version", renew(99)],
      ["no sum", renew(6, { total: { label: "Nama Health", amount: "1" } })],
      ["within a click", renew()],
      ["begin outside a click", attempt(() => session.begin())],
      ["begin within a click", inClick(() => session.begin())],
      ["two at once", inClick(() => new Session(6, request).begin())],
      ["another domain", attempt(() => session.completeMerchantValidation({ domainName: "example.com" }))],
      ["then it is", await sheetState()],
      ["a new one", renew()],
      ["begin the new one", inClick(() => session.begin())],
      ["paid before it is confirmed", attempt(() => session.completePayment({ status: 0 }))],
      ["this domain", attempt(() => session.completeMerchantValidation(domain))],
      ["this domain again", attempt(() => session.completeMerchantValidation(domain))],
      ["confirmed too early", attempt(() => window.applePay.authorize())],
      ["then it waits", await sheetState()],
      ["confirmed", attempt(() => window.applePay.authorize())],
      ["confirmed again", attempt(() => window.applePay.authorize())],
      ["paid", attempt(() => session.completePayment({ status: Session.STATUS_SUCCESS }))],
      ["paid again", attempt(() => session.completePayment({ status: Session.STATUS_SUCCESS }))],
      ["aborted when it is over", attempt(() => session.abort())],
    ];
  });
  expect(outcomes).toEqual([
    ["outside a click", "InvalidAccessError"],
    ["an unknown version", "InvalidAccessError"],
    ["no sum", "TypeError"],
    ["within a click", "done"],
    ["begin outside a click", "InvalidAccessError"],
    ["begin within a click", "done"],
    ["two at once", "InvalidStateError"],
    ["another domain", "done"],
    ["then it is", "rejected"],
    ["a new one", "done"],
    ["begin the new one", "done"],
    ["paid before it is confirmed", "InvalidStateError"],
    ["this domain", "done"],
    ["this domain again", "InvalidStateError"],
    ["confirmed too early", "InvalidStateError"],
    ["then it waits", "ready"],
    ["confirmed", "done"],
    ["confirmed again", "InvalidStateError"],
    ["paid", "done"],
    ["paid again", "InvalidStateError"],
    ["aborted when it is over", "InvalidStateError"],
  ]);
});

test("Y-01 a browser without Apple Pay shows no button and loads no Apple Pay code", all, async ({ shop }) => {
  const visitor = await shop.buyer();
  await openCheckout(visitor, slug);
  await fillAddress(visitor);
  await expect(applePayButton(visitor)).toBeHidden();
  expect(visitor.requests.map((request) => request.url()).filter((url) => url.includes("apple-pay"))).toEqual([]);
});

for (const viewport of selectViewports("ar"))
  test(`Y-01 pays once (${viewport.locale}, ${viewport.width} px)`, async ({ shop }) => {
    const t = { locale: viewport.locale };
    const before = await shop.seatsLeft();
    const visitor = await openWithApplePay(shop, viewport);
    const { page } = visitor;
    const button = applePayButton(visitor);
    await expect(button).toHaveAccessibleName(m.checkout_apple_pay({}, t));
    await expect(button).toHaveAttribute("lang", viewport.locale);
    await visitor.checkPage("checkout with Apple Pay");

    await test.step("an incomplete form opens no sheet and does not require card fields", async () => {
      visitor.allowStatus("/api/validate-billing-address", 422);
      // The invoice of a company needs its name and address.
      await field(visitor, "company").check();
      await button.click();
      await expect.poll(() => fieldMessage(visitor, "company.name")).toBe(m.platform_field_required({}, t));
      await expect(field(visitor, "company.name")).toBeFocused();
      await expectAlert(visitor, m.checkout_pay_missing({}, t));
      for (const name of cardFieldNames) expect(await fieldMessage(visitor, name)).toBeNull();
      expect(await sheetState(visitor)).toBeNull();
      await field(visitor, "company").uncheck();
    });

    await test.step("the sheet shows the site and the total, and other ways to pay are disabled meanwhile", async () => {
      await fillAddress(visitor);
      await tap(visitor);
      const total = Math.round((halalasFromDecimal(shop.course.amount) ?? 0) * 1.15);
      expect(await page.evaluate(() => window.applePay.sheets)).toMatchObject([
        { version: 6, request: { total: { label: m.site_name({}, t), amount: decimalFromHalalas(total) } } },
      ]);
      const initiated = visitor.requests.find((request) => request.url().endsWith("/v1/applepay/initiate"));
      expect(initiated?.postDataJSON()).toMatchObject({ display_name: m.site_name({}, { locale: "en" }) });
      const busy = page.getByRole("button", { name: m.enrolments_processing({}, t) });
      await expect(busy).toHaveAttribute("aria-disabled", "true");
      await expect(button).toHaveAttribute("aria-disabled", "true");
      expect(cardPosts(visitor)).toEqual([]);
    });

    await authorize(visitor);
    await expectTitle(visitor, m.payments_booked({}, t));
    expect(cardPosts(visitor).map((request) => request.postDataJSON() as unknown)).toMatchObject([
      { apply_coupon: false, source: { type: "applepay", manual: false, save_card: false } },
    ]);
    await expectPaidOnce(shop, before);
    const [order] = await shop.ordersOf(shop.person);
    await visitor.open(`/my-courses/${order?.id}`);
    const card = m.orders_scheme_apple_pay({ scheme: m.orders_scheme_mada({}, t) }, t);
    await expect(page.locator("main")).toContainText(card, { useInnerText: true });
  });

test("Y-01 shows a declined payment like a declined card", all, async ({ shop }) => {
  const visitor = await openAndFillAddress(shop);
  shop.site.sandbox.control.set({ unlistedAmount: "fails" });
  await tap(visitor);
  await authorize(visitor);
  await expectTitle(visitor, m.payments_failed());
  await expect(visitor.page.locator("main")).toContainText(m.payments_nothing_charged(), { useInnerText: true });
  expect(await shop.statuses()).toEqual([["failed", "declined"]]);
  expect(shop.countCharges()).toBe(0);
});

test("Y-01 keeps the seat when the sheet is closed; the card then pays the same order", async ({ shop }) => {
  const before = await shop.seatsLeft();
  const visitor = await openAndFillAddress(shop);
  const { page } = visitor;
  for (const _ of ["the first sheet", "the second sheet"]) {
    await tap(visitor);
    await closeSheet(visitor);
    await expect(page.getByRole("status").filter({ hasText: m.checkout_apple_pay_closed() })).toBeVisible();
    await expect(page.getByRole("timer")).toBeVisible();
    expect([await shop.statuses(), await shop.seatsLeft()]).toEqual([[["pending", null]], before - 1]);
  }
  expect(cardPosts(visitor)).toEqual([]);
  await visitor.checkPage("checkout after a closed sheet");
  await fillCard(visitor);
  await submitToBank(visitor);
  await answerBank(visitor);
  await expectTitle(visitor, m.payments_booked());
  await expectPaidOnce(shop, before);
});

test("Y-01 keeps the seat when the sheet is closed while the order is being created", all, async ({ shop }) => {
  const before = await shop.seatsLeft();
  const visitor = await openAndFillAddress(shop);
  const closed = Promise.withResolvers<void>();
  await visitor.page.route("**/api/begin-checkout", async (route) => (await closed.promise, await route.continue()));
  const request = visitor.page.waitForRequest("**/api/begin-checkout");
  await applePayButton(visitor).click();
  await request;
  await closeSheet(visitor);
  closed.resolve();
  await expectAlert(visitor, m.checkout_apple_pay_failed());
  await expect(visitor.page.getByRole("timer")).toBeVisible();
  expect([await shop.statuses(), await shop.seatsLeft()]).toEqual([[["pending", null]], before - 1]);
});

test(
  "Y-01 after going back from the bank's page, blocks a second payment and lets the bank's page continue",
  all,
  async ({ shop }) => {
    const before = await shop.seatsLeft();
    const visitor = await openAndFillAddress(shop);
    const { page } = visitor;
    await fillCard(visitor);
    await submitToBank(visitor);
    await page.goBack();
    await applePayButton(visitor).click();
    await expectAlert(visitor, m.checkout_pay_at_bank());
    expect([await sheetState(visitor), cardPosts(visitor).length]).toEqual(["aborted", 1]);
    // Not `checkPage`, which measures layout shift: the browser restores the scroll position before the note about
    // the hold is back above it.
    await expectAccessible(page, "checkout with a card at the bank");
    await page.getByRole("link", { name: m.checkout_pay_go_to_bank() }).click();
    await answerBank(visitor);
    await expectTitle(visitor, m.payments_booked());
    await expectPaidOnce(shop, before);
  },
);

test("Y-01 creates one order and one payment after two taps and a provider timeout", async ({ shop }) => {
  const { control } = shop.site.sandbox;
  const before = await shop.seatsLeft();
  const visitor = await openAndFillAddress(shop);
  await applePayButton(visitor).dblclick();
  await field(visitor, "city").press("Enter");
  await expect.poll(() => sheetState(visitor)).toBe("ready");
  expect(await visitor.page.evaluate(() => window.applePay.sheets.length)).toBe(1);
  control.fault({ route: "create", kind: "hang_after_commit" });
  // Chromium repeats a request whose connection was cut; the provider rejects a second payment with the same number.
  visitor.expectFailure(`${shop.site.sandbox.url}/v1/payments`);
  visitor.allowStatus("/v1/payments", 400);
  await authorize(visitor);
  await expect.poll(() => control.hanging()).toBe(1);
  // Apple's sheet closes after a while without an answer.
  await closeSheet(visitor);
  control.release();
  await expectTitle(visitor, m.payments_booked());
  await expectPaidOnce(shop, before);
});

test(
  "Y-01 charges nothing when the provider fails after authorisation; a second attempt pays",
  all,
  async ({ shop }) => {
    const before = await shop.seatsLeft();
    const visitor = await openAndFillAddress(shop);
    shop.site.sandbox.control.fault({ route: "create", kind: "error_503" });
    visitor.allowStatus("/v1/payments", 503);
    await tap(visitor);
    await authorize(visitor);
    await expectAlert(visitor, m.checkout_pay_not_charged());
    expect([await sheetState(visitor), await shop.statuses(), shop.countCharges()]).toEqual([
      "failed",
      [["pending", null]],
      0,
    ]);
    await tap(visitor);
    await authorize(visitor);
    await expectTitle(visitor, m.payments_booked());
    await expectPaidOnce(shop, before);
  },
);

test("Y-01 closes the sheet without an order when the seats were sold meanwhile", async ({ shop }) => {
  const visitor = await openAndFillAddress(shop);
  await shop.whileSoldOut(async () => {
    visitor.allowStatus("/api/begin-checkout", 409);
    const answer = visitor.page.waitForResponse("**/api/begin-checkout");
    await applePayButton(visitor).click();
    // The message is "sold out", or "on hold" if another test has left an order open.
    await expectAlert(visitor, ((await (await answer).json()) as { message: string }).message);
    expect(await sheetState(visitor)).toBe("aborted");
    expect([await shop.statuses(), cardPosts(visitor)]).toEqual([[], []]);
    await expect(field(visitor, "city")).toHaveValue("Riyadh");
  });
});

test("Y-01 closes the sheet when the price changes; the next sheet shows the new total", all, async ({ shop }) => {
  const before = await shop.seatsLeft();
  const visitor = await openAndFillAddress(shop);
  const price = halalasFromDecimal(shop.course.amount) ?? 0;
  await shop.change({ priceHalalas: 180_000 });
  try {
    await applePayButton(visitor).click();
    await expectAlert(visitor, m.checkout_pay_price({ total: `\u2068${formatSar("2070.00", "en")}\u2069` }));
    expect(await sheetState(visitor)).toBe("aborted");
    expect(cardPosts(visitor)).toEqual([]);
    await tap(visitor);
    expect(await visitor.page.evaluate(() => window.applePay.sheets.at(-1)?.request.total.amount)).toBe("2070.00");
    await authorize(visitor);
    await expectTitle(visitor, m.payments_booked());
    await expectPaidOnce(shop, before);
  } finally {
    await shop.change({ priceHalalas: price });
  }
});

test(
  "Y-01 shows an error when there is no merchant session, and keeps the seat for the card",
  all,
  async ({ shop }) => {
    const visitor = await openAndFillAddress(shop);
    shop.site.sandbox.control.fault({ route: "initiate", kind: "error_500" });
    visitor.allowStatus("/v1/applepay/initiate", 500);
    await applePayButton(visitor).click();
    await expectAlert(visitor, m.checkout_apple_pay_failed());
    await expectAlert(visitor, m.payments_nothing_charged());
    expect([await sheetState(visitor), await shop.statuses()]).toEqual(["aborted", [["pending", null]]]);
    await visitor.checkPage("checkout after a sheet that did not open");
  },
);
