import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { getActorIdentity, type Ctx } from "./context.server.ts";
import { namesIn, pickNames } from "./form-fields.ts";
import { auditEvents } from "./tables.server.ts";

/** One change, or one decision about money, for the audit log. */
export interface AuditEntry {
  /** What happened, such as `order.refunded`: entity and past participle. */
  action: string;
  entity: string;
  entityId: string | number;
  /** The changed fields with their old values (`before`) and their new ones (`after`). */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** The person whose data the entry contains, and where, such as `after.email`. It is blanked when they are erased. */
  personal?: { of: string; paths: string[] } | undefined;
}

/** Picks the fields of `after` that differ from `before`, with both values, as an audit entry has them. */
export function auditDiff<After extends object>(before: After, after: After) {
  const changed = namesIn(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return { before: pickNames(before, changed), after: pickNames(after, changed) };
}

/**
 * Writes events to the audit log in the transaction of the change, so that both are stored or neither. The actor is
 * whoever triggered the change; a decision of the site itself has an action of its own. Throws outside of
 * `inTransaction`.
 */
export async function audit(ctx: Ctx, ...entries: AuditEntry[]): Promise<void> {
  if (!ctx.afterCommit) throw new Error("An audit event is written in the transaction of its change");
  if (entries.length === 0) return;
  const { id: actorId, name: actorName } = getActorIdentity(ctx.actor);
  await ctx.db.insert(auditEvents).values(
    entries.map(({ action, entity, entityId, before = null, after = null, personal }) => ({
      at: ctx.now(),
      actorKind: ctx.actor.kind,
      actorId,
      actorName,
      action,
      entity,
      entityId: String(entityId),
      before,
      after,
      personalOf: personal?.of ?? null,
      personalPaths: personal?.paths ?? [],
      requestId: ctx.requestId,
    })),
  );
}

/** Blanks the personal data that these events declare. Call it in the open transaction. */
export async function blankEvents(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.execute(sql`
    update ${auditEvents} as event
    set before = (audit_event_blanked(event)).before, after = (audit_event_blanked(event)).after
    where event.id in ${ids}`);
}

/** Blanks a person's data in the audit log. The events and their other data stay. Call it in the open transaction. */
export async function eraseFromAudit(ctx: Ctx, personId: string): Promise<void> {
  await ctx.db.execute(sql`select erase_audit_personal(${personId})`);
}
