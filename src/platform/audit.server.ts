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
  /** The fields that changed, as they were and as they are. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Whose personal data is in it, and where (`after.email`): blanked when that person is erased. */
  personal?: { of: string; paths: string[] } | undefined;
}

/** The names of `after` whose values differ from those of `before`, as an entry has them. */
export function auditDiff<After extends object>(before: After, after: After) {
  const changed = namesIn(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return { before: pickNames(before, changed), after: pickNames(after, changed) };
}

/**
 * Writes events to the audit log, in the transaction of the change itself: both are there or neither. The actor is who
 * set it off; what the site decides by itself has an action of its own. Throws outside of `inTransaction`.
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

/** Blanks in events what they call personal themselves. Part of the open transaction. */
export async function blankEvents(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db.execute(sql`
    update ${auditEvents} as event
    set before = (audit_event_blanked(event)).before, after = (audit_event_blanked(event)).after
    where event.id in ${ids}`);
}

/** Blanks a person's data in the audit log, and nothing else of it; the events stay. Part of the open transaction. */
export async function eraseFromAudit(ctx: Ctx, personId: string): Promise<void> {
  await ctx.db.execute(sql`select erase_audit_personal(${personId})`);
}
