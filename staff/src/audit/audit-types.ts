import type { z } from "zod";
import type { list } from "../../../src/site/audit/staff.server.ts";

/** As the server describes them. */
export type AuditPage = z.output<typeof list.reply>;
export type AuditEvent = AuditPage["data"][number];
