import { useSyncExternalStore } from "react";
import { loggedOut, onSessionChange, readSession, type SessionState } from "./session-token.ts";

/** Returns `loggedOut` during server rendering and until the page is hydrated. */
export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, readSession, () => loggedOut);
}
