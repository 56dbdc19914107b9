import type { StoredUser } from "#platform/session-token.ts";
import { emptyBilling, type BillingAddress, type Company } from "#features/orders/billing.schema.ts";
import type { Order } from "#features/orders/order.schema.ts";
import type { CheckoutDraft } from "../checkout-draft.ts";

export interface InitialBilling {
  billing: BillingAddress;
  company: Company | null;
}

/** Prefers the draft, then the last order, then the account. */
export function initialBilling(
  user: StoredUser,
  orders: readonly Order[],
  draft: CheckoutDraft | null,
): InitialBilling {
  if (draft) return draft;
  const [last] = orders;
  // A purchase order is for one purchase.
  if (last) return { billing: last.billing, company: last.company && { ...last.company, purchase_order: "" } };
  const [first = "", ...rest] = user.name.trim().split(/\s+/);
  return {
    billing: { ...emptyBilling, first_name: first, last_name: rest.join(" "), phone: user.contact_number },
    company: null,
  };
}
