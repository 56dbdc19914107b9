/** Pays an order of `pay.ts` in the browser's Apple Pay sheet. Loaded only where the browser offers Apple Pay. */
import { postToProvider } from "#features/payments/post-payment.ts";
import { m } from "#messages";
import { cardFields } from "#features/payments/card.ts";
import { applePayVersion } from "./apple-pay-session.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import {
  applePayFailed,
  checkForm,
  findEarlierCardOutcome,
  openOrder,
  payBegun,
  toPayer,
  type OnBegun,
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

/** Whether the payment succeeded: the address of the outcome page contains the payment status. */
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

/** Opens the sheet and calls `onEnd` once it has ended. Throws where no sheet can be opened. */
function openSheet(purchase: Purchase, onBegun: OnBegun, onEnd: (outcome: PayOutcome) => void): void {
  const Session = window.ApplePaySession;
  if (!Session) throw new Error("This browser has no Apple Pay");
  const total = { label: m.site_name(), amount: purchase.displayedTotals.total };
  const session = new Session(applePayVersion, { ...sheetRequest, total });
  let state: "open" | "authorized" | "closed" = "open";
  /** Whether Safari has accepted the merchant session and asked for the card. */
  let isReady = false;
  let begun: BegunCheckout | undefined;
  /** The order of this sheet, or why it could not be opened. */
  let orderPromise: Promise<BegunCheckout | PayOutcome> | undefined;

  const abort = (outcome: PayOutcome) => {
    state = "closed";
    callSheet(() => session.abort());
    onEnd(outcome);
  };
  const validateMerchant = async (url: string) => {
    orderPromise = openOrder(purchase, null, onBegun);
    const result = await orderPromise;
    if (state !== "open") return;
    if ("kind" in result) return abort(result);
    begun = result;
    const [merchant, earlierOutcome] = await Promise.all([
      startMerchantSession(begun, url),
      findEarlierCardOutcome(begun, toPayer(purchase)),
    ]);
    if (state !== "open") return;
    if (earlierOutcome) return abort(earlierOutcome);
    if (!merchant || !callSheet(() => session.completeMerchantValidation(merchant))) abort(applePayFailed());
  };
  const selectPaymentMethod = () => {
    isReady = true;
    callSheet(() => session.completePaymentMethodSelection({ newTotal: total }));
  };
  const pay = async (token: unknown) => {
    if (state !== "open" || !begun) return;
    state = "authorized";
    const source = { type: "applepay", token: JSON.stringify(token), manual: false, save_card: false } as const;
    const outcome = await payBegun(begun, toPayer(purchase), source, silenceMs);
    const status = isPaid(outcome) ? Session.STATUS_SUCCESS : Session.STATUS_FAILURE;
    callSheet(() => session.completePayment({ status }));
    onEnd(outcome);
  };
  const handleCancel = async () => {
    // Once authorised, the payment is on its way, even if the sheet has not waited for it.
    if (state !== "open") return;
    state = "closed";
    const result = await orderPromise;
    if (result && "kind" in result) return onEnd(result);
    onEnd(isReady ? { kind: "closed" } : applePayFailed());
  };
  session.onvalidatemerchant = ({ validationURL }) => void validateMerchant(validationURL);
  session.onpaymentmethodselected = selectPaymentMethod;
  session.onpaymentauthorized = ({ payment }) => void pay(payment.token);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- Apple documents these handlers, and no events
  session.oncancel = () => void handleCancel();
  session.begin();
}

/** Whether a required field is empty. Ignores the card fields. */
const hasEmptyRequiredField = (form: HTMLFormElement) =>
  [...form.elements].some(
    (field) =>
      field instanceof HTMLInputElement &&
      field.validity.valueMissing &&
      !cardFields.some((name) => name === field.name),
  );

/**
 * Opens the Apple Pay sheet and the order; pays once the buyer has confirmed in the sheet. Call it directly in the
 * click handler: Safari opens no sheet later. With an incomplete form no sheet opens. Never rejects.
 */
export async function payByApplePay(form: HTMLFormElement, purchase: Purchase, onBegun: OnBegun): Promise<PayOutcome> {
  if (hasEmptyRequiredField(form)) {
    const problem = await checkForm(purchase, null);
    return problem?.kind === "fields" ? { ...problem, missing: true } : (problem ?? applePayFailed());
  }
  return new Promise<PayOutcome>((resolve) => openSheet(purchase, onBegun, resolve)).catch(applePayFailed);
}
