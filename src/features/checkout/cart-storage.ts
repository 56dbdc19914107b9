import { readStored, watchStored, writeStored } from "#platform/browser-storage.ts";

/**
 * Storage key of the cart, which all tabs share and which stays after log-in. Every page loads this file, so the rules
 * of the cart stay in cart.ts.
 */
const key = "cart";

/** Returns the stored cart; null when there is none or the browser refuses storage. */
export const readCartText = (): string | null => readStored(key);

export function readCartCount(): number {
  try {
    return Number((JSON.parse(readCartText() ?? "{}") as { cart_total_items?: unknown }).cart_total_items) || 0;
  } catch {
    return 0;
  }
}

const stored = watchStored([key], () => {
  // The head script sets the same before the first paint, so that the header's cart does not flash.
  const count = readCartCount();
  const { dataset, style } = document.documentElement;
  if (count > 0) dataset["cart"] = String(count);
  else delete dataset["cart"];
  style.setProperty("--cart-count", `"${count}"`);
});

/** Calls `listener` when any tab changes the cart; returns the unsubscribe function. */
export const onCartChange = stored.subscribe;

/** Stores the cart and notifies this tab; changes nothing when the browser refuses storage. */
export function writeCartText(text: string): void {
  if (writeStored(key, text)) stored.notifyChange();
}
