import { z } from "zod";
import { and, count, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { getActorIdentity, requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsPattern, toOrderBy, readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { enquiryRow, fullEnquiry, selectEnquiries, type FullEnquiry } from "./records.server.ts";
import { enquiries } from "./tables.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { searchText } from "#platform/http/fields.server.ts";
import { enquiryKind, enquiryState } from "./inbox.schema.ts";

export const enquirySorts = { created_at: enquiries.createdAt, id: enquiries.id } as const;
export const enquiryFilter = z.object({
  q: searchText(100).optional().meta({ description: "Part of a name, an email address, a workplace or the text" }),
  state: z.array(enquiryState).min(1).max(4).optional(),
  kind: enquiryKind.optional(),
  assignee: z.string().min(1).max(64).optional().meta({ description: "`me`, `nobody`, or a colleague's id" }),
});
export type EnquiryFilter = z.output<typeof enquiryFilter>;

function assignedToSql(ctx: Ctx, assignee: string): SQL {
  if (assignee === "nobody") return isNull(enquiries.assigneeId);
  return eq(enquiries.assigneeId, assignee === "me" ? (getActorIdentity(ctx.actor).id ?? "") : assignee);
}

function whereSql(ctx: Ctx, { q, state, kind, assignee }: EnquiryFilter): SQL | undefined {
  return and(
    q === undefined ? undefined : sql`${enquiries.searchText} like enquiry_search_text(${containsPattern(q)})`,
    state === undefined ? undefined : inArray(enquiries.state, state),
    kind === undefined ? undefined : sql`(${enquiries.demoRequestId} is not null) = ${kind === "demo"}`,
    assignee === undefined ? undefined : assignedToSql(ctx, assignee),
  );
}

/** Lists enquiries. `q` is part of a name, an email address, a workplace or the text. */
export async function listEnquiries(
  ctx: Ctx,
  query: ListQuery<keyof typeof enquirySorts, EnquiryFilter>,
): Promise<ListPage<ReturnType<typeof enquiryRow>>> {
  requirePermission(ctx, listEnquiries.permission);
  const { rows: page, ...totals } = await readPage(ctx, query, {
    rows: ctx.db.select({ id: enquiries.id }).from(enquiries).$dynamic(),
    where: whereSql(ctx, query.filter),
    sorts: enquirySorts,
    tie: enquiries.id,
  });
  const ids = page.map(({ id }) => id);
  const rows = await selectEnquiries(ctx)
    .where(inArray(enquiries.id, ids))
    .orderBy(...toOrderBy(query, enquirySorts, enquiries.id));
  return { data: rows.map((row) => enquiryRow(ctx, row)), ...totals };
}
listEnquiries.permission = "enquiries.read" as const;

/** Reads one enquiry with its thread. Throws NotFound. */
export async function readEnquiry(ctx: Ctx, { id }: { id: number }): Promise<FullEnquiry> {
  requirePermission(ctx, readEnquiry.permission);
  return fullEnquiry(ctx, id);
}
readEnquiry.permission = "enquiries.read" as const;

const summaryDays = 90;

/**
 * Counts waiting enquiries (new or open): all, the caller's and those without an assignee. Also counts answered ones and
 * spam, and measures the median time to a first answer in the last 90 days.
 */
export async function summariseEnquiries(ctx: Ctx) {
  requirePermission(ctx, summariseEnquiries.permission);
  const { state, assigneeId, createdAt, firstAnsweredAt } = enquiries;
  const countSql = (where: SQL) => sql<number>`count(*) filter (where ${where})::int`;
  const isWaitingSql = sql`${state} in ('new', 'open')`;
  const [counts] = await ctx.db
    .select({
      waiting: countSql(isWaitingSql),
      mine: countSql(sql`${isWaitingSql} and ${assigneeId} = ${getActorIdentity(ctx.actor).id ?? ""}`),
      nobodys: countSql(sql`${isWaitingSql} and ${assigneeId} is null`),
      answered: countSql(sql`${state} = 'answered'`),
      spam: countSql(sql`${state} = 'spam'`),
    })
    .from(enquiries);
  const since = new Date(ctx.now().getTime() - summaryDays * dayMs);
  const seconds = sql`extract(epoch from ${firstAnsweredAt} - ${createdAt})`;
  const [answers] = await ctx.db
    .select({
      count: count(),
      median: sql<number | null>`percentile_cont(0.5) within group (order by ${seconds})`,
    })
    .from(enquiries)
    .where(sql`${firstAnsweredAt} >= ${since.toISOString()}`);
  const { waiting = 0, mine = 0, nobodys = 0, answered = 0, spam = 0 } = counts ?? {};
  const median = answers?.median ?? null;
  return {
    waiting,
    mine,
    nobodys,
    answered,
    spam,
    firstAnswers: { count: answers?.count ?? 0, medianSeconds: median === null ? null : Math.round(Number(median)) },
  };
}
summariseEnquiries.permission = "enquiries.read" as const;
