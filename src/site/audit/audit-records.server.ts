import { eq, inArray } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { readTrashedTitles } from "#features/content/editing/trash.server.ts";
import { entityNames, type EntityName } from "#features/content/entities/revision-entities.ts";
import { contentSummaries } from "#features/content/editing/tables.server.ts";
import { newsletterIssues } from "#features/contact/newsletter/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { auditMatchesSql } from "./audit-search.server.ts";
import { listAudit, type AuditFilter, type AuditLine, type auditSorts } from "#features/staff/audit-log.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";

/** Name of a record as staff know it; a run has the name of its course, and its days. */
export interface RecordName {
  eng: string;
  ar: string | null;
  startDate: string | null;
  endDate: string | null;
}
const toRecordName = (eng: string, ar: string | null = null): RecordName => ({
  eng,
  ar,
  startDate: null,
  endDate: null,
});

type Names = Map<string, RecordName>;
const isContent = (entity: string): entity is EntityName => (entityNames as readonly string[]).includes(entity);

const nameReaders: Record<"run" | "newsletter" | "staff", (ctx: Ctx, ids: string[]) => Promise<Names>> = {
  async run(ctx, ids) {
    const { id, startDate, endDate } = courseRuns;
    const rows = await ctx.db
      .select({ id, eng: courses.name_eng, ar: courses.name_ar, startDate, endDate })
      .from(courseRuns)
      .innerJoin(courses, eq(courses.id, courseRuns.courseId))
      .where(inArray(id, ids.map(Number)));
    return new Map(rows.map(({ id, ...name }) => [String(id), name]));
  },
  async newsletter(ctx, ids) {
    const { id, subjectEng, subjectAr } = newsletterIssues;
    const rows = await ctx.db
      .select({ id, subjectEng, subjectAr })
      .from(newsletterIssues)
      .where(inArray(id, ids.map(Number)));
    return new Map(rows.map((issue) => [String(issue.id), toRecordName(issue.subjectEng, issue.subjectAr)]));
  },
  async staff(ctx, ids) {
    const { id, name, nameAr, email } = staffUsers;
    const rows = await ctx.db.select({ id, name, nameAr, email }).from(staffUsers).where(inArray(id, ids));
    return new Map(rows.map((member) => [member.id, toRecordName(member.name || member.email, member.nameAr)]));
  },
};

async function readContentNames(ctx: Ctx, entity: EntityName, ids: string[]): Promise<Names> {
  const { entityId, titleEng, titleAr } = contentSummaries;
  const rows = await ctx.db
    .select({ entity: contentSummaries.entity, entityId, titleEng, titleAr })
    .from(contentSummaries)
    .where(inArray(entityId, ids));
  const names: Names = new Map(
    rows.filter((row) => row.entity === entity).map((row) => [row.entityId, toRecordName(row.titleEng, row.titleAr)]),
  );
  const missing = ids.filter((id) => !names.has(id));
  for (const [id, { eng, ar }] of await readTrashedTitles(ctx, entity, missing)) names.set(id, toRecordName(eng, ar));
  return names;
}

/**
 * Lists the audit log as `listAudit` does, with the name of each record that has one and still exists; with `q`, only
 * the events that `auditMatchesSql` matches.
 */
export async function listNamedAudit(
  ctx: Ctx,
  query: ListQuery<keyof typeof auditSorts, AuditFilter & { q?: string | undefined }>,
): Promise<ListPage<AuditLine & { record: RecordName | null }>> {
  requirePermission(ctx, listAudit.permission);
  const { q } = query.filter;
  const page = await listAudit(ctx, query, q === undefined ? undefined : await auditMatchesSql(ctx, q));
  const eventsByEntity = Map.groupBy(page.data, ({ entity }) => entity);
  const names = new Map<string, Names>();
  for (const [entity, events] of eventsByEntity) {
    const ids = [...new Set(events.map(({ entity_id }) => entity_id))];
    if (isContent(entity)) names.set(entity, await readContentNames(ctx, entity, ids));
    else if (Object.hasOwn(nameReaders, entity))
      names.set(entity, await nameReaders[entity as keyof typeof nameReaders](ctx, ids));
  }
  return {
    ...page,
    data: page.data.map((line) => ({ ...line, record: names.get(line.entity)?.get(line.entity_id) ?? null })),
  };
}
listNamedAudit.permission = listAudit.permission;
