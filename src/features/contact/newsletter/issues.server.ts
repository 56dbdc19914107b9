import { and, count, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { newsletterSubscriptions as subscriptions } from "#features/contact/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { getActorIdentity, inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import { Conflict } from "#platform/errors.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { richText } from "#platform/rich-text.server.ts";
import { m } from "#messages";
import { checkIssue, findWarnings } from "./checks.server.ts";
import {
  requireIssue,
  requireIssueVersion,
  issueRows,
  lockedIssue,
  toIssueTexts,
  writtenIssue,
  type IssueRow,
  type IssueTexts,
} from "./records.server.ts";
import type { IssueState } from "./newsletter.schema.ts";
import { newsletterDeliveries, newsletterIssues } from "./tables.server.ts";

export const issueSorts = { saved_at: newsletterIssues.savedAt, id: newsletterIssues.id } as const;
export interface IssueFilter {
  state?: IssueState[] | undefined;
}

export async function listIssues(
  ctx: Ctx,
  query: ListQuery<keyof typeof issueSorts, IssueFilter>,
): Promise<ListPage<Awaited<ReturnType<typeof issueRows>>[number]>> {
  requirePermission(ctx, ...listIssues.permission);
  const { state } = query.filter;
  const { rows, ...totals } = await readPage(ctx, query, {
    rows: ctx.db.select().from(newsletterIssues).$dynamic(),
    where: state && inArray(newsletterIssues.state, state),
    sorts: issueSorts,
    tie: newsletterIssues.id,
  });
  return { data: await issueRows(ctx, rows), ...totals };
}
listIssues.permission = ["newsletter.write", "newsletter.send"] as const;

/** Counts by language the people who would get an issue now: all who have confirmed and not unsubscribed. */
export async function countSubscribers(ctx: Ctx): Promise<{ all: number; en: number; ar: number }> {
  const { confirmedAt, unsubscribedAt, locale } = subscriptions;
  const rows = await ctx.db
    .select({ locale, rows: count() })
    .from(subscriptions)
    .where(and(isNotNull(confirmedAt), isNull(unsubscribedAt)))
    .groupBy(locale);
  const countIn = (name: "en" | "ar") => rows.find((row) => row.locale === name)?.rows ?? 0;
  return { all: countIn("en") + countIn("ar"), en: countIn("en"), ar: countIn("ar") };
}

/** Counts the recipients of an issue who have unsubscribed since it was started. */
async function countUnsubscribed(ctx: Ctx, { id, startedAt }: IssueRow): Promise<number> {
  if (!startedAt) return 0;
  const [unsubscribed] = await ctx.db
    .select({ rows: count() })
    .from(newsletterDeliveries)
    .innerJoin(subscriptions, eq(subscriptions.id, newsletterDeliveries.subscriptionId))
    .where(and(eq(newsletterDeliveries.issueId, id), gte(subscriptions.unsubscribedAt, startedAt)));
  return unsubscribed?.rows ?? 0;
}

const maxFailures = 200;

async function readFailures(ctx: Ctx, id: number) {
  const rows = await ctx.db
    .select({ email: subscriptions.email, reason: newsletterDeliveries.reason })
    .from(newsletterDeliveries)
    .leftJoin(subscriptions, eq(subscriptions.id, newsletterDeliveries.subscriptionId))
    .where(and(eq(newsletterDeliveries.issueId, id), eq(newsletterDeliveries.outcome, "failed")))
    .orderBy(newsletterDeliveries.subscriptionId)
    .limit(maxFailures);
  return rows.map(({ email, reason }) => ({ email: email ?? "", reason: reason ?? "" }));
}

/** Reads an issue with its checks and the results of its emails. Callers check the permission. */
async function fullIssue(ctx: Ctx, row: IssueRow) {
  const [checks, subscribers, left, failures] = [
    await checkIssue(ctx, row),
    await countSubscribers(ctx),
    await countUnsubscribed(ctx, row),
    await readFailures(ctx, row.id),
  ];
  const warnings = findWarnings(row, checks);
  return { ...(await writtenIssue(ctx, row)), checks, warnings, subscribers, left, failures };
}
export type FullIssue = Awaited<ReturnType<typeof fullIssue>>;

/** Reads one issue as `fullIssue` does. Throws NotFound. */
export async function readIssue(ctx: Ctx, { id }: { id: number }): Promise<FullIssue> {
  requirePermission(ctx, ...readIssue.permission);
  return fullIssue(ctx, await requireIssue(ctx, id));
}
readIssue.permission = ["newsletter.write", "newsletter.send"] as const;

/** Converts texts to columns, with sanitised bodies. */
const toColumns = async (texts: IssueTexts) => ({
  subjectEng: texts.subject_eng,
  subjectAr: texts.subject_ar,
  preheaderEng: texts.preheader_eng,
  preheaderAr: texts.preheader_ar,
  bodyEng: await richText(texts.body_eng, "en"),
  bodyAr: await richText(texts.body_ar, "ar"),
});

function buildSaveColumns(ctx: Ctx) {
  const { id: savedById, name } = getActorIdentity(ctx.actor);
  return { savedAt: ctx.now(), savedBy: name ?? "", savedById };
}

/** Creates a draft, which may be unfinished. */
export async function createIssue(ctx: Ctx, texts: IssueTexts): Promise<FullIssue> {
  requirePermission(ctx, createIssue.permission);
  const columns = await toColumns(texts);
  return inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .insert(newsletterIssues)
      .values({ ...columns, ...buildSaveColumns(ctx), createdAt: ctx.now() })
      .returning();
    const created = row as IssueRow;
    await audit(ctx, {
      action: "newsletter.created",
      entity: "newsletter",
      entityId: created.id,
      after: { ...toIssueTexts(created) },
    });
    return fullIssue(ctx, created);
  });
}
createIssue.permission = "newsletter.write" as const;

