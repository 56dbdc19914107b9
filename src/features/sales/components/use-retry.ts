import { useEffect } from "react";
import { withoutPaid } from "../cart.ts";
import { changeCart, useCart } from "../cart-store.ts";
import type { Order } from "../order.schema.ts";
import { retryAddress } from "../order-words.ts";

/** Where to try to pay for the same again. */
export function useRetry(order: Order): string {
  return retryAddress(order, useCart()?.paying?.order_id ?? null);
}

/** Empties the cart of what was bought as soon as a page learns that the order is paid, and only then. */
export function usePaidCart(orders: readonly Pick<Order, "id" | "payment">[] | null): void {
  useEffect(() => {
    if (orders) changeCart((state) => withoutPaid(state, orders));
  }, [orders]);
}
