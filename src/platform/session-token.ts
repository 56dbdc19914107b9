import { clearDrafts } from "./drafts.ts";

/** The session in local storage (specification §3), shared by all tabs. */
export interface StoredUser {
  id: string;
  name: string;
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

const listeners = new Set<() => void>();
let cached: { text: string | null; token: string | null; state: SessionState } | null = null;

function changed() {
  cached = null;
  // The head script sets the same attribute before the first paint, so that the header never flashes.
  if (readToken()) document.documentElement.dataset.session = "in";
  else delete document.documentElement.dataset.session;
  for (const listener of listeners) listener();
}

export function readToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    return null; // storage refused by the browser: a visitor
  }
}

/** The same object until something changes. */
export function readSession(): SessionState {
  const token = readToken();
  const text = token ? localStorage.getItem(stateKey) : null;
  if (cached && cached.text === text && cached.token === token) return cached.state;
  let user: StoredUser | null = null;
  try {
    user = text ? ((JSON.parse(text) as SessionState).current_user ?? null) : null;
  } catch {
    user = null; // damaged by something else on this origin: ask the server again
  }
  const state = token && user ? { isLoggedIn: true, current_user: user } : loggedOut;
  cached = { text, token, state };
  return state;
}

/** Clears the drafts of any other account in this tab. */
export function startSession(token: string, user: StoredUser): void {
  clearDrafts(user.id);
  localStorage.setItem(stateKey, JSON.stringify({ isLoggedIn: true, current_user: user } satisfies SessionState));
  localStorage.setItem(tokenKey, token);
  changed();
}

/** In this browser only; the server's side is `/api/logout`. */
export function endSession(): void {
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(stateKey);
  changed();
}

/** Also when another tab logs in or out; returns an unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", fromOtherTab);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", fromOtherTab);
  };
}

function fromOtherTab(event: StorageEvent): void {
  if (event.key === tokenKey || event.key === stateKey || event.key === null) changed();
}
