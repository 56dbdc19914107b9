/** Certificates as Open Badges 3.0: signed JSON Web Tokens that anyone can verify without a request to this site. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { and, eq, gte, lt, ne } from "drizzle-orm";
import { SignJWT, type JWTPayload } from "jose";
import { rosterRows } from "#features/seats/roster/roster.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import { buildBadgeCredential, statusListPath, statusListSize, getStatusPosition, type HashedEmail } from "./badge.ts";
import { signingKey } from "./badge-keys.server.ts";
import type { LinkedCertificate } from "./download.server.ts";
import { certificates } from "./tables.server.ts";

async function signToken(ctx: Ctx, payload: JWTPayload, typ: "JWT" | "vc+jwt"): Promise<string> {
  const { kid, key } = await signingKey(ctx);
  return new SignJWT(payload).setProtectedHeader({ alg: "EdDSA", kid, typ }).sign(key);
}

const toUnixSeconds = (instant: string): number => Date.parse(instant) / 1000;

function hashEmail(ctx: Ctx, number: string, email: string): HashedEmail {
  const salt = sign(ctx, `badge-salt:${number}`).subarray(0, 12).toString("base64url");
  return {
    hash: createHash("sha256")
      .update(email + salt)
      .digest("hex"),
    salt,
  };
}

/** Builds the signed credential of a valid certificate (compact JWS). Throws NotFound for any other certificate. */
export async function buildSignedBadge(ctx: Ctx, certificate: LinkedCertificate): Promise<string> {
  if (certificate.state !== "valid") throw new NotFound(m.certificates_not_found({}, { locale: ctx.locale }));
  const [seat] = await rosterRows(ctx, certificate.runId, eq(enrolments.id, certificate.enrolmentId));
  const email = seat?.email ? hashEmail(ctx, certificate.number, seat.email) : null;
  const credential = buildBadgeCredential(certificate, ctx.env.BASE_URL, email);
  const { id, issuer, credentialSubject, validFrom } = credential;
  const claims = { iss: issuer.id, jti: id, sub: credentialSubject.id, nbf: toUnixSeconds(validFrom) };
  return signToken(ctx, { ...credential, ...claims }, "JWT");
}

/** How long a verifier may cache a status list. */
export const statusListSeconds = 300;

/**
 * Builds a signed list of replaced and revoked certificates (W3C Bitstring Status List 1.0). Throws NotFound for a list
 * that no certificate refers to.
 */
export async function buildSignedStatusList(ctx: Ctx, { list }: { list: number }): Promise<string> {
  const firstId = list * statusListSize;
  const whereList = and(gte(certificates.id, firstId), lt(certificates.id, firstId + statusListSize));
  const [anyCertificate] = await ctx.db.select({ id: certificates.id }).from(certificates).where(whereList).limit(1);
  if (!anyCertificate) throw new NotFound(m.platform_not_found({}, { locale: ctx.locale }));
  const ended = await ctx.db
    .select({ id: certificates.id })
    .from(certificates)
    .where(and(whereList, ne(certificates.state, "valid")));
  const bits = Buffer.alloc(statusListSize / 8);
  for (const { id } of ended) {
    const { index } = getStatusPosition(id);
    const byteIndex = index >> 3;
    // The first bit of a list is the highest bit of its first byte.
    bits.writeUInt8(bits.readUInt8(byteIndex) | (0x80 >> (index & 7)), byteIndex);
  }
  const id = `${ctx.env.BASE_URL}${statusListPath}/${list}`;
  // A minute in the past, because the clock of a verifier may be behind.
  const validFrom = `${new Date(ctx.now().getTime() - 60_000).toISOString().slice(0, 19)}Z`;
  const credential = {
    "@context": ["https://www.w3.org/ns/credentials/v2"],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: ctx.env.BASE_URL,
    validFrom,
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      ttl: statusListSeconds * 1000,
      encodedList: `u${(await promisify(gzip)(bits)).toString("base64url")}`,
    },
  };
  const claims = {
    iss: credential.issuer,
    jti: id,
    sub: credential.credentialSubject.id,
    nbf: toUnixSeconds(validFrom),
  };
  return signToken(ctx, { ...credential, ...claims }, "vc+jwt");
}
