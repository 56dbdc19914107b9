import { useSyncExternalStore } from "react";
import { parseCart, type CartState } from "./cart.ts";
import { onCartChange, readCartText, writeCartText } from "./cart-storage.ts";

let cached: { text: string | null; state: CartState } | null = null;

/** Returns the same object until the stored cart changes, as `useSyncExternalStore` requires. */
export function readCart(): CartState {
  const text = readCartText();
  if (cached?.text !== text || !cached) cached = { text, state: parseCart(text) };
  return cached.state;
}

export function changeCart(change: (state: CartState) => CartState): void {
  const before = readCart();
  const after = change(before);
  if (after !== before) writeCartText(JSON.stringify(after));
}

/** Returns the cart; null on the server and until hydration. */
export function useCart(): CartState | null {
  return useSyncExternalStore<CartState | null>(onCartChange, readCart, () => null);
}
