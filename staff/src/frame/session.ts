/** The signed-in person. The server checks every call; the checks here only hide what would be refused. */
import { redirect, useRouteLoaderData, type LoaderFunctionArgs } from "react-router";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import type { StaffReply } from "../api-types.ts";
import { abortReads, allowReads, callStaff, StaffApiError } from "../api.ts";
import { loadStoredList } from "../door/door-store.ts";
import { m } from "../messages.ts";
import { today } from "../parts/days.ts";
import { forgetLists } from "./list-state.ts";
import { queryClient } from "./queries.ts";
import { readStored, writeStored } from "./stored.ts";

export type Me = StaffReply<"GET /api/staff/me">;

/**
 * Storage key that marks a browser with a session. Scripts cannot read the session cookie, and a request without a
 * session logs an error to the console, so the mark avoids such requests.
 */
const signedInKey = "signed_in";
export const isProbablySignedIn = () => readStored(signedInKey, false);

let cachedMe: Promise<Me> | null = null;

/**
 * Loads the signed-in person. The request is made once and cached until `forgetMe`. Throws StaffApiError, with status
 * 401 if nobody is signed in.
 */
export function loadMe(): Promise<Me> {
  if (!isProbablySignedIn()) return Promise.reject(new StaffApiError(m.staff_common_session_none(), 401, {}));
  if (cachedMe) return cachedMe;
  // A sign-out may have aborted all reads, but someone has signed in since, perhaps in another tab.
  allowReads();
  cachedMe = callStaff("GET /api/staff/me").catch((error: unknown) => {
    if (error instanceof StaffApiError && error.status === 401) endSession();
    cachedMe = null;
    throw error;
  });
  return cachedMe;
}

/**
 * Clears the cached person after a fresh sign-in or a changed name or language. The router's next revalidation loads
 * the person again.
 */
export function forgetMe(): void {
  cachedMe = null;
}

let hasSessionEnded = false;
/** Whether the server has ended the session without a sign-out here. */
export const wasSessionEnded = (): boolean => hasSessionEnded;

function forgetSignIn(): void {
  forgetMe();
  writeStored(signedInKey, undefined);
  abortReads();
}

/** Called when the server has accepted a sign-in. Clears everything that the previous person has read. */
export function beginSession(me: Me): void {
  hasSessionEnded = false;
  writeStored(signedInKey, true);
  cachedMe = Promise.resolve(me);
  allowReads();
  queryClient.clear();
  forgetLists();
}

/** Called when the same person has signed in again over the current page. Keeps what was read. */
export function resumeSession(me: Me): void {
  hasSessionEnded = false;
  writeStored(signedInKey, true);
  cachedMe = Promise.resolve(me);
  allowReads();
}

/** Called when the server reports that there is no session. */
export function endSession(): void {
  // People who have just signed out, or were never signed in, do not need to know.
  if (isProbablySignedIn()) hasSessionEnded = true;
  forgetSignIn();
}

/** Ends this session, or all sessions of the person. If it throws StaffApiError, the person is still signed in. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  // Cancels running reads first, because reads that the sign-out ends would show an error.
  await queryClient.cancelQueries();
  abortReads();
  try {
    await callStaff("POST /api/staff/sign-out", everywhere ? { everywhere } : {});
  } catch (error) {
    // A session that is already over is fine.
    if (!(error instanceof StaffApiError && error.status === 401)) {
      allowReads();
      throw error;
    }
  }
  forgetSignIn();
  queryClient.clear();
}

/** Returns the sign-in path that leads to `page` afterwards, a path in the portal such as `/orders?page=2`. */
export const signInPath = (page: string): string =>
  page === "/" ? "/login" : `/login?next=${encodeURIComponent(page)}`;

/** Like `signInPath`, but for a full address such as `/staff/orders?page=2`. */
export const signInPathFor = ({ pathname, search }: { pathname: string; search: string }): string =>
  signInPath((pathname.replace(/^\/staff(?=\/|$)/, "") || "/") + search);

/** Id of the route that loads the signed-in person. */
export const sessionRoute = "session";

/** Loads the signed-in person, or redirects to the sign-in. Throws StaffApiError without a connection. */
export async function sessionLoader({ request }: LoaderFunctionArgs): Promise<Me> {
  try {
    return await loadMe();
  } catch (error) {
    if (!(error instanceof StaffApiError)) throw error;
    const url = new URL(request.url);
    // A door page opens offline for a person who has opened it today and has not signed out.
    const [, runId] = /^\/staff\/runs\/(\d+)\/door$/.exec(url.pathname) ?? [];
    const storedList = error.status === 0 && runId ? await loadStoredList(Number(runId), today()) : undefined;
    if (storedList) return storedList.me;
    if (error.status !== 401) throw error;
    throw redirect(signInPathFor(url));
  }
}

/** Returns the signed-in person. Throws outside of the session route. */
export function useMe(): Me {
  const me = useRouteLoaderData<Me>(sessionRoute);
  if (!me) throw new Error("useMe is used outside of the session's route");
  return me;
}

/** Returns a function that says whether the person has a permission. The server checks in any case. */
export function useCan(): (permission: StaffPermission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.some((granted) => granted === permission);
}
