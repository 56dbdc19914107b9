import type { ApiResult } from "#platform/api-client.ts";
import { callFormStamp } from "../client.ts";
import { youngestStampMs } from "../form-stamp.ts";

/** What goes with every form to keep robots out. */
export interface Proof {
  website: string;
  stamp?: string;
}

/** Longer than the stamp has to be old, because two clocks measure it. */
const waitMs = youngestStampMs + 200;

/**
 * Sends a form and answers with what came of it. Nothing is asked of the server before: the form goes without a stamp. Where its address has
 * used up what is taken without one (a hospital behind one connection), it gets a stamp, waits until the stamp counts and is sent again.
 */
export async function sendGuarded<Data>(form: FormData, send: (proof: Proof) => Promise<ApiResult<Data>>): Promise<ApiResult<Data>> {
  const website = String(form.get("website") ?? "");
  const first = await send({ website });
  if (first.ok || first.status !== 429) return first;
  const given = await callFormStamp({});
  if (!given.ok) return first;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return send({ website, stamp: given.data.stamp });
}

/** A field of a form as text. */
export const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");
