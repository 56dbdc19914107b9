/** This module is loaded on submit, because the form is on every page but rarely used. */
import { callApi } from "#platform/api-client.ts";
import { m } from "#messages";
import { sendWithAntiSpam } from "./honeypot-field.tsx";

/** Subscribes. Resolves to the success message and what to do next, or to the error in `wrong`. */
export async function subscribe(
  data: FormData,
  email: string,
  source: string,
): Promise<{ done: string; next: string } | { wrong: string }> {
  const result = await sendWithAntiSpam(data, (proof) => callApi("/api/email_subscribe", { email, source, ...proof }));
  return result.ok
    ? { done: result.data.message, next: m.enquiries_newsletter_next({ email: `\u2068${email}\u2069` }) }
    : { wrong: result.fields["email"]?.[0] ?? (result.message || m.platform_our_fault()) };
}
