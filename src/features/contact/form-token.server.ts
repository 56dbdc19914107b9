import { randomBytes } from "node:crypto";
import type { Ctx } from "#platform/context.server.ts";
import { RateLimited } from "#platform/errors.ts";
import { consumeAddressLimit, consumeRateLimit } from "#platform/rate-limit.server.ts";
import { isSame, sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import { classifyTokenAge, youngestTokenMs } from "./form-token.ts";

const signature = (ctx: Ctx, payload: string) => sign(ctx, `form-token:${payload}`);

/** Issues a signed timestamp: `{time}-{nonce}.{signature}`. It identifies nobody. */
export function issueFormToken(ctx: Ctx): string {
  const payload = `${ctx.now().getTime().toString(36)}-${randomBytes(9).toString("base64url")}`;
  return `${payload}.${signature(ctx, payload).toString("base64url")}`;
}

/** Reads the age of a token in milliseconds; null for a bad signature. */
function tokenAge(ctx: Ctx, token: string): number | null {
  const [payload = "", tokenSignature = ""] = token.split(".");
  if (!isSame(Buffer.from(tokenSignature, "base64url"), signature(ctx, payload))) return null;
  return ctx.now().getTime() - Number.parseInt(payload, 36);
}

/**
 * Whether a bot sent a form; callers must respond as to a person, so that the bot does not notice. Throws RateLimited
 * when a form was sent too fast or too often, so that a person can send it again. Forms without a token, or with a
 * forged or old one, have a lower limit. A token is valid for a few forms only, so that it cannot be bought and reused.
 */
export async function isSpam(
  ctx: Ctx,
  { website, token }: { website?: string | undefined; token?: string | undefined },
): Promise<boolean> {
  const age = token ? tokenAge(ctx, token) : null;
  const tokenState = age === null ? "too-old" : classifyTokenAge(age);
  if (tokenState === "too-young")
    throw new RateLimited(m.platform_too_many_tries({}, { locale: ctx.locale }), Math.ceil(youngestTokenMs / 1000));
  if (tokenState === "good") {
    await consumeRateLimit(ctx, "formPerToken", token ?? "");
    await consumeAddressLimit(ctx, "tokenFormPerAddress");
  } else {
    await consumeAddressLimit(ctx, "formPerAddress");
  }
  return Boolean(website?.trim());
}
