import { z } from "zod";
import { optionalSearchText } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { entityNames } from "#features/content/entities/revision-entities.ts";
import { find } from "./find.server.ts";

const findReply = z.object({
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
      startDate: z.string(),
      endDate: z.string(),
      cancelled: z.boolean(),
    }),
  ),
  content: z.array(z.object({ id: z.string(), entity: z.enum(entityNames), title: z.string(), state: z.string() })),
});

export const search = staffEndpoint({
  access: find.permission,
  summary: "Finds orders, people, runs and content that contain a text: at most five of each kind the caller may see",
  input: z.object({ q: optionalSearchText(100) }),
  reply: findReply,
  handle: find,
});
