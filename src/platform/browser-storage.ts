/** Storage of this browser: local storage is shared by all tabs of the site, session storage belongs to one. */
type Area = "localStorage" | "sessionStorage";

/** Reads an entry; null when it does not exist or the browser refuses storage. */
export function readStored(key: string, area: Area = "localStorage"): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Writes an entry. Returns false when the browser refuses storage or has no room. */
export function writeStored(key: string, text: string, area: Area = "localStorage"): boolean {
  try {
    window[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Lists the keys of all entries. */
export function storedKeys(area: Area): string[] {
  try {
    return Object.keys(window[area]);
  } catch {
    return [];
  }
}

/** Removes an entry. Does nothing when the browser refuses storage. */
export function removeStored(key: string, area: Area = "localStorage"): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/**
 * Watches entries of local storage. When another tab changes one of them, or this tab calls `notifyChange`, it runs
 * `update` and then the listeners.
 */
export function watchStored(keys: readonly string[], update: () => void) {
  const listeners = new Set<() => void>();
  const notifyChange = () => {
    update();
    for (const listener of listeners) listener();
  };
  const onOtherTabChange = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) notifyChange();
  };
  /** Calls `listener` after every change. Returns a function that stops that. */
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) window.addEventListener("storage", onOtherTabChange);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", onOtherTabChange);
    };
  };
  return { notifyChange, subscribe };
}
