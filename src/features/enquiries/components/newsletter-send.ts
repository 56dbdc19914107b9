/** What the newsletter form does, loaded when it is sent: it stands on every page, and is used on few. */
import { m } from "#messages";
import { callEmailSubscribe } from "../client.ts";
import { sendWithAntiSpam } from "./anti-spam.ts";

/** Subscribes the address of the form; answers with the server's message of success or what is wrong with the address. */
export async function subscribe(
  data: FormData,
  email: string,
  source: string,
): Promise<{ done: string } | { wrong: string }> {
  const result = await sendWithAntiSpam(data, (proof) => callEmailSubscribe({ email, source, ...proof }));
  return result.ok
    ? { done: result.data.message }
    : { wrong: result.fields["email"]?.[0] ?? (result.message || m.platform_our_fault()) };
}
