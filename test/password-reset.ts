/** A forgotten password from the request to the link in the mail. */
import { signToken } from "#features/people/one-time-links.server.ts";
import { sendPasswordReset } from "#features/people/password-reset.server.ts";
import { readOutbox, sara, type Call } from "./accounts.ts";
import type { QueuedJob, TestCtx } from "./context.ts";

/** Every queued job but the sending of mail, which follows the welcome sooner or later. */
export const queuedResets = ({ queued }: TestCtx): QueuedJob[] => queued.filter(({ name }) => name !== "mail.send");

/** Does what the job runner would; the token of the last mail about it, or "" when there is none. */
export async function sendQueuedResets(ctx: TestCtx): Promise<string> {
  for (const { name, data } of ctx.queued.splice(0))
    if (name === "accounts.send-reset") await sendPasswordReset(ctx, data);
  const mail = (await readOutbox(ctx)).findLast(({ template }) => template === "password-reset");
  return mail ? signToken(ctx, "password-reset", mail.props["seed"] ?? "") : "";
}

/** Requests a link for Sara; the token in her mail. */
export async function requestReset(ctx: TestCtx, call: Call, lang = "en"): Promise<string> {
  await call("forget-password", { email: sara.email }, { lang });
  return sendQueuedResets(ctx);
}
