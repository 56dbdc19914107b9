import { and, eq, type SQL } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import { inTransaction, requireTransaction, type Ctx } from "#platform/context.server.ts";
import type { RetryPolicy } from "#platform/jobs-queues.server.ts";
import { outboxMails, type MailManner } from "./tables.server.ts";
import type { MailTemplates } from "./templates.server.ts";

type TemplateName = keyof MailTemplates;

export interface NewMail<Name extends TemplateName> {
  /** Idempotency key, unique for all time: `order-confirmed:17`. */
  key: string;
  to: string;
  locale: Locale;
  template: Name;
  props: MailTemplates[Name];
  /** One bare address, where an answer goes elsewhere than to the sender. */
  replyTo?: string;
  /** Of a mailing list: the absolute one-click unsubscribe address (RFC 8058). */
  unsubscribeUrl?: string;
  manner?: MailManner;
}

/** Reserved (RFC 2606): what remains of the address of a deleted account. */
export const nowhere = ".invalid";

/** About four days: pauses double from 10 seconds to an hour. */
export const mailRetry: RetryPolicy = { limit: 100, firstDelaySeconds: 10, longestDelaySeconds: 3600 };

export const sendLater = (ctx: Ctx, id: number): Promise<void> =>
  ctx.jobs.send(ctx.db, "mail.send", { id }, { key: `mail:${id}` });

/**
 * Writes a mail into the outbox and queues its job in the open transaction. False when the key exists already. Throws
 * BadMailAddressError.
 */
export async function queueMail<Name extends TemplateName>(ctx: Ctx, mail: NewMail<Name>): Promise<boolean> {
  const { key, to, locale, template, props, replyTo, unsubscribeUrl, manner } = mail;
  if (!isMailAddress(to) || (replyTo !== undefined && !isMailAddress(replyTo))) {
    throw new BadMailAddressError("A mail needs one bare address");
  }
  if (to.endsWith(nowhere)) return false;
  return inTransaction(ctx, async (ctx) => {
    const [written] = await ctx.db
      .insert(outboxMails)
      .values({ key, to, locale, template, props, replyTo, unsubscribeUrl, manner, createdAt: ctx.now() })
      .onConflictDoNothing({ target: outboxMails.key })
      .returning({ id: outboxMails.id });
    if (written) await sendLater(ctx, written.id);
    return written !== undefined;
  });
}

/**
 * Takes waiting mails back: those that no attempt has begun to send are deleted, those that wait for another attempt
 * have failed. Returns the keys of the deleted ones. Part of the open transaction.
 */
export async function withdrawMails(ctx: Ctx, which: SQL): Promise<string[]> {
  const { db } = requireTransaction(ctx);
  const isWaiting = and(which, eq(outboxMails.status, "queued"));
  const deleted = await db
    .delete(outboxMails)
    .where(and(isWaiting, eq(outboxMails.attempts, 0)))
    .returning({ key: outboxMails.key });
  await db.update(outboxMails).set({ status: "failed", lastError: "stopped" }).where(isWaiting);
  return deleted.map(({ key }) => key);
}

/** Exactly one address, nothing that could become a second one, a header or a comment. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u.test(text);
}

export class BadMailAddressError extends Error {
  override name = "BadMailAddressError";
}
