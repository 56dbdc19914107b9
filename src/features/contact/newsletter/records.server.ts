import { eq, like, sql, type SQL } from "drizzle-orm";
import { readDisplayNames, type StaffNames } from "#features/staff/names.server.ts";
import { noSuchRecord, requireTransaction, type Ctx } from "#platform/context.server.ts";
import { newsletterSender } from "#features/settings/settings.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import { EditConflict } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { m } from "#messages";
import { newsletterDeliveries as deliveries, newsletterIssues } from "./tables.server.ts";
import type { IssueState } from "./newsletter.schema.ts";

export type IssueRow = typeof newsletterIssues.$inferSelect;

/** The texts of an issue in both languages; the bodies are rich text. */
export interface IssueTexts {
  subject_eng: string;
  subject_ar: string;
  preheader_eng: string;
  preheader_ar: string;
  body_eng: string;
  body_ar: string;
}

export const toIssueTexts = (row: IssueRow): IssueTexts => ({
  subject_eng: row.subjectEng,
  subject_ar: row.subjectAr,
  preheader_eng: row.preheaderEng,
  preheader_ar: row.preheaderAr,
  body_eng: row.bodyEng,
  body_ar: row.bodyAr,
});

/** Reads the present names of the staff in these issues, which are shown instead of the stored ones. */
const readStaffNames = (ctx: Ctx, rows: readonly IssueRow[]) =>
  readDisplayNames(
    ctx,
    rows.flatMap(({ savedById, testedById, startedById }) => [savedById, testedById, startedById]),
  );

const toRow = (row: IssueRow, names: StaffNames) => ({
  id: row.id,
  state: row.state,
  subject_eng: row.subjectEng,
  subject_ar: row.subjectAr,
  savedAt: row.savedAt.toISOString(),
  savedBy: names.get(row.savedById) ?? row.savedBy,
  scheduledAt: row.scheduledAt?.toISOString() ?? null,
  startedAt: row.startedAt?.toISOString() ?? null,
  startedBy: names.get(row.startedById) ?? row.startedBy,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  recipients: row.recipients,
  handed: row.handed,
  sent: row.sent,
  failed: row.failed,
  version: row.version,
});

/** Builds issues for lists. Instants are ISO 8601 UTC. */
export async function issueRows(ctx: Ctx, rows: readonly IssueRow[]) {
  const names = await readStaffNames(ctx, rows);
  return rows.map((row) => toRow(row, names));
}

/** Builds an issue with its texts, for editing. */
export async function writtenIssue(ctx: Ctx, row: IssueRow) {
  const names = await readStaffNames(ctx, [row]);
  return {
    ...toRow(row, names),
    ...toIssueTexts(row),
    testedAt: row.testedAt?.toISOString() ?? null,
    testedBy: names.get(row.testedById) ?? row.testedBy,
  };
}

/** Throws EditConflict, with both versions, when the issue was saved since `yours` was read. */
export async function requireIssueVersion(ctx: Ctx, row: IssueRow, yours: { version: number }): Promise<void> {
  if (row.version === yours.version) return;
  const current = await writtenIssue(ctx, row);
  throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), { current, yours });
}

/** Reads an issue. Throws NotFound. */
export async function requireIssue(ctx: Ctx, id: number): Promise<IssueRow> {
  const [row] = await ctx.db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id));
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/** Locks an issue until the end of the open transaction. Throws NotFound. */
export async function lockedIssue(ctx: Ctx, id: number): Promise<IssueRow> {
  const { db } = requireTransaction(ctx);
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for("update");
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/** Reads sender and reply address from the settings. */
export async function readSender(ctx: Ctx, locale: Locale) {
  const { senderEng, senderAr, replyTo } = await newsletterSender(ctx);
  return { fromName: locale === "ar" ? senderAr : senderEng, replyTo };
}

const keyPrefix = "newsletter-issue:";
/** Key of the email to one subscriber in the outbox. */
export const mailKey = (issueId: number, subscriptionId: string): string => `${keyPrefix}${issueId}:${subscriptionId}`;
/** Selects the emails of an issue in the outbox. */
export const isMailOf = (issueId: number): SQL => like(outboxMails.key, mailKey(issueId, "%"));
export const mailKeySql = sql`${keyPrefix}::text || ${deliveries.issueId} || ':' || ${deliveries.subscriptionId}`;

const actions = {
  draft: "newsletter.unscheduled",
  scheduled: "newsletter.scheduled",
  sending: "newsletter.started",
  paused: "newsletter.paused",
  sent: "newsletter.sent",
  stopped: "newsletter.stopped",
} satisfies Record<IssueState, string>;

/** Changes state and columns of an issue in the open transaction, and adds its audit event with `facts`. */
export async function changeState(
  ctx: Ctx,
  row: IssueRow,
  state: IssueState,
  change: Partial<IssueRow> = {},
  facts: Record<string, unknown> = {},
  action: string = actions[state],
): Promise<void> {
  await ctx.db
    .update(newsletterIssues)
    .set({ ...change, state, version: sql`${newsletterIssues.version} + 1` })
    .where(eq(newsletterIssues.id, row.id));
  const [before, after] = [{ state: row.state }, { state, ...facts }];
  await audit(ctx, { action, entity: "newsletter", entityId: row.id, before, after });
}
