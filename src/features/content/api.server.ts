import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { line, optionalLine } from "#platform/http/fields.server.ts";
import { pageMeta } from "./page-meta.server.ts";

export const getMetaInformation = endpoint({
  summary: "Title, description and keywords of a page, by the type and slug its route carries.",
  description: "An unknown page answers the site's own title and description. `lang` (en, ar) goes before Accept-Language.",
  session: "optional",
  body: z.object({ type: line(30), name: optionalLine(), slug: line(), lang: z.enum(["en", "ar"], "choice").optional() }),
  reply: z.object({ meta_title: z.string(), meta_description: z.string(), meta_keywords: z.string() }),
  async handle(ctx, { type, slug, lang }) {
    const meta = await pageMeta(lang ? { ...ctx, locale: lang } : ctx, { type, slug });
    return { meta_title: meta.title, meta_description: meta.description, meta_keywords: meta.keywords };
  },
});
