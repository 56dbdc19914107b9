/** Signatures with the server's secret, and hashes that are stored instead of the original text. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Ctx } from "./context.server.ts";

/** Creates 128 random bits for a token. They may be stored, because they are useless without the server's secret. */
export const newSeed = (): string => randomBytes(16).toString("base64url");

/**
 * Signs a text with HMAC-SHA256 and AUTH_SECRET. The text starts with the purpose of the signature
 * (`login-device:…`), so that it is not valid for another purpose.
 */
export function sign(ctx: Pick<Ctx, "env">, text: string): Buffer {
  // services.server.ts always sets it.
  if (!ctx.env.AUTH_SECRET) throw new Error("AUTH_SECRET is not set");
  return createHmac("sha256", ctx.env.AUTH_SECRET).update(text).digest();
}

/** Whether two signatures are the same, compared in constant time. */
export const isSame = (actual: Buffer, expected: Buffer): boolean =>
  actual.length === expected.length && timingSafeEqual(actual, expected);

/** SHA-256 of a text that cannot be guessed, as base64url. A copy of the database does not reveal the text. */
export const hashText = (text: string): string => createHash("sha256").update(text).digest("base64url");
