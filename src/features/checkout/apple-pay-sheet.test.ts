/** Apple Pay's sheet from the click on, with a stand-in for Safari's, the site's API and the fake card provider. */
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { processPayment } from "#features/order-views/my-orders/api.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { createLog } from "#platform/log.server.ts";
import { inLocale } from "#i18n/locale.server.ts";
import { m } from "#messages";
import { installApplePay } from "#test/apple-pay.ts";
import { address, confirmAtBank, pay as payByCard, postCard } from "#test/buyer.ts";
import type { TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { beginSeats, countSeats, minutesLater, orderStatus, sellTwoSeats } from "#test/purchase.ts";
import { openSandbox } from "#test/sandbox.ts";
import { beginCheckout, validateBillingAddress } from "./api.server.ts";
import { payByApplePay } from "./apple-pay.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import type { PayOutcome, Purchase } from "./pay.ts";

const sandbox = await openSandbox();
afterEach(() => vi.unstubAllGlobals());

/** The part of a form input that the button reads. */
class Input {
  name: string;
  validity: { valueMissing: boolean };
  constructor(name: string, valueMissing: boolean) {
    this.name = name;
    this.validity = { valueMissing };
  }
}
const makeForm = (...elements: Input[]) => ({ elements }) as unknown as HTMLFormElement;

/** The site answers no request before this has resolved. */
let heldBack = Promise.resolve();

/** A browser with Apple Pay on the checkout page of this site. */
function openBrowser(ctx: TestCtx): void {
  const app = new Hono();
  app.use(async (request, next) => {
    request.set("requestId", "test");
    request.set("log", createLog("silent"));
    await next();
  });
  mountApi(
    app,
    {
      "/api/validate-billing-address": validateBillingAddress,
      "/api/begin-checkout": beginCheckout,
      "/api/process-payment": processPayment,
    },
    async () => ctx,
  );
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!url.startsWith("/")) return fetch(url, init);
    await heldBack;
    return app.request(url, init);
  });
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("location", { hostname: "www.example.com" });
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("window", {});
  installApplePay();
}

const newestSheet = () => window.applePay.sheets.at(-1);
const waitForSheet = async () => {
  await expect.poll(() => newestSheet()?.state).toBe("ready");
};

