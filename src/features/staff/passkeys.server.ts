/**
 * Passkeys: a second factor instead of a code, never instead of the password. better-auth's plugin stores the
 * challenges, each valid once for five minutes, and checks origin, signature and counter. This module checks whose
 * passkey it is, limits the attempts, and requires that the device has verified its user (docs/decisions/028).
 */
import { and, asc, eq } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requireFreshSignIn, requireStaff, type Ctx } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import type { StaffCall } from "#platform/http/staff-endpoint.server.ts";
import { resetRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { browserName } from "#features/people/browser-name.ts";
import { logSecurity } from "#features/people/security-log.server.ts";
import { cookiesNamed, getStaffAuth, staffCookie, staffCookies } from "./auth.server.ts";
import type { NewPasskeyResponse, PasskeyResponse } from "./passkeys.schema.ts";
import { consumeStaffLimit, recordConfirmation, type SecondFactorProof } from "./second-factor.server.ts";
import { staffPasskeys, staffSessions } from "./tables.server.ts";

const { id, userId, name, credentialID, usedAt, createdAt } = staffPasskeys;

/** Lists the caller's passkeys, oldest first. Throws Unauthenticated, Forbidden. */
export async function listPasskeys(ctx: Ctx) {
  const rows = await ctx.db
    .select({ id, name, createdAt, usedAt })
    .from(staffPasskeys)
    .where(eq(userId, requireStaff(ctx).id))
    .orderBy(asc(createdAt));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.createdAt.toISOString(),
    usedAt: row.usedAt?.toISOString() ?? null,
  }));
}

export const hasPasskey = async (ctx: Ctx, staffId: string): Promise<boolean> =>
  (await ctx.db.$count(staffPasskeys, eq(userId, staffId))) > 0;

const isRefusal = (error: unknown) =>
  error instanceof Error && "statusCode" in error && [400, 401].includes(Number(error.statusCode));

/** Whether the library has refused a new passkey. It reports some of these refusals as an error 500. */
const isRefusedNewPasskey = (error: unknown) =>
  isRefusal(error) ||
  (error instanceof Error &&
    "body" in error &&
    (error.body as { code?: string }).code === "FAILED_TO_VERIFY_REGISTRATION");

/** Builds the headers that better-auth needs: the named cookies of the call, and the browser. */
function buildHeaders(ctx: Ctx, call: StaffCall, ...names: string[]): Headers {
  const cookie = names.map((name) => `${name}=${encodeURIComponent(call.cookies[name] ?? "")}`).join("; ");
  return new Headers({ cookie, "user-agent": browserName(ctx.userAgent) });
}

function setChallengeCookie(ctx: Ctx, call: StaffCall, headers: Headers): void {
  for (const header of cookiesNamed(headers, staffCookies(ctx.env).passkey)) call.headers.append("set-cookie", header);
}

const deleteChallengeCookie = (ctx: Ctx, call: StaffCall): void =>
  call.headers.append("set-cookie", staffCookie(ctx.env, staffCookies(ctx.env).passkey));

interface PasskeyProof extends SecondFactorProof {
  sessionId: string;
}

/** Builds the options with which the browser asks a device for a person's second factor. */
export async function passkeyChallenge(ctx: Ctx, staffId: string, call: StaffCall) {
  const { api } = await getStaffAuth(ctx);
  const request = { headers: new Headers(), returnHeaders: true } as const;
  const { headers, response } = await api.generatePasskeyAuthenticationOptions(request);
  setChallengeCookie(ctx, call, headers);
  const rows = await ctx.db.select().from(staffPasskeys).where(eq(userId, staffId));
  const allowCredentials = rows.map(({ credentialID, transports }) => ({
    id: credentialID,
    type: "public-key" as const,
    transports: transports ? transports.split(",") : [],
  }));
  return { ...response, allowCredentials, userVerification: "required" as const };
}

/**
 * Opens a session with a passkey of this person. Resolves to null for another person's passkey or a wrong one. Counts
 * attempts together with codes. Throws RateLimited.
 */
export async function provePasskey(
  ctx: Ctx,
  staffId: string,
  response: PasskeyResponse,
  call: StaffCall,
): Promise<PasskeyProof | null> {
  await consumeStaffLimit(ctx, "staffCodePerAccount", staffId);
  deleteChallengeCookie(ctx, call);
  const proof = await openWithPasskey(ctx, staffId, response, call);
  if (proof) await resetRateLimit(ctx, "staffCodePerAccount", staffId);
  else logSecurity(ctx, "staff-code-refused");
  return proof;
}

