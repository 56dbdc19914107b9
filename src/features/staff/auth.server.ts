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

/** Hours from sign-in until a session ends, whether it is used or not. */
export const sessionHours = 12;
const challengeMinutes = 5;

const isHttps = (env: Ctx["env"]) => env.BASE_URL.startsWith("https:");

/**
 * Names of the staff cookies. Over TLS they begin with `__Host-`: browsers then send them only to this host and over
 * TLS.
 */
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

/** Builds a Set-Cookie header; without `seconds` it deletes the cookie. */
export function staffCookie(env: Ctx["env"], name: string, value = "", seconds = 0): string {
  const secure = isHttps(env) ? "; Secure" : "";
  return `${name}=${encodeURIComponent(value)}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** Selects Set-Cookie headers by cookie name, because better-auth also deletes cookies that we never set. */
export const cookiesNamed = (headers: Headers, ...names: string[]): string[] =>
  headers.getSetCookie().filter((header) => names.includes(header.slice(0, header.indexOf("="))));

// The alphabet has no letters or digits that look alike.
const recoveryAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const newRecoveryCodePart = () =>
  Array.from({ length: 5 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join("");
/** Creates ten recovery codes of 49 bits, each valid once. */
export const newRecoveryCodes = () =>
  Array.from({ length: 10 }, () => `${newRecoveryCodePart()}-${newRecoveryCodePart()}`);

/** Refuses a passkey if the device did not verify its user, by throwing. The plugin does not check this. */
function requireUserVerified(info: { userVerified: boolean } | undefined): void {
  if (!info?.userVerified) throw new Error("The device has not verified its user");
}

/**
 * Creates an instance of better-auth for staff. Its routes are never mounted; our functions call it and add what it
 * lacks (docs/decisions/028).
 */
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
        // The plugin counts failures only at sign-in; second-factor.server.ts counts them everywhere.
        accountLockout: { enabled: false },
      }),
      passkey({
        rpID: hostname,
        origin,
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
        registration: { afterVerification: ({ verification }) => requireUserVerified(verification.registrationInfo) },
        authentication: {
          afterVerification: ({ verification }) => requireUserVerified(verification.authenticationInfo),
        },
        advanced: { webAuthnChallengeCookie: "passkey" },
      }),
    ],
    advanced: {
      ipAddress: { disableIpTracking: true },
      // With secure cookies, the library would prefix our names with `__Secure-`.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps(env), httpOnly: true, sameSite: "strict", path: "/" },
      cookies: {
        session_token: { name: cookies.session },
        two_factor: { name: cookies.challenge },
        passkey: { name: cookies.passkey },
      },
    },
    telemetry: { enabled: false },
    // The library's messages contain email addresses, so log only that something failed. A refused passkey is not a
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

/**
 * Returns the instance for `ctx.db`, so that calls inside a transaction are part of it. The first sign-in creates it.
 */
export function getStaffAuth(ctx: Ctx): Promise<StaffAuth> {
  let auth = instances.get(ctx.db);
  if (!auth) {
    auth = createStaffAuth(ctx.db, ctx.env, ctx.log);
    instances.set(ctx.db, auth);
    auth.catch(() => instances.delete(ctx.db));
  }
  return auth;
}
