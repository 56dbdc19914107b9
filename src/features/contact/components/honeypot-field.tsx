import { m } from "#messages";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import { youngestTokenMs } from "#features/contact/form-token.ts";

/** Fields that every form sends: the honeypot field and, when needed, a form token. */
interface AntiSpamFields {
  website: string;
  token?: string;
}

/** Longer than the token's minimum age, because two clocks measure it. */
const waitMs = youngestTokenMs + 200;

/**
 * Sends a form, first without a token. If the IP address has used up the allowance for forms without one (as in a
 * hospital behind one connection), fetches a token, waits for its minimum age and sends the form again.
 */
export async function sendWithAntiSpam<Data>(
  form: FormData,
  send: (proof: AntiSpamFields) => Promise<ApiResult<Data>>,
): Promise<ApiResult<Data>> {
  const website = String(form.get("website") ?? "");
  const firstReply = await send({ website });
  if (firstReply.ok || firstReply.status !== 429) return firstReply;
  const tokenReply = await callApi("/api/form-token", {});
  if (!tokenReply.ok) return firstReply;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return send({ website, token: tokenReply.data.token });
}

/** A field that is hidden from people, so that only bots fill it in. */
export function HoneypotField() {
  return (
    <p className="sr-only" aria-hidden="true">
      <label>
        {m.enquiries_trap()}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
