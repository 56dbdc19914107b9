import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { optionalLine } from "#platform/http/fields.server.ts";
import { searchRanked } from "./search.server.ts";
import { kinds } from "./search.ts";

export const search = endpoint({
  summary: "Searches courses, news, pages and questions, best match first; at most 8 of each kind, `total` counts all.",
  description:
    "Tolerates typos and Arabic spelling variants. `excerpt` is HTML: escaped text with <mark> as its only element. A text without words finds nothing.",
  session: "optional",
  body: z.object({ search_val: optionalLine(200) }),
  reply: z.object({
    data: z.array(
      z.object({
        type: z.enum(kinds),
        title: z.string(),
        excerpt: z.string(),
        url: z.string().describe("A path of this site, without language."),
        image: z.string().nullable().describe("Base name of the picture, without width and format."),
        lang: z.enum(["en", "ar"]).describe("Language of title and excerpt."),
      }),
    ),
    total: z.int(),
  }),
  async handle(ctx, { search_val }) {
    const { hits, total } = await searchRanked(ctx, search_val);
    return {
      data: hits.map(({ type, title, excerpt, url, image, lang }) => ({ type, title, excerpt, url, image, lang })),
      total,
    };
  },
});
