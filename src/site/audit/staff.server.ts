import { z } from "zod";
import { auditEvent, auditFilter } from "#features/staff/audit-log.server.ts";
import { getList } from "#platform/http/staff-resource.server.ts";
import { searchText } from "#platform/http/fields.server.ts";
import { listNamedAudit } from "./audit-records.server.ts";

const record = z.object({
  eng: z.string(),
  ar: z.string().nullable(),
  startDate: z.string().nullable().meta({ description: "First day of a run; null for other records" }),
  endDate: z.string().nullable(),
});

export const list = getList({
  access: listNamedAudit.permission,
  summary: "The audit log, newest first",
  sorts: ["at", "id"],
  filter: auditFilter.extend({
    q: searchText(100).optional().meta({
      description: "An order's number, or part of a person, a course, a title or an action in either language",
    }),
  }),
  row: auditEvent.extend({
    record: record.nullable().meta({ description: "Name of the record; null if it has none" }),
  }),
  list: listNamedAudit,
});
