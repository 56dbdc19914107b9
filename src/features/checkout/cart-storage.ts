import { readStored, watchStored, writeStored } from "#platform/browser-storage.ts";

/**
 * Where the cart lies: one entry of local storage, shared by all tabs, kept through log-in and log-out. Small, because every page
 * loads it for the header's count; the rules are in cart.ts, and only pages with a cart load those.
 */
const key = "cart";

/** The stored cart, or null; also where the browser refuses storage. */
export const readCartText = (): string | null => readStored(key);

/** Seats in the stored cart. */
export function readCartCount(): number {
  try {
    return Number((JSON.parse(readCartText() ?? "{}") as { cart_total_items?: unknown }).cart_total_items) || 0;
  } catch {
    return 0;
  }
}

const stored = watchStored([key], () => {
  // The head script sets the same before the first paint, so that the cart in the header never flashes.
  const count = readCartCount();
  const { dataset, style } = document.documentElement;
  if (count > 0) dataset["cart"] = String(count);
  else delete dataset["cart"];
  style.setProperty("--cart-count", `"${count}"`);
});

/** Calls `listener` whenever this tab or another one changes the cart; returns the way to stop. */
export const onCartChange = stored.subscribe;

/** Stores the cart and notifies this tab; other tabs get the browser's storage event. Refused, the cart stays as it was. */
export function writeCartText(text: string): void {
  if (writeStored(key, text)) stored.changed();
}
