/**
 * Who is signed in. The server decides on every call; this only spares the portal from showing what would be refused.
 */
import { localStorageStore, type AuthProvider } from "ra-core";
import type { StaffReply } from "../api-types.ts";
import { closeReading, openReading, callStaff, StaffApiError } from "../api.ts";
import { m } from "../messages.ts";
import { permissionFor } from "../resources.ts";

export type Me = StaffReply<"GET /api/staff/me">;

/**
 * That a sign-in has been here: the session's cookie can't be read, and who asks without one gets an error in the
 * console.
 */
const sign = localStorageStore("1", "staff");
const signKey = "signed_in";
const mayBeSignedIn = () => sign.getItem(signKey, false);

let current: Promise<Me> | null = null;
/** The person signed in, asked once until `forgetMe`. Throws StaffApiError with status 401 when no one is. */
export function me(): Promise<Me> {
  if (!mayBeSignedIn()) return Promise.reject(new StaffApiError(m.staff_ra_auth_auth_check_error(), 401, {}));
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
/** After a sign-in, a sign-out, a changed name or language. */
export function forgetMe(): void {
  current = null;
}

let isOver = false;
/** Whether the server has ended the session, which no one here asked for. */
export const sessionIsOver = (): boolean => isOver;

let isSignedOut = false;
/** Whether someone has signed out here: whoever comes next has not asked for the page that was open. */
export const hasSignedOut = (): boolean => isSignedOut;

/** There is no session any more. */
function forgetSignIn(): void {
  forgetMe();
  sign.removeItem(signKey);
  closeReading();
}

/** The server knows of no session any more. */
function endSession(): void {
  // Not for those who have just signed out, or have never signed in.
  if (mayBeSignedIn()) isOver = true;
  forgetSignIn();
}

/** Ends every session of the person signed in, this one too. Throws StaffApiError; then they are still signed in. */
export async function signOutEverywhere(): Promise<void> {
  closeReading();
  try {
    await callStaff("POST /api/staff/sign-out", { everywhere: true });
  } catch (error) {
    openReading();
    throw error;
  }
  forgetSignIn();
}

export const authProvider: AuthProvider = {
  login: async () => {
    forgetMe();
    isOver = false;
    isSignedOut = false;
    sign.setItem(signKey, true);
  },
  async logout() {
    // Otherwise react-admin asks, because the session has ended.
    const isSignedIn = current !== null;
    forgetSignIn();
    if (!isSignedIn) return "/login";
    isSignedOut = true;
    // A session that has ended meanwhile is what was wanted.
    await callStaff("POST /api/staff/sign-out").catch((error: unknown) => {
      if (!(error instanceof StaffApiError)) throw error;
    });
    return "/login";
  },
  checkAuth: async () => {
    await me();
  },
  async checkError(error: { status?: number }) {
    if (error.status !== 401) return;
    endSession();
    throw Object.assign(new Error(m.staff_ra_notification_logged_out()), { redirectTo: "/login" });
  },
  async getIdentity() {
    const { id, name, role } = await me();
    return { id, fullName: name, role };
  },
  getPermissions: async () => new Set((await me()).permissions),
  async canAccess({ resource, action }) {
    const permission = permissionFor(resource, action);
    return permission === null || (await me()).permissions.some((own) => own === permission);
  },
};
