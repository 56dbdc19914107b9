import { m } from "#messages";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import { youngestTokenMs } from "#features/contact/form-token.ts";

/** Sent with every form: the honeypot field and, when needed, a form token. */
interface AntiSpamFields {
  website: string;
  token?: string;
}

/** Longer than the token's minimum age, because two clocks measure it. */
const waitMs = youngestTokenMs + 200;

/**
 * The form is first sent without a token. If its address has used up that allowance (a hospital behind one connection),
 * it gets a token, waits for its minimum age and is sent again.
 */
export async function sendWithAntiSpam<Data>(
  form: FormData,
  send: (proof: AntiSpamFields) => Promise<ApiResult<Data>>,
): Promise<ApiResult<Data>> {
  const website = String(form.get("website") ?? "");
  const first = await send({ website });
  if (first.ok || first.status !== 429) return first;
  const tokenReply = await callApi("/api/form-token", {});
  if (!tokenReply.ok) return first;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  return send({ website, token: tokenReply.data.token });
}

/** Hidden from people, so only bots fill it in. */
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
