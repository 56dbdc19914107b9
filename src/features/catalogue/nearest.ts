import { facets, type Choice, type Facet } from "./filters.ts";
import { isBareListing, withoutChoice, type Listing } from "./listing.ts";

/** What a suggestion changes: it leaves a filter, the dates or search words out, or is one choice of all courses. */
export type Change = { without: Facet | "dates" | "words" } | { facet: Facet; choice: Choice };

/** A list to offer where one is empty. */
export interface Suggestion {
  change: Change;
  listing: Listing;
  /** Number of courses. */
  total: number;
}

type Relaxed = Pick<Suggestion, "listing"> & { change: Extract<Change, { without: unknown }> };

const maxWords = 5;

/** The search with one word less: each in turn. Empty for a single word. */
export function dropWords(q: string): string[] {
  const words = q.split(/\s+/).filter(Boolean);
  if (words.length < 2 || words.length > maxWords) return [];
  return words.map((_, at) => words.toSpliced(at, 1).join(" "));
}

/** The listings that ask for one thing less. `searches`: other searches to try, besides none. */
export function relaxListing(listing: Listing, searches: readonly string[]): Relaxed[] {
  const base = { ...listing, page: 1 };
  const relaxed: Relaxed[] = [
    ...(listing.q ? [...searches, ""] : []).map((q) => ({
      change: { without: "words" as const },
      listing: { ...base, q },
    })),
    ...(listing.from || listing.to
      ? [{ change: { without: "dates" as const }, listing: { ...base, from: null, to: null } }]
      : []),
    ...facets
      .filter((facet) => listing.chosen[facet] !== undefined)
      .map((facet) => ({ change: { without: facet }, listing: withoutChoice(listing, facet) })),
  ];
  return relaxed.filter((one) => !isBareListing(one.listing));
}
