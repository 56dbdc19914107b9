import { and, eq } from "drizzle-orm";
import { type Ctx, requireViewer } from "#platform/context.server.ts";
import { RateLimited, ValidationError } from "#platform/errors.ts";
import { consumeRateLimit, resetRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { getAuth } from "./auth.server.ts";
import { browserName } from "./browser-name.ts";
import { verifyDeviceId, newDevice } from "./login-device.server.ts";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";
import { logSecurity } from "./security-log.server.ts";
import { revokeSession, signedToken } from "./sessions.server.ts";
import { accounts, users } from "./tables.server.ts";
import { publicUser, type PublicUser } from "./user.ts";

export interface Login {
  /** Lower case. */
  email: string;
  password: string;
  /** The device id of an earlier login in this browser; empty without one. */
  device: string;
}

export interface LoggedIn {
  token: string;
  user: PublicUser;
  device: string;
}

/**
 * Checks credentials; null when they are wrong. An unknown email costs the same hash as a wrong password. Does not use
 * better-auth's own endpoint, which refuses internationalised top-level domains (`xn--…`).
 */
async function signIn(ctx: Ctx, { email, password }: Login) {
  const [account] = await ctx.db
    .select({ user: users, hash: accounts.password })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, "credential")))
    .where(eq(users.email, email));
  if (!account?.hash) {
    await hashPassword(password);
    return null;
  }
  if (!(await verifyPassword(account.hash, password))) return null;
  const { internalAdapter } = await (await getAuth(ctx)).$context;
  const session = await internalAdapter.createSession(account.user.id, false, {
    userAgent: browserName(ctx.userAgent),
  });
  return { token: signedToken(ctx, session.token), user: publicUser(account.user) };
}

const readPasswordHash = (ctx: Ctx, email: string) =>
  ctx.db
    .select({ hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, "credential")));

/**
 * Creates a session; null for wrong credentials and when the password was changed meanwhile. A change stores the new
 * hash, then ends all sessions. So it either ends this session too, or the second read of the hash, which waits for the
 * change to commit, finds the new hash.
 */
async function signInUnlessChanged(ctx: Ctx, input: Login) {
  const [before] = await readPasswordHash(ctx, input.email);
  const signedIn = await signIn(ctx, input);
  if (!signedIn) return null;
  const [after] = await readPasswordHash(ctx, input.email).for("share", { of: accounts });
  if (after?.hash === before?.hash) return signedIn;
  await revokeSession(ctx, signedIn.token);
  return null;
}

/**
 * Logs in, and ends the session that the request came with. Throws ValidationError on `email`, the same for an unknown
 * email and a wrong password, and RateLimited after ten failures of one account in 15 minutes. A browser that the owner
 * has used before has a limit of its own.
 */
export async function logIn(ctx: Ctx, input: Login): Promise<LoggedIn> {
  const device = verifyDeviceId(ctx, input.email, input.device);
  const subject = device ? `${input.email} ${device}` : input.email;
  // Counted before the password is checked, or concurrent guesses would all pass.
  await consumeRateLimit(ctx, "loginPerAccount", subject).catch((error: unknown) => {
    if (error instanceof RateLimited) logSecurity(ctx, "login-limited");
    throw error;
  });
  const signedIn = await signInUnlessChanged(ctx, input);
  if (!signedIn) {
    logSecurity(ctx, "login-refused");
    throw new ValidationError({ email: [m.accounts_login_wrong({}, { locale: ctx.locale })] });
  }
  logSecurity(ctx, "login");
  await resetRateLimit(ctx, "loginPerAccount", subject);
  if (ctx.token) await revokeSession(ctx, ctx.token);
  return { ...signedIn, device: device ? input.device : newDevice(ctx, input.email) };
}

/** Throws Unauthenticated. */
export async function logOut(ctx: Ctx): Promise<void> {
  requireViewer(ctx);
  if (ctx.token) await revokeSession(ctx, ctx.token);
}
