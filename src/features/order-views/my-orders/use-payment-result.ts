import { useEffect, useState } from "react";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import type { StoredUser } from "#platform/session-token.ts";
import type { Order } from "#features/orders/order.schema.server.ts";

/** Seconds between requests. After the last request, only the webhook and the reconciliation job update the order. */
const retryDelaysSeconds = [2, 4, 8, 15, 30];

export type PaymentResult =
  | { kind: "loading" }
  | { kind: "known"; order: Order; isPolling: boolean }
  | { kind: "missing" }
  /** The card provider or our server does not respond. */
  | { kind: "unavailable" };

async function requestOrder(
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
 * Polls our server for the result with growing pauses; `refetch` starts over. The `status` in the address is only a
 * hint.
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
    const controller = new AbortController();
    const poll = async () => {
      if (round > 0) setResult({ kind: "loading" });
      for (let i = 0; ; i++) {
        const response = await requestOrder(id, status, userId, controller.signal);
        const seconds = retryDelaysSeconds[i];
        const willRetry = seconds !== undefined;
        if (response.ok) {
          setResult({ kind: "known", order: response.data.order, isPolling: willRetry });
          if (response.data.order.payment.status !== "pending") return;
        } else if ([403, 404, 422].includes(response.status)) {
          return setResult({ kind: "missing" });
        } else if (response.status === 401) {
          return; // the page is on its way to Login
        } else {
          setResult({ kind: "unavailable" });
        }
        if (!willRetry) return;
        await pause(seconds, controller.signal);
      }
    };
    // Rejects only when the visitor leaves the page.
    poll().catch(() => {});
    return () => controller.abort();
  }, [id, status, userId, round]);

  return { result, refetch: () => setRound((count) => count + 1) };
}
