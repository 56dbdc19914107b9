import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { inLanes } from "./in-lanes.ts";
import { renderMail } from "./render.server.ts";
import { mails } from "./tables.server.ts";
import { senderFor, templateNamed } from "./templates.server.ts";
import { connections, deliver } from "./transport.server.ts";

type Mail = typeof mails.$inferSelect;

const batchSize = 4 * connections;
/** A try that has not been heard of for so long is lost; longer than the slowest batch may take. */
const leaseMs = 5 * 60_000;
/** Clocks of two processes differ a little; the shortest pause between tries is longer. */
const toleranceMs = 1_000;
/** A job that finds ever more mails hands over to the next before it counts as stuck. */
const longestRunMs = 60_000;

/** Pauses in seconds after the first, second … try; the last one stands for all later ones. */
const pauses = [10, 30, 120, 300, 900, 1800, 3600];
/** About four days. */
const mostTries = 100;

/** Milliseconds to wait after so many failed tries; null when it is time to give up. */
export function pauseAfter(tries: number): number | null {
  if (tries >= mostTries) return null;
  return (pauses[Math.min(tries, pauses.length) - 1] ?? 10) * 1000;
}

/** Job: sends every mail that is due. Any number of them may run at once; each mail is taken by one. */
export async function sendQueuedMail(ctx: Ctx): Promise<void> {
  const began = performance.now();
  for (;;) {
    const batch = await claimDue(ctx);
    const sent = await inLanes(batch, connections, (mail) => tryMail(ctx, mail));
    if (batch.length < batchSize) return;
    // Nobody home: what is still due waits for its turn instead of for a timeout each.
    if (!sent.includes(true)) return;
    if (performance.now() - began > longestRunMs) return ctx.jobs.send("mail.send", {}, { key: "due" });
  }
}

/** Scheduled job: finds mails whose job was lost, and tries that were cut short. */
export async function sweepOutbox(ctx: Ctx): Promise<void> {
  await sendQueuedMail(ctx);
}

async function claimDue(ctx: Ctx): Promise<Mail[]> {
  const now = ctx.now().getTime();
  const due = ctx.db.select({ id: mails.id }).from(mails).where(sql`${mails.nextTryAt} <= ${new Date(now + toleranceMs).toISOString()}`).orderBy(mails.nextTryAt).limit(batchSize).for("update", { skipLocked: true });
  return ctx.db.update(mails).set({ tries: sql`${mails.tries} + 1`, nextTryAt: new Date(now + leaseMs) }).where(sql`${mails.id} = any(array(${due}))`).returning();
}

/** True when the mail is done with: sent, or kept because there is no mail server. */
async function tryMail(ctx: Ctx, mail: Mail): Promise<boolean> {
  const change = (values: Partial<Mail>) => ctx.db.update(mails).set(values).where(eq(mails.id, mail.id));
  try {
    const { SMTP_URL, MAIL_FROM } = ctx.env;
    const template = templateNamed(mail.template);
    const files = (await template.attachments?.(ctx, mail.props as object, mail.locale)) ?? [];
    const names = files.map(({ filename }) => filename);
    const words = wordsOf(mail) ?? (await renderMail(ctx, mail.template, mail.props as object, mail.locale, names));
    if (!SMTP_URL) {
      await change({ ...words, nextTryAt: null });
      return true;
    }
    // Before it is sent: a retry after a crash must repeat these words, not new ones. A secret link is always the same one.
    if (mail.html === null && !template.link) await change(words);
    const attachments = await Promise.all(files.map(async (file) => ({ ...file, content: await file.content() })));
    // An answer always reaches people, whatever address mails are sent from.
    const replyTo = mail.replyTo ?? (await senderFor(ctx, mail.locale)).email;
    const { to, unsubscribeUrl, createdAt: date } = mail;
    const messageId = messageIdOf(mail, ctx.env.BASE_URL);
    await deliver({ SMTP_URL, MAIL_FROM }, { ...words, to, replyTo, unsubscribeUrl, date, messageId, attachments });
  } catch (error) {
    await putOff(ctx, mail, error);
    return false;
  }
  await patiently(() => change({ sentAt: ctx.now(), nextTryAt: null, lastError: null }));
  return true;
}

async function putOff(ctx: Ctx, mail: Mail, error: unknown): Promise<void> {
  const pauseMs = pauseAfter(mail.tries);
  const reason = reasonOf(error);
  // What a mail server says may repeat the address, so its words stay out of the log.
  const detail = error instanceof Error && "responseCode" in error ? {} : errorForLog(error);
  ctx.log[pauseMs === null ? "error" : "warn"]({ mail_id: mail.id, template: mail.template, tries: mail.tries, reason, ...detail }, pauseMs === null ? "mail given up" : "mail not sent yet");
  const nextTryAt = pauseMs === null ? null : new Date(ctx.now().getTime() + pauseMs);
  await ctx.db.update(mails).set({ nextTryAt, lastError: reason }).where(eq(mails.id, mail.id));
  if (!nextTryAt) return;
  // One job for all mails that become due in the same five seconds.
  const runAt = new Date(Math.ceil(nextTryAt.getTime() / 5_000) * 5_000);
  await ctx.jobs.send("mail.send", {}, { runAt, key: `at:${runAt.getTime()}` });
}

/** The mail is out: if this is not written down it will be sent again, so a database that is away for a moment is waited for. */
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

function wordsOf({ subject, html, text }: Mail): { subject: string; html: string; text: string } | null {
  return subject === null || html === null || text === null ? null : { subject, html, text };
}

function messageIdOf(mail: Mail, baseUrl: string): string {
  const digest = createHash("sha256").update(`${mail.id}:${mail.key}:${mail.createdAt.toISOString()}`).digest("hex").slice(0, 32);
  return `<${digest}@${new URL(baseUrl).hostname}>`;
}

/** Codes only: a mail server's own words may repeat the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  const reply = "responseCode" in error && typeof error.responseCode === "number" ? ` ${error.responseCode}` : "";
  return code + reply;
}
