/** Signatures with the server's secret, and hashes that are stored in place of what they are of. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Ctx } from "./context.server.ts";

/** 128 random bits. Useless without the server's secret, so what a token is made of may be stored. */
export const newSeed = (): string => randomBytes(16).toString("base64url");

/**
 * HMAC-SHA256 with AUTH_SECRET. The text starts with what the signature is for (`login-device:…`), so that one made for
 * one purpose serves no other.
 */
export function sign(ctx: Pick<Ctx, "env">, text: string): Buffer {
  // services.server.ts always sets one.
  if (!ctx.env.AUTH_SECRET) throw new Error("AUTH_SECRET is not set");
  return createHmac("sha256", ctx.env.AUTH_SECRET).update(text).digest();
}

/** Whether two signatures are the same, in a time that does not tell how much of them is. */
export const isSame = (actual: Buffer, right: Buffer): boolean =>
  actual.length === right.length && timingSafeEqual(actual, right);

/** SHA-256 of a text that cannot be guessed, as base64url: a copy of the database opens nothing. */
export const hashText = (text: string): string => createHash("sha256").update(text).digest("base64url");
