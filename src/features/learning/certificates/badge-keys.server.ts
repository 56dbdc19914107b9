/** The keys that sign Open Badges. They are in the database, so that all processes sign with the same one. */
import { calculateJwkThumbprint, compactDecrypt, CompactEncrypt, exportJWK, generateKeyPair, importJWK } from "jose";
import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { sign } from "#platform/signing.server.ts";
import { badgeKeys } from "./tables.server.ts";

const algorithm = "EdDSA";
/** Where all public keys are, for anyone. */
export const keysPath = "/.well-known/jwks.json";
/** A key's name is its address there, as the specification of Open Badges wants it. */
const keyName = (ctx: Ctx, thumbprint: string) => `${ctx.env.BASE_URL}${keysPath}#${thumbprint}`;
/** A copy of the database alone signs nothing. */
const sealingKey = (ctx: Ctx) => sign(ctx, "badge-keys");

type SigningKey = Awaited<ReturnType<typeof importJWK>>;

/** The private key of a row; null where AUTH_SECRET is no longer the one it was encrypted with. */
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

/** Makes a key that signs from now on. Part of the open transaction, which holds the lock of the keys. */
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

/** The key that signs, with its name; the first one is made, and another when AUTH_SECRET is a new one. */
export async function signingKey(ctx: Ctx): Promise<{ kid: string; key: SigningKey }> {
  const current = await currentKey(ctx);
  if (current) return current;
  await inTransaction(ctx, async (ctx) => void ((await currentKey(ctx)) ?? (await makeKey(ctx))), lock);
  const newKey = await currentKey(ctx);
  if (!newKey) throw new Error("There is no key to sign with");
  return newKey;
}

/** All public keys that are accepted, as a JSON Web Key Set (RFC 7517), the one that signs first. */
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

/** Every key there ever was, the first one first. */
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

/** Signs with a new key from now on; what the old one signed is still accepted. Answers the new thumbprint. */
export async function rotateBadgeKey(ctx: Ctx): Promise<string> {
  requirePermission(ctx, rotateBadgeKey.permission);
  return inTransaction(ctx, makeKey, lock);
}
rotateBadgeKey.permission = "settings.write" as const;

/**
 * After a key became known to others: nothing that it signed is accepted any more, and holders take their credential
 * again. If it was the one that signs, a new one does. Throws NotFound.
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
