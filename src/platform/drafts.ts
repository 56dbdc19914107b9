import { readStored, removeStored, storedKeys, writeStored } from "./browser-storage.ts";

/**
 * Drafts: form input not sent yet, in session storage under its account, so that it survives a reload, another page and
 * an expired session. Never a card or a password. Cleared by a logout and when another account logs in.
 */
const area = "sessionStorage";
const prefix = "draft:";

interface StoredDraft {
  userId: string;
  value: unknown;
}

function readDraft(key: string): StoredDraft | null {
  try {
    const stored = JSON.parse(readStored(key, area) ?? "null") as StoredDraft | null;
    return typeof stored?.userId === "string" ? stored : null;
  } catch {
    return null; // damaged by something else on this origin
  }
}

/** Where the browser refuses storage or has no room the input stays in the form alone. */
export function saveDraft(name: string, userId: string, value: unknown): void {
  writeStored(prefix + name, JSON.stringify({ userId, value } satisfies StoredDraft), area);
}

export function loadDraft(name: string, userId: string): unknown {
  const stored = readDraft(prefix + name);
  return stored?.userId === userId ? stored.value : null;
}

export const clearDraft = (name: string): void => removeStored(prefix + name, area);

/** Clears every draft but those of one account; without one, all. */
export function clearDrafts(exceptUserId?: string): void {
  for (const key of storedKeys(area))
    if (key.startsWith(prefix) && (exceptUserId === undefined || readDraft(key)?.userId !== exceptUserId))
      removeStored(key, area);
}
