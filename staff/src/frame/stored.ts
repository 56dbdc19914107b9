/** Values that this browser stores for the portal: JSON in local storage, with keys that start with `staff.`. */
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

/** The stored value of a key, or `initial`. */
export const readStored = <Value>(key: string, initial: Value): Value => parsed(rawValue(key), initial);

/** Stores a value; `undefined` removes it. Does nothing if the storage is full or disabled. */
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

/** Like `useState`, but stored in this browser and shared by its windows. `initial` must be a stable object. */
export function useStored<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const raw = useSyncExternalStore(subscribe, () => rawValue(key));
  const store = useCallback((value: Value) => writeStored(key, value), [key]);
  return [parsed(raw, initial), store];
}
