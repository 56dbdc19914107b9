import { z } from "zod";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { line, optionalLine, whole } from "#platform/http/fields.server.ts";
import * as schema from "./content.schema.server.ts";
import { newsItem, newsList, popularNews as popular } from "./news.server.ts";
import { pageMeta } from "./page-meta.server.ts";
import { banners, faqs, staticPage, contactSettings as contact } from "./pages.server.ts";

/** The row offset of this page still fits PostgreSQL's integer. */
const lastPossiblePage = 100_000;

export const getMetaInformation = endpoint({
  summary: "Title, description and keywords of a page, found by the type and slug of its route.",
  description:
    "For an unknown page, the site's own title and description. `lang` (en, ar) takes precedence over Accept-Language.",
  session: "optional",
  body: z.object({
    type: line(30),
    name: optionalLine(),
    slug: line(),
    lang: z.enum(["en", "ar"], "choice").optional(),
  }),
  reply: z.object({ meta_title: z.string(), meta_description: z.string(), meta_keywords: z.string() }),
  async handle(ctx, { type, slug, lang }) {
    const meta = await pageMeta(lang ? { ...ctx, locale: lang } : ctx, { type, slug });
    return { meta_title: meta.title, meta_description: meta.description, meta_keywords: meta.keywords };
  },
});

export const bannerImages = endpoint({
  summary: "The slides of a carousel such as `home`.",
  session: "optional",
  body: z.object({ slug: line() }),
  reply: z.object({ banners: z.array(schema.banner) }),
  handle: async (ctx, { slug }) => ({ banners: await banners(ctx, slug) }),
});

export const staticPages = endpoint({
  summary: "A page of text, in both languages.",
  session: "optional",
  body: z.object({ slug: line(), lang: z.enum(["en", "ar"], "choice").nullish() }),
  reply: z.object({ data: schema.staticPage }),
  errors: { 404: "No such page; the message is in the language `lang`." },
  handle: async (ctx, { slug, lang }) => ({ data: await staticPage(lang ? { ...ctx, locale: lang } : ctx, slug) }),
});

export const faq = endpoint({
  summary: "Every question with its answer.",
  session: "optional",
  body: z.object({}),
  reply: z.object({ data: z.array(schema.faq) }),
  handle: async (ctx) => ({ data: await faqs(ctx) }),
});

export const contactSettings = endpoint({
  summary: "Contact details of the company, and its team.",
  session: "optional",
  body: z.object({}),
  reply: schema.contactSettings,
  handle: (ctx) => contact(ctx),
});

export const popularNews = endpoint({
  summary: "Up to four stories for the slider.",
  session: "optional",
  body: z.object({}),
  reply: z.object({ data: z.array(schema.newsSummary) }),
  handle: async (ctx) => ({ data: await popular(ctx) }),
});

export const newsInsights = endpoint({
  summary: "Stories, newest first, six per page.",
  session: "optional",
  body: z.object({
    page: whole(1, lastPossiblePage).default(1),
    search: optionalLine(),
  }),
  reply: schema.newsPage,
  handle: (ctx, input) => newsList(ctx, input),
});

export const newsInsightsDetails = endpoint({
  summary: "One story with its text.",
  session: "optional",
  body: z.object({ slug: line() }),
  reply: z.object({ data: schema.newsItem }),
  errors: { 404: "No such story." },
  handle: async (ctx, { slug }) => ({ data: await newsItem(ctx, slug) }),
});
