import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getOne, numericId } from "#platform/http/staff-resource.server.ts";
import { auditEvent, listAuditActors, readAuditEvent } from "./audit-log.server.ts";

export const one = getOne({
  access: readAuditEvent.permission,
  summary: "Reads one event of the audit log",
  id: numericId(),
  row: auditEvent,
  read: readAuditEvent,
});

export const actors = staffEndpoint({
  access: listAuditActors.permission,
  summary: "Lists present and former staff, by name",
  input: z.object({}),
  reply: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }),
  handle: async (ctx) => ({ data: await listAuditActors(ctx) }),
});
