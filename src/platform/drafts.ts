/**
 * Drafts: form input not sent yet, in session storage under its account, so that it survives a reload, another page and
 * an expired session. Never a card or a password. Cleared by a logout and when another account logs in.
 */
const prefix = "draft:";

interface StoredDraft {
  userId: string;
  value: unknown;
}

function ownerOf(text: string | null): StoredDraft | null {
  try {
    const stored = JSON.parse(text ?? "null") as StoredDraft | null;
    return typeof stored?.userId === "string" ? stored : null;
  } catch {
    return null; // damaged by something else on this origin
  }
}

/** Stores nothing where the browser refuses storage or has no room. */
export function saveDraft(name: string, userId: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify({ userId, value } satisfies StoredDraft));
  } catch {
    // The input stays in the form itself.
  }
}

export function loadDraft(name: string, userId: string): unknown {
  try {
    const stored = ownerOf(sessionStorage.getItem(prefix + name));
    return stored?.userId === userId ? stored.value : null;
  } catch {
    return null;
  }
}

export function clearDraft(name: string): void {
  try {
    sessionStorage.removeItem(prefix + name);
  } catch {
    // Nothing is stored.
  }
}

/** Clears every draft but those of one account; without one, all. */
export function clearDrafts(exceptOf?: string): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (
        key.startsWith(prefix) &&
        (exceptOf === undefined || ownerOf(sessionStorage.getItem(key))?.userId !== exceptOf)
      )
        sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing is stored.
  }
}
