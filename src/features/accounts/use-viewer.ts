import { useEffect, useRef, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { callMe } from "./client.ts";
import { useLocalePath } from "#i18n/link.tsx";
import {
  endSession,
  onSessionChange,
  readSession,
  readToken,
  startSession,
  type StoredUser,
} from "#platform/session-token.ts";

/** Long enough for a logout that is leaving the page to leave it. */
const leavingMs = 250;

/** Asks who owns a token that was stored without its user. A refusal ends the session, which brings the caller here again. */
async function findUser(token: string): Promise<void> {
  const me = await callMe({});
  if (readToken() !== token) return;
  if (me.ok) startSession(token, me.data.user);
  else endSession();
}

/**
 * The person this page is for; null while the server renders, until the page is hydrated, and on the way to Login.
 * A session that ends under the page leads to Login too, which says so and leads back to `from`.
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
