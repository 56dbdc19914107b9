/** Apple Pay: the browser's own sheet around the order and the payment of `pay.ts`. Loaded only where it is offered. */
import { postToProvider } from "#features/payments/post-payment.ts";
import { m } from "#messages";
import { applePayVersion } from "./apple-pay-session.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import { checkForm, openOrder, payBegun, type PayOutcome, type Purchase } from "./pay.ts";

/** The sheet gives up after 30 s; until then our server has to be asked, too. */
const silenceMs = 15_000;

const sheetRequest = ({ displayedTotals }: Purchase) => ({
  countryCode: "SA",
  currencyCode: "SAR",
  supportedNetworks: ["mada", "visa", "masterCard", "amex", "chinaUnionPay"],
  merchantCapabilities: ["supports3DS", "supportsCredit", "supportsDebit"],
  supportedCountries: ["SA"],
  total: { label: m.site_name(), amount: displayedTotals.total },
});

/** Asks the provider for the session that Apple wants to see; null when it gives none. */
async function startMerchantSession(begun: BegunCheckout, validationUrl: string): Promise<object | null> {
  const body = {
    validation_url: validationUrl,
    display_name: m.site_name(),
    domain_name: location.hostname,
    publishable_api_key: begun.publishable_key,
  };
  try {
    const response = await postToProvider(new URL("applepay/initiate", begun.payments_url).href, body, silenceMs);
    return response.ok ? ((await response.json()) as object) : null;
  } catch {
    return null;
  }
}

const failed = (): PayOutcome => ({ kind: "refused", message: m.checkout_apple_pay_failed() });

/** The address of the page that shows the outcome names the status. */
const isPaid = (outcome: PayOutcome) =>
  outcome.kind === "redirect" && new URL(outcome.to).searchParams.get("status") === "paid";

/** Calls the sheet; false when it has closed meanwhile, which Safari answers with an error. */
function callSheet(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

type OnBegun = (begun: BegunCheckout) => void;

/** Throws where no sheet can be opened. */
function openSheet(purchase: Purchase, onBegun: OnBegun, onEnd: (outcome: PayOutcome) => void): void {
  const sessions = window.ApplePaySession;
  if (!sessions) throw new Error("This browser has no Apple Pay");
  const session = new sessions(applePayVersion, sheetRequest(purchase));
  let state: "open" | "authorized" | "closed" = "open";
  let begun: BegunCheckout | undefined;
  let opening: Promise<BegunCheckout | PayOutcome> | undefined;

  const openInSheet = async () =>
    (await checkForm(purchase, null)) ??
    (await openOrder(purchase, (order) => {
      begun = order;
      onBegun(order);
    }));
  const stop = (outcome: PayOutcome) => {
    state = "closed";
    callSheet(() => session.abort());
    onEnd(outcome);
  };
  const validate = async (url: string) => {
    const opened = await (opening = openInSheet());
    if (state !== "open") return;
    if ("kind" in opened) return stop(opened);
    const merchant = await startMerchantSession(opened, url);
    if (state !== "open") return;
    if (!merchant || !callSheet(() => session.completeMerchantValidation(merchant))) stop(failed());
  };
  const pay = async (token: unknown) => {
    if (state !== "open" || !begun) return;
    state = "authorized";
    const source = { type: "applepay", token: JSON.stringify(token), manual: false, save_card: false } as const;
    const runId = purchase.lines[0]?.id ?? 0;
    const outcome = await payBegun(begun, { userId: purchase.userId, runId, source, silenceMs });
    const status = isPaid(outcome) ? sessions.STATUS_SUCCESS : sessions.STATUS_FAILURE;
    callSheet(() => session.completePayment({ status }));
    onEnd(outcome);
  };
  const cancel = async () => {
    // Once authorised, the payment is on its way, even if the sheet has not waited for it.
    if (state !== "open") return;
    state = "closed";
    await opening;
    onEnd({ kind: "closed" });
  };
  session.onvalidatemerchant = ({ validationURL }) => void validate(validationURL);
  session.onpaymentauthorized = ({ payment }) => void pay(payment.token);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- Apple documents these three handlers, and no events
  session.oncancel = () => void cancel();
  session.begin();
}

/**
 * Opens the sheet, and in it the order; its one payment is made once the buyer has confirmed. Call it within the click:
 * Safari opens no sheet later. Never rejects.
 */
export const payByApplePay = (purchase: Purchase, onBegun: OnBegun): Promise<PayOutcome> =>
  new Promise<PayOutcome>((resolve) => openSheet(purchase, onBegun, resolve)).catch(failed);
