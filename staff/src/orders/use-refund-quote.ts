import { useEffect, useState } from "react";
import { staffCall, StaffApiError } from "../api.ts";
import type { RefundQuote } from "./types.ts";

export interface RefundWish {
  whole?: boolean;
  seat_ids?: number[];
  amount?: string;
}

const pauseMs = 250;

/** What the refund would do, asked again when the wish changes; null for an empty wish. */
export function useRefundQuote(
  orderId: number,
  wish: RefundWish | null,
): { quote: RefundQuote | null; error: string | null } {
  const asked = wish === null ? null : JSON.stringify(wish);
  const [answer, setAnswer] = useState<{ asked: string; quote: RefundQuote | null; error: string | null } | null>(null);
  useEffect(() => {
    if (asked === null) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      staffCall<RefundQuote>(`POST orders/${orderId}/refund-quote`, JSON.parse(asked) as RefundWish, stop.signal).then(
        (quote) => setAnswer({ asked, quote, error: null }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          const fields = error instanceof StaffApiError ? Object.values(error.fields).flat() : [];
          const message = fields[0] ?? (error instanceof Error ? error.message : "");
          setAnswer({ asked, quote: null, error: message });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [orderId, asked]);
  const isCurrent = answer !== null && answer.asked === asked;
  return { quote: isCurrent ? answer.quote : null, error: isCurrent ? answer.error : null };
}