async function openWithPasskey(
  ctx: Ctx,
  staffId: string,
  response: PasskeyResponse,
  call: StaffCall,
): Promise<PasskeyProof | null> {
  // Check the owner here, because the plugin accepts the passkey of any member.
  const isOwnPasskey = and(eq(userId, staffId), eq(credentialID, response.id));
  if ((await ctx.db.$count(staffPasskeys, isOwnPasskey)) === 0) return null;
  const { session, passkey } = staffCookies(ctx.env);
  const { api } = await getStaffAuth(ctx);
  const request = { body: { response }, headers: buildHeaders(ctx, call, passkey), returnHeaders: true } as const;
  try {
    const { headers, response: opened } = await api.verifyPasskeyAuthentication(request);
    await ctx.db.update(staffPasskeys).set({ usedAt: ctx.now() }).where(isOwnPasskey);
    return { setCookies: cookiesNamed(headers, session), with: "passkey", sessionId: opened.session.id };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

export const wrongPasskey = (ctx: Ctx) =>
  new ValidationError({ passkey: [m.staff_passkey_wrong({}, { locale: ctx.locale })] });

/** Builds the options for `confirmWithPasskey`. Throws Unauthenticated, Forbidden. */
export const confirmationChallenge = (ctx: Ctx, call: StaffCall) => passkeyChallenge(ctx, requireStaff(ctx).id, call);

/**
 * Confirms the sign-in like `confirmSignIn`, with a passkey. Throws Unauthenticated, Forbidden, ValidationError on
 * `passkey`, RateLimited.
 */
export async function confirmWithPasskey(
  ctx: Ctx,
  input: { response: PasskeyResponse },
  call: StaffCall,
): Promise<void> {
  const proof = await provePasskey(ctx, requireStaff(ctx).id, input.response, call);
  // The caller already has a session, so the one that better-auth has opened is ended at once.
  if (proof) await ctx.db.delete(staffSessions).where(eq(staffSessions.id, proof.sessionId));
  await recordConfirmation(ctx, proof, "staff.passkey-refused");
  if (!proof) throw wrongPasskey(ctx);
}

/** Builds the options with which a device creates a passkey. Throws Unauthenticated, Forbidden, FreshSignInRequired. */
export async function newPasskeyChallenge(ctx: Ctx, call: StaffCall) {
  requireStaff(ctx);
  requireFreshSignIn(ctx);
  const { api } = await getStaffAuth(ctx);
  const headers = buildHeaders(ctx, call, staffCookies(ctx.env).session);
  const reply = await api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true });
  setChallengeCookie(ctx, call, reply.headers);
  return reply.response;
}

/** The fields of an audit event with the name of a passkey, which counts as personal data. */
const buildNameEvent = (staffId: string, value: string) => ({
  entity: "staff",
  entityId: staffId,
  after: { name: value },
  personal: { of: staffId, paths: ["before.name", "after.name"] },
});

/**
 * Adds a passkey of the caller. Throws Unauthenticated, Forbidden, FreshSignInRequired, ValidationError on `passkey`.
 */
export async function addPasskey(
  ctx: Ctx,
  input: { name: string; response: NewPasskeyResponse },
  call: StaffCall,
): Promise<void> {
  const staff = requireStaff(ctx);
  requireFreshSignIn(ctx);
  deleteChallengeCookie(ctx, call);
  const { session, passkey } = staffCookies(ctx.env);
  const { api } = await getStaffAuth(ctx);
  const body = { name: input.name, response: input.response };
  try {
    await api.verifyPasskeyRegistration({ body, headers: buildHeaders(ctx, call, session, passkey) });
  } catch (error) {
    if (!isRefusedNewPasskey(error)) throw error;
    throw new ValidationError({ passkey: [m.staff_passkey_not_added({}, { locale: ctx.locale })] });
  }
  await inTransaction(ctx, (ctx) =>
    audit(ctx, { action: "staff.passkey-added", ...buildNameEvent(staff.id, input.name) }),
  );
}

/** Renames a passkey of the caller. Throws Unauthenticated, Forbidden, NotFound. */
export async function renamePasskey(ctx: Ctx, input: { id: string; name: string }): Promise<void> {
  const { id: staffId } = requireStaff(ctx);
  const isOwnPasskey = and(eq(id, input.id), eq(userId, staffId));
  await inTransaction(ctx, async (ctx) => {
    const [before] = await ctx.db.select({ name }).from(staffPasskeys).where(isOwnPasskey).for("update");
    if (!before) throw noSuchRecord(ctx);
    if (before.name === input.name) return;
    await ctx.db.update(staffPasskeys).set({ name: input.name }).where(isOwnPasskey);
    await audit(ctx, { action: "staff.passkey-renamed", ...buildNameEvent(staffId, input.name), before });
  });
}

/**
 * Deletes a passkey of the caller; the authenticator app and the recovery codes still work. Throws Unauthenticated,
 * Forbidden, FreshSignInRequired, NotFound.
 */
export async function removePasskey(ctx: Ctx, input: { id: string }): Promise<void> {
  const { id: staffId } = requireStaff(ctx);
  requireFreshSignIn(ctx);
  await inTransaction(ctx, async (ctx) => {
    const isOwnPasskey = and(eq(id, input.id), eq(userId, staffId));
    const [removed] = await ctx.db.delete(staffPasskeys).where(isOwnPasskey).returning({ name });
    if (!removed) throw noSuchRecord(ctx);
    await audit(ctx, {
      action: "staff.passkey-removed",
      ...buildNameEvent(staffId, removed.name),
      before: removed,
      after: null,
    });
  });
}
