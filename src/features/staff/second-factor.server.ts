import { and, eq, lte } from "drizzle-orm";
import { inTransaction, requireFreshSignIn, requireStaff, type Ctx } from "#platform/context.server.ts";
import { audit } from "#platform/audit.server.ts";
import { ValidationError, RateLimited } from "#platform/errors.ts";
import { normaliseInput } from "#i18n/input-text.ts";
import { resetRateLimit, consumeRateLimit } from "#platform/rate-limit.server.ts";
import { hashText } from "#platform/signing.server.ts";
import { m } from "#messages";
import { logSecurity } from "#features/people/security-log.server.ts";
import { cookiesNamed, newRecoveryCodes, getStaffAuth, staffCookies } from "./auth.server.ts";
import { triedCodeMinutes } from "./sessions.server.ts";
import { staffSessions, staffTriedCodes, staffTwoFactors } from "./tables.server.ts";

/** Functions and key to encrypt second factors with AUTH_SECRET, in the format of better-auth. */
async function loadCipher(ctx: Ctx) {
  const [{ symmetricDecrypt, symmetricEncrypt }, { $context }] = await Promise.all([
    import("better-auth/crypto"),
    getStaffAuth(ctx),
  ]);
  return { symmetricDecrypt, symmetricEncrypt, key: (await $context).secretConfig };
}

async function seal(ctx: Ctx, text: string): Promise<string> {
  const { symmetricEncrypt, key } = await loadCipher(ctx);
  return symmetricEncrypt({ key, data: text });
}

/** Decrypts a text. Rejects one that `seal` has not encrypted with this AUTH_SECRET. */
export async function unseal(ctx: Ctx, sealed: string): Promise<string> {
  const { symmetricDecrypt, key } = await loadCipher(ctx);
  return symmetricDecrypt({ key, data: sealed });
}

/**
 * Counts an attempt at a staff account. When the limit is exceeded, writes to the security log and throws RateLimited.
 */
export async function consumeStaffLimit(
  ctx: Ctx,
  limit: "staffSignInPerAccount" | "staffCodePerAccount",
  subject: string,
): Promise<void> {
  try {
    await consumeRateLimit(ctx, limit, subject);
  } catch (error) {
    if (error instanceof RateLimited) logSecurity(ctx, "staff-limited");
    throw error;
  }
}

const base32Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encodes a key as authenticator apps expect it: RFC 4648 without padding. */
function encodeBase32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((quintet) => base32Letters[Number.parseInt(quintet.padEnd(5, "0"), 2)])
    .join("");
}

/** Length of a secret, in characters. */
const secretLength = 32;

export interface NewSecondFactor {
  key: string;
  uri: string;
  /** The encrypted secret, to be stored after a correct code. */
  sealed: string;
}

/** Creates a secret for an authenticator app. Stores nothing. */
export async function newSecondFactor(ctx: Ctx, email: string): Promise<NewSecondFactor> {
  const { generateRandomString } = await import("better-auth/crypto");
  const secret = generateRandomString(secretLength);
  const key = encodeBase32(secret);
  const query = new URLSearchParams({ secret: key, issuer: "Nama Health", digits: "6", period: "30" });
  return {
    key,
    uri: `otpauth://totp/${encodeURIComponent(`Nama Health:${email}`)}?${query}`,
    sealed: await seal(ctx, secret),
  };
}

/** Whether `sealed` decrypts with AUTH_SECRET to a text as long as a secret of `newSecondFactor`. */
export async function isSealedSecret(ctx: Ctx, sealed: string): Promise<boolean> {
  return unseal(ctx, sealed).then(
    (secret) => secret.length === secretLength,
    () => false,
  );
}

/** Creates ten recovery codes. `sealed` contains all ten, encrypted for storage. */
export async function makeRecoveryCodes(ctx: Ctx): Promise<{ codes: string[]; sealed: string }> {
  const codes = newRecoveryCodes();
  return { codes, sealed: await seal(ctx, JSON.stringify(codes)) };
}

/**
 * Stores a code as tried. Returns false if it was tried in the last `triedCodeMinutes`, because better-auth itself
 * accepts a code repeatedly.
 */
