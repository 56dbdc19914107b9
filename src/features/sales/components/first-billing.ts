import type { StoredUser } from "#platform/session-token.ts";
import type { CheckoutDraft } from "../checkout-draft.ts";
import { emptyBilling, type BillingAddress, type Company } from "../checkout.schema.ts";
import type { Order } from "../order.schema.ts";

/** What a checkout form begins with. */
export interface FirstBilling {
  billing: BillingAddress;
  company: Company | null;
}

/** The address to begin with: the one typed last, that of the last order, or what the account knows. */
export function firstBilling(user: StoredUser, orders: readonly Order[], draft: CheckoutDraft | null): FirstBilling {
  if (draft) return draft;
  if (orders[0]) return orders[0];
  const [first = "", ...rest] = user.name.trim().split(/\s+/);
  return { billing: { ...emptyBilling, first_name: first, last_name: rest.join(" "), phone: user.contact_number }, company: null };
}
