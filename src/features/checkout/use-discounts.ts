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
    /** Most that the code takes off the order, in SAR before VAT; null for no limit. */
    most: string | null;
    /** Least number of seats of one run for which the code applies. */
    least_seats: number;
  } | null;
}

/** The code is stored in this tab, from the cart to the payment. */
const storage = ["discount-code", "sessionStorage"] as const;

interface DiscountableItem {
  /** The run's id. */
  id: number;
  qty: number;
  group_from_seats: number | null;
  key?: string | null | undefined;
}

/** A code as the buyer typed it, and the message why it does not apply. */
interface RefusedCode {
  code: string;
  message: string;
}

/**
 * The discounts of a cart or checkout. The server calculates them if there is a code, or enough seats for a group
 * price; otherwise nothing is requested.
 */
export function useDiscounts(items: readonly DiscountableItem[]) {
  const [code, setCode] = useState(() => readStored(...storage));
  const [isRestored, setIsRestored] = useState(true);
  const [refused, setRefused] = useState<RefusedCode | null>(null);
  /** The code that an order was refused for. */
  const [rejectedCode, setRejectedCode] = useState<string | null>(null);
  const [answer, setAnswer] = useState<{ key: string; priced: PricedOrder } | null>(null);
  const hasGroupPrice = items.some(({ qty, group_from_seats: from }) => from !== null && qty >= from);
  const body = JSON.stringify({ items: items.map(toOrderItem), discount_code: code });
  const key = items.length > 0 && (code !== null || hasGroupPrice) ? body : null;

  useEffect(() => {
    if (key === null) return;
    const stop = new AbortController();
    const loadPrices = async () => {
      const result = await callApi(
        "/api/price-order",
        JSON.parse(key) as { items: ReturnType<typeof toOrderItem>[]; discount_code: string | null },
        stop.signal,
      );
      if (stop.signal.aborted) return;
      if (result.ok) {
        if (code !== null) writeStored(storage[0], code, storage[1]);
        setIsRestored(false);
        return setAnswer({ key, priced: result.data });
      }
      if (code === null) return;
      const message = result.fields["discount_code"]?.[0] ?? (result.message || m.platform_our_fault());
      // A stored code that no longer applies is dropped without a message, because nobody has typed it on this page.
      setRefused(isRestored ? null : { code, message });
      forget();
    };
    loadPrices().catch(() => {});
    return () => stop.abort();
  }, [key, code, isRestored]);

  function forget() {
    removeStored(...storage);
    setCode(null);
  }
  return {
    code,
    priced: answer !== null && answer.key === key ? answer.priced : null,
    isChecking: key !== null && answer?.key !== key,
    refused,
    rejectedCode,
    apply(typed: string) {
      setRefused(null);
      setRejectedCode(null);
      setIsRestored(false);
      setCode(typed.trim() || null);
    },
    remove: forget,
    /** Drops the code that an order was refused for, so that the buyer sees the price without it before paying. */
    dropRejectedCode() {
      setRejectedCode(code);
      forget();
    },
  };
}

export type Discounts = ReturnType<typeof useDiscounts>;
