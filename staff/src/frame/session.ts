/**
 * Who is signed in. The server decides on every call; this only spares the portal from showing what would be refused.
 */
import { redirect, useRouteLoaderData, type LoaderFunctionArgs } from "react-router";
import type { StaffPermission } from "../../../src/features/people/permissions.ts";
import type { StaffReply } from "../api-types.ts";
import { callStaff, closeReading, openReading, StaffApiError } from "../api.ts";
import { keptList } from "../door/door-store.ts";
import { m } from "../messages.ts";
import { today } from "../parts/days.ts";
import { forgetLists } from "./list-state.ts";
import { queryClient } from "./queries.ts";
import { readStored, writeStored } from "./stored.ts";

export type Me = StaffReply<"GET /api/staff/me">;

/**
 * That a sign-in has been here: the session's cookie can't be read, and who asks without one gets an error in the
 * console.
 */
const signKey = "signed_in";
export const mayBeSignedIn = () => readStored(signKey, false);

let current: Promise<Me> | null = null;

/** The person signed in, asked once until `forgetMe`. Throws StaffApiError with status 401 when no one is. */
export function loadMe(): Promise<Me> {
  if (!mayBeSignedIn()) return Promise.reject(new StaffApiError(m.staff_common_session_none(), 401, {}));
  if (current) return current;
  // Signed in again, perhaps in another tab.
  openReading();
  current = callStaff("GET /api/staff/me").catch((error: unknown) => {
    if (error instanceof StaffApiError && error.status === 401) endSession();
    current = null;
    throw error;
  });
  return current;
}

/** After a fresh sign-in, a changed name or language: asks again when the router revalidates. */
export function forgetMe(): void {
  current = null;
}

let isOver = false;
/** Whether the server has ended the session, which no one here asked for. */
export const sessionIsOver = (): boolean => isOver;

function forgetSignIn(): void {
  forgetMe();
  writeStored(signKey, undefined);
  closeReading();
}

/** The server has accepted this person's sign-in. What a colleague before has read is forgotten. */
export function beginSession(me: Me): void {
  isOver = false;
  writeStored(signKey, true);
  current = Promise.resolve(me);
  openReading();
  queryClient.clear();
  forgetLists();
}

/** The same person has signed in again over the page they are on: what the portal has read stays. */
export function resumeSession(me: Me): void {
  isOver = false;
  writeStored(signKey, true);
  current = Promise.resolve(me);
  openReading();
}

/** The server knows of no session any more. */
export function endSession(): void {
  // Not for those who have just signed out, or have never signed in.
  if (mayBeSignedIn()) isOver = true;
  forgetSignIn();
}

/** Ends this session, or all of the person signed in. Throws StaffApiError; then they are still signed in. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  // What is still on its way shows no failure when the sign-out ends it.
  await queryClient.cancelQueries();
  closeReading();
  try {
    await callStaff("POST /api/staff/sign-out", everywhere ? { everywhere } : {});
  } catch (error) {
    // A session that has ended meanwhile is what was wanted.
    if (!(error instanceof StaffApiError && error.status === 401)) {
      openReading();
      throw error;
    }
  }
  forgetSignIn();
  queryClient.clear();
}

/** The address of the sign-in, which leads on to a page of the portal: `/orders?page=2`. */
export const signInPath = (page: string): string =>
  page === "/" ? "/login" : `/login?next=${encodeURIComponent(page)}`;

/** The same for a whole address, `/staff/orders?page=2`. */
export const signInPathFor = ({ pathname, search }: { pathname: string; search: string }): string =>
  signInPath((pathname.replace(/^\/staff(?=\/|$)/, "") || "/") + search);

/** The route that knows who is signed in. */
export const sessionRoute = "session";

/** Its loader: the person signed in, else the sign-in. Throws StaffApiError without a connection. */
export async function sessionLoader({ request }: LoaderFunctionArgs): Promise<Me> {
  try {
    return await loadMe();
  } catch (error) {
    if (!(error instanceof StaffApiError)) throw error;
    const url = new URL(request.url);
    // A door opens without a connection, for who has opened it today and has not signed out.
    const [, runId] = /^\/staff\/runs\/(\d+)\/door$/.exec(url.pathname) ?? [];
    const storedList = error.status === 0 && runId ? await keptList(Number(runId), today()) : undefined;
    if (storedList) return storedList.me;
    if (error.status !== 401) throw error;
    throw redirect(signInPathFor(url));
  }
}

/** The person signed in; only below the session's route. */
export function useMe(): Me {
  const me = useRouteLoaderData<Me>(sessionRoute);
  if (!me) throw new Error("useMe is used outside of the session's route");
  return me;
}

/** Whether the person signed in has a permission. The server decides in any case. */
export function useMay(): (permission: StaffPermission) => boolean {
  const { permissions } = useMe();
  return (permission) => permissions.some((own) => own === permission);
}
