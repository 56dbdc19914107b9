/**
 * Passkeys: a second factor instead of a code, never instead of the password. better-auth's plugin stores the
 * challenges, each valid once for five minutes, and checks origin, signature and counter. This file decides whose
 * passkey may answer and how often, and that the device has recognised its person (docs/decisions/028).
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
    created_at: row.createdAt.toISOString(),
    used_at: row.usedAt?.toISOString() ?? null,
  }));
}

export const hasPasskey = async (ctx: Ctx, staffId: string): Promise<boolean> =>
  (await ctx.db.$count(staffPasskeys, eq(userId, staffId))) > 0;

const isRefusal = (error: unknown) =>
  error instanceof Error && "statusCode" in error && [400, 401].includes(Number(error.statusCode));

/** It also answers 500 to an invalid new passkey. */
const isRefusedPasskey = (error: unknown) =>
  isRefusal(error) ||
  (error instanceof Error &&
    "body" in error &&
    (error.body as { code?: string }).code === "FAILED_TO_VERIFY_REGISTRATION");

/** Headers that better-auth needs: the challenge's cookie and, on request, the session's. */
function buildHeaders(ctx: Ctx, call: StaffCall, ...names: string[]): Headers {
  const cookie = names.map((name) => `${name}=${encodeURIComponent(call.cookies[name] ?? "")}`).join("; ");
  return new Headers({ cookie, "user-agent": browserName(ctx.userAgent) });
}

function keepChallenge(ctx: Ctx, call: StaffCall, headers: Headers): void {
  for (const one of cookiesNamed(headers, staffCookies(ctx.env).passkey)) call.headers.append("set-cookie", one);
}

const endChallenge = (ctx: Ctx, call: StaffCall): void =>
  call.headers.append("set-cookie", staffCookie(ctx.env, staffCookies(ctx.env).passkey));

interface PasskeyProof extends SecondFactorProof {
  sessionId: string;
}

/** Builds the options with which the browser asks a device for a person's second factor. */
export async function passkeyChallenge(ctx: Ctx, staffId: string, call: StaffCall) {
  const { api } = await getStaffAuth(ctx);
  const request = { headers: new Headers(), returnHeaders: true } as const;
  const { headers, response } = await api.generatePasskeyAuthenticationOptions(request);
  keepChallenge(ctx, call, headers);
  const rows = await ctx.db.select().from(staffPasskeys).where(eq(userId, staffId));
  const allowCredentials = rows.map(({ credentialID, transports }) => ({
    id: credentialID,
    type: "public-key" as const,
    transports: transports ? transports.split(",") : [],
  }));
  return { ...response, allowCredentials, userVerification: "required" as const };
}

/**
 * Opens a session with a passkey of this person; null for another person's passkey and any other error. Counts attempts
 * like codes. Throws RateLimited.
 */
export async function provePasskey(
  ctx: Ctx,
  staffId: string,
  response: PasskeyResponse,
  call: StaffCall,
): Promise<PasskeyProof | null> {
  await consumeStaffLimit(ctx, "staffCodePerAccount", staffId);
  endChallenge(ctx, call);
  const proved = await openWithPasskey(ctx, staffId, response, call);
  if (proved) await resetRateLimit(ctx, "staffCodePerAccount", staffId);
  else logSecurity(ctx, "staff-code-refused");
  return proved;
}

