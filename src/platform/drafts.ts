import { readStored, removeStored, storedKeys, writeStored } from "./browser-storage.ts";

/**
 * Drafts are form input that is not sent yet. Session storage keeps them for their account, so that they survive a
 * reload, another page and an expired session. A draft never has a card or a password. A logout clears all drafts, and
 * so does the login of another account.
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
    return null; // Something else on this origin has damaged it.
  }
}

/** Saves a draft. Where the browser refuses storage or has no room, the input stays in the form only. */
export function saveDraft(name: string, userId: string, value: unknown): void {
  writeStored(prefix + name, JSON.stringify({ userId, value } satisfies StoredDraft), area);
}

/** Reads a draft of this account; null without one. */
export function loadDraft(name: string, userId: string): unknown {
  const stored = readDraft(prefix + name);
  return stored?.userId === userId ? stored.value : null;
}

export const clearDraft = (name: string): void => removeStored(prefix + name, area);

/** Clears all drafts except those of one account; without an account, all of them. */
export function clearDrafts(exceptUserId?: string): void {
  for (const key of storedKeys(area))
    if (key.startsWith(prefix) && (exceptUserId === undefined || readDraft(key)?.userId !== exceptUserId))
      removeStored(key, area);
}
