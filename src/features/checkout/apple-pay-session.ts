/** What Safari offers pages for Apple Pay, as far as it is used here. Other browsers load no more than this file. */

export interface ApplePaySession {
  begin(): void;
  abort(): void;
  completeMerchantValidation(merchantSession: unknown): void;
  completePayment(result: { status: number }): void;
  onvalidatemerchant: (event: { validationURL: string }) => void;
  onpaymentauthorized: (event: { payment: { token: unknown } }) => void;
  oncancel: () => void;
}

export interface ApplePaySessions {
  new (version: number, request: object): ApplePaySession;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
  canMakePayments(): boolean;
  supportsVersion(version: number): boolean;
}

declare global {
  interface Window {
    ApplePaySession?: ApplePaySessions;
  }
}

export const applePayVersion = 6;

/** Whether this browser can show Apple's sheet on this page. */
export function hasApplePay(): boolean {
  const sessions = window.ApplePaySession;
  if (!sessions || !window.isSecureContext) return false;
  try {
    return sessions.canMakePayments() && sessions.supportsVersion(applePayVersion);
  } catch {
    // Safari throws on a page that is not https.
    return false;
  }
}
