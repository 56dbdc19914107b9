import type { Actor, Ctx } from "./context.server.ts";
import { auditEvents } from "./tables.server.ts";

/** One change, or one decision about money, for the audit log. */
export interface AuditEntry {
  /** What happened, such as `order.refunded`: entity and past participle. */
  action: string;
  entity: string;
  entityId: string | number;
  /** The fields that changed, as they were and as they are. */
  before?: object | null;
  after?: object | null;
  /** Whose personal data is in it, and where (`after.email`): blanked when that person is erased. */
  personal?: { of: string; paths: string[] } | undefined;
}

/** Learners are named by id only: their name is in their account, and goes with it. */
function whoIs(actor: Actor): { actorKind: Actor["kind"]; actorId: string | null; actorName: string | null } {
  const name = "name" in actor ? actor.name : null;
  return { actorKind: actor.kind, actorId: "id" in actor ? actor.id : null, actorName: name };
}

/**
 * Writes events to the audit log, in the transaction of the change itself: both are there or neither. The actor is who set it
 * off; what the site decides by itself is told by its action. Throws outside of `inTransaction`.
 */
export async function audit(ctx: Ctx, ...entries: AuditEntry[]): Promise<void> {
  if (!ctx.afterCommit) throw new Error("An audit event is written in the transaction of its change");
  if (entries.length === 0) return;
  await ctx.db.insert(auditEvents).values(
    entries.map(({ action, entity, entityId, before = null, after = null, personal }) => ({
      at: ctx.now(),
      ...whoIs(ctx.actor),
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
