import { eq } from "drizzle-orm";
import { colleaguesWith } from "#features/staff/colleagues.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import { getActorIdentity, inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, EditConflict, ValidationError } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { withPictures } from "#platform/mail/pictures.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { m } from "#messages";
import { checkIssue, isReady } from "./checks.server.ts";
import { countSubscribers, readIssue, type FullIssue } from "./issues.server.ts";
import { requireIssue, lockedIssue, writtenIssue, changeState, readSender } from "./records.server.ts";
import type { IssueState } from "./newsletter.schema.ts";
import { newsletterIssues } from "./tables.server.ts";

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
    const test = crypto.randomUUID();
    for (const reader of colleagues)
      for (const locale of locales) {
        const { fromName, replyTo } = await readSender(ctx, locale);
        await queueMail(ctx, {
          key: `newsletter-test:${test}:${reader.id}:${locale}`,
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

/**
 * Starts sending an issue to everyone who has confirmed by now; the job `newsletter.send` sends it in batches. Throws
 * NotFound, EditConflict when it was saved meanwhile, ValidationError with the problems found, and Conflict when it is
 * being sent already or nobody would get it.
 */
export async function startIssue(ctx: Ctx, { id, version }: { id: number; version: number }): Promise<FullIssue> {
  requirePermission(ctx, startIssue.permission);
  return inTransaction(ctx, async (ctx) => {
    const { locale } = ctx;
    const row = await lockedIssue(ctx, id);
    if (row.state !== "draft") throw new Conflict(m.newsletter_is_sent({}, { locale }));
    if (row.version !== version)
      throw new EditConflict(m.platform_edit_conflict({}, { locale }), {
        current: await writtenIssue(ctx, row),
        yours: { version },
      });
    if (!isReady(await checkIssue(ctx, row)))
      throw new ValidationError({ checks: [m.newsletter_not_ready({}, { locale })] });
    const { all: recipients } = await countSubscribers(ctx);
    if (recipients === 0) throw new Conflict(m.newsletter_nobody({}, { locale }));
    const { id: startedById, name } = getActorIdentity(ctx.actor);
    const start = { startedAt: ctx.now(), startedBy: name ?? "", startedById, recipients };
    await changeState(ctx, row, "sending", start, { recipients });
    return readIssue(ctx, { id });
  });
}
startIssue.permission = "newsletter.send" as const;

async function turn(ctx: Ctx, id: number, from: IssueState, to: IssueState): Promise<FullIssue> {
  requirePermission(ctx, startIssue.permission);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockedIssue(ctx, id);
    if (row.state !== from) throw new Conflict(m.newsletter_not_in_state({}, { locale: ctx.locale }));
    await changeState(ctx, row, to, {}, { handed: row.handed });
    return readIssue(ctx, { id });
  });
}

/** Pauses an issue; emails already queued are still sent. Throws NotFound, Conflict. */
export const pauseIssue = (ctx: Ctx, { id }: { id: number }): Promise<FullIssue> => turn(ctx, id, "sending", "paused");
pauseIssue.permission = startIssue.permission;

/** Resumes after the last batch, so that nobody gets it twice. Throws NotFound, Conflict. */
export const resumeIssue = (ctx: Ctx, { id }: { id: number }): Promise<FullIssue> => turn(ctx, id, "paused", "sending");
resumeIssue.permission = startIssue.permission;
