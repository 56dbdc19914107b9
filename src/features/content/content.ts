import type { ImageDetails } from "#features/content/media/uploaded-picture.ts";
import type { LocalizedText } from "#i18n/localized-text.tsx";
import type { Page } from "#platform/page.ts";

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

/** Texts named `…_ar` may be null: an Arabic page then shows the English one. */

export interface Banner {
  id: number;
  /** File under /admin/images/banners/. */
  banner: string;
  /** Base name under /admin/images/banners/, without width and format. */
  image: string;
  image_details?: ImageDetails | null;
  title_eng: string;
  title_ar: string | null;
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

/** Descriptions are safe HTML (platform/rich-text.server.ts); shown as they are. */
export interface StaticPage {
  slug: string;
  heading_eng: string;
  heading_ar: string | null;
  description_eng: string;
  description_ar: string | null;
  /** The day a legal text applies from, `YYYY-MM-DD`. */
  updated_on: string | null;
}

/** Descriptions are safe HTML. */
export interface Faq {
  id: number;
  heading_eng: string;
  heading_ar: string | null;
  description_eng: string;
  description_ar: string | null;
}

export interface NewsSummary {
  id: number;
  slug: string;
  title_eng: string;
  title_ar: string | null;
  /** One or two plain sentences. */
  excerpt_eng: string;
  excerpt_ar: string | null;
  /** Base name under /admin/images/news/, without width and format. */
  image: string;
  image_details?: ImageDetails | null;
  /** Its page here, or the publication it first appeared in. */
  link: string;
  /** ISO 8601, UTC. */
  created_at: string;
}

/** Bodies are safe HTML. */
export interface NewsItem extends NewsSummary {
  body_eng: string;
  body_ar: string | null;
}

/** Instants are ISO 8601, UTC. */
export interface FeedStory extends Pick<
  NewsSummary,
  "slug" | "title_eng" | "title_ar" | "excerpt_eng" | "excerpt_ar" | "created_at"
> {
  updated_at: string;
}

export type NewsPage = Page<NewsSummary>;

export interface TeamMember {
  title_eng: string;
  title_ar: string | null;
  name_eng: string;
  name_ar: string | null;
  email: string;
  /** Of an uploaded photograph; null without one. */
  image?: string | null;
  image_details?: ImageDetails | null;
}

/** Contact infos are safe HTML. */
export interface ContactSettings {
  contact_info_eng: string;
  contact_info_ar: string | null;
  members_info: TeamMember[];
}

export const moduleGroups = ["quality", "hospital", "laboratory", "radar"] as const;
export type ModuleGroup = (typeof moduleGroups)[number];

/** Of a system's part ("Name: what it does") also who works with it and what it exchanges data with. */
export interface ModuleFeature extends LocalizedText {
  used_by?: LocalizedText;
  connects_to?: LocalizedText;
}

export interface SoftwareModule {
  group: ModuleGroup;
  slug: string;
  name_eng: string;
  name_ar: string | null;
  description_eng: string;
  description_ar: string | null;
  features: ModuleFeature[];
}
