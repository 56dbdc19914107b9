/** A fake of Safari's `ApplePaySession` that enforces the same rules. */

type Handler<Event> = ((event: Event) => void) | undefined;

/** A payment sheet. It is `waiting` until Apple accepts the merchant session, and `rejected` when Apple refuses it. */
interface Sheet {
  version: number;
  request: { total: { label: string; amount: string }; countryCode: string; currencyCode: string };
  merchantSession?: { domainName?: string; displayName?: string };
  state: "waiting" | "ready" | "authorized" | "aborted" | "rejected" | "cancelled" | "timed out" | "paid" | "failed";
}

export interface FakeApplePay {
  /** All sheets that were opened, oldest first. */
  sheets: Sheet[];
  /** The buyer authorises the payment on the newest sheet. */
  authorize(): void;
  cancel(): void;
}

declare global {
  interface Window {
    applePay: FakeApplePay;
  }
}

/**
 * Runs in the page before its own scripts. Like Safari, it rejects sessions of another domain than `knownDomain` and
 * gives no reason: every cancel event has the same `sessionError` (WebKit, `PaymentSessionError`).
 */
export function installApplePay(knownDomain = location.hostname): void {
  const refuse = (name: string, message: string): never => {
    throw new DOMException(message, name);
  };
  const requireClick = () => {
    if (window.event?.type !== "click") refuse("InvalidAccessError", "Must be called from a user gesture handler");
  };
  const isOpen = ({ state }: Sheet) => ["waiting", "ready", "authorized"].includes(state);
  class FakeSession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static canMakePayments = () => true;
    static supportsVersion = (version: number) => version <= 14;
    onvalidatemerchant: Handler<{ validationURL: string }>;
    onpaymentmethodselected: Handler<{ paymentMethod: { type: string } }>;
    onpaymentauthorized: Handler<{ payment: { token: object } }>;
    oncancel: Handler<{ sessionError: { code: string; info: object } }>;
    readonly sheet: Sheet;

    constructor(version: number, request: Sheet["request"]) {
      requireClick();
      if (!FakeSession.supportsVersion(version)) refuse("InvalidAccessError", "This version is not supported");
      if (!/^\d+\.\d\d$/.test(request.total.amount) || !request.total.label)
        throw new TypeError("A total with a label is required");
      this.sheet = { version, request, state: "waiting" };
    }
    private require(state: Sheet["state"]) {
      if (this.sheet.state !== state) refuse("InvalidStateError", `The sheet is ${this.sheet.state}`);
    }
    begin() {
      requireClick();
      if (window.applePay.sheets.some(isOpen))
        refuse("InvalidStateError", "Page already has an active payment session");
      window.applePay.sheets.push(this.sheet);
      Object.assign(window.applePay, { authorize: () => this.authorize(), cancel: () => this.cancel() });
      queueMicrotask(() =>
        this.onvalidatemerchant?.({
          validationURL: "https://apple-pay-gateway.apple.com/paymentservices/startSession",
        }),
      );
    }
    abort() {
      if (!isOpen(this.sheet)) refuse("InvalidStateError", `The sheet is ${this.sheet.state}`);
      this.sheet.state = "aborted";
    }
    completeMerchantValidation(session: NonNullable<Sheet["merchantSession"]>) {
      this.require("waiting");
      if (this.sheet.merchantSession) refuse("InvalidStateError", "The merchant session was given before");
      this.sheet.merchantSession = session;
      // Apple checks the session asynchronously.
      queueMicrotask(() => {
        if (this.sheet.state !== "waiting") return;
        if (session.domainName !== knownDomain) return this.end("rejected");
        if (!this.onpaymentmethodselected)
          return this.completePaymentMethodSelection({ newTotal: this.sheet.request.total });
        this.onpaymentmethodselected({ paymentMethod: { type: "debit" } });
      });
    }
    completePaymentMethodSelection({ newTotal }: { newTotal: Sheet["request"]["total"] }) {
      this.require("waiting");
      if (newTotal.amount !== this.sheet.request.total.amount) throw new TypeError("Another total");
      this.sheet.state = "ready";
    }
    authorize() {
      this.require("ready");
      this.sheet.state = "authorized";
      const token = {
        paymentData: { version: "EC_v1", data: "…", signature: "…", header: {} },
        paymentMethod: { displayName: "mada 1010", network: "mada", type: "debit" },
        transactionIdentifier: "0f1e2d3c",
      };
      this.onpaymentauthorized?.({ payment: { token } });
    }
    completePayment({ status }: { status: number }) {
      this.require("authorized");
      this.sheet.state = status === FakeSession.STATUS_SUCCESS ? "paid" : "failed";
    }
    cancel() {
      if (!isOpen(this.sheet)) refuse("InvalidStateError", `The sheet is ${this.sheet.state}`);
      this.end(this.sheet.state === "authorized" ? "timed out" : "cancelled");
    }
    private end(state: Sheet["state"]) {
      this.sheet.state = state;
      this.oncancel?.({ sessionError: { code: "unknown", info: {} } });
    }
  }
  window.applePay = { sheets: [], authorize: () => {}, cancel: () => {} };
  Object.assign(window, { ApplePaySession: FakeSession });
}
