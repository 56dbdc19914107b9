/**
 * Where the cart lies: one entry of local storage, shared by all tabs, kept through log-in and log-out. Small, because every page
 * loads it for the header's count; the rules are in cart.ts, and only pages with a cart load those.
 */
const key = "cart";
const listeners = new Set<() => void>();

/** The stored cart, or null; also where the browser refuses storage. */
export function readCartText(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Seats in the stored cart. */
export function readCartCount(): number {
  try {
    return Number((JSON.parse(readCartText() ?? "{}") as { cart_total_items?: unknown }).cart_total_items) || 0;
  } catch {
    return 0;
  }
}

function changed() {
  // The head script sets the same before the first paint, so that the cart in the header never flashes.
  const count = readCartCount();
  const { dataset, style } = document.documentElement;
  if (count > 0) dataset["cart"] = String(count);
  else delete dataset["cart"];
  style.setProperty("--cart-count", `"${count}"`);
  for (const listener of listeners) listener();
}

/** Stores the cart and notifies this tab; other tabs get the browser's storage event. */
export function writeCartText(text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    return; // storage refused or full: the cart stays as it was
  }
  changed();
}

const fromOtherTab = (event: StorageEvent) => (event.key === key || event.key === null) && changed();

/** Calls `listener` whenever this tab or another one changes the cart; returns the way to stop. */
export function onCartChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", fromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", fromOtherTab);
  };
}
