/** Resets a forgotten password, from the request to the link in the email. */
import { signToken } from "#features/people/one-time-links.server.ts";
import { sendPasswordReset } from "#features/people/password-reset.server.ts";
import { readOutbox, sara, type Call } from "./accounts.ts";
import type { QueuedJob, TestCtx } from "./context.ts";

/** Queued jobs except `mail.send`, which the welcome email may add at any time. */
export const queuedResets = ({ queued }: TestCtx): QueuedJob[] => queued.filter(({ name }) => name !== "mail.send");

/** Runs the queued reset jobs. Returns the token of the last reset email, or "" if there is none. */
export async function sendQueuedResets(ctx: TestCtx): Promise<string> {
  for (const { name, data } of ctx.queued.splice(0))
    if (name === "accounts.send-reset") await sendPasswordReset(ctx, data);
  const mail = (await readOutbox(ctx)).findLast(({ template }) => template === "password-reset");
  return mail ? signToken(ctx, "password-reset", mail.props["seed"] ?? "") : "";
}

/** Requests a reset link for Sara. Returns the token in her email. */
export async function requestReset(ctx: TestCtx, call: Call, lang = "en"): Promise<string> {
  await call("forget-password", { email: sara.email }, { lang });
  return sendQueuedResets(ctx);
}
