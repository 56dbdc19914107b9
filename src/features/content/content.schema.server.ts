import { createSelectSchema } from "drizzle-zod";
import { z } from "zod";
import { imageDetails } from "#features/content/media/media.schema.ts";
import { createPageSchema } from "#platform/http/page.schema.ts";
import { banners, faqs, moduleFeatures, news, softwareModules, staticPages, teamMembers } from "./tables.server.ts";

/**
 * Each schema holds every column of its table except those that it omits by name, so a new column becomes public. Only
 * types of this file reach the browser.
 */
const html = z.string().describe("Safe HTML.");
const descriptions = { description_eng: html, description_ar: html.nullable() };

export const bannerFacts = createSelectSchema(banners, {
  image: z.string().describe("Base name of the same picture: add -{width}.avif or .webp."),
}).omit({ slug: true, position: true });
export const banner = bannerFacts.extend({
  banner: z.string().describe("File under /admin/images/banners/."),
  image_details: imageDetails,
});

export const staticPage = createSelectSchema(staticPages, descriptions).omit({ updated_at: true });

export const faq = createSelectSchema(faqs, descriptions).omit({ position: true });

/** `link` and `created_at` have the types of the table; `responseFields` has those of replies. */
export const newsFacts = createSelectSchema(news, {
  image: z.string().describe("Base name under /admin/images/news/."),
  body_eng: html,
  body_ar: html.nullable(),
}).omit({
  popular_position: true,
  search_title_eng: true,
  search_title_ar: true,
  search_description_eng: true,
  search_description_ar: true,
  share_image: true,
  updated_at: true,
});
const responseFields = {
  image_details: imageDetails,
  link: z.string().describe("A path of this site, or the address of the first publication."),
  created_at: z.string().describe("ISO 8601, UTC."),
};
export const newsSummaryFacts = newsFacts.omit({ body_eng: true, body_ar: true });
export const newsSummary = newsSummaryFacts.extend(responseFields);
export const newsItem = newsFacts.extend(responseFields);

export const newsPage = createPageSchema(newsSummary);

export const memberFacts = createSelectSchema(teamMembers).omit({ id: true, position: true });
export const member = memberFacts.extend({ image: memberFacts.shape.image.optional(), image_details: imageDetails });

export const contactSettings = z.object({
  contact_info_eng: html,
  contact_info_ar: html.nullable(),
  members_info: z.array(member),
});

export const softwareModule = createSelectSchema(softwareModules, { features: moduleFeatures }).omit({
  position: true,
});

/** Texts named `…_ar` may be null: an Arabic page then shows the English one. Descriptions and bodies are safe HTML. */
export type Banner = z.output<typeof banner>;
export type StaticPage = z.output<typeof staticPage>;
export type Faq = z.output<typeof faq>;
export type NewsSummary = z.output<typeof newsSummary>;
export type NewsItem = z.output<typeof newsItem>;
export type NewsPage = z.output<typeof newsPage>;
export type TeamMember = z.output<typeof member>;
export type ContactSettings = z.output<typeof contactSettings>;
export type SoftwareModule = z.output<typeof softwareModule>;

/** Instants are ISO 8601, UTC. */
export interface FeedStory extends Pick<
  NewsSummary,
  "slug" | "title_eng" | "title_ar" | "excerpt_eng" | "excerpt_ar" | "created_at"
> {
  updated_at: string;
}
