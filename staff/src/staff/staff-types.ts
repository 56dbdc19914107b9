import type { z } from "zod";
import type { list, roles } from "../../../src/features/staff/staff.server.ts";

/** As the server describes them. */
export type Colleague = z.output<typeof list.reply>["data"][number];
export type Roles = z.output<typeof roles.reply>;
