import { randomBytes } from "node:crypto";
import type { Ctx } from "#platform/context.server.ts";
import { isSame, sign } from "#platform/signing.server.ts";

/**
 * Device cookies (OWASP): a browser that has logged in to an account keeps a signed id and is rate limited separately.
 * Ten guesses of a stranger, from however many addresses, never lock out the owner's browser. The id grants nothing and
 * holds no name.
 */
const signature = (ctx: Ctx, email: string, id: string) => sign(ctx, `login-device:${email}:${id}`);

export function newDevice(ctx: Ctx, email: string): string {
  const id = randomBytes(12).toString("base64url");
  return `${id}.${signature(ctx, email, id).toString("base64url")}`;
}

/** Null for a stranger's browser, a forged id or one of another account. */
export function verifyDeviceId(ctx: Ctx, email: string, device: string): string | null {
  const [id = "", signed = ""] = device.split(".");
  return isSame(Buffer.from(signed, "base64url"), signature(ctx, email, id)) ? id : null;
}
