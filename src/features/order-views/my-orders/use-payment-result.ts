import { useEffect, useState } from "react";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import type { Order } from "#features/orders/order.schema.server.ts";

/** Seconds between requests; after the last, webhook and reconciliation job continue alone. */
const pausesSeconds = [2, 4, 8, 15, 30];

export type PaymentResult =
  | { kind: "loading" }
  | { kind: "known"; order: Order; isPolling: boolean }
  | { kind: "missing" }
  /** The card provider or our server does not respond. */
  | { kind: "unavailable" };

async function ask(
  id: string,
  status: string,
  userId: string,
  signal: AbortSignal,
): Promise<ApiResult<{ order: Order }>> {
  const updated = await callApi(
    "/api/update-payment-status",
    { id, ...(status && { status: status.slice(0, 40) }) },
    signal,
  );
  return updated.ok
    ? callApi("/api/order_details", { user_id: userId, order_id: updated.data.order_id }, signal)
    : updated;
}

const pause = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new Error("left the page"));
    });
  });

/**
 * Polls our server for the result with growing pauses; `again` restarts. The `status` in the address is only a hint.
 */
export function usePaymentResult(
  id: string,
  status: string,
  user: StoredUser | null,
): { result: PaymentResult; refetch: () => void } {
  const [result, setResult] = useState<PaymentResult>({ kind: "loading" });
  const [round, setRound] = useState(0);
  const userId = user?.id ?? null;

  useEffect(() => {
    if (!id || userId === null) return;
    const stop = new AbortController();
    const follow = async () => {
      if (round > 0) setResult({ kind: "loading" });
      for (let i = 0; ; i++) {
        const answer = await ask(id, status, userId, stop.signal);
        const seconds = pausesSeconds[i];
        const asksAgain = seconds !== undefined;
        if (answer.ok) {
          setResult({ kind: "known", order: answer.data.order, isPolling: asksAgain });
          if (answer.data.order.payment.status !== "pending") return;
        } else if ([403, 404, 422].includes(answer.status)) {
          return setResult({ kind: "missing" });
        } else if (answer.status === 401) {
          return; // the page is on its way to Login
        } else {
          setResult({ kind: "unavailable" });
        }
        if (!asksAgain) return;
        await pause(seconds, stop.signal);
      }
    };
    // Only leaving the page rejects.
    follow().catch(() => {});
    return () => stop.abort();
  }, [id, status, userId, round]);

  return { result, refetch: () => setRound((count) => count + 1) };
}
