import { and, asc, count, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import { newsletterLinks } from "#features/contact/subscriptions.server.ts";
import { newsletterSubscriptions as subscriptions } from "#features/contact/tables.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { BadMailAddressError, queueMail, withdrawMails } from "#platform/mail/outbox.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import {
  lockedIssue,
  type IssueRow,
  changeState,
  isMailOf,
  mailKey,
  mailKeySql,
  readSender,
} from "./records.server.ts";
import { newsletterDeliveries as deliveries, newsletterIssues } from "./tables.server.ts";

/**
 * Emails per batch. A batch every 15 seconds makes 120 a minute, few enough that providers do not treat us as spammers.
 */
export const batchSize = 30;
export const batchSeconds = 15;

/** Copies the results of the emails to the deliveries, because emails are deleted after a month. */
async function settleDeliveries(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const outcome = sql<
      "sent" | "failed" | "queued"
    >`case ${outboxMails.status} when 'captured' then 'sent' else ${outboxMails.status} end`;
    const changed = await ctx.db
      .update(deliveries)
      .set({ outcome, reason: outboxMails.lastError })
      .from(outboxMails)
      .where(and(eq(outboxMails.key, mailKeySql), ne(deliveries.outcome, "sent"), ne(deliveries.outcome, outcome)))
      .returning({ issueId: deliveries.issueId });
    const countSql = (name: "sent" | "failed") =>
      sql<number>`(select count(*)::int from ${deliveries} where ${deliveries.issueId} = ${newsletterIssues.id} and ${deliveries.outcome} = ${name})`;
    const ids = [...new Set(changed.map(({ issueId }) => issueId))];
    if (ids.length > 0)
      await ctx.db
        .update(newsletterIssues)
        .set({ sent: countSql("sent"), failed: countSql("failed") })
        .where(inArray(newsletterIssues.id, ids));
  });
}

/** Counts the emails of an issue that wait for their first attempt. While a whole batch waits, no more are queued. */
async function countUntried(ctx: Ctx, issueId: number): Promise<number> {
  const [row] = await ctx.db
    .select({ mails: count() })
    .from(deliveries)
    .innerJoin(outboxMails, eq(outboxMails.key, mailKeySql))
    .where(and(eq(deliveries.issueId, issueId), eq(deliveries.outcome, "queued"), eq(outboxMails.attempts, 0)));
  return row?.mails ?? 0;
}

/**
 * Selects the next subscribers who confirmed before the start and have not unsubscribed. Locks their rows, so that a
 * concurrent unsubscription and the batch wait for each other.
 */
const selectNextReaders = (ctx: Ctx, { startedAt, sentUpTo }: IssueRow) =>
  ctx.db
    .select({ id: subscriptions.id, email: subscriptions.email, locale: subscriptions.locale })
    .from(subscriptions)
    .where(
      and(
        isNull(subscriptions.unsubscribedAt),
        lte(subscriptions.confirmedAt, startedAt ?? new Date(0)),
        sentUpTo === null ? undefined : gt(subscriptions.id, sentUpTo),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(batchSize)
    .for("share");

type Reader = Awaited<ReturnType<typeof selectNextReaders>>[number];

/** Queues the email to one reader. Returns why it cannot be queued, else null. */
async function queueIssueMail(ctx: Ctx, issueId: number, { id, email, locale }: Reader): Promise<string | null> {
  const { fromName, replyTo } = await readSender(ctx, locale);
  try {
    const isQueued = await queueMail(ctx, {
      key: mailKey(issueId, id),
      to: email,
      locale,
      template: "newsletter-issue",
      props: { issueId, subscriptionId: id },
      replyTo,
      unsubscribeUrl: newsletterLinks(ctx, { id, locale }).unsubscribeUrl,
      manner: { fromName, atMostOnce: true },
    });
    return isQueued ? null : "no-address";
  } catch (error) {
    if (error instanceof BadMailAddressError) return "no-address";
    throw error;
  }
}

/** Queues one batch and moves the cursor in the same transaction, so that a crash neither loses nor repeats a batch. */
async function sendBatch(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const issue = await lockedIssue(ctx, id);
    if (issue.state !== "sending" || (await countUntried(ctx, id)) >= batchSize) return;
    const readers = await selectNextReaders(ctx, issue);
    let failed = 0;
    for (const reader of readers) {
      const reason = await queueIssueMail(ctx, id, reader);
      if (reason !== null) failed += 1;
      const outcome = reason === null ? "queued" : "failed";
      await ctx.db.insert(deliveries).values({ issueId: id, subscriptionId: reader.id, outcome, reason });
    }
    const progress = {
      handed: issue.handed + readers.length,
      failed: issue.failed + failed,
      sentUpTo: readers.at(-1)?.id ?? issue.sentUpTo,
    };
    if (readers.length === batchSize) {
      await ctx.db.update(newsletterIssues).set(progress).where(eq(newsletterIssues.id, id));
      return;
    }
    const { handed } = progress;
    await changeState(ctx, issue, "sent", { ...progress, finishedAt: ctx.now() }, { handed });
  });
}

/** Scheduled job: sends the next batch of each issue, and stores the results of earlier emails. */
export async function sendNewsletters(ctx: Ctx): Promise<void> {
  await settleDeliveries(ctx);
  const { state, handed, sent, failed } = newsletterIssues;
  // A mail may have been in delivery when its issue was stopped, and now wait for another attempt.
  const stopped = await ctx.db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(and(eq(state, "stopped"), gt(handed, sql`${sent} + ${failed}`)));
  for (const { id } of stopped) await inTransaction(ctx, (ctx) => withdrawMails(ctx, isMailOf(id)));
  const sending = await ctx.db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(eq(newsletterIssues.state, "sending"))
    .orderBy(newsletterIssues.id);
  for (const { id } of sending) await sendBatch(ctx, id);
}
