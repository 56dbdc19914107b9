import { forgetDraft, keepDraft, readDraft } from "#platform/drafts.ts";
import { isServed, parseDraft, type CheckoutDraft } from "./checkout-draft.ts";

const name = "checkout";

/** What this account has typed at checkout in this tab and not paid for; null when there is nothing. */
export const readCheckoutDraft = (userId: string): CheckoutDraft | null => parseDraft(readDraft(name, userId));

export const keepCheckoutDraft = (userId: string, draft: CheckoutDraft): void => keepDraft(name, userId, draft);

/** Marks the order that was opened with the draft. */
export function draftBegun(userId: string, orderId: number): void {
  const draft = readCheckoutDraft(userId);
  if (draft) keepCheckoutDraft(userId, { ...draft, orderId });
}

/** Forgets the draft once its order is paid. */
export function forgetServedDraft(userId: string, orders: readonly { id: number; payment: { status: string } }[]): void {
  const draft = readCheckoutDraft(userId);
  if (draft && isServed(draft, orders)) forgetDraft(name);
}
