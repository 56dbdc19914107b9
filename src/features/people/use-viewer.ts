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

/** Enough for a logout that is leaving the page. */
const leavingMs = 250;

/** For a token stored without its user. A 401 ends the session, which rerenders the caller. */
async function findUser(token: string): Promise<void> {
  const me = await callApi("/api/me", {});
  if (readToken() !== token) return;
  if (me.ok) startSession(token, me.data.user);
  else endSession();
}

/**
 * The viewer; null while the server renders, until hydration, and on the way to Login. A session that ends on
 * the page also leads to Login, with a note and back to `from`.
 */
export function useViewer(from: string): StoredUser | null {
  const session = useSyncExternalStore(onSessionChange, readSession, () => null);
  const user = session?.current_user ?? null;
  const wasIn = useRef(false);
  const navigate = useNavigate();
  const path = useLocalePath();
  const login = path(`/login?${new URLSearchParams({ redirect: path(from) }).toString()}`);

  useEffect(() => {
    if (session === null) return;
    if (user) {
      wasIn.current = true;
      return;
    }
    const token = readToken();
    if (token) return void findUser(token);
    if (!wasIn.current) return void navigate(login, { replace: true });
    let isLeaving = false;
    const leaves = () => void (isLeaving = true);
    window.addEventListener("beforeunload", leaves);
    const timer = setTimeout(() => !isLeaving && void navigate(`${login}&expired=1`, { replace: true }), leavingMs);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("beforeunload", leaves);
    };
  }, [session, user, login, navigate]);

  return user;
}
