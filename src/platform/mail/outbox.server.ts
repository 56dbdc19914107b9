import { and, eq, type SQL } from "drizzle-orm";
import type { Locale } from "#i18n/locale.ts";
import { inTransaction, requireTransaction, type Ctx } from "#platform/context.server.ts";
import type { RetryPolicy } from "#platform/jobs-queues.server.ts";
import { outboxMails, type MailManner } from "./tables.server.ts";
import type { MailTemplates } from "./templates.server.ts";

type TemplateName = keyof MailTemplates;

export interface NewMail<Name extends TemplateName> {
  /** Idempotency key, never reused, such as `order-confirmed:17`. */
  key: string;
  to: string;
  locale: Locale;
  template: Name;
  props: MailTemplates[Name];
  /** One bare address for replies, if they go elsewhere than to the sender. */
  replyTo?: string;
  /** For mailing lists: the absolute address for one-click unsubscribing (RFC 8058). */
  unsubscribeUrl?: string;
  manner?: MailManner;
}

/** Reserved domain (RFC 2606) of the address that replaces a deleted account's. Mails to it are not queued. */
export const reservedDomain = ".invalid";

/** Retries for about four days. Pauses double from 10 seconds up to an hour. */
export const mailRetry: RetryPolicy = { limit: 100, firstDelaySeconds: 10, longestDelaySeconds: 3600 };

export const queueSending = (ctx: Ctx, id: number): Promise<void> =>
  ctx.jobs.send(ctx.db, "mail.send", { id }, { key: `mail:${id}` });

/**
 * Writes a mail to the outbox and queues its job in one transaction. Returns false when the key already exists or the
 * address is reserved. Throws BadMailAddressError.
 */
export async function queueMail<Name extends TemplateName>(ctx: Ctx, mail: NewMail<Name>): Promise<boolean> {
  const { key, to, locale, template, props, replyTo, unsubscribeUrl, manner } = mail;
  if (!isMailAddress(to) || (replyTo !== undefined && !isMailAddress(replyTo))) {
    throw new BadMailAddressError("A mail needs one bare address");
  }
  if (to.endsWith(reservedDomain)) return false;
  return inTransaction(ctx, async (ctx) => {
    const [inserted] = await ctx.db
      .insert(outboxMails)
      .values({ key, to, locale, template, props, replyTo, unsubscribeUrl, manner, createdAt: ctx.now() })
      .onConflictDoNothing({ target: outboxMails.key })
      .returning({ id: outboxMails.id });
    if (inserted) await queueSending(ctx, inserted.id);
    return inserted !== undefined;
  });
}

/**
 * Withdraws queued mails: deletes those without an attempt to send them, and marks those that wait for another attempt
 * as failed. Returns the keys of the deleted ones. Requires an open transaction.
 */
export async function withdrawMails(ctx: Ctx, condition: SQL): Promise<string[]> {
  const { db } = requireTransaction(ctx);
  const isWaiting = and(condition, eq(outboxMails.status, "queued"));
  const deleted = await db
    .delete(outboxMails)
    .where(and(isWaiting, eq(outboxMails.attempts, 0)))
    .returning({ key: outboxMails.key });
  await db.update(outboxMails).set({ status: "failed", lastError: "stopped" }).where(isWaiting);
  return deleted.map(({ key }) => key);
}

/** Accepts exactly one address, and nothing that could be read as a second one, a header or a comment. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u.test(text);
}

export class BadMailAddressError extends Error {
  override name = "BadMailAddressError";
}
