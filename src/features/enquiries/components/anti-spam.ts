import type { ApiResult } from "#platform/api-client.ts";
import { callFormToken } from "../client.ts";
import { youngestTokenMs } from "../form-token.ts";

/** Sent with every form against bots: the honeypot field and, when needed, a form token. */
export interface AntiSpamFields {
  website: string;
  token?: string;
}

/** Longer than the token's minimum age, because two clocks measure it. */
const waitMs = youngestTokenMs + 200;

/**
 * Sends a form and resolves to the result. No request goes ahead of it: the form is sent without a token first. Where
 * its address has used up what is taken without one (a hospital behind one connection), it gets a token, waits for its
 * minimum age and is sent again.
 */
export async function sendWithAntiSpam<Data>(
  form: FormData,
  send: (proof: AntiSpamFields) => Promise<ApiResult<Data>>,
): Promise<ApiResult<Data>> {
  const website = String(form.get("website") ?? "");
  const first = await send({ website });
  if (first.ok || first.status !== 429) return first;
  const given = await callFormToken({});
  if (!given.ok) return first;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return send({ website, token: given.data.token });
}

/** A field of a form as text. */
export const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");
