import { z } from "zod";
import { getList, getOne, numericId } from "#platform/http/staff-resource.server.ts";
import { listAudit, readAuditEvent } from "./audit-log.server.ts";

const actorKinds = ["staff", "learner", "visitor", "job", "provider", "command"] as const;
const change = z.record(z.string(), z.unknown()).nullable();
const event = z.object({
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

export const list = getList({
  summary: "The audit log, newest first",
  sorts: ["id"],
  filter: z.object({
    entity: name(),
    entity_id: name(),
    action: name(),
    actor_id: name(),
    actor_kind: z.enum(actorKinds).optional(),
    from: instant(),
    to: instant(),
  }),
  row: event,
  list: listAudit,
});

export const one = getOne({ summary: "One event of the audit log", id: numericId(), row: event, read: readAuditEvent });
