import type { Order } from "#features/orders/order.schema.server.ts";
import { emptyBilling, type BillingAddress, type Company } from "#features/orders/billing.schema.ts";
import type { StoredUser } from "#platform/session-token.ts";

export interface InitialBilling {
  billing: BillingAddress;
  company: Company | null;
}

/** Returns the initial values of a billing form: those of the last order, else the account's name and phone. */
export function initialBilling(user: StoredUser, orders: readonly Order[]): InitialBilling {
  const [lastOrder] = orders;
  // A purchase-order number is for one purchase only.
  if (lastOrder)
    return { billing: lastOrder.billing, company: lastOrder.company && { ...lastOrder.company, purchase_order: "" } };
  const [first = "", ...rest] = user.name.trim().split(/\s+/);
  return {
    billing: { ...emptyBilling, first_name: first, last_name: rest.join(" "), phone: user.contact_number },
    company: null,
  };
}
