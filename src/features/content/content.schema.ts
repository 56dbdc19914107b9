import { z } from "zod";
import { imageDetails } from "#features/content/media/media.schema.ts";
import { pageOfSchema } from "#platform/http/page.schema.ts";

/** Only types of this file reach the browser. */
const localised = z.string().nullable();
const html = z.string().describe("Safe HTML.");

export const banner = z.object({
  id: z.int(),
  banner: z.string().describe("File under /admin/images/banners/."),
  image: z.string().describe("The same picture's base name: add -{width}.avif or .webp."),
  image_details: imageDetails,
  title_eng: z.string(),
  title_ar: localised,
});

export const staticPage = z.object({
  slug: z.string(),
  heading_eng: z.string(),
  heading_ar: localised,
  description_eng: html,
  description_ar: html.nullable(),
  updated_on: localised,
});

export const faq = z.object({
  id: z.int(),
  heading_eng: z.string(),
  heading_ar: localised,
  description_eng: html,
  description_ar: html.nullable(),
});

export const newsSummary = z.object({
  id: z.int(),
  slug: z.string(),
  title_eng: z.string(),
  title_ar: localised,
  excerpt_eng: z.string(),
  excerpt_ar: localised,
  image: z.string().describe("Base name under /admin/images/news/."),
  image_details: imageDetails,
  link: z.string().describe("A path of this site, or the address of the first publication."),
  created_at: z.string().describe("ISO 8601, UTC."),
});

export const newsItem = newsSummary.extend({ body_eng: html, body_ar: html.nullable() });

export const newsPage = pageOfSchema(newsSummary);

const member = z.object({
  title_eng: z.string(),
  title_ar: localised,
  name_eng: z.string(),
  name_ar: localised,
  email: z.string(),
  image: localised.optional(),
  image_details: imageDetails,
});
export const contactSettings = z.object({
  contact_info_eng: html,
  contact_info_ar: html.nullable(),
  members_info: z.array(member),
});
