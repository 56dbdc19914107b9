import { accounts, sessions, users, verifications } from "./tables.server.ts";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { Db } from "#platform/db/database.server.ts";

/** Days from login after which a session ends, even if it is used. It ends after `idleDays` without use, too. */
export const sessionDays = 30;

/**
 * Creates an instance of better-auth. Only our functions call it, and its own routes are never mounted, so that nobody
 * can reach them. Our code also handles rate limits, enum fields and duplicate registrations.
 */
async function createAuth(db: Db, env: Ctx["env"], log: Ctx["log"]) {
  const [{ betterAuth }, { drizzleAdapter }, { bearer }] = await Promise.all([
    import("better-auth/minimal"),
    import("better-auth/adapters/drizzle"),
    import("better-auth/plugins/bearer"),
  ]);
  return betterAuth({
    appName: "Nama Health",
    baseURL: env.BASE_URL,
    secret: env.AUTH_SECRET,
    database: drizzleAdapter(db, {
      provider: "pg",
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
    }),
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      // password.ts checks lengths in characters as people count them, so these two limits must not interfere.
      minPasswordLength: 1,
      maxPasswordLength: 4096,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    user: {
      additionalFields: {
        nameOther: { type: "string", required: false },
        address: { type: "string" },
        contactNumber: { type: "string" },
        scfhsNumber: { type: "string" },
        workplace: { type: "string" },
        profession: { type: "string" },
        locale: { type: "string" },
        termsAcceptedAt: { type: "date", required: false },
      },
    },
    session: { expiresIn: sessionDays * 24 * 60 * 60, disableSessionRefresh: true },
    verification: { storeIdentifier: "hashed" },
    plugins: [bearer({ requireSignature: true })],
    // Sessions are listed by browser and time, without location.
    advanced: { ipAddress: { disableIpTracking: true } },
    telemetry: { enabled: false },
    // The library's messages contain email addresses, so log only that something failed.
    logger: { level: "error", disableColors: true, log: () => log.error("better-auth reported a failure") },
  });
}

export type Auth = Awaited<ReturnType<typeof createAuth>>;

const instances = new WeakMap<Db, Promise<Auth>>();

/**
 * Returns the instance for `ctx.db`, so that calls inside a transaction are part of it. An instance per transaction
 * costs little compared with hashing. The first login or registration creates it, so that a process without logins does
 * not load the library.
 */
export function getAuth(ctx: Ctx): Promise<Auth> {
  let auth = instances.get(ctx.db);
  if (!auth) {
    auth = createAuth(ctx.db, ctx.env, ctx.log);
    instances.set(ctx.db, auth);
    auth.catch(() => instances.delete(ctx.db));
  }
  return auth;
}
