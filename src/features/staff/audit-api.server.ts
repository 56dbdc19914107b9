import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getOne, numericId } from "#platform/http/staff-resource.server.ts";
import { listAuditActors, readAuditEvent } from "./audit-log.server.ts";

const actorKinds = ["staff", "learner", "visitor", "job", "provider", "command"] as const;
const change = z.record(z.string(), z.unknown()).nullable();
export const event = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.object({ kind: z.enum(actorKinds), id: z.string().nullable(), name: z.string().nullable() }),
  action: z.string().meta({ example: "order.refunded" }),
  entity: z.string(),
  entity_id: z.string(),
  before: change,
  after: change,
  request_id: z.string(),
});

const name = () => z.string().max(100).optional();
const instant = () => z.iso.datetime().optional();

export const auditFilter = z.object({
  entity: name(),
  entity_id: name(),
  entities: z.array(z.string().max(100)).min(1).max(20).optional(),
  action: name(),
  person_id: name().meta({ description: "A person of the shop: what they did, and what was done to them" }),
  actor_id: name(),
  actor_kind: z.enum(actorKinds).optional(),
  from: instant(),
  to: instant(),
});

export const one = getOne({
  access: readAuditEvent.permission,
  summary: "One event of the audit log",
  id: numericId(),
  row: event,
  read: readAuditEvent,
});

export const actors = staffEndpoint({
  access: listAuditActors.permission,
  summary: "Everyone who is or was of the staff, by name",
  input: z.object({}),
  reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
  handle: async (ctx) => ({ data: await listAuditActors(ctx) }),
});
