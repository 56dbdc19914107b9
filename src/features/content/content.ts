import type { z } from "zod";
import type * as schema from "./content.schema.server.ts";

/** Such as `/news?search=audit&page=2`. */
export interface NewsListing {
  page: number;
  /** Empty for none. */
  search: string;
}

export function newsListingOf(query: URLSearchParams): NewsListing {
  const page = /^[1-9]\d{0,4}$/.exec(query.get("page") ?? "");
  // eslint-disable-next-line no-control-regex
  const search = (query.get("search") ?? "")
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .trim()
    .slice(0, 120);
  return { page: page ? Number(page[0]) : 1, search: search.isWellFormed() ? search : "" };
}

export function newsAddress({ page, search }: NewsListing): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text ? `/news?${text}` : "/news";
}

/** Texts named `…_ar` may be null: an Arabic page then shows the English one. Descriptions and bodies are safe HTML. */
export type Banner = z.output<typeof schema.banner>;
export type StaticPage = z.output<typeof schema.staticPage>;
export type Faq = z.output<typeof schema.faq>;
export type NewsSummary = z.output<typeof schema.newsSummary>;
export type NewsItem = z.output<typeof schema.newsItem>;
export type NewsPage = z.output<typeof schema.newsPage>;
export type TeamMember = z.output<typeof schema.member>;
export type ContactSettings = z.output<typeof schema.contactSettings>;
export type SoftwareModule = z.output<typeof schema.softwareModule>;

/** Instants are ISO 8601, UTC. */
export interface FeedStory extends Pick<
  NewsSummary,
  "slug" | "title_eng" | "title_ar" | "excerpt_eng" | "excerpt_ar" | "created_at"
> {
  updated_at: string;
}

/** For clients that take one size; pages build a whole set from `image`. */
export const bannerFile = (image: string) => `${image}-1440.webp`;

/** The pages of text that the site has a route for. */
export const staticPageSlugs = [
  "about-us",
  "about-us-arabic",
  "mission",
  "vision",
  "core-values",
  "what-we-do",
  "privacy-policy",
  "terms-and-conditions",
] as const;

export const moduleGroups = ["quality", "hospital", "laboratory", "radar"] as const;
