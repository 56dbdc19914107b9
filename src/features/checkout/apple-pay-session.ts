/** The part of Safari's Apple Pay API that we use. Other browsers load only this file for Apple Pay. */

export interface ApplePaySession {
  begin(): void;
  abort(): void;
  completeMerchantValidation(merchantSession: unknown): void;
  completePaymentMethodSelection(update: { newTotal: object }): void;
  completePayment(result: { status: number }): void;
  onvalidatemerchant: (event: { validationURL: string }) => void;
  /** Called when Safari accepts the merchant session, and each time the buyer chooses another card. */
  onpaymentmethodselected: () => void;
  onpaymentauthorized: (event: { payment: { token: unknown } }) => void;
  /** Called when the buyer or Safari closes the sheet. `sessionError` does not tell which: WebKit sets it for both. */
  oncancel: () => void;
}

export interface ApplePaySessionClass {
  new (version: number, request: object): ApplePaySession;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  canMakePayments(): boolean;
  supportsVersion(version: number): boolean;
}

declare global {
  interface Window {
    ApplePaySession?: ApplePaySessionClass;
  }
}

export const applePayVersion = 6;

/** Whether this browser can show Apple's sheet on this page. */
export function hasApplePay(): boolean {
  const Session = window.ApplePaySession;
  if (!Session || !window.isSecureContext) return false;
  try {
    return Session.canMakePayments() && Session.supportsVersion(applePayVersion);
  } catch {
    // Safari throws on pages without https.
    return false;
  }
}
