import { and, eq, gte, lt, type SQL } from "drizzle-orm";
import { noSuchRecord, requirePermission, type Actor, type Ctx } from "#platform/context.server.ts";
import { pageOf } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { auditEvents } from "#platform/tables.server.ts";

/** `at` is ISO 8601 UTC. */
export interface AuditLine {
  id: number;
  at: string;
  actor: { kind: Actor["kind"]; id: string | null; name: string | null };
  action: string;
  entity: string;
  entity_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string;
}

export const auditSorts = { id: auditEvents.id } as const;
export interface AuditFilter {
  entity?: string | undefined;
  entity_id?: string | undefined;
  action?: string | undefined;
  actor_id?: string | undefined;
  actor_kind?: Actor["kind"] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const toLine = (row: typeof auditEvents.$inferSelect): AuditLine => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  entity: row.entity,
  entity_id: row.entityId,
  before: row.before,
  after: row.after,
  request_id: row.requestId,
});

function whereOf({ entity, entity_id, action, actor_id, actor_kind, from, to }: AuditFilter): SQL | undefined {
  return and(
    entity === undefined ? undefined : eq(auditEvents.entity, entity),
    entity_id === undefined ? undefined : eq(auditEvents.entityId, entity_id),
    action === undefined ? undefined : eq(auditEvents.action, action),
    actor_id === undefined ? undefined : eq(auditEvents.actorId, actor_id),
    actor_kind === undefined ? undefined : eq(auditEvents.actorKind, actor_kind),
    from === undefined ? undefined : gte(auditEvents.at, new Date(from)),
    to === undefined ? undefined : lt(auditEvents.at, new Date(to)),
  );
}

/** Newest first by default. For `audit.read`. Throws Unauthenticated, Forbidden. */
export async function listAudit(
  ctx: Ctx,
  query: ListQuery<keyof typeof auditSorts, AuditFilter>,
): Promise<ListPage<AuditLine>> {
  requirePermission(ctx, "audit.read");
  const { rows, ...counted } = await pageOf(ctx, query, {
    rows: ctx.db.select().from(auditEvents).$dynamic(),
    where: whereOf(query.filter),
    sorts: auditSorts,
    tie: auditEvents.id,
  });
  return { data: rows.map(toLine), ...counted };
}

/** For `audit.read`. Throws Unauthenticated, Forbidden, NotFound. */
export async function readAuditEvent(ctx: Ctx, { id }: { id: number }): Promise<AuditLine> {
  requirePermission(ctx, "audit.read");
  const [row] = await ctx.db.select().from(auditEvents).where(eq(auditEvents.id, id));
  if (!row) throw noSuchRecord(ctx);
  return toLine(row);
}
