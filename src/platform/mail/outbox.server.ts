import { and, eq, ne } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { RetryPolicy } from "#platform/jobs-queues.server.ts";
import { outboxMails } from "./tables.server.ts";
import type { MailTemplates } from "./templates.server.ts";

type TemplateName = keyof MailTemplates;

/** A mail to be written, typed by its template. */
export interface NewMail<Name extends TemplateName> {
  /** Idempotency key, says what the mail is about, once for all time: `order-confirmed:17`. */
  key: string;
  /** One bare address. */
  to: string;
  locale: Locale;
  template: Name;
  /** What the template is given; kept as JSON. */
  props: MailTemplates[Name];
  /** Whom an answer reaches, where that is not the sender: one bare address. */
  replyTo?: string;
  /** Of a mail to a list: the absolute address that ends it on a POST (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Where no one reads (RFC 2606): what is left of the address of an account that was deleted. */
const nowhere = ".invalid";

/** About four days: pauses double from 10 seconds to an hour. */
export const mailRetry: RetryPolicy = { limit: 100, firstDelaySeconds: 10, longestDelaySeconds: 3600 };

/** Queues the job that sends a mail of the outbox, as part of the open transaction. */
export const sendLater = (ctx: Ctx, id: number): Promise<void> =>
  ctx.jobs.send("mail.send", { id }, { key: `mail:${id}` });

/**
 * Writes a mail into the outbox and queues its job, both as part of the open transaction: it is sent after the commit,
 * and no one waits for that. A second mail with the same key is not written; answers whether this one was. Throws
 * BadMailAddressError.
 */
export async function queueMail<Name extends TemplateName>(ctx: Ctx, mail: NewMail<Name>): Promise<boolean> {
  const { key, to, locale, template, props, replyTo, unsubscribeUrl } = mail;
  if (!isMailAddress(to) || (replyTo !== undefined && !isMailAddress(replyTo))) {
    throw new BadMailAddressError("A mail needs one bare address");
  }
  if (to.endsWith(nowhere)) return false;
  return inTransaction(ctx, async (ctx) => {
    const [written] = await ctx.db
      .insert(outboxMails)
      .values({ key, to, locale, template, props, replyTo, unsubscribeUrl, createdAt: ctx.now() })
      .onConflictDoNothing({ target: outboxMails.key })
      .returning({ id: outboxMails.id });
    if (written) await sendLater(ctx, written.id);
    return written !== undefined;
  });
}

/** Forgets what was written to an address and is done with: to whom, and every word. That it was written stays, so that nothing is written twice. */
export async function deleteMailsTo(ctx: Ctx, address: string): Promise<void> {
  await ctx.db
    .update(outboxMails)
    .set({ to: `deleted@deleted${nowhere}`, replyTo: null, props: {}, subject: "", html: "", text: "" })
    .where(and(eq(outboxMails.to, address), ne(outboxMails.status, "queued")));
}

/** One address and nothing that could become a second one, a header or a comment. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u.test(text);
}

export class BadMailAddressError extends Error {
  override name = "BadMailAddressError";
}
