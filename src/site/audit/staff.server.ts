import { z } from "zod";
import { auditFilter, event } from "#features/staff/audit-api.server.ts";
import { getList } from "#platform/http/staff-resource.server.ts";
import { listNamedAudit } from "./audit-records.server.ts";

const record = z.object({
  eng: z.string(),
  ar: z.string().nullable(),
  start_date: z.string().nullable().meta({ description: "Of a run" }),
  end_date: z.string().nullable(),
});

export const list = getList({
  access: listNamedAudit.permission,
  summary: "The audit log, newest first",
  sorts: ["id"],
  filter: auditFilter,
  row: event.extend({
    record: record.nullable().meta({ description: "What people call the record; null without a name" }),
  }),
  list: listNamedAudit,
});
