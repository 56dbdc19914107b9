import { eq } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requireStaff, type Ctx, type StaffActor } from "#platform/context.server.ts";
import { Unauthenticated, ValidationError } from "#platform/errors.ts";
import type { StaffCall } from "#platform/http/staff-endpoint.server.ts";
import { resetRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { browserName } from "#features/people/browser-name.ts";
import { verifyDeviceId, newDevice } from "#features/people/login-device.server.ts";
import { logSecurity } from "#features/people/security-log.server.ts";
import { signedPart } from "#features/people/sessions.server.ts";
import type { PasskeyResponse } from "./passkeys.schema.ts";
import { hasPasskey, passkeyChallenge, provePasskey, wrongPasskey } from "./passkeys.server.ts";
import { consumeStaffLimit, proveSecondFactor, wrongCode } from "./second-factor.server.ts";
import { endStaffSessions, openUnconfirmedSession, readStaffActor } from "./sessions.server.ts";
import { cookiesNamed, getStaffAuth, staffCookie, staffCookies } from "./auth.server.ts";
import { staffSessions, staffUsers } from "./tables.server.ts";
import { trustComputer, useTrustedComputer } from "./trusted-computers.server.ts";

const deviceSeconds = 365 * 24 * 60 * 60;
/** Owner of a device id. The prefix separates it from device ids of the site's login. */
const getDeviceOwner = (email: string) => `staff:${email}`;

const isWrongCredentials = (error: unknown) =>
  error instanceof Error && "statusCode" in error && error.statusCode === 401;

/**
 * Checks email and password. Resolves to the cookies of the pending sign-in; null for wrong credentials. An unknown
 * email takes as long as a known one.
 */
async function checkPassword(ctx: Ctx, body: { email: string; password: string }): Promise<string[] | null> {
  const { api } = await getStaffAuth(ctx);
  const headers = { "user-agent": browserName(ctx.userAgent) };
  try {
    const reply = await api.signInEmail({ body, headers, returnHeaders: true });
    // The second step ends a session that the browser may still have.
    if ("twoFactorRedirect" in reply.response) return cookiesNamed(reply.headers, staffCookies(ctx.env).challenge);
    // An account without a second factor gets no session.
    await endStaffSessions(ctx, reply.response.user.id);
    return null;
  } catch (error) {
    if (isWrongCredentials(error)) return null;
    throw error;
  }
}

/**
 * Key of the rate limit: the account, or for a known browser of the owner the account and the browser, so that a
 * stranger's guesses do not lock them out.
 */
function getLimitSubject(ctx: Ctx, email: string, call: StaffCall): string {
  const device = verifyDeviceId(ctx, getDeviceOwner(email), call.cookies[staffCookies(ctx.env).device] ?? "");
  return device ? `${email} ${device}` : email;
}

export type SignInStep = { next: "portal"; actor: StaffActor } | { next: "code"; hasPasskey: boolean };

/**
 * First step of a sign-in, valid for five minutes; the only step on a trusted computer. Throws ValidationError on
 * `email`, whether email or password is wrong, and RateLimited after ten attempts in 15 minutes.
 */
export async function signInStaff(
  ctx: Ctx,
  input: { email: string; password: string },
  call: StaffCall,
): Promise<SignInStep> {
  await consumeStaffLimit(ctx, "staffSignInPerAccount", getLimitSubject(ctx, input.email, call));
  const setCookies = await checkPassword(ctx, input);
  const [staff] = setCookies ? await ctx.db.select().from(staffUsers).where(eq(staffUsers.email, input.email)) : [];
  if (!setCookies || !staff) {
    logSecurity(ctx, "staff-sign-in-refused");
    throw new ValidationError({ email: [m.staff_sign_in_wrong({}, { locale: ctx.locale })] });
  }
  const actor = await signInTrusted(ctx, staff, call);
  if (actor) return { next: "portal", actor };
  for (const header of setCookies) call.headers.append("set-cookie", header);
  return { next: "code", hasPasskey: await hasPasskey(ctx, staff.id) };
}

/**
 * Signs in on a trusted computer, after the correct password; null on another one. The second step that better-auth has
 * prepared expires unused.
 */
async function signInTrusted(
  ctx: Ctx,
  staff: { id: string; email: string },
  call: StaffCall,
): Promise<StaffActor | null> {
  const value = call.cookies[staffCookies(ctx.env).trust];
  if (value === undefined) return null;
  return inTransaction(ctx, async (ctx) => {
    const nextCookie = await useTrustedComputer(ctx, staff.id, value);
    if (nextCookie === null) return null;
    const setCookies = [await openUnconfirmedSession(ctx, staff.id), nextCookie];
    return completeSignIn(ctx, staff, { setCookies, with: "trusted-computer" }, call);
  });
}

/** Reads the member whose second step is pending. Throws Unauthenticated without a first step. */
async function requirePendingStaff(
  ctx: Ctx,
  call: StaffCall,
): Promise<{ id: string; email: string; identifier: string }> {
  const notPending = new Unauthenticated(m.staff_sign_in_again({}, { locale: ctx.locale }));
  const identifier = signedPart(ctx, call.cookies[staffCookies(ctx.env).challenge] ?? "");
  if (identifier === null) throw notPending;
  const { internalAdapter } = await (await getStaffAuth(ctx)).$context;
  const pending = await internalAdapter.findVerificationValue(identifier);
  if (!pending) throw notPending;
  const { id, email } = staffUsers;
  const [staff] = await ctx.db.select({ id, email }).from(staffUsers).where(eq(id, pending.value));
  if (!staff) throw notPending;
  return { ...staff, identifier };
}

/** Returns the value of the session cookie; empty without one. */
function getSessionValue(ctx: Ctx, setCookies: string[]): string {
  const prefix = `${staffCookies(ctx.env).session}=`;
  const cookieValue = setCookies
    .find((header) => header.startsWith(prefix))
    ?.slice(prefix.length)
    .split(";")[0];
  return decodeURIComponent(cookieValue ?? "");
}

/**
 * Audits a sign-in in the open transaction. Resolves to the member whose session is in its cookies; throws without one.
 */
export async function recordSignIn(ctx: Ctx, signIn: ProvedSignIn): Promise<StaffActor> {
  const actor = await readStaffActor(ctx, getSessionValue(ctx, signIn.setCookies));
  if (!actor) throw new Error("The session that better-auth has opened belongs to no member");
  await ctx.db.update(staffUsers).set({ lastSignInAt: ctx.now() }).where(eq(staffUsers.id, actor.id));
  const after = { with: signIn.with, browser: browserName(ctx.userAgent) };
  await audit({ ...ctx, actor }, { action: "staff.signed-in", entity: "staff", entityId: actor.id, after });
  return actor;
}

/** A sign-in with correct password and second factor, or on a trusted computer. */
interface ProvedSignIn {
  /** Set-Cookie headers, including that of the session. */
  setCookies: string[];
  /** The second factor, for the audit log. */
  with: string;
}

/** Completes a sign-in: ends the request's former session, sets the cookies and, with `trust`, trusts the computer. */
async function completeSignIn(
  ctx: Ctx,
  staff: { id: string; email: string },
  signIn: ProvedSignIn,
  call: StaffCall,
  { trust = false } = {},
): Promise<StaffActor> {
  const { actor, setCookies } = await inTransaction(ctx, async (ctx) => {
    if (ctx.actor.kind === "staff") await ctx.db.delete(staffSessions).where(eq(staffSessions.id, ctx.actor.sessionId));
    const actor = await recordSignIn(ctx, signIn);
    const trustCookies = trust ? [await trustComputer({ ...ctx, actor }, actor.id)] : [];
    return { actor, setCookies: [...signIn.setCookies, ...trustCookies] };
  });
  await resetRateLimit(ctx, "staffSignInPerAccount", getLimitSubject(ctx, staff.email, call));
  logSecurity(ctx, "staff-sign-in");
  const device = newDevice(ctx, getDeviceOwner(staff.email));
  setCookies.push(staffCookie(ctx.env, staffCookies(ctx.env).device, device, deviceSeconds));
  for (const header of setCookies) call.headers.append("set-cookie", header);
  return actor;
}

/**
 * Second step of a sign-in, with a code. Replaces the request's session. Throws Unauthenticated without a first step,
 * ValidationError on `code`, RateLimited after five codes.
 */
export async function enterStaffCode(
  ctx: Ctx,
  input: { code: string; trust?: boolean },
  call: StaffCall,
): Promise<StaffActor> {
  const staff = await requirePendingStaff(ctx, call);
  const cookieName = staffCookies(ctx.env).challenge;
  const cookie = `${cookieName}=${encodeURIComponent(call.cookies[cookieName] ?? "")}`;
  const proof = await proveSecondFactor(ctx, staff.id, input.code, cookie);
  if (!proof) {
    await recordRefusal(ctx, staff.id, "staff.code-refused");
    throw wrongCode(ctx);
  }
  return completeSignIn(ctx, staff, proof, call, input);
}

const recordRefusal = (ctx: Ctx, staffId: string, action: string): Promise<void> =>
  inTransaction(ctx, (ctx) => audit(ctx, { action, entity: "staff", entityId: staffId }));

/** Builds the options for `enterStaffPasskey`. Throws Unauthenticated without a first step. */
export async function signInChallenge(ctx: Ctx, call: StaffCall) {
  return passkeyChallenge(ctx, (await requirePendingStaff(ctx, call)).id, call);
}

/**
 * Second step of a sign-in like `enterStaffCode`, with a passkey. Throws Unauthenticated, ValidationError on `passkey`,
 * RateLimited.
 */
export async function enterStaffPasskey(
  ctx: Ctx,
  input: { response: PasskeyResponse; trust?: boolean },
  call: StaffCall,
): Promise<StaffActor> {
  const staff = await requirePendingStaff(ctx, call);
  const proof = await provePasskey(ctx, staff.id, input.response, call);
  if (!proof) {
    await recordRefusal(ctx, staff.id, "staff.passkey-refused");
    throw wrongPasskey(ctx);
  }
  const { internalAdapter } = await (await getStaffAuth(ctx)).$context;
  if (!(await internalAdapter.consumeVerificationValue(staff.identifier))) {
    await ctx.db.delete(staffSessions).where(eq(staffSessions.id, proof.sessionId));
    throw new Unauthenticated(m.staff_sign_in_again({}, { locale: ctx.locale }));
  }
  call.headers.append("set-cookie", staffCookie(ctx.env, staffCookies(ctx.env).challenge));
  return completeSignIn(ctx, staff, proof, call, input);
}

/** Ends the caller's session, or all with `everywhere`. Throws Unauthenticated, Forbidden. */
export async function signOutStaff(ctx: Ctx, input: { everywhere: boolean }, call: StaffCall): Promise<void> {
  const { id, sessionId } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    if (input.everywhere) await endStaffSessions(ctx, id);
    else await ctx.db.delete(staffSessions).where(eq(staffSessions.id, sessionId));
    const after = { everywhere: input.everywhere };
    await audit(ctx, { action: "staff.signed-out", entity: "staff", entityId: id, after });
  });
  call.headers.append("set-cookie", staffCookie(ctx.env, staffCookies(ctx.env).session));
}
