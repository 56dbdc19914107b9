import { useEffect } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate } from "react-router";
import { StaffApiError } from "../api.ts";
import { AriaLocale } from "../frame/aria-locale.tsx";
import { useLocale } from "../frame/locale.ts";
import { LeaveGuardProvider } from "../frame/leave-guard.tsx";
import { Notices } from "../frame/notices.tsx";
import { endSession, signInPath } from "../frame/session.ts";
import { FreshSignIn } from "../sign-in/fresh-sign-in.tsx";
import { SignInAgain } from "../sign-in/sign-in-again.tsx";

/**
 * Redirects to the sign-in if a page cannot load because the session has ended. A page that only refreshes stays, with
 * the text typed on it.
 */
function useSessionEnd(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const { data, error } = event.query.state;
        if (data !== undefined || !(error instanceof StaffApiError) || error.status !== 401) return;
        endSession();
        void navigate(signInPath(pathname + search));
      }),
    [client, navigate, pathname, search],
  );
}

/** The frame of every page that requires a sign-in: language, leave guards, sign-in dialogs and notices. */
export function SignedIn() {
  useLocale();
  useSessionEnd();
  return (
    <AriaLocale>
      <LeaveGuardProvider>
        <Outlet />
        <FreshSignIn />
        <SignInAgain />
      </LeaveGuardProvider>
      <Notices />
    </AriaLocale>
  );
}
