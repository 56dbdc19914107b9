import { useEffect, useState } from "react";
import { callGetCourseQty } from "#features/catalogue/client.ts";
import { seatState } from "#features/catalogue/course.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { callOrders } from "../client.ts";
import { heldSeats } from "../cart-refresh.ts";
import type { Order } from "../order.schema.ts";
import { askBookings } from "./use-bookings.ts";

/** Where a person stands with a course: what checkout has to know before it shows a form. */
export type Standing = { kind: "asking" } | { kind: "registered" } | { kind: "sold-out" } | { kind: "held" } | { kind: "open"; orders: readonly Order[] };

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
      const [booked, qty, answer] = await Promise.all([askBookings([runId], user.id, stop.signal), callGetCourseQty({ course_id: runId }, stop.signal), callOrders({ id: user.id }, stop.signal)]);
      const orders = answer.ok ? answer.data.orders : [];
      const seats = qty.ok && !heldSeats(orders).has(runId) ? seatState({ seats_left: qty.data.qty, seats_held: qty.data.held }) : "open";
      setAsked({ key, standing: booked.has(runId) ? { kind: "registered" } : seats === "open" ? { kind: "open", orders } : { kind: seats } });
    };
    // Only an aborted question rejects.
    ask().catch(() => {});
    return () => stop.abort();
  }, [key, runId, user]);

  return asked?.key === key ? asked.standing : { kind: "asking" };
}