async function recordFirstTry(ctx: Ctx, staffId: string, code: string): Promise<boolean> {
  const { userId, codeHash, triedAt } = staffTriedCodes;
  const expiredBefore = new Date(ctx.now().getTime() - triedCodeMinutes * 60_000);
  await ctx.db.delete(staffTriedCodes).where(and(eq(userId, staffId), lte(triedAt, expiredBefore)));
  const hash = hashText(`${staffId}:${code}`);
  const inserted = await ctx.db
    .insert(staffTriedCodes)
    .values({ userId: staffId, codeHash: hash, triedAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ hash: codeHash });
  return inserted.length > 0;
}

/** Normalises a code, because people enter codes with spaces, in lower case, or in Arabic digits. */
const normaliseCode = (code: string) => normaliseInput(code).toUpperCase().replace(/\s/g, "");
const isAppCode = (code: string) => /^\d{6}$/.test(code);
const isRefusal = (error: unknown) =>
  error instanceof Error && "statusCode" in error && [400, 401, 409].includes(Number(error.statusCode));

export interface SecondFactorProof {
  setCookies: string[];
  with: "app" | "recovery-code" | "passkey";
}

/** Checks a code. Resolves to null for a wrong or repeated one. Throws RateLimited after five wrong codes in a row. */
export async function proveSecondFactor(
  ctx: Ctx,
  staffId: string,
  typed: string,
  cookie: string,
): Promise<SecondFactorProof | null> {
  await consumeStaffLimit(ctx, "staffCodePerAccount", staffId);
  const code = normaliseCode(typed);
  if (!(await recordFirstTry(ctx, staffId, code))) return null;
  const { api } = await getStaffAuth(ctx);
  const call = { body: { code }, headers: new Headers({ cookie }), returnHeaders: true } as const;
  try {
    const { headers } = isAppCode(code) ? await api.verifyTOTP(call) : await api.verifyBackupCode(call);
    await resetRateLimit(ctx, "staffCodePerAccount", staffId);
    const { session, challenge } = staffCookies(ctx.env);
    return { setCookies: cookiesNamed(headers, session, challenge), with: isAppCode(code) ? "app" : "recovery-code" };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logSecurity(ctx, "staff-code-refused");
    return null;
  }
}

export const wrongCode = (ctx: Ctx) => new ValidationError({ code: [m.staff_code_wrong({}, { locale: ctx.locale })] });

/**
 * Confirms the sign-in with a code, so that `requireFreshSignIn` passes for `freshMinutes`. Throws Unauthenticated,
 * Forbidden, ValidationError on `code`, RateLimited.
 */
export async function confirmSignIn(ctx: Ctx, input: { code: string }): Promise<void> {
  const { id } = requireStaff(ctx);
  const cookie = `${staffCookies(ctx.env).session}=${encodeURIComponent(ctx.token ?? "")}`;
  const proof = await proveSecondFactor(ctx, id, input.code, cookie);
  await recordConfirmation(ctx, proof, "staff.code-refused");
  if (!proof) throw wrongCode(ctx);
}

/** Audits the confirmation, or `refusedAction` without a proof. With a proof, the caller's session counts as fresh. */
export async function recordConfirmation(
  ctx: Ctx,
  proof: SecondFactorProof | null,
  refusedAction: string,
): Promise<void> {
  const { id, sessionId } = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const action = proof ? "staff.sign-in-confirmed" : refusedAction;
    await audit(ctx, { action, entity: "staff", entityId: id, after: proof && { with: proof.with } });
    if (proof)
      await ctx.db.update(staffSessions).set({ confirmedAt: ctx.now() }).where(eq(staffSessions.id, sessionId));
  });
}

/**
 * Replaces the caller's recovery codes. Resolves to the ten new ones. Throws Unauthenticated, Forbidden,
 * FreshSignInRequired.
 */
export async function renewRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const { id } = requireStaff(ctx);
  requireFreshSignIn(ctx);
  const { codes, sealed } = await makeRecoveryCodes(ctx);
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(staffTwoFactors).set({ backupCodes: sealed }).where(eq(staffTwoFactors.userId, id));
    await audit(ctx, { action: "staff.recovery-codes-renewed", entity: "staff", entityId: id });
  });
  return codes;
}
