import { useEffect, useState } from "react";
import { callGetCourseQty } from "#features/catalogue/client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { emptyBilling, type BillingAddress } from "../checkout.schema.ts";
import { callCheckCourseBooking, callOrders } from "../client.ts";
import type { Order } from "../order.schema.ts";

/** Where a person stands with a course: what checkout has to know before it shows a form. */
export type Standing = { kind: "asking" } | { kind: "registered" } | { kind: "sold-out" } | { kind: "open"; billing: BillingAddress };

/** The address typed last, for who comes back from Login to go on; never the card. */
let draft: { userId: string; billing: BillingAddress } | null = null;
export function keepDraft(userId: string, billing: BillingAddress): void {
  draft = { userId, billing };
}

/** The address to begin with: the one just typed, that of the last order, or what the account knows. */
function firstBilling(user: StoredUser, orders: readonly Order[]): BillingAddress {
  if (draft?.userId === user.id) return draft.billing;
  if (orders[0]) return orders[0].billing;
  const [first = "", ...rest] = user.name.trim().split(/\s+/);
  return { ...emptyBilling, first_name: first, last_name: rest.join(" "), phone: user.contact_number };
}

/**
 * Asks for registration, free seats and earlier orders at once. A seat that this person's own unfinished order holds is free for
 * them. A question that fails does not stand in the way: the server asks again when the order is opened.
 */
export function useStanding(runId: number, user: StoredUser | null): Standing {
  const [asked, setAsked] = useState<{ key: string; standing: Standing } | null>(null);
  const key = user ? `${user.id} ${runId}` : "";

  useEffect(() => {
    if (!user) return;
    const stop = new AbortController();
    const ask = async () => {
      const [booking, qty, orders] = await Promise.all([
        callCheckCourseBooking({ course_id: runId, user_id: user.id }, stop.signal),
        callGetCourseQty({ course_id: runId }, stop.signal),
        callOrders({ id: user.id }, stop.signal),
      ]);
      const mine = orders.ok ? orders.data.orders : [];
      const holds = mine.some((order) => order.held_until !== null && order.lines.some((line) => line.course_id === runId));
      const isSoldOut = qty.ok && qty.data.qty <= 0 && !holds;
      const standing: Standing = booking.ok && booking.data.already_registered ? { kind: "registered" } : isSoldOut ? { kind: "sold-out" } : { kind: "open", billing: firstBilling(user, mine) };
      setAsked({ key, standing });
    };
    // Only an aborted question rejects.
    ask().catch(() => {});
    return () => stop.abort();
  }, [key, runId, user]);

  return asked?.key === key ? asked.standing : { kind: "asking" };
}
