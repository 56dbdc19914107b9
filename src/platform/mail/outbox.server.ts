import { and, eq, isNull } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import { onCommit, type Ctx } from "#platform/context.server.ts";
import type { Jobs } from "#platform/jobs.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { mails } from "./tables.server.ts";

export interface NewMail {
  /** Says what the mail is about, once for all time: `order-confirmed:17`. */
  key: string;
  /** One bare address. */
  to: string;
  locale: Locale;
  /** The name it was registered under. */
  template: string;
  /** What the template is given; kept as JSON. */
  props: object;
  /** Whom an answer reaches, where that is not the sender: one bare address. */
  replyTo?: string;
  /** Of a mail to a list: the absolute address that ends it on a POST (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Where nobody reads (RFC 2606): what is left of the address of an account that was deleted. */
const nowhere = ".invalid";

/**
 * Writes a mail into the outbox as part of the open transaction; a job sends it after the commit, and nobody waits for that.
 * A second mail with the same key is not written; answers whether this one was. Throws BadMailAddressError.
 */
export async function queueMail(ctx: Ctx, { key, to, locale, template, props, replyTo, unsubscribeUrl }: NewMail): Promise<boolean> {
  if (!isMailAddress(to) || (replyTo !== undefined && !isMailAddress(replyTo))) throw new BadMailAddressError("A mail needs one bare address");
  if (to.endsWith(nowhere)) return false;
  const now = ctx.now();
  const written = await ctx.db
    .insert(mails)
    .values({ key, to, locale, template, props, replyTo, unsubscribeUrl, createdAt: now, nextTryAt: now })
    .onConflictDoNothing({ target: mails.key })
    .returning({ id: mails.id });
  if (written.length > 0) onCommit(ctx, () => wake(ctx));
  return written.length > 0;
}

/** Forgets what was written to an address and is done with: to whom, and every word. That it was written stays, so that nothing is written twice. */
export async function forgetMails(ctx: Ctx, address: string): Promise<void> {
  await ctx.db.update(mails).set({ to: `deleted@deleted${nowhere}`, replyTo: null, props: {}, subject: "", html: "", text: "" }).where(and(eq(mails.to, address), isNull(mails.nextTryAt)));
}

/** One address and nothing that could become a second one, a header or a comment. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u.test(text);
}

export class BadMailAddressError extends Error {
  override name = "BadMailAddressError";
}

const waking = new WeakSet<Jobs>();
const gatherMs = 100;

/** Sends one job for all mails of the next moment: at 150 orders a second a job for each would cost more than the order. */
function wake(ctx: Ctx): void {
  if (waking.has(ctx.jobs)) return;
  waking.add(ctx.jobs);
  const timer = setTimeout(() => {
    waking.delete(ctx.jobs);
    // When it fails, or the process ends before, mail.sweep finds the mail.
    ctx.jobs.send("mail.send", {}, { key: "due" }).catch((error: unknown) => ctx.log.warn(errorForLog(error), "mails wait for the next sweep"));
  }, gatherMs);
  timer.unref();
}
