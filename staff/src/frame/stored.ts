/** What this browser remembers for the portal: JSON in the local storage, under names that begin with `staff.`. */
import { useCallback, useSyncExternalStore } from "react";

const prefix = "staff.";
const listeners = new Set<() => void>();

function rawValue(key: string): string | null {
  return localStorage.getItem(prefix + key);
}

function parsed<Value>(raw: string | null, initial: Value): Value {
  if (raw === null) return initial;
  try {
    return JSON.parse(raw) as Value;
  } catch {
    return initial;
  }
}

/** What is stored under a name, else `initial`. */
export const readStored = <Value>(key: string, initial: Value): Value => parsed(rawValue(key), initial);

/** Stores a value; `undefined` removes it. A full or closed storage keeps nothing, and nothing else fails by it. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener("storage", listener);
  };
}

/** As `useState`, remembered by this browser and shared by its windows. `initial` must stay the same object. */
export function useStored<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const raw = useSyncExternalStore(subscribe, () => rawValue(key));
  const store = useCallback((value: Value) => writeStored(key, value), [key]);
  return [parsed(raw, initial), store];
}
