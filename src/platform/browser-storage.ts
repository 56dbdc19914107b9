/** What this browser keeps for the site: local storage for all its tabs, session storage for one. */
type Area = "localStorage" | "sessionStorage";

/** An entry; null where there is none, and where the browser refuses storage. */
export function readStored(key: string, area: Area = "localStorage"): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps an entry. False where the browser refuses storage or has no room. */
export function writeStored(key: string, text: string, area: Area = "localStorage"): boolean {
  try {
    window[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The keys of all entries. */
export function storedKeys(area: Area): string[] {
  try {
    return Object.keys(window[area]);
  } catch {
    return [];
  }
}

/** Forgets an entry; one that the browser refused was never kept. */
export function removeStored(key: string, area: Area = "localStorage"): void {
  try {
    window[area].removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/**
 * Watches entries of local storage. `update` runs before the listeners do: when another tab has changed one of them,
 * and when this one calls `changed`.
 */
export function watchStored(keys: readonly string[], update: () => void) {
  const listeners = new Set<() => void>();
  const changed = () => {
    update();
    for (const listener of listeners) listener();
  };
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key === null || keys.includes(key)) changed();
  };
  /** Calls `listener` after every change; returns the way to stop. */
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) window.addEventListener("storage", fromOtherTab);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", fromOtherTab);
    };
  };
  return { changed, subscribe };
}
