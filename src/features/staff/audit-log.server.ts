import { z } from "zod";
import { and, asc, eq, gte, inArray, lt, notInArray, or, type SQL } from "drizzle-orm";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { readDisplayNames, staffName, staffNameSql, type StaffNames } from "./names.server.ts";
import { staffUsers } from "./tables.server.ts";

const actorKinds = ["staff", "learner", "visitor", "job", "provider", "command"] as const;
const changedFields = z.record(z.string(), z.unknown()).nullable();
/** An event of the audit log. `at` is ISO 8601 UTC. */
export const auditEvent = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.object({ kind: z.enum(actorKinds), id: z.string().nullable(), name: z.string().nullable() }),
  action: z.string().meta({ example: "order.refunded" }),
  entity: z.string(),
  entity_id: z.string(),
  before: changedFields,
  after: changedFields,
  request_id: z.string(),
});

const optionalName = () => z.string().max(100).optional();
const optionalInstant = () => z.iso.datetime().optional();

export const auditFilter = z.object({
  entity: optionalName(),
  entity_id: optionalName(),
  entities: z.array(z.string().max(100)).min(1).max(20).optional(),
  action: optionalName(),
  person_id: optionalName().meta({
    description: "Id of a person with an account: events that they caused or that concern them",
  }),
  actor_id: optionalName(),
  actor_kind: z.enum(actorKinds).optional(),
  drafts: z
    .literal("hidden")
    .optional()
    .meta({ description: "`hidden` leaves out the drafts that editors save while they write" }),
  from: optionalInstant(),
  to: optionalInstant(),
});
export type AuditLine = z.output<typeof auditEvent>;
export type AuditFilter = z.output<typeof auditFilter>;

/**
 * Sort columns. Ids increase in the order in which events were inserted. Lists sort by `at`, because later inserted
 * events may have earlier times, as in the demo.
 */
export const auditSorts = { at: auditEvents.at, id: auditEvents.id } as const;

const draftActions = ["content.saved", "newsletter.saved"];

type Row = typeof auditEvents.$inferSelect;

const toAuditLine = (row: Row, names: StaffNames): AuditLine => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: names.get(row.actorId) ?? row.actorName },
  action: row.action,
  entity: row.entity,
  entity_id: row.entityId,
  before: row.before,
  after: row.after,
  request_id: row.requestId,
});

/** Reads the Arabic names of the staff in these events, which Arabic readers see instead of the stored names. */
export const actorNames = (ctx: Ctx, rows: readonly Pick<Row, "actorKind" | "actorId">[]) =>
  readDisplayNames(
    ctx,
    rows.map(({ actorKind, actorId }) => (actorKind === "staff" ? actorId : null)),
  );

/** Condition on events that a person caused or that concern them. Each part of it has an index. */
const concernsPersonSql = (id: string) =>
  or(
    eq(auditEvents.actorId, id),
    eq(auditEvents.personalOf, id),
    and(eq(auditEvents.entity, "person"), eq(auditEvents.entityId, id)),
  );

function whereSql(filter: AuditFilter): SQL | undefined {
  const { entity, entity_id, entities, action, actor_id, actor_kind, drafts, person_id: personId, from, to } = filter;
  return and(
    entity === undefined ? undefined : eq(auditEvents.entity, entity),
    entity_id === undefined ? undefined : eq(auditEvents.entityId, entity_id),
    entities === undefined ? undefined : inArray(auditEvents.entity, entities),
    action === undefined ? undefined : eq(auditEvents.action, action),
    drafts && notInArray(auditEvents.action, draftActions),
    personId === undefined ? undefined : concernsPersonSql(personId),
    actor_id === undefined ? undefined : eq(auditEvents.actorId, actor_id),
    actor_kind === undefined ? undefined : eq(auditEvents.actorKind, actor_kind),
    from === undefined ? undefined : gte(auditEvents.at, new Date(from)),
    to === undefined ? undefined : lt(auditEvents.at, new Date(to)),
  );
}

/** Lists audit events, newest first by default; `condition` narrows the filter. */
export async function listAudit(
  ctx: Ctx,
  query: ListQuery<keyof typeof auditSorts, AuditFilter>,
  condition?: SQL,
): Promise<ListPage<AuditLine>> {
  requirePermission(ctx, listAudit.permission);
  const { rows, ...totals } = await readPage(ctx, query, {
    rows: ctx.db.select().from(auditEvents).$dynamic(),
    where: and(whereSql(query.filter), condition),
    sorts: auditSorts,
    tie: auditEvents.id,
  });
  const names = await actorNames(ctx, rows);
  return { data: rows.map((row) => toAuditLine(row, names)), ...totals };
}
listAudit.permission = "audit.read" as const;

/** Reads one event. Throws NotFound. */
export async function readAuditEvent(ctx: Ctx, { id }: { id: number }): Promise<AuditLine> {
  requirePermission(ctx, readAuditEvent.permission);
  const [row] = await ctx.db.select().from(auditEvents).where(eq(auditEvents.id, id));
  if (!row) throw noSuchRecord(ctx);
  return toAuditLine(row, await actorNames(ctx, [row]));
}
readAuditEvent.permission = "audit.read" as const;

/** Lists present and former staff, for the filter of events by actor. */
export async function listAuditActors(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  requirePermission(ctx, listAuditActors.permission);
  const { id, name, nameAr } = staffUsers;
  const rows = await ctx.db
    .select({ id, name, nameAr })
    .from(staffUsers)
    .orderBy(asc(staffNameSql(ctx.locale)), asc(id))
    .limit(500);
  return rows.map(({ id, ...names }) => ({ id, name: staffName(names, ctx.locale) }));
}
listAuditActors.permission = "audit.read" as const;
