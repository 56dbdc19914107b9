import { z } from "zod";

export const createPageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
    total: z.int(),
    data: z.array(item),
  });
