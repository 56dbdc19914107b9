import type { Ctx } from "#platform/context.server.ts";
import { isSame, sign } from "#platform/signing.server.ts";
import { localePath, type Locale } from "#i18n/locale.ts";

/** A token is the enrolment's id in 4 bytes, the number of its link in 2 bytes, and 16 bytes of the signature. */
const signatureBytes = 16;
const tokenPattern = /^[\w-]{30}$/;
const largestId = 2_147_483_647;

export interface ClaimLink {
  enrolmentId: number;
  /** Number of the seat's link, from 1. Withdrawing a link gives the seat the next number. */
  linkNumber: number;
}

/** The secret part of a claim link's address. */
export function claimToken(ctx: Pick<Ctx, "env">, { enrolmentId, linkNumber }: ClaimLink): string {
  const head = Buffer.alloc(6);
  head.writeUInt32BE(enrolmentId);
  head.writeUInt16BE(linkNumber, 4);
  const signature = sign(ctx, `claim:${enrolmentId}:${linkNumber}`).subarray(0, signatureBytes);
  return Buffer.concat([head, signature]).toString("base64url");
}

/** Reads the link of a token, whatever its state; null for a token that we never made. */
export function readClaimToken(ctx: Pick<Ctx, "env">, token: string): ClaimLink | null {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const link = { enrolmentId: bytes.readUInt32BE(), linkNumber: bytes.readUInt16BE(4) };
  if (link.enrolmentId > largestId) return null;
  return isSame(Buffer.from(token), Buffer.from(claimToken(ctx, link))) ? link : null;
}

/** Absolute address of a claim link. */
export const claimUrl = (ctx: Pick<Ctx, "env">, link: ClaimLink, locale: Locale): string =>
  `${ctx.env.BASE_URL}${localePath(`/claim/${claimToken(ctx, link)}`, locale)}`;