async function openWithPasskey(
  ctx: Ctx,
  staffId: string,
  response: PasskeyResponse,
  call: StaffCall,
): Promise<PasskeyProof | null> {
  // The plugin takes anyone's.
  const own = and(eq(userId, staffId), eq(credentialID, response.id));
  if ((await ctx.db.$count(staffPasskeys, own)) === 0) return null;
  const { session, passkey } = staffCookies(ctx.env);
  const { api } = await getStaffAuth(ctx);
  const request = { body: { response }, headers: buildHeaders(ctx, call, passkey), returnHeaders: true } as const;
  try {
    const { headers, response: opened } = await api.verifyPasskeyAuthentication(request);
    await ctx.db.update(staffPasskeys).set({ usedAt: ctx.now() }).where(own);
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

/** As `confirmSignIn`, with a passkey. Throws Unauthenticated, Forbidden, ValidationError on `passkey`, RateLimited. */
export async function confirmWithPasskey(
  ctx: Ctx,
  input: { response: PasskeyResponse },
  call: StaffCall,
): Promise<void> {
  const proved = await provePasskey(ctx, requireStaff(ctx).id, input.response, call);
  // The caller already has a session, so the one that better-auth has opened is ended at once.
  if (proved) await ctx.db.delete(staffSessions).where(eq(staffSessions.id, proved.sessionId));
  await recordConfirmation(ctx, proved, "staff.passkey-refused");
  if (!proved) throw wrongPasskey(ctx);
}

/** Builds the options with which a device creates a passkey. Throws Unauthenticated, Forbidden, FreshSignInRequired. */
export async function newPasskeyChallenge(ctx: Ctx, call: StaffCall) {
  requireStaff(ctx);
  requireFreshSignIn(ctx);
  const { api } = await getStaffAuth(ctx);
  const headers = buildHeaders(ctx, call, staffCookies(ctx.env).session);
  const answer = await api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true });
  keepChallenge(ctx, call, answer.headers);
  return answer.response;
}

const named = (staffId: string, value: string) => ({
  entity: "staff",
  entityId: staffId,
  after: { name: value },
  personal: { of: staffId, paths: ["before.name", "after.name"] },
});

/** Throws Unauthenticated, Forbidden, FreshSignInRequired, ValidationError on `passkey`. */
export async function addPasskey(
  ctx: Ctx,
  input: { name: string; response: NewPasskeyResponse },
  call: StaffCall,
): Promise<void> {
  const staff = requireStaff(ctx);
  requireFreshSignIn(ctx);
  endChallenge(ctx, call);
  const { session, passkey } = staffCookies(ctx.env);
  const { api } = await getStaffAuth(ctx);
  const body = { name: input.name, response: input.response };
  try {
    await api.verifyPasskeyRegistration({ body, headers: buildHeaders(ctx, call, session, passkey) });
  } catch (error) {
    if (!isRefusedPasskey(error)) throw error;
    throw new ValidationError({ passkey: [m.staff_passkey_not_added({}, { locale: ctx.locale })] });
  }
  await inTransaction(ctx, (ctx) => audit(ctx, { action: "staff.passkey-added", ...named(staff.id, input.name) }));
}

/** Throws Unauthenticated, Forbidden, NotFound. */
export async function renamePasskey(ctx: Ctx, input: { id: string; name: string }): Promise<void> {
  const { id: staffId } = requireStaff(ctx);
  const own = and(eq(id, input.id), eq(userId, staffId));
  await inTransaction(ctx, async (ctx) => {
    const [before] = await ctx.db.select({ name }).from(staffPasskeys).where(own).for("update");
    if (!before) throw noSuchRecord(ctx);
    if (before.name === input.name) return;
    await ctx.db.update(staffPasskeys).set({ name: input.name }).where(own);
    await audit(ctx, { action: "staff.passkey-renamed", ...named(staffId, input.name), before });
  });
}

/**
 * Deletes a passkey; the app and the recovery codes stay. Throws Unauthenticated, Forbidden, FreshSignInRequired,
 * NotFound.
 */
export async function removePasskey(ctx: Ctx, input: { id: string }): Promise<void> {
  const { id: staffId } = requireStaff(ctx);
  requireFreshSignIn(ctx);
  await inTransaction(ctx, async (ctx) => {
    const own = and(eq(id, input.id), eq(userId, staffId));
    const [removed] = await ctx.db.delete(staffPasskeys).where(own).returning({ name });
    if (!removed) throw noSuchRecord(ctx);
    await audit(ctx, {
      action: "staff.passkey-removed",
      ...named(staffId, removed.name),
      before: removed,
      after: null,
    });
  });
}