/** Locks an issue that is still a draft. Throws NotFound, Conflict once it is scheduled or being sent. */
async function lockDraft(ctx: Ctx, id: number): Promise<IssueRow> {
  const row = await lockedIssue(ctx, id);
  if (row.state === "scheduled") throw new Conflict(m.newsletter_is_scheduled({}, { locale: ctx.locale }));
  if (row.state !== "draft") throw new Conflict(m.newsletter_is_sent({}, { locale: ctx.locale }));
  return row;
}

/** Saves a draft. Throws NotFound, EditConflict, and Conflict once it is scheduled or being sent. */
export async function saveIssue(ctx: Ctx, input: IssueTexts & { id: number; version: number }): Promise<FullIssue> {
  requirePermission(ctx, saveIssue.permission);
  const columns = await toColumns(input);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockDraft(ctx, input.id);
    await requireIssueVersion(ctx, row, input);
    const [saved = row] = await ctx.db
      .update(newsletterIssues)
      .set({ ...columns, ...buildSaveColumns(ctx), version: sql`${newsletterIssues.version} + 1` })
      .where(eq(newsletterIssues.id, row.id))
      .returning();
    const [before, after] = [{ ...toIssueTexts(row) }, { ...toIssueTexts(saved) }];
    await audit(ctx, { action: "newsletter.saved", entity: "newsletter", entityId: row.id, before, after });
    return fullIssue(ctx, saved);
  });
}
saveIssue.permission = "newsletter.write" as const;

/** Deletes a draft. Throws NotFound, Conflict. */
export async function deleteIssue(ctx: Ctx, { id }: { id: number }): Promise<{ id: number }> {
  requirePermission(ctx, deleteIssue.permission);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockDraft(ctx, id);
    await ctx.db.delete(newsletterIssues).where(eq(newsletterIssues.id, id));
    await audit(ctx, {
      action: "newsletter.deleted",
      entity: "newsletter",
      entityId: id,
      before: { ...toIssueTexts(row) },
    });
    return { id };
  });
}
deleteIssue.permission = "newsletter.write" as const;
