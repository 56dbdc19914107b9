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
  if (orders[0]) return orders[0];
  const [first = "", ...rest] = user.name.trim().split(/\s+/);
  return {
    billing: { ...emptyBilling, first_name: first, last_name: rest.join(" "), phone: user.contact_number },
    company: null,
  };
}
