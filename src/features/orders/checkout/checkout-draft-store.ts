import { clearDraft, saveDraft, loadDraft } from "#platform/drafts.ts";
import { isServed, parseDraft, type CheckoutDraft } from "./checkout-draft.ts";

const name = "checkout";

/** Returns the unpaid checkout input of this account in this tab; null when there is none. */
export const loadCheckoutDraft = (userId: string): CheckoutDraft | null => parseDraft(loadDraft(name, userId));

export const saveCheckoutDraft = (userId: string, draft: CheckoutDraft): void => saveDraft(name, userId, draft);

export function draftBegun(userId: string, orderId: number): void {
  const draft = loadCheckoutDraft(userId);
  if (draft) saveCheckoutDraft(userId, { ...draft, orderId });
}

export function clearServedDraft(userId: string, orders: readonly { id: number; payment: { status: string } }[]): void {
  const draft = loadCheckoutDraft(userId);
  if (draft && isServed(draft, orders)) clearDraft(name);
}
