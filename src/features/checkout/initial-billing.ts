import type { Order } from "#features/orders/order.schema.server.ts";
import { emptyBilling, type BillingAddress, type Company } from "#features/orders/billing.schema.ts";
import type { StoredUser } from "#platform/session-token.ts";

export interface InitialBilling {
  billing: BillingAddress;
  company: Company | null;
}

/** What a form begins with: the last order's, else what the account knows. */
export function initialBilling(user: StoredUser, orders: readonly Order[]): InitialBilling {
  const [last] = orders;
  // A purchase order is for one purchase.
  if (last) return { billing: last.billing, company: last.company && { ...last.company, purchase_order: "" } };
  const [first = "", ...rest] = user.name.trim().split(/\s+/);
  return {
    billing: { ...emptyBilling, first_name: first, last_name: rest.join(" "), phone: user.contact_number },
    company: null,
  };
}
