/** Encrypted with AUTH_SECRET, as better-auth keeps second factors. */
import type { Ctx } from "#platform/context.server.ts";
import { staffAuthOf } from "./auth.server.ts";

async function cipherOf(ctx: Ctx) {
  const [{ symmetricDecrypt, symmetricEncrypt }, { $context }] = await Promise.all([
    import("better-auth/crypto"),
    staffAuthOf(ctx),
  ]);
  return { symmetricDecrypt, symmetricEncrypt, key: (await $context).secretConfig };
}

export async function seal(ctx: Ctx, text: string): Promise<string> {
  const { symmetricEncrypt, key } = await cipherOf(ctx);
  return symmetricEncrypt({ key, data: text });
}

/** Rejects what this server has not sealed. */
export async function unseal(ctx: Ctx, sealed: string): Promise<string> {
  const { symmetricDecrypt, key } = await cipherOf(ctx);
  return symmetricDecrypt({ key, data: sealed });
}
