/** What the newsletter form does, loaded when it is first touched: it stands on every page, and is used on few. */
import { m } from "#messages";
import { callEmailSubscribe } from "../client.ts";
import { newGuard } from "./guard.ts";

const guard = newGuard();
export const openGuard = guard.open;

/** Subscribes the address of the form; answers with the server's message of success or what is wrong with the address. */
export async function subscribe(data: FormData, email: string, source: string): Promise<{ done: string } | { wrong: string }> {
  const result = await callEmailSubscribe({ email, source, ...guard.proof(data) });
  return result.ok ? { done: result.data.message } : { wrong: result.fields["email"]?.[0] ?? (result.message || m.platform_our_fault()) };
}
