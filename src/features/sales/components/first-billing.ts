import type { StoredUser } from "#platform/session-token.ts";
import { emptyBilling, type BillingAddress, type Company } from "../checkout.schema.ts";
import type { Order } from "../order.schema.ts";

/** What a checkout form begins with. */
export interface FirstBilling {
  billing: BillingAddress;
  company: Company | null;
}

/** The address typed last, for who comes back from Login to go on; never the card. */
let draft: ({ userId: string } & FirstBilling) | null = null;
export function keepDraft(userId: string, { billing, company }: FirstBilling): void {
  draft = { userId, billing, company };
}

/** The address to begin with: the one just typed, that of the last order, or what the account knows. */
export function firstBilling(user: StoredUser, orders: readonly Order[]): FirstBilling {
  if (draft?.userId === user.id) return draft;
  if (orders[0]) return orders[0];
  const [first = "", ...rest] = user.name.trim().split(/\s+/);
  return { billing: { ...emptyBilling, first_name: first, last_name: rest.join(" "), phone: user.contact_number }, company: null };
}
