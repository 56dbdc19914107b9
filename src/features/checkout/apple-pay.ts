/** Apple Pay: the browser's own sheet around the order and the payment of `pay.ts`. Loaded only where it is offered. */
import { postToProvider } from "#features/payments/post-payment.ts";
import { m } from "#messages";
import { applePayVersion } from "./apple-pay-session.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import {
  applePayFailed,
  checkForm,
  findCardPayment,
  openOrder,
  payBegun,
  toPayer,
  type PayOutcome,
  type Purchase,
} from "./pay.ts";

/** Safari closes the sheet after 30 s. Stop waiting at 15 s, so that our server can still check the payment. */
const silenceMs = 15_000;

const sheetRequest = {
  countryCode: "SA",
  currencyCode: "SAR",
  supportedNetworks: ["mada", "visa", "masterCard", "amex"],
  merchantCapabilities: ["supports3DS", "supportsCredit", "supportsDebit"],
  supportedCountries: ["SA"],
};

/** Asks the provider for the session that Apple wants to see; null when it gives none. */
async function startMerchantSession(begun: BegunCheckout, validationUrl: string): Promise<object | null> {
  const body = {
    validation_url: validationUrl,
    // Apple: "Don't localize the name."
    display_name: m.site_name({}, { locale: "en" }),
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
  const Session = window.ApplePaySession;
  if (!Session) throw new Error("This browser has no Apple Pay");
  const total = { label: m.site_name(), amount: purchase.displayedTotals.total };
  const session = new Session(applePayVersion, { ...sheetRequest, total });
  /** `ready`: Safari has accepted the merchant session, and the buyer can confirm. */
  let state: "open" | "ready" | "authorized" | "closed" = "open";
  let begun: BegunCheckout | undefined;
  let opening: Promise<BegunCheckout | PayOutcome> | undefined;

  const openInSheet = async () =>
    (await checkForm(purchase, null)) ??
    (await openOrder(purchase, (order) => {
      begun = order;
      onBegun(order);
    }));
  const abort = (outcome: PayOutcome) => {
    state = "closed";
    callSheet(() => session.abort());
    onEnd(outcome);
  };
  const validateMerchant = async (url: string) => {
    const opened = await (opening = openInSheet());
    if (state !== "open") return;
    if ("kind" in opened) return abort(opened);
    const [merchant, cardPayment] = await Promise.all([
      startMerchantSession(opened, url),
      findCardPayment(opened, toPayer(purchase)),
    ]);
    if (state !== "open") return;
    if (cardPayment) return abort(cardPayment);
    if (!merchant || !callSheet(() => session.completeMerchantValidation(merchant))) abort(applePayFailed());
  };
  const selectPaymentMethod = () => {
    state = "ready";
    callSheet(() => session.completePaymentMethodSelection({ newTotal: total }));
  };
  const pay = async (token: unknown) => {
    if (state !== "ready" || !begun) return;
    state = "authorized";
    const source = { type: "applepay", token: JSON.stringify(token), manual: false, save_card: false } as const;
    const outcome = await payBegun(begun, toPayer(purchase), source, silenceMs);
    const status = isPaid(outcome) ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE;
    callSheet(() => session.completePayment({ status }));
    onEnd(outcome);
  };
  const handleCancel = async () => {
    // Once authorised, the payment is on its way, even if the sheet has not waited for it.
    if (state === "authorized" || state === "closed") return;
    const wasReady = state === "ready";
    state = "closed";
    const opened = await opening;
    if (opened && "kind" in opened) return onEnd(opened);
    onEnd(wasReady ? { kind: "closed" } : applePayFailed());
  };
  session.onvalidatemerchant = ({ validationURL }) => void validateMerchant(validationURL);
  session.onpaymentmethodselected = selectPaymentMethod;
  session.onpaymentauthorized = ({ payment }) => void pay(payment.token);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- Apple documents these handlers, and no events
  session.oncancel = () => void handleCancel();
  session.begin();
}

/**
 * Opens the sheet, and in it the order; its one payment is made once the buyer has confirmed. Call it within the click:
 * Safari opens no sheet later. Never rejects.
 */
export const payByApplePay = (purchase: Purchase, onBegun: OnBegun): Promise<PayOutcome> =>
  new Promise<PayOutcome>((resolve) => openSheet(purchase, onBegun, resolve)).catch(applePayFailed);
