import { readStored, removeStored, storedKeys, writeStored } from "./browser-storage.ts";

/**
 * Drafts: what was typed and not sent yet, kept in this tab (session storage) under the account it belongs to, so that
 * it survives a reload, another page and a session that ends. Never a card, never a password. Gone with a logout and
 * when another account logs in.
 */
const area = "sessionStorage";
const prefix = "draft:";

interface Kept {
  userId: string;
  value: unknown;
}

function readKept(key: string): Kept | null {
  try {
    const kept = JSON.parse(readStored(key, area) ?? "null") as Kept | null;
    return typeof kept?.userId === "string" ? kept : null;
  } catch {
    return null; // damaged by something else on this origin
  }
}

/** Keeps a value that JSON can hold; where the browser refuses storage or has no room it stays in the form alone. */
export function saveDraft(name: string, userId: string, value: unknown): void {
  writeStored(prefix + name, JSON.stringify({ userId, value } satisfies Kept), area);
}

/** What this account has kept, or null. */
export function loadDraft(name: string, userId: string): unknown {
  const kept = readKept(prefix + name);
  return kept?.userId === userId ? kept.value : null;
}

export const clearDraft = (name: string): void => removeStored(prefix + name, area);

/** Forgets every draft but those of one account; without one, all. */
export function clearDrafts(exceptOf?: string): void {
  for (const key of storedKeys(area))
    if (key.startsWith(prefix) && (exceptOf === undefined || readKept(key)?.userId !== exceptOf))
      removeStored(key, area);
}
