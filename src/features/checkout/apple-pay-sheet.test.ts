/** Apple Pay's sheet from the click on: a stand-in for Safari's, the site's API and the fake card provider. */
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { processPayment } from "#features/order-views/my-orders/api.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { createLog } from "#platform/log.server.ts";
import { installApplePay } from "#test/apple-pay.ts";
import { address } from "#test/buyer.ts";
import type { TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { orderStatus, sellTwoSeats } from "#test/purchase.ts";
import { openSandbox } from "#test/sandbox.ts";
import { beginCheckout, validateBillingAddress } from "./api.server.ts";
import { payByApplePay } from "./apple-pay.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import type { PayOutcome, Purchase } from "./pay.ts";

const sandbox = await openSandbox();
afterEach(() => vi.unstubAllGlobals());

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
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url.startsWith("/") ? app.request(url, init) : fetch(url, init),
  );
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("location", { hostname: "www.example.com" });
  vi.stubGlobal("window", {});
  installApplePay();
}

const newestSheet = () => window.applePay.sheets.at(-1);
const sheetIsReady = async () => {
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

  /** Opens the sheet as the click on the button does. */
  function tap(): Promise<PayOutcome | null> {
    Object.assign(window, { event: new Event("click") });
    const outcome = payByApplePay(purchase, (order) => begun.push(order));
    Object.assign(window, { event: undefined });
    return outcome;
  }

  it("pays once the buyer has confirmed", async () => {
    const outcome = tap();
    await sheetIsReady();
    window.applePay.authorize();
    expect(await outcome).toMatchObject({ kind: "redirect", to: expect.stringContaining("status=paid") });
    expect([newestSheet()?.state, await orderStatus(ctx, begun[0]?.order_id ?? 0)]).toEqual(["paid", "paid"]);
  });
});
