import { parseTypedDate } from "#i18n/typed-date.ts";
import { facets, facetValue, sorts, type Chosen, type Facet, type Sort } from "./filters.ts";

/** What an address of the list asks for, such as `/courses?q=safety&from=2027-01-01&place=Riyadh&sort=price&page=2`. */
export interface Listing {
  page: number;
  /** Search words; empty without a search. */
  q: string;
  from: string | null;
  to: string | null;
  chosen: Chosen;
  /** Null: by rank for a search, else soonest first. */
  sort: Sort | null;
}

/** Parses the address. Invalid values count as absent; reversed dates are swapped. */
export function parseListing(query: URLSearchParams): Listing {
  // A form without JavaScript sends dates as typed.
  const parseDay = (name: string) => parseTypedDate(query.get(name) ?? "");
  const page = /^[1-9]\d{0,4}$/.exec(query.get("page") ?? "");
  // eslint-disable-next-line no-control-regex
  const q = (query.get("q") ?? "")
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .trim()
    .slice(0, 120);
  const [from, to] = [parseDay("from"), parseDay("to")];
  const isReversed = from !== null && to !== null && from > to;
  const words = q.isWellFormed() ? q : "";
  const values = facets.map((facet) => [facet, facetValue(facet, query.get(facet))] as const);
  const sort = sorts.find((choice) => choice === query.get("sort")) ?? null;
  return {
    page: page ? Number(page[0]) : 1,
    q: words,
    from: isReversed ? to : from,
    to: isReversed ? from : to,
    chosen: Object.fromEntries(values.filter(([, value]) => value !== null)),
    sort: sort === "soonest" && !words ? null : sort,
  };
}

export const withoutChoice = (listing: Listing, facet: Facet): Listing => {
  const { [facet]: _removed, ...chosen } = listing.chosen;
  return { ...listing, page: 1, chosen };
};

/** Whether the listing has no filters and no search, whatever its page and sort order. */
export const isBareListing = (listing: Listing): boolean =>
  listingAddress({ ...listing, page: 1, sort: null }) === "/courses";

export function listingAddress({ page, q, from, to, chosen, sort }: Listing): string {
  const query = new URLSearchParams();
  if (q) query.set("q", q);
  if (from) query.set("from", from);
  if (to) query.set("to", to);
  for (const facet of facets) if (chosen[facet]) query.set(facet, chosen[facet]);
  if (sort) query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text ? `/courses?${text}` : "/courses";
}
