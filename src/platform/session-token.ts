import { readStored, removeStored, watchStored, writeStored } from "./browser-storage.ts";
import { clearDrafts } from "./drafts.ts";

/** The session in local storage (specification §3), shared by all tabs. */
export interface StoredUser {
  id: string;
  name: string;
  /** Name in the other script; absent in sessions of older versions of the site. */
  name_other?: string;
  email: string;
  address: string;
  contact_number: string;
  scfhs_number: string;
  workplace: string;
  profession: string;
}

export interface SessionState {
  isLoggedIn: boolean;
  current_user: StoredUser | null;
}

const tokenKey = "user-token";
const stateKey = "session";
export const loggedOut: SessionState = { isLoggedIn: false, current_user: null };

let cached: { text: string | null; token: string | null; state: SessionState } | null = null;

const stored = watchStored([tokenKey, stateKey], () => {
  cached = null;
  // The head script sets the same attribute before the first paint, so that the header never flashes.
  if (readToken()) document.documentElement.dataset.session = "in";
  else delete document.documentElement.dataset.session;
});

/** Calls `listener` whenever this tab or another one logs in or out; returns a function that stops this. */
export const onSessionChange = stored.subscribe;

export const readToken = (): string | null => readStored(tokenKey);

/** Returns the same object until the session changes. */
export function readSession(): SessionState {
  const token = readToken();
  const text = token ? readStored(stateKey) : null;
  if (cached && cached.text === text && cached.token === token) return cached.state;
  let user: StoredUser | null = null;
  try {
    user = text ? ((JSON.parse(text) as SessionState).current_user ?? null) : null;
  } catch {
    user = null; // damaged by something else on this origin: counts as logged out
  }
  const state = token && user ? { isLoggedIn: true, current_user: user } : loggedOut;
  cached = { text, token, state };
  return state;
}

/** Stores a session, and clears the drafts of other accounts in this tab. Throws when the browser refuses storage. */
export function startSession(token: string, user: StoredUser): void {
  clearDrafts(user.id);
  const state = JSON.stringify({ isLoggedIn: true, current_user: user } satisfies SessionState);
  if (!writeStored(stateKey, state) || !writeStored(tokenKey, token))
    throw new Error("No session without local storage");
  stored.notifyChange();
}

/** Ends the session in this browser. `/api/logout` ends it on the server. */
export function endSession(): void {
  removeStored(tokenKey);
  removeStored(stateKey);
  stored.notifyChange();
}
