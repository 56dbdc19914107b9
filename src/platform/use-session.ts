import { useSyncExternalStore } from "react";
import { loggedOut, onSessionChange, readSession, type SessionState } from "./session-token.ts";

/** Logged out while the server renders and until the page is hydrated. */
export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, readSession, () => loggedOut);
}
