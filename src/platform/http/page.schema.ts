import { z } from "zod";

/** A page of a list in the public API. Pages and items count from 1; `from` and `to` are null on an empty page. */
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
