/** Keys that sign Open Badges. They are in the database, so that all processes sign with the same one. */
import { calculateJwkThumbprint, compactDecrypt, CompactEncrypt, exportJWK, generateKeyPair, importJWK } from "jose";
import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { sign } from "#platform/signing.server.ts";
import { badgeKeys } from "./tables.server.ts";

const algorithm = "EdDSA";
/** Public address of all public keys. */
export const keysPath = "/.well-known/jwks.json";
/** The id of a key is its address there, as required by the specification of Open Badges. */
const keyName = (ctx: Ctx, thumbprint: string) => `${ctx.env.BASE_URL}${keysPath}#${thumbprint}`;
/** A copy of the database alone cannot sign anything. */
const sealingKey = (ctx: Ctx) => sign(ctx, "badge-keys");

type SigningKey = Awaited<ReturnType<typeof importJWK>>;

/** Decrypts the private key of a row; null when AUTH_SECRET has changed since. */
async function unsealed(ctx: Ctx, sealed: string): Promise<SigningKey | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, sealingKey(ctx));
    return await importJWK(JSON.parse(new TextDecoder().decode(plaintext)), algorithm);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_JWE_DECRYPTION_FAILED") return null;
    throw error;
  }
}

const signs = isNotNull(badgeKeys.sealed);

async function currentKey(ctx: Ctx) {
  const [row] = await ctx.db.select().from(badgeKeys).where(signs);
  const key = row?.sealed ? await unsealed(ctx, row.sealed) : null;
  return row && key ? { kid: keyName(ctx, row.thumbprint), key } : null;
}

/** Creates a key that signs from now on, in the open transaction, which holds the lock of the keys. */
async function makeKey(ctx: Ctx): Promise<string> {
  const pair = await generateKeyPair(algorithm, { crv: "Ed25519", extractable: true });
  const { kty = "", crv = "", x = "" } = await exportJWK(pair.publicKey);
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(pair.privateKey)));
  const sealed = await new CompactEncrypt(secret)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(sealingKey(ctx));
  const thumbprint = await calculateJwkThumbprint({ kty, crv, x });
  await ctx.db.update(badgeKeys).set({ sealed: null }).where(signs);
  await ctx.db.insert(badgeKeys).values({ thumbprint, publicKey: { kty, crv, x }, sealed, createdAt: ctx.now() });
  await audit(ctx, { action: "badge-key.made", entity: "badge-key", entityId: thumbprint });
  return thumbprint;
}

const lock = { advisoryLock: "badge-keys" };

/** Reads the signing key with its id. Creates the first one, and another when AUTH_SECRET has changed. */
export async function signingKey(ctx: Ctx): Promise<{ kid: string; key: SigningKey }> {
  const current = await currentKey(ctx);
  if (current) return current;
  await inTransaction(ctx, async (ctx) => void ((await currentKey(ctx)) ?? (await makeKey(ctx))), lock);
  const newKey = await currentKey(ctx);
  if (!newKey) throw new Error("There is no key to sign with");
  return newKey;
}

/** Lists all accepted public keys as a JSON Web Key Set (RFC 7517), the signing one first. */
export async function publicKeys(ctx: Ctx) {
  const rows = await ctx.db
    .select({ thumbprint: badgeKeys.thumbprint, publicKey: badgeKeys.publicKey })
    .from(badgeKeys)
    .where(isNull(badgeKeys.withdrawnAt))
    .orderBy(desc(badgeKeys.id));
  return {
    keys: rows.map(({ thumbprint, publicKey }) => ({
      ...publicKey,
      kid: keyName(ctx, thumbprint),
      alg: algorithm,
      use: "sig",
    })),
  };
}

/** Lists every key, oldest first. */
export async function listBadgeKeys(ctx: Ctx) {
  requirePermission(ctx, listBadgeKeys.permission);
  const rows = await ctx.db.select().from(badgeKeys).orderBy(asc(badgeKeys.id));
  return rows.map(({ thumbprint, createdAt, withdrawnAt, sealed }) => ({
    thumbprint,
    createdAt,
    state: withdrawnAt ? ("withdrawn" as const) : sealed ? ("signs" as const) : ("accepted" as const),
  }));
}
listBadgeKeys.permission = "settings.write" as const;

/**
 * Rotates the key: a new one signs from now on, and signatures of the old one stay valid. Returns the new thumbprint.
 */
export async function rotateBadgeKey(ctx: Ctx): Promise<string> {
  requirePermission(ctx, rotateBadgeKey.permission);
  return inTransaction(ctx, makeKey, lock);
}
rotateBadgeKey.permission = "settings.write" as const;

/**
 * Revokes a compromised key: its signatures become invalid, and holders have to download their credential again. If it
 * was the signing key, a new one signs. Throws NotFound.
 */
export async function withdrawBadgeKey(ctx: Ctx, { thumbprint }: { thumbprint: string }): Promise<void> {
  requirePermission(ctx, withdrawBadgeKey.permission);
  await inTransaction(
    ctx,
    async (ctx) => {
      const accepted = and(eq(badgeKeys.thumbprint, thumbprint), isNull(badgeKeys.withdrawnAt));
      const [key] = await ctx.db.select().from(badgeKeys).where(accepted);
      if (!key) throw noSuchRecord(ctx);
      if (key.sealed) await makeKey(ctx);
      await ctx.db.update(badgeKeys).set({ withdrawnAt: ctx.now() }).where(accepted);
      await audit(ctx, { action: "badge-key.withdrawn", entity: "badge-key", entityId: thumbprint });
    },
    lock,
  );
}
withdrawBadgeKey.permission = "settings.write" as const;
