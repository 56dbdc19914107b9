import type { z } from "zod";
import type { address, erasureFacts, list, one } from "../../../src/features/privacy/staff.server.ts";

/** People, as in the staff API. */
export type PersonRow = z.output<typeof list.reply>["data"][number];
export type Person = z.output<typeof one.reply>;
export type Erasure = z.output<typeof erasureFacts.reply>;
export type AddressFacts = z.output<typeof address.reply>;
