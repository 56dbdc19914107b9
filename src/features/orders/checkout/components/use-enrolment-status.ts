import { useEffect, useState } from "react";
import { seatState } from "#features/catalogue/course.ts";
import { callApi } from "#platform/api-client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import type { Order } from "#features/orders/order.schema.ts";
import { fetchBookings } from "#features/orders/seats/use-bookings.ts";
import { heldSeats } from "../cart-refresh.ts";

export type EnrolmentStatus =
  | { kind: "loading" }
  | { kind: "registered" }
  | { kind: "sold-out" }
  | { kind: "held" }
  | { kind: "open"; orders: readonly Order[] };

/** A seat of the person's own open order counts as free. A failed request blocks nothing: the server checks again. */
export function useEnrolmentStatus(runId: number, user: StoredUser | null): EnrolmentStatus {
  const [asked, setAsked] = useState<{ key: string; status: EnrolmentStatus } | null>(null);
  const key = user ? `${user.id} ${runId}` : "";

  useEffect(() => {
    if (!user) return;
    const stop = new AbortController();
    const ask = async () => {
      const [booked, qty, answer] = await Promise.all([
        fetchBookings([runId], user.id, stop.signal),
        callApi("/api/get-course-qty", { course_id: runId }, stop.signal),
        callApi("/api/orders", { id: user.id }, stop.signal),
      ]);
      const orders = answer.ok ? answer.data.orders : [];
      const seats =
        qty.ok && !heldSeats(orders).has(runId)
          ? seatState({ seats_left: qty.data.qty, seats_held: qty.data.held })
          : "open";
      setAsked({
        key,
        status: booked.has(runId)
          ? { kind: "registered" }
          : seats === "open"
            ? { kind: "open", orders }
            : { kind: seats },
      });
    };
    ask().catch(() => {});
    return () => stop.abort();
  }, [key, runId, user]);

  return asked?.key === key ? asked.status : { kind: "loading" };
}
