import { randomBytes } from "node:crypto";
import type { Ctx } from "#platform/context.server.ts";
import { isSame, sign } from "#platform/signing.server.ts";

/**
 * Device cookies (OWASP): a browser that has logged in to an account stores a signed id and has a rate limit of its
 * own. So a stranger's wrong guesses, from however many IP addresses, never lock out the owner's browser. The id grants
 * no access and contains no name.
 */
const signDevice = (ctx: Ctx, email: string, id: string) => sign(ctx, `login-device:${email}:${id}`);

export function newDevice(ctx: Ctx, email: string): string {
  const id = randomBytes(12).toString("base64url");
  return `${id}.${signDevice(ctx, email, id).toString("base64url")}`;
}

/** Returns the id of a device, or null when it is missing, forged or of another account. */
export function verifyDeviceId(ctx: Ctx, email: string, device: string): string | null {
  const [id = "", signature = ""] = device.split(".");
  return isSame(Buffer.from(signature, "base64url"), signDevice(ctx, email, id)) ? id : null;
}
