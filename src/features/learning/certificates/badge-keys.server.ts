/** Keys that sign Open Badges. The database stores them, so that all processes sign with the same key. */
import { calculateJwkThumbprint, compactDecrypt, CompactEncrypt, exportJWK, generateKeyPair, importJWK } from "jose";
import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { sign } from "#platform/signing.server.ts";
import { badgeKeys } from "./tables.server.ts";

const algorithm = "EdDSA";
/** Path at which the site publishes all public keys. */
export const keysPath = "/.well-known/jwks.json";
/** The id of a key is its public address, as the specification of Open Badges requires. */
const getKeyId = (ctx: Ctx, thumbprint: string) => `${ctx.env.BASE_URL}${keysPath}#${thumbprint}`;
/** Derives from AUTH_SECRET the key that encrypts private keys, so that a copy of the database alone cannot sign. */
const getSealingKey = (ctx: Ctx) => sign(ctx, "badge-keys");

type SigningKey = Awaited<ReturnType<typeof importJWK>>;

/** Decrypts the private key of a row; null when AUTH_SECRET has changed since. */
async function unseal(ctx: Ctx, sealed: string): Promise<SigningKey | null> {
  try {
    const { plaintext } = await compactDecrypt(sealed, getSealingKey(ctx));
    return await importJWK(JSON.parse(new TextDecoder().decode(plaintext)), algorithm);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_JWE_DECRYPTION_FAILED") return null;
    throw error;
  }
}

const isSigningKey = isNotNull(badgeKeys.sealed);

async function readCurrentKey(ctx: Ctx) {
  const [row] = await ctx.db.select().from(badgeKeys).where(isSigningKey);
  const key = row?.sealed ? await unseal(ctx, row.sealed) : null;
  return row && key ? { kid: getKeyId(ctx, row.thumbprint), key } : null;
}

/** Creates a key that signs from now on. Callers hold the lock of the keys in the open transaction. */
async function createKey(ctx: Ctx): Promise<string> {
  const pair = await generateKeyPair(algorithm, { crv: "Ed25519", extractable: true });
  const { kty = "", crv = "", x = "" } = await exportJWK(pair.publicKey);
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(pair.privateKey)));
  const sealed = await new CompactEncrypt(secret)
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(getSealingKey(ctx));
  const thumbprint = await calculateJwkThumbprint({ kty, crv, x });
  await ctx.db.update(badgeKeys).set({ sealed: null }).where(isSigningKey);
  await ctx.db.insert(badgeKeys).values({ thumbprint, publicKey: { kty, crv, x }, sealed, createdAt: ctx.now() });
  await audit(ctx, { action: "badge-key.made", entity: "badge-key", entityId: thumbprint });
  return thumbprint;
}

const lock = { advisoryLock: "badge-keys" };

/** Reads the signing key with its id. Creates one when there is none or when AUTH_SECRET has changed. */
export async function signingKey(ctx: Ctx): Promise<{ kid: string; key: SigningKey }> {
  const current = await readCurrentKey(ctx);
  if (current) return current;
  await inTransaction(ctx, async (ctx) => void ((await readCurrentKey(ctx)) ?? (await createKey(ctx))), lock);
  const newKey = await readCurrentKey(ctx);
  if (!newKey) throw new Error("No key for signing Open Badges");
  return newKey;
}

/** Lists all accepted public keys as a JSON Web Key Set (RFC 7517), the signing one first. */
export async function listPublicKeys(ctx: Ctx) {
  const rows = await ctx.db
    .select({ thumbprint: badgeKeys.thumbprint, publicKey: badgeKeys.publicKey })
    .from(badgeKeys)
    .where(isNull(badgeKeys.withdrawnAt))
    .orderBy(desc(badgeKeys.id));
  return {
    keys: rows.map(({ thumbprint, publicKey }) => ({
      ...publicKey,
      kid: getKeyId(ctx, thumbprint),
      alg: algorithm,
      use: "sig",
    })),
  };
}

/** Lists every key with its state, oldest first. */
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
 * Rotates the key: a new key signs from now on, and signatures of the old one stay valid. Returns the new thumbprint.
 */
export async function rotateBadgeKey(ctx: Ctx): Promise<string> {
  requirePermission(ctx, rotateBadgeKey.permission);
  return inTransaction(ctx, createKey, lock);
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
      if (key.sealed) await createKey(ctx);
      await ctx.db.update(badgeKeys).set({ withdrawnAt: ctx.now() }).where(accepted);
      await audit(ctx, { action: "badge-key.withdrawn", entity: "badge-key", entityId: thumbprint });
    },
    lock,
  );
}
withdrawBadgeKey.permission = "settings.write" as const;
