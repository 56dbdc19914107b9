/** What Safari offers pages for Apple Pay, as far as it is used here. Other browsers load no more than this file. */

export interface ApplePaySession {
  begin(): void;
  abort(): void;
  completeMerchantValidation(merchantSession: unknown): void;
  completePaymentMethodSelection(update: { newTotal: object }): void;
  completePayment(result: { status: number }): void;
  onvalidatemerchant: (event: { validationURL: string }) => void;
  /** Called once Safari has accepted the merchant session, and for each other card that the buyer chooses. */
  onpaymentmethodselected: () => void;
  onpaymentauthorized: (event: { payment: { token: unknown } }) => void;
  /**
   * Called when the buyer closes the sheet, and when Safari does. Its `sessionError` does not tell which: WebKit sets it
   * for both.
   */
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
    // Safari throws on a page that is not https.
    return false;
  }
}
