import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Ctx } from "#platform/context.server.ts";
import { secretOf } from "./sessions.server.ts";

/**
 * A browser in which someone has logged in to an account keeps a signed note of it, and is limited on its own count. So
 * ten guesses of a stranger, from however many addresses, never lock out the owner's browser, and never become an
 * eleventh guess (OWASP, "device cookies"). The note opens nothing: it is worth nothing without the password, and holds
 * no name.
 */
const signature = (ctx: Ctx, email: string, id: string) =>
  createHmac("sha256", secretOf(ctx)).update(`login-device:${email}:${id}`).digest();

/** A new note for this account. */
export function newDevice(ctx: Ctx, email: string): string {
  const id = randomBytes(12).toString("base64url");
  return `${id}.${signature(ctx, email, id).toString("base64url")}`;
}

/** Which browser of the account's owner this is; null for a stranger's, a forged note or one of another account. */
export function deviceIdOf(ctx: Ctx, email: string, device: string): string | null {
  const [id = "", signed = ""] = device.split(".");
  const given = Buffer.from(signed, "base64url");
  const right = signature(ctx, email, id);
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}
