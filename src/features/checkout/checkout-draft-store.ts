import { clearDraft, saveDraft, loadDraft } from "#platform/drafts.ts";
import { isServed, parseDraft, type CheckoutDraft } from "./checkout-draft.ts";

const name = "checkout";

/** What this account has typed at checkout in this tab and not paid for; null when there is nothing. */
export const loadCheckoutDraft = (userId: string): CheckoutDraft | null => parseDraft(loadDraft(name, userId));

export const saveCheckoutDraft = (userId: string, draft: CheckoutDraft): void => saveDraft(name, userId, draft);

/** Marks the order that was opened with the draft. */
export function draftBegun(userId: string, orderId: number): void {
  const draft = loadCheckoutDraft(userId);
  if (draft) saveCheckoutDraft(userId, { ...draft, orderId });
}

/** Forgets the draft once its order is paid. */
export function clearServedDraft(userId: string, orders: readonly { id: number; payment: { status: string } }[]): void {
  const draft = loadCheckoutDraft(userId);
  if (draft && isServed(draft, orders)) clearDraft(name);
}
