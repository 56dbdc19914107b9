import { useEffect, useRef, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { useLocalePath } from "#i18n/link.tsx";
import { callApi } from "#platform/api-client.ts";
import {
  endSession,
  onSessionChange,
  readSession,
  readToken,
  startSession,
  type StoredUser,
} from "#platform/session-token.ts";

/** Time to wait for a logout, which ends the session before it leaves the page. */
const logoutDelayMs = 250;

/** Fetches the user of a token that is stored without one. A 401 ends the session, which rerenders the caller. */
async function fetchUser(token: string): Promise<void> {
  const me = await callApi("/api/me", {});
  if (readToken() !== token) return;
  if (me.ok) startSession(token, me.data.user);
  else endSession();
}

/**
 * Returns the person who is logged in. Null on the server, before hydration, and for a visitor, whom it sends to Login
 * . When the session ends while the page is open, it also opens Login, with a note and a way back to `from`
 * (A-08).
 */
export function useViewer(from: string): StoredUser | null {
  const session = useSyncExternalStore(onSessionChange, readSession, () => null);
  const user = session?.current_user ?? null;
  const wasLoggedIn = useRef(false);
  const navigate = useNavigate();
  const path = useLocalePath();
  const login = path(`/login?${new URLSearchParams({ redirect: path(from) }).toString()}`);

  useEffect(() => {
    if (session === null) return;
    if (user) {
      wasLoggedIn.current = true;
      return;
    }
    const token = readToken();
    if (token) return void fetchUser(token);
    if (!wasLoggedIn.current) return void navigate(login, { replace: true });
    let isLeaving = false;
    const onUnload = () => void (isLeaving = true);
    window.addEventListener("beforeunload", onUnload);
    const timer = setTimeout(() => !isLeaving && void navigate(`${login}&expired=1`, { replace: true }), logoutDelayMs);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("beforeunload", onUnload);
    };
  }, [session, user, login, navigate]);

  return user;
}
