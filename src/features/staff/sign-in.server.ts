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
/** Separate from the site's own login. */
const deviceOwner = (email: string) => `staff:${email}`;

const isWrongPair = (error: unknown) => error instanceof Error && "statusCode" in error && error.statusCode === 401;

/** Returns the cookies of the pending sign-in; null for wrong credentials. An unknown email costs the same hash. */
async function checkPassword(ctx: Ctx, body: { email: string; password: string }): Promise<string[] | null> {
  const { api } = await getStaffAuth(ctx);
  const headers = { "user-agent": browserName(ctx.userAgent) };
  try {
    const answer = await api.signInEmail({ body, headers, returnHeaders: true });
    // The second step ends a session that the browser may still have.
    if ("twoFactorRedirect" in answer.response) return cookiesNamed(answer.headers, staffCookies(ctx.env).challenge);
    // An account without a second factor gets no session.
    await endStaffSessions(ctx, answer.response.user.id);
    return null;
  } catch (error) {
    if (isWrongPair(error)) return null;
    throw error;
  }
}

/** Rate limit key: the account, or this browser of its owner, so that a stranger's guesses do not lock them out. */
function getLimitSubject(ctx: Ctx, email: string, call: StaffCall): string {
  const device = verifyDeviceId(ctx, deviceOwner(email), call.cookies[staffCookies(ctx.env).device] ?? "");
  return device ? `${email} ${device}` : email;
}

export type SignInStep = { next: "portal"; actor: StaffActor } | { next: "code"; hasPasskey: boolean };

/**
 * First step of signing in, valid for five minutes; the only one on a trusted computer. Throws ValidationError on
 * `email`, the same for whatever is wrong, and RateLimited after ten attempts in 15 minutes.
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
  for (const one of setCookies) call.headers.append("set-cookie", one);
  return { next: "code", hasPasskey: await hasPasskey(ctx, staff.id) };
}

/** After the correct password. The second step that better-auth has prepared is not used, and expires. */
async function signInTrusted(
  ctx: Ctx,
  staff: { id: string; email: string },
  call: StaffCall,
): Promise<StaffActor | null> {
  const value = call.cookies[staffCookies(ctx.env).trust];
  if (value === undefined) return null;
  return inTransaction(ctx, async (ctx) => {
    const next = await useTrustedComputer(ctx, staff.id, value);
    if (next === null) return null;
    const setCookies = [await openUnconfirmedSession(ctx, staff.id), next];
    return completeSignIn(ctx, staff, { setCookies, with: "trusted-computer" }, call);
  });
}

/** Reads whose second step is pending. Throws Unauthenticated without a first one. */
async function waitingStaff(ctx: Ctx, call: StaffCall): Promise<{ id: string; email: string; identifier: string }> {
  const again = new Unauthenticated(m.staff_sign_in_again({}, { locale: ctx.locale }));
  const identifier = signedPart(ctx, call.cookies[staffCookies(ctx.env).challenge] ?? "");
  if (identifier === null) throw again;
  const { internalAdapter } = await (await getStaffAuth(ctx)).$context;
  const waiting = await internalAdapter.findVerificationValue(identifier);
  if (!waiting) throw again;
  const { id, email } = staffUsers;
  const [staff] = await ctx.db.select({ id, email }).from(staffUsers).where(eq(id, waiting.value));
  if (!staff) throw again;
  return { ...staff, identifier };
}

function sessionValue(ctx: Ctx, setCookies: string[]): string {
  const start = `${staffCookies(ctx.env).session}=`;
  const cookieValue = setCookies
    .find((one) => one.startsWith(start))
    ?.slice(start.length)
    .split(";")[0];
  return decodeURIComponent(cookieValue ?? "");
}

