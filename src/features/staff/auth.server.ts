import { randomInt } from "node:crypto";
import type { Ctx } from "#platform/context.server.ts";
import type { Db } from "#platform/db/database.server.ts";
import { hashPassword, verifyPassword } from "#features/people/password-hash.server.ts";
import {
  staffAccounts,
  staffPasskeys,
  staffSessions,
  staffTwoFactors,
  staffUsers,
  staffVerifications,
} from "./tables.server.ts";

/** Counted from sign-in, whatever happens in between. */
export const sessionHours = 12;
const challengeMinutes = 5;

const isHttps = (env: Ctx["env"]) => env.BASE_URL.startsWith("https:");

/** Over TLS the browser protects `__Host-` cookies: only this host, only TLS, the whole path. */
export function staffCookies(env: Ctx["env"]) {
  const name = isHttps(env) ? "__Host-nama-staff" : "nama-staff";
  return {
    session: name,
    challenge: `${name}-code`,
    passkey: `${name}-passkey`,
    device: `${name}-device`,
    trust: `${name}-trust`,
  };
}

/** A Set-Cookie header; without `seconds` it deletes the cookie. */
export function staffCookie(env: Ctx["env"], name: string, value = "", seconds = 0): string {
  const secure = isHttps(env) ? "; Secure" : "";
  return `${name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** Selects Set-Cookie headers by name: better-auth also deletes cookies that we never set. */
export const cookiesNamed = (headers: Headers, ...names: string[]): string[] =>
  headers.getSetCookie().filter((one) => names.includes(one.slice(0, one.indexOf("="))));

// No letters or digits that look alike.
const recoveryAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const recoveryPart = () =>
  Array.from({ length: 5 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join("");
/** Ten codes of 49 bits, each valid once. */
export const newRecoveryCodes = () => Array.from({ length: 10 }, () => `${recoveryPart()}-${recoveryPart()}`);

/** The plugin does not check that the device has recognised its person. Throws if not, and the passkey is refused. */
function requireVerified(info: { userVerified: boolean } | undefined): void {
  if (!info?.userVerified) throw new Error("The device has not recognised its person");
}

/** Never mounted; our functions add what better-auth lacks (docs/decisions/028). */
async function createStaffAuth(db: Db, env: Ctx["env"], log: Ctx["log"]) {
  const [{ betterAuth }, { drizzleAdapter }, { twoFactor }, { passkey }] = await Promise.all([
    import("better-auth/minimal"),
    import("better-auth/adapters/drizzle"),
    import("better-auth/plugins/two-factor"),
    import("@better-auth/passkey"),
  ]);
  const cookies = staffCookies(env);
  const { origin, hostname } = new URL(env.BASE_URL);
  return betterAuth({
    appName: "Nama Health staff",
    baseURL: env.BASE_URL,
    secret: env.AUTH_SECRET,
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: {
        user: staffUsers,
        session: staffSessions,
        account: staffAccounts,
        verification: staffVerifications,
        twoFactor: staffTwoFactors,
        passkey: staffPasskeys,
      },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // password.ts checks lengths.
      minPasswordLength: 1,
      maxPasswordLength: 4096,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    user: { additionalFields: { role: { type: "string", input: false } } },
    session: { expiresIn: sessionHours * 60 * 60, disableSessionRefresh: true },
    plugins: [
      twoFactor({
        twoFactorCookieMaxAge: challengeMinutes * 60,
        // It only counts at sign-in; second-factor.server.ts counts everywhere.
        accountLockout: { enabled: false },
      }),
      passkey({
        rpID: hostname,
        origin,
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
        registration: { afterVerification: ({ verification }) => requireVerified(verification.registrationInfo) },
        authentication: { afterVerification: ({ verification }) => requireVerified(verification.authenticationInfo) },
        advanced: { webAuthnChallengeCookie: "passkey" },
      }),
    ],
    advanced: {
      ipAddress: { disableIpTracking: true },
      // Otherwise it prefixes our names with `__Secure-`.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps(env), httpOnly: true, sameSite: "strict", path: "/" },
      cookies: {
        session_token: { name: cookies.session },
        two_factor: { name: cookies.challenge },
        passkey: { name: cookies.passkey },
      },
    },
    telemetry: { enabled: false },
    // Its messages contain email addresses, so only the fact of a failure is logged. A refused passkey is not a
    // failure.
    logger: {
      level: "error",
      disableColors: true,
      log: (_, message) => {
        if (!/^Failed to verify (?:registration|authentication)$/.test(message))
          log.error("better-auth reported a failure");
      },
    },
  });
}

export type StaffAuth = Awaited<ReturnType<typeof createStaffAuth>>;

const instances = new WeakMap<Db, Promise<StaffAuth>>();

/** Uses `ctx.db`, so inside a transaction it takes part in it. Created at the first sign-in. */
export function getStaffAuth(ctx: Ctx): Promise<StaffAuth> {
  let auth = instances.get(ctx.db);
  if (!auth) {
    auth = createStaffAuth(ctx.db, ctx.env, ctx.log);
    instances.set(ctx.db, auth);
    auth.catch(() => instances.delete(ctx.db));
  }
  return auth;
}
