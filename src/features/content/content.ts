/** What a news list shows, read from an address such as `/news?search=audit&page=2`. */
export interface NewsListing {
  page: number;
  /** Empty without a search. */
  search: string;
}

export function parseNewsListing(query: URLSearchParams): NewsListing {
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

/** File of one size, for clients of the API; the site's pages build all sizes from `image`. */
export const bannerFile = (image: string) => `${image}-1440.webp`;

/** The text pages that have a route. */
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