/** Audits the sign-in that these cookies prove, in the open transaction. Throws when they prove none. */
export async function recordSignIn(ctx: Ctx, proved: ProvedSignIn): Promise<StaffActor> {
  const actor = await readStaffActor(ctx, sessionValue(ctx, proved.setCookies));
  if (!actor) throw new Error("better-auth signed in someone whom we do not know");
  await ctx.db.update(staffUsers).set({ lastSignInAt: ctx.now() }).where(eq(staffUsers.id, actor.id));
  const after = { with: proved.with, browser: browserName(ctx.userAgent) };
  await audit({ ...ctx, actor }, { action: "staff.signed-in", entity: "staff", entityId: actor.id, after });
  return actor;
}

interface ProvedSignIn {
  setCookies: string[];
  with: string;
}

/** Replaces the request's session by the one that was opened; trusts the computer on request. */
async function completeSignIn(
  ctx: Ctx,
  staff: { id: string; email: string },
  proved: ProvedSignIn,
  call: StaffCall,
  { trust = false } = {},
): Promise<StaffActor> {
  const { actor, setCookies } = await inTransaction(ctx, async (ctx) => {
    if (ctx.actor.kind === "staff") await ctx.db.delete(staffSessions).where(eq(staffSessions.id, ctx.actor.sessionId));
    const actor = await recordSignIn(ctx, proved);
    const trusted = trust ? [await trustComputer({ ...ctx, actor }, actor.id)] : [];
    return { actor, setCookies: [...proved.setCookies, ...trusted] };
  });
  await resetRateLimit(ctx, "staffSignInPerAccount", getLimitSubject(ctx, staff.email, call));
  logSecurity(ctx, "staff-sign-in");
  const device = newDevice(ctx, deviceOwner(staff.email));
  setCookies.push(staffCookie(ctx.env, staffCookies(ctx.env).device, device, deviceSeconds));
  for (const one of setCookies) call.headers.append("set-cookie", one);
  return actor;
}

/**
 * Second step with a code: replaces the request's session. Throws Unauthenticated without a first step, ValidationError
 * on `code`, RateLimited after five codes.
 */
export async function enterStaffCode(
  ctx: Ctx,
  input: { code: string; trust?: boolean },
  call: StaffCall,
): Promise<StaffActor> {
  const staff = await waitingStaff(ctx, call);
  const cookieName = staffCookies(ctx.env).challenge;
  const cookie = `${cookieName}=${encodeURIComponent(call.cookies[cookieName] ?? "")}`;
  const proved = await proveSecondFactor(ctx, staff.id, input.code, cookie);
  if (!proved) {
    await recordRefusal(ctx, staff.id, "staff.code-refused");
    throw wrongCode(ctx);
  }
  return completeSignIn(ctx, staff, proved, call, input);
}

const recordRefusal = (ctx: Ctx, staffId: string, action: string): Promise<void> =>
  inTransaction(ctx, (ctx) => audit(ctx, { action, entity: "staff", entityId: staffId }));

/** Builds the options for `enterStaffPasskey`. Throws Unauthenticated without a first step. */
export async function signInChallenge(ctx: Ctx, call: StaffCall) {
  return passkeyChallenge(ctx, (await waitingStaff(ctx, call)).id, call);
}

/** As `enterStaffCode`, with a passkey. Throws Unauthenticated, ValidationError on `passkey`, RateLimited. */
export async function enterStaffPasskey(
  ctx: Ctx,
  input: { response: PasskeyResponse; trust?: boolean },
  call: StaffCall,
): Promise<StaffActor> {
  const staff = await waitingStaff(ctx, call);
  const proved = await provePasskey(ctx, staff.id, input.response, call);
  if (!proved) {
    await recordRefusal(ctx, staff.id, "staff.passkey-refused");
    throw wrongPasskey(ctx);
  }
  const { internalAdapter } = await (await getStaffAuth(ctx)).$context;
  if (!(await internalAdapter.consumeVerificationValue(staff.identifier))) {
    await ctx.db.delete(staffSessions).where(eq(staffSessions.id, proved.sessionId));
    throw new Unauthenticated(m.staff_sign_in_again({}, { locale: ctx.locale }));
  }
  call.headers.append("set-cookie", staffCookie(ctx.env, staffCookies(ctx.env).challenge));
  return completeSignIn(ctx, staff, proved, call, input);
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
