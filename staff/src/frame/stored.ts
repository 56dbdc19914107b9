/** Values that this browser stores for the portal: JSON in local storage, with keys that start with `staff.`. */
import { useCallback, useSyncExternalStore } from "react";

const prefix = "staff.";
const listeners = new Set<() => void>();

function readRaw(key: string): string | null {
  return localStorage.getItem(prefix + key);
}

function parseStored<Value>(raw: string | null, initial: Value): Value {
  if (raw === null) return initial;
  try {
    return JSON.parse(raw) as Value;
  } catch {
    return initial;
  }
}

/** Returns the stored value of a key, or `initial` if there is none or it is not valid JSON. */
export const readStored = <Value>(key: string, initial: Value): Value => parseStored(readRaw(key), initial);

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

/**
 * Like `useState`, but the value is stored in this browser and shared by its windows. `initial` must be the same object
 * in each render.
 */
export function useStored<Value>(key: string, initial: Value): [Value, (value: Value) => void] {
  const raw = useSyncExternalStore(subscribe, () => readRaw(key));
  const store = useCallback((value: Value) => writeStored(key, value), [key]);
  return [parseStored(raw, initial), store];
}