describeOnDatabase("Y-01 the sheet of Apple Pay", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let begun: BegunCheckout[];
  let purchase: Purchase;

  beforeEach(async () => {
    let userId: string;
    ({ ctx, runId, userId } = await sellTwoSeats(await open(), sandbox));
    sandbox.control.set({ unlistedAmount: "succeeds" });
    openBrowser(ctx);
    begun = [];
    purchase = {
      userId,
      lines: [{ id: runId, qty: 1, name: "Patient safety" }],
      billing: address,
      company: null,
      attendees: [],
      displayedTotals: { sub_total: "2400.00", tax: "360.00", total: "2760.00" },
    };
  });

  /** Opens the sheet as the click on the button does. The card's fields are empty. */
  function tap(...inputs: Input[]): Promise<PayOutcome> {
    Object.assign(window, { event: new Event("click") });
    const form = makeForm(new Input("city", false), new Input("number", true), ...inputs);
    const outcome = payByApplePay(form, purchase, (order) => begun.push(order));
    Object.assign(window, { event: undefined });
    return outcome;
  }

  const close = () => window.applePay.cancel();
  /** Opens a sheet and closes it while the order is being opened. */
  async function tapAndClose(): Promise<PayOutcome> {
    const closed = Promise.withResolvers<void>();
    heldBack = closed.promise;
    const outcome = tap();
    await new Promise(setImmediate);
    close();
    closed.resolve();
    return outcome;
  }
  const failed = { kind: "refused", message: m.checkout_apple_pay_failed() };

  it("shows field errors and opens no sheet when a required field is empty", async () => {
    purchase.company = { name: "Example Clinic", vat_number: "310122393500003", address: "", purchase_order: "" };
    purchase.billing = { ...address, city: "" };
    expect(await tap(new Input("company.name", true))).toMatchObject({
      kind: "fields",
      fields: { city: ["This field is required."] },
      missing: true,
    });
    Object.assign(purchase, { company: null, billing: address });
    // Here the server reports no field.
    expect(await tap(new Input("company.name", true))).toEqual(failed);
    expect(window.applePay.sheets).toEqual([]);
  });

  it("reports a failure when Safari rejects the merchant session, and keeps the seat for the card", async () => {
    installApplePay("another.example.com");
    expect([await tap(), newestSheet()?.state]).toEqual([failed, "rejected"]);
    expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
  });

  it("reports a failure when closed before it asked the buyer, and keeps the seat", async () => {
    expect(await tapAndClose()).toEqual(failed);
    expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
  });

  it("shows why the order was rejected, even when the sheet was closed meanwhile", async () => {
    purchase.displayedTotals = { sub_total: "2000.00", tax: "300.00", total: "2300.00" };
    expect(await tapAndClose()).toMatchObject({ kind: "price", totals: { total: "2760.00" } });
    purchase.billing = { ...address, phone: "12" };
    expect(await tapAndClose()).toMatchObject({ kind: "fields", fields: { phone: [expect.any(String)] } });
    purchase.billing = address;
    await ctx.db.update(courseRuns).set({ saleStoppedAt: ctx.now() });
    expect(await tapAndClose()).toMatchObject({ kind: "refused", message: expect.stringContaining("Patient safety") });
  });

  it("does not ask the buyer while a bank still asks about the order's card", async () => {
    const card = await beginSeats(ctx, runId);
    const { source } = (await (await postCard(card)).json()) as { source: { transaction_url: string } };
    expect([await tap(), newestSheet()?.state]).toEqual([{ kind: "at-bank", to: source.transaction_url }, "aborted"]);
    expect(begun).toEqual([card]);
    await confirmAtBank(source.transaction_url, "CANCELLED_AUTHENTICATION");
    await settlePayment(ctx, card.given_id);
    const outcome = tap();
    await waitForSheet();
    window.applePay.authorize();
    expect(await outcome).toMatchObject({ kind: "redirect", to: expect.stringContaining("status=paid") });
    expect(begun[1]?.order_id).toBe(card.order_id);
  });

  it("does not ask the buyer for an order that a card has paid", async () => {
    await payByCard(await beginSeats(ctx, runId));
    expect(await tap()).toMatchObject({ kind: "redirect", to: expect.stringContaining("status=paid") });
    expect([newestSheet()?.state, sandbox.control.payments().length]).toEqual(["aborted", 1]);
  });

  it("keeps the seat when closed; the next sheet and the card pay the same order", async () => {
    const closed = tap();
    await waitForSheet();
    close();
    expect(await closed).toEqual({ kind: "closed" });
    expect(await countSeats(ctx, runId)).toEqual({ sold: 0, held: 1 });
    expect(await orderStatus(ctx, begun[0]?.order_id ?? 0)).toBe("pending");
    minutesLater(ctx, 5);
    const again = tap();
    await waitForSheet();
    close();
    await again;
    const card = await beginSeats(ctx, runId);
    expect([begun[1], card]).toEqual([begun[0], begun[0]]);
    await payByCard(card);
    await settlePayment(ctx, card.given_id);
    expect([await orderStatus(ctx, card.order_id), await countSeats(ctx, runId)]).toEqual([
      "paid",
      { sold: 1, held: 0 },
    ]);
  });

  it("when closed, keeps a seat offered from a waiting list until the offer ends", async () => {
    const offerEndsAt = new Date(ctx.now().getTime() + 20 * 3_600_000);
    await ctx.db.insert(waitlistEntries).values({
      runId,
      userId: purchase.userId,
      seats: 1,
      rank: 1,
      state: "offered",
      joinedAt: ctx.now(),
      offeredAt: ctx.now(),
      offerEndsAt,
    });
    const closed = tap();
    await waitForSheet();
    close();
    expect([await closed, begun[0]?.expires_at]).toEqual([{ kind: "closed" }, offerEndsAt.toISOString()]);
    expect(await beginSeats(ctx, runId)).toEqual(begun[0]);
  });

  it("names the site in English to Apple, and in the page's language to the buyer", async () => {
    const outcome = inLocale("ar", () => tap());
    await waitForSheet();
    expect(newestSheet()).toMatchObject({
      request: {
        supportedNetworks: ["mada", "visa", "masterCard", "amex"],
        total: { label: "نماء الصحية", amount: "2760.00" },
      },
      merchantSession: { displayName: "Nama Health", domainName: "www.example.com" },
    });
    close();
    await outcome;
  });

  it("pays once the buyer has confirmed", async () => {
    const outcome = tap();
    await waitForSheet();
    window.applePay.authorize();
    expect(await outcome).toMatchObject({ kind: "redirect", to: expect.stringContaining("status=paid") });
    expect([newestSheet()?.state, await orderStatus(ctx, begun[0]?.order_id ?? 0)]).toEqual(["paid", "paid"]);
  });
});
