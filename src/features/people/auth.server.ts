import { accounts, sessions, users, verifications } from "./tables.server.ts";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { Db } from "#platform/db/database.server.ts";

/** Counted from login, whatever happens in between. */
export const sessionDays = 30;

/**
 * better-auth is never mounted, only called from our verbs, so that its own paths cannot be reached. Limits, enum
 * fields and an error for a duplicate sign-up are ours.
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
    // Its messages contain email addresses, so only the fact that something failed is logged.
    logger: { level: "error", disableColors: true, log: () => log.error("better-auth reported a failure") },
  });
}

export type Auth = Awaited<ReturnType<typeof createAuth>>;

const instances = new WeakMap<Db, Promise<Auth>>();

/**
 * Uses `ctx.db`, so inside a transaction it takes part in it. An instance per transaction costs little compared with
 * hashing. Created at the first login or registration, so a process without logins does not pay for it.
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
