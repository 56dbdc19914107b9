import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { JobTry } from "#platform/jobs-runner.server.ts";
import { erasedContent } from "./erase-mails.server.ts";
import { queueSending } from "./outbox.server.ts";
import { renderMail, type RenderedMail } from "./render.server.ts";
import { outboxMails } from "./tables.server.ts";
import { senderFor, templateNamed } from "./templates.server.ts";
import { deliver, mayHaveArrived } from "./transport.server.ts";

type Mail = typeof outboxMails.$inferSelect;

const mailJob = z.object({ id: z.int() });

/**
 * Job: renders and sends one mail; idempotent. Throws MailNotSentError, upon which the queue retries; after the last
 * attempt the mail is `failed`.
 */
export async function sendMail(ctx: Ctx, data: object, { isLast }: JobTry): Promise<void> {
  // Jobs of the version before this queue had a job for each mail name none.
  const job = mailJob.safeParse(data);
  if (!job.success) return;
  const [mail] = await ctx.db
    .update(outboxMails)
    .set({ attempts: sql`${outboxMails.attempts} + 1` })
    .where(and(eq(outboxMails.id, job.data.id), eq(outboxMails.status, "queued")))
    .returning();
  if (!mail) return;
  const change = (values: Partial<Mail>) => ctx.db.update(outboxMails).set(values).where(eq(outboxMails.id, mail.id));
  try {
    await trySending(ctx, mail);
  } catch (error) {
    const reason = getErrorCode(error);
    const isOver = isLast || error instanceof PerhapsSent;
    await change({ lastError: reason, status: isOver ? "failed" : "queued" });
    throw new MailNotSentError(mail, reason, error);
  }
  const done = ctx.env.SMTP_URL ? { status: "sent" as const, sentAt: ctx.now() } : { status: "captured" as const };
  await patiently(() =>
    inTransaction(ctx, async (ctx) => {
      const isThis = eq(outboxMails.id, mail.id);
      await ctx.db
        .update(outboxMails)
        .set({ ...done, lastError: null })
        .where(isThis);
      // The mark may be younger than what was read above.
      await ctx.db
        .update(outboxMails)
        .set(erasedContent)
        .where(and(isThis, sql`${outboxMails.manner} ? 'forget'`));
    }),
  );
}

async function trySending(ctx: Ctx, mail: Mail): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = ctx.env;
  const template = templateNamed(mail.template);
  const files = (await template.attachments?.(ctx, mail.props as object, mail.locale)) ?? [];
  const names = files.map(({ filename }) => filename);
  const content =
    storedContent(mail) ?? (await renderMail(ctx, mail.template, mail.props as object, mail.locale, names, mail.to));
  // Stored before it is sent: a retry after a crash must repeat this text. The text of a mail with a secret link is
  // stored only where nothing is sent.
  if (mail.html === null && !(SMTP_URL && template.link)) {
    await ctx.db.update(outboxMails).set(content).where(eq(outboxMails.id, mail.id));
  }
  if (!SMTP_URL) return;
  const attachments = await Promise.all(files.map(async (file) => ({ ...file, content: await file.content() })));
  const replyTo = mail.replyTo ?? (await senderFor(ctx, mail.locale)).email;
  const { to, unsubscribeUrl, createdAt: date } = mail;
  const messageId = buildMessageId(mail, ctx.env.BASE_URL);
  const manner = mail.manner ?? {};
  // Committed before the mail server hears of it: if this process dies now, no other sends the mail again.
  if (manner.atMostOnce)
    await ctx.db
      .update(outboxMails)
      .set({ status: "failed", lastError: "interrupted" })
      .where(eq(outboxMails.id, mail.id));
  const envelope = { ...content, to, replyTo, unsubscribeUrl, date, messageId, attachments, manner };
  try {
    await deliver({ SMTP_URL, MAIL_FROM }, envelope);
  } catch (error) {
    if (manner.atMostOnce && mayHaveArrived(error)) throw new PerhapsSent("interrupted", { cause: error });
    throw error;
  }
}

/** Of a mail that may not be sent twice. */
class PerhapsSent extends Error {
  override name = "interrupted";
}

/**
 * Scheduled job: queues a job for each waiting mail without one, such as those of an older version, of a copy of the
 * database without its queue, and those that a person has set back to `queued`.
 */
export async function queueMissingJobs(ctx: Ctx): Promise<void> {
  const job = ctx.db
    .select({ one: sql`1` })
    .from(sql`pgboss.job`)
    .where(
      and(
        sql`name = 'mail.send' and data ->> 'id' = ${outboxMails.id}::text`,
        inArray(sql`state::text`, ["created", "retry", "active"]),
      ),
    );
  const waiting = await ctx.db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(and(eq(outboxMails.status, "queued"), notExists(job)))
    .orderBy(outboxMails.id);
  for (const { id } of waiting) await queueSending(ctx, id);
}

/** Has a mail sent now: its waiting try, or a new one. Part of the open transaction. */
export async function hurryMail(ctx: Ctx, id: number): Promise<void> {
  // A second job for one mail could send it twice.
  const { rows } = await ctx.db.execute(sql`
    update pgboss.job set start_after = now()
    where name = 'mail.send' and data ->> 'id' = ${String(id)} and state::text in ('created', 'retry', 'active')
    returning id`);
  if (rows.length === 0) await queueSending(ctx, id);
}

/** The mail is out: unless this is stored it will be sent again, so a database that is briefly away is waited for. */
async function patiently(write: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = 200; ; pauseMs *= 2) {
    try {
      return void (await write());
    } catch (error) {
      if (pauseMs > 10_000) throw error;
      await pause(pauseMs);
    }
  }
}

function storedContent({ subject, html, text }: Mail): RenderedMail | null {
  return subject === null || html === null || text === null ? null : { subject, html, text };
}

function buildMessageId(mail: Mail, baseUrl: string): string {
  if (mail.manner?.messageId) return mail.manner.messageId;
  const about = `${mail.id}:${mail.key}:${mail.createdAt.toISOString()}`;
  const digest = createHash("sha256").update(about).digest("hex").slice(0, 32);
  return `<${digest}@${new URL(baseUrl).hostname}>`;
}

/** Codes only: a mail server's message may repeat the address. */
function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  const reply = "responseCode" in error && typeof error.responseCode === "number" ? ` ${error.responseCode}` : "";
  return code + reply;
}

/** Names no address, so that it may be logged. */
export class MailNotSentError extends Error {
  override name = "MailNotSentError";
  constructor({ id, template }: Mail, reason: string, error: unknown) {
    const isServers = error instanceof Error && "responseCode" in error;
    super(`Mail ${id} (${template}) was not sent: ${reason}`, isServers ? undefined : { cause: error });
  }
}
