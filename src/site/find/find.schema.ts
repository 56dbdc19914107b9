/** What the palette finds. */
import { z } from "zod";
import { entityNames } from "#features/content/editing/revision-entities.ts";

export const findReply = z.object({
  orders: z.array(z.object({ id: z.int(), buyer: z.string(), status: z.string(), total: z.string() })),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      profession: z.string(),
      scfhs_number: z.string(),
    }),
  ),
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
