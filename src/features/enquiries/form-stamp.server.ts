import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Ctx } from "#platform/context.server.ts";
import { TooManyTries } from "#platform/errors.ts";
import { countAddress, countTry } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { stampAge, youngestStampMs } from "./form-stamp.ts";

/** Signs for the purposes of this feature only: the purpose goes into what is signed. */
export function sign(ctx: Ctx, purpose: string, text: string): Buffer {
  if (!ctx.env.AUTH_SECRET) throw new Error("AUTH_SECRET is not set");
  return createHmac("sha256", ctx.env.AUTH_SECRET).update(`${purpose}:${text}`).digest();
}

/** A note of this moment that only we can write: `{time}-{nonce}.{signature}`. It names nobody. */
export function newStamp(ctx: Ctx): string {
  const said = `${ctx.now().getTime().toString(36)}-${randomBytes(9).toString("base64url")}`;
  return `${said}.${sign(ctx, "form-stamp", said).toString("base64url")}`;
}

/** Milliseconds since the stamp was written; null for one that we did not write. */
function ageOf(ctx: Ctx, stamp: string): number | null {
  const [said = "", signed = ""] = stamp.split(".");
  const given = Buffer.from(signed, "base64url");
  const right = sign(ctx, "form-stamp", said);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return ctx.now().getTime() - Number.parseInt(said, 36);
}

/**
 * Lets a filled-in form pass, or refuses it with TooManyTries, so that a person who is refused by mistake loses nothing and may
 * send again. Resolves to true when the form was a robot's, which is to be told nothing.
 *
 * A form may come without a stamp, as it does first from our own pages; such senders have a smaller allowance, so a stamp is worth
 * having and a forged or old one is worth as much as none. A stamp serves a few forms only, so one cannot be bought and reused.
 */
export async function isRobot(ctx: Ctx, { website, stamp }: { website?: string | undefined; stamp?: string | undefined }): Promise<boolean> {
  const age = stamp ? ageOf(ctx, stamp) : null;
  const found = age === null ? "too-old" : stampAge(age);
  if (found === "too-young") throw new TooManyTries(m.platform_too_many_tries({}, { locale: ctx.locale }), Math.ceil(youngestStampMs / 1000));
  if (found === "good") {
    await countTry(ctx, "formPerStamp", stamp ?? "");
    await countAddress(ctx, "stampedFormPerAddress");
  } else {
    await countAddress(ctx, "formPerAddress");
  }
  return Boolean(website?.trim());
}
