import { and, eq, inArray } from "drizzle-orm";
import { colleaguesWith } from "#features/staff/colleagues.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import { getActorIdentity, inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { queueMail, withdrawMails } from "#platform/mail/outbox.server.ts";
import { withPictures } from "#platform/mail/pictures.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { m } from "#messages";
import { checkIssue, findWarnings, isReady } from "./checks.server.ts";
import { countSubscribers, readIssue, type FullIssue } from "./issues.server.ts";
import {
  requireIssue,
  lockedIssue,
  requireIssueVersion,
  changeState,
  isMailOf,
  mailKeySql,
  readSender,
  type IssueRow,
} from "./records.server.ts";
import type { IssueState, IssueWarning } from "./newsletter.schema.ts";
import { newsletterDeliveries as deliveries, newsletterIssues } from "./tables.server.ts";

/** Renders the email of an issue as a page. Throws NotFound. */
export async function previewIssue(ctx: Ctx, { id, locale }: { id: number; locale: Locale }): Promise<string> {
  requirePermission(ctx, ...previewIssue.permission);
  await requireIssue(ctx, id);
  const { html } = await renderMail(ctx, "newsletter-issue", { issueId: id, subscriptionId: null }, locale);
  return withPictures(html);
}
previewIssue.permission = ["newsletter.write", "newsletter.send"] as const;

/**
 * Emails a saved issue to colleagues in the requested languages; the subject says that it is a test. Throws NotFound,
 * ValidationError for someone who is not staff.
 */
export async function testIssue(
  ctx: Ctx,
  { id, readers, locales }: { id: number; readers: string[]; locales: Locale[] },
): Promise<FullIssue> {
  requirePermission(ctx, testIssue.permission);
  return inTransaction(ctx, async (ctx) => {
    const issue = await lockedIssue(ctx, id);
    const colleagues = await colleaguesWith(ctx, null, readers);
    if (colleagues.length !== new Set(readers).size)
      throw new ValidationError({ readers: [m.platform_field_choice({}, { locale: ctx.locale })] });
    const testId = crypto.randomUUID();
    for (const reader of colleagues)
      for (const locale of locales) {
        const { fromName, replyTo } = await readSender(ctx, locale);
        await queueMail(ctx, {
          key: `newsletter-test:${testId}:${reader.id}:${locale}`,
          to: reader.email,
          locale,
          template: "newsletter-issue",
          props: { issueId: issue.id, subscriptionId: null },
          replyTo,
          manner: { fromName },
        });
      }
    const { id: testedById, name: testedBy } = getActorIdentity(ctx.actor);
    await ctx.db
      .update(newsletterIssues)
      .set({ testedAt: ctx.now(), testedBy, testedById })
      .where(eq(newsletterIssues.id, id));
    const after = { readers: colleagues.map((reader) => reader.id), locales };
    await audit(ctx, { action: "newsletter.tested", entity: "newsletter", entityId: id, after });
    return readIssue(ctx, { id });
  });
}
testIssue.permission = "newsletter.write" as const;

export interface SendInput {
  id: number;
  version: number;
  /** Warnings that the sender has seen and accepts. */
  accepted?: readonly IssueWarning[];
}

/** Locks an issue that has not started and still has the caller's version. Throws NotFound, Conflict, EditConflict. */
export async function lockUnsent(ctx: Ctx, { id, version }: SendInput): Promise<IssueRow> {
  const row = await lockedIssue(ctx, id);
  if (row.state !== "draft" && row.state !== "scheduled")
    throw new Conflict(m.newsletter_is_sent({}, { locale: ctx.locale }));
  await requireIssueVersion(ctx, row, { version });
  return row;
}

/**
 * Counts the people who would get an issue. Throws ValidationError when a check fails or a warning is not accepted, and
 * Conflict when nobody would get it.
 */
export async function requireSendable(
  ctx: Ctx,
  row: IssueRow,
  accepted: readonly IssueWarning[] = [],
): Promise<number> {
  const { locale } = ctx;
  const checks = await checkIssue(ctx, row);
  if (!isReady(checks)) throw new ValidationError({ checks: [m.newsletter_not_ready({}, { locale })] });
  const { all: recipients } = await countSubscribers(ctx);
  if (recipients === 0) throw new Conflict(m.newsletter_nobody({}, { locale }));
  if (!findWarnings(row, checks).every((warning) => accepted.includes(warning)))
    throw new ValidationError({ accepted: [m.newsletter_not_accepted({}, { locale })] });
  return recipients;
}

/** Returns the columns that store who starts an issue: the caller. Whoever schedules an issue counts as its starter. */
export function toStarterColumns(ctx: Ctx) {
  const { id: startedById, name } = getActorIdentity(ctx.actor);
  return { startedBy: name ?? "", startedById };
}

/**
 * Starts sending a draft or scheduled issue to everyone who has confirmed by now; the job `newsletter.send` sends it in
 * batches. Throws NotFound, EditConflict when it was saved meanwhile, Conflict when it is being sent already, and what
 * `requireSendable` throws.
 */
export async function startIssue(ctx: Ctx, input: SendInput): Promise<FullIssue> {
  requirePermission(ctx, startIssue.permission);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockUnsent(ctx, input);
    const recipients = await requireSendable(ctx, row, input.accepted);
    const start = { startedAt: ctx.now(), ...toStarterColumns(ctx), scheduledAt: null, recipients };
    await changeState(ctx, row, "sending", start, { recipients });
    return readIssue(ctx, input);
  });
}
startIssue.permission = "newsletter.send" as const;

/** Moves an issue to another state. Throws NotFound, Conflict when it is in none of `from`. */
export async function moveIssue(
  ctx: Ctx,
  id: number,
  from: IssueState[],
  to: IssueState,
  change: (ctx: Ctx, row: IssueRow) => Promise<Partial<IssueRow>> | Partial<IssueRow> = () => ({}),
): Promise<FullIssue> {
  requirePermission(ctx, startIssue.permission);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockedIssue(ctx, id);
    if (!from.includes(row.state)) throw new Conflict(m.newsletter_not_in_state({}, { locale: ctx.locale }));
    const columns = await change(ctx, row);
    await changeState(ctx, row, to, columns, { handed: columns.handed ?? row.handed });
    return readIssue(ctx, { id });
  });
}

/** Pauses an issue; emails already queued are still sent. Throws NotFound, Conflict. */
export const pauseIssue = (ctx: Ctx, { id }: { id: number }): Promise<FullIssue> =>
  moveIssue(ctx, id, ["sending"], "paused");
pauseIssue.permission = startIssue.permission;

/** Resumes an issue after the last batch, so that nobody gets it twice. Throws NotFound, Conflict. */
export const resumeIssue = (ctx: Ctx, { id }: { id: number }): Promise<FullIssue> =>
  moveIssue(ctx, id, ["paused"], "sending");
resumeIssue.permission = startIssue.permission;

/**
 * Ends an issue for good. Emails that no attempt has begun to send are withdrawn; emails at the mail server cannot be
 * withdrawn. Throws NotFound, Conflict.
 */
export const stopIssue = (ctx: Ctx, { id }: { id: number }): Promise<FullIssue> =>
  moveIssue(ctx, id, ["sending", "paused"], "stopped", async (ctx, { handed }) => {
    const keys = await withdrawMails(ctx, isMailOf(id));
    await ctx.db.delete(deliveries).where(and(eq(deliveries.issueId, id), inArray(mailKeySql, keys)));
    return { handed: handed - keys.length, finishedAt: ctx.now() };
  });
stopIssue.permission = startIssue.permission;
