import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { hurryMail } from "#platform/mail/jobs.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { m } from "#messages";
import { mailState } from "./mail-row.server.ts";
import { isPersonal, readMail } from "./mails.server.ts";

/** Maximum emails that one call sends again. */
export const maxRetried = 500;
const { id: mailId, status, lastError, to } = outboxMails;

/**
 * Whether an email may be sent again. An email that must not arrive twice may not: it counts as failed from the start
 * of its attempt, so nobody knows whether it has arrived.
 */
const isRetryable = sql`coalesce(${outboxMails.manner} ->> 'atMostOnce', '') <> 'true'`;
const isOpen = and(
  isRetryable,
  or(eq(status, "failed"), and(eq(status, "queued"), isNotNull(lastError))),
  sql`${to} not like '%@deleted.invalid'`,
);

/** The domain of an address. The audit log may contain it, because it is not personal. */
const getDomain = (address: string) => address.slice(address.lastIndexOf("@") + 1);

/**
 * Sends an email again that failed or is being retried, optionally to another address. Throws NotFound; Conflict for an
 * email in another state or that must not arrive twice, and for another address when the email has a personal link;
 * ValidationError on `to` for the address that failed.
 */
export async function retryMail(ctx: Ctx, { id, to: address }: { id: number; to?: string | undefined }) {
  requirePermission(ctx, retryMail.permission);
  await inTransaction(ctx, async (ctx) => {
    const [mail] = await ctx.db.select().from(outboxMails).where(eq(mailId, id)).for("update");
    if (!mail) throw noSuchRecord(ctx);
    const state = mailState(mail);
    if ((state !== "failed" && state !== "retrying") || mail.manner?.atMostOnce)
      throw new Conflict(m.mails_not_resendable({}, { locale: ctx.locale }));
    if (address !== undefined) {
      // Otherwise a colleague who may retry emails could get access to another person's account.
      if (isPersonal(mail)) throw new Conflict(m.mails_personal_link({}, { locale: ctx.locale }));
      if (address === mail.to) throw new ValidationError({ to: [m.mails_same_address({}, { locale: ctx.locale })] });
    }
    const change = { status: "queued" as const, lastError: null, ...(address !== undefined && { to: address }) };
    await ctx.db.update(outboxMails).set(change).where(eq(mailId, id));
    await hurryMail(ctx, id);
    const domains = address !== undefined && {
      before: { domain: getDomain(mail.to) },
      after: { domain: getDomain(address) },
    };
    const action = address === undefined ? "mail.retried" : "mail.readdressed";
    await audit(ctx, { action, entity: "mail", entityId: id, ...domains });
  });
  return readMail(ctx, { id });
}
retryMail.permission = "mails.retry" as const;

/**
 * Sends emails again that failed or are being retried: those in `ids`, or all; 500 at most, oldest first. Skips others.
 */
export async function retryMails(
  ctx: Ctx,
  { ids }: { ids?: number[] | undefined },
): Promise<{ retried: number; left: number }> {
  requirePermission(ctx, retryMails.permission);
  return inTransaction(ctx, async (ctx) => {
    const openMails = await ctx.db
      .select({ id: mailId })
      .from(outboxMails)
      .where(and(isOpen, ids && inArray(mailId, ids)))
      .orderBy(asc(mailId))
      .limit(maxRetried)
      .for("update");
    const retried = openMails.map(({ id }) => id);
    if (retried.length > 0) {
      await ctx.db.update(outboxMails).set({ status: "queued", lastError: null }).where(inArray(mailId, retried));
      for (const id of retried) await hurryMail(ctx, id);
      await audit(ctx, ...retried.map((id) => ({ action: "mail.retried", entity: "mail", entityId: id })));
    }
    const left = await ctx.db.$count(outboxMails, and(isOpen, ids && inArray(mailId, ids)));
    return { retried: retried.length, left };
  });
}
retryMails.permission = "mails.retry" as const;
