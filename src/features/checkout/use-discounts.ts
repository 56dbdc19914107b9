import { useEffect, useState } from "react";
import { callApi } from "#platform/api-client.ts";
import { readStored, removeStored, writeStored } from "#platform/browser-storage.ts";
import { toOrderItem } from "./order-items.ts";
import { m } from "#messages";
import type { Totals } from "./pay.ts";
import type { OrderDiscount } from "#features/orders/order.schema.server.ts";

export interface PricedOrder extends Totals {
  lines: { course_id: number; amount: string; discount: OrderDiscount | null }[];
  code: {
    code: string;
    percent: number | null;
    amount: string | null;
    most: string | null;
    least_seats: number;
  } | null;
}

/** Kept in this tab from the cart to the payment. */
const stored = ["discount-code", "sessionStorage"] as const;

interface DiscountableItem {
  /** The run's id. */
  id: number;
  qty: number;
  group_from_seats: number | null;
  key?: string | null | undefined;
}

/** A code as typed, and why it does not apply. */
interface Refused {
  code: string;
  message: string;
}

/**
 * The discounts of a cart or checkout. The server calculates them once there is a code, or enough seats for a group
 * price; without either nothing is requested.
 */
export function useDiscounts(items: readonly DiscountableItem[]) {
  const [code, setCode] = useState(() => readStored(...stored));
  const [isRestored, setIsRestored] = useState(true);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [endedCode, setEndedCode] = useState<string | null>(null);
  const [answer, setAnswer] = useState<{ key: string; priced: PricedOrder } | null>(null);
  const hasGroupPrice = items.some(({ qty, group_from_seats: from }) => from !== null && qty >= from);
  const body = JSON.stringify({ items: items.map(toOrderItem), discount_code: code });
  const key = items.length > 0 && (code !== null || hasGroupPrice) ? body : null;

  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    const ask = async () => {
      const result = await callApi(
        "/api/price-order",
        JSON.parse(key) as { items: ReturnType<typeof toOrderItem>[]; discount_code: string | null },
        stop.signal,
      );
      if (stop.signal.aborted) return;
      if (result.ok) {
        if (code !== null) writeStored(stored[0], code, stored[1]);
        setIsRestored(false);
        return setAnswer({ key, priced: result.data });
      }
      if (code === null) return;
      const message = result.fields["discount_code"]?.[0] ?? (result.message || m.platform_our_fault());
      // A saved code that no longer applies is dropped silently, because nobody has typed it on this page.
      setRefused(isRestored ? null : { code, message });
      forget();
    };
    ask().catch(() => {});
    return () => stop.abort();
  }, [key, code, isRestored]);

  function forget() {
    removeStored(...stored);
    setCode(null);
  }
  return {
    code,
    priced: answer !== null && answer.key === key ? answer.priced : null,
    isChecking: key !== null && answer?.key !== key,
    refused,
    endedCode,
    apply(typed: string) {
      setRefused(null);
      setEndedCode(null);
      setIsRestored(false);
      setCode(typed.trim() || null);
    },
    remove: forget,
    /** The order was refused because of the code: show the price without it before anyone pays. */
    end() {
      setEndedCode(code);
      forget();
    },
  };
}

export type Discounts = ReturnType<typeof useDiscounts>;
