import type { z } from "zod";
import type { list } from "../../../src/features/staff/audit-api.server.ts";

/** As the server describes them. */
export type AuditPage = z.output<typeof list.reply>;
export type AuditEvent = AuditPage["data"][number];
