import { useEffect } from "react";
import { useLogoutIfAccessDenied } from "ra-core";
import { useQueryClient } from "@tanstack/react-query";
import { StaffApiError } from "../api.ts";

/**
 * Leads to the sign-in when something cannot be shown because the session has ended. A page that only reads again what
 * it shows stays, with what has been typed. react-admin sees to its own questions, who is signed in and what they may.
 */
export function SessionEnd() {
  const client = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        const { queryKey, state } = event.query;
        if (queryKey[0] === "auth" || state.data !== undefined) return;
        if (state.error instanceof StaffApiError && state.error.status === 401) void logoutIfAccessDenied(state.error);
      }),
    [client, logoutIfAccessDenied],
  );
  return null;
}
