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
  const [payload = "", signed = ""] = token.split(".");
  if (!isSame(Buffer.from(signed, "base64url"), signature(ctx, payload))) return null;
  return ctx.now().getTime() - Number.parseInt(payload, 36);
}

/**
 * Accepts a form or throws RateLimited, so that a person rejected by mistake can send it again. Returns true for a bot,
 * which must not notice. A form may come without a token, with a smaller allowance; a forged or old token counts as
 * none. A token serves a few forms only, so that it cannot be bought and reused.
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
