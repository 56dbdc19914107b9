import { z } from "zod";
import { entityNames } from "#features/editing/revision-entities.ts";
import { orderStatus } from "#features/orders/fields.server.ts";
import { optionalLine } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { find } from "./find.server.ts";

const reply = z.object({
  orders: z.array(z.object({ id: z.int(), buyer: z.string(), status: orderStatus, total: z.string() })),
  runs: z.array(
    z.object({
      id: z.int(),
      name_eng: z.string(),
      name_ar: z.string().nullable(),
      start_date: z.string(),
      end_date: z.string(),
      cancelled: z.boolean(),
    }),
  ),
  content: z.array(z.object({ id: z.string(), entity: z.enum(entityNames), title: z.string(), state: z.string() })),
});
export type Found = z.output<typeof reply>;

export const found = staffEndpoint({
  summary: "Orders, people, runs and content that hold a text: at most five of each kind the caller may see",
  input: z.object({ q: optionalLine(100) }),
  reply,
  handle: find,
});
