import type { z } from "zod";
import type { account } from "../../../src/features/staff/api.server.ts";

/** As the server describes it. */
export type Account = z.output<typeof account.reply>;
