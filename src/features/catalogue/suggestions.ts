import { facets, type Choice, type Facet } from "./filters.ts";
import { isBareListing, withoutChoice, type Listing } from "./listing.ts";

/** What a suggestion changes: it removes a filter, the dates or search words, or replaces everything by one choice. */
export type Change = { without: Facet | "dates" | "words" } | { facet: Facet; choice: Choice };

/** A list to offer when the requested one is empty. */
export interface Suggestion {
  change: Change;
  listing: Listing;
  /** Number of courses. */
  total: number;
}

type Relaxed = Pick<Suggestion, "listing"> & { change: Extract<Change, { without: unknown }> };

const maxWords = 5;

/** Returns the search without one of its words, for each word. Empty for a single word, or more than `maxWords`. */
export function dropWords(q: string): string[] {
  const words = q.split(/\s+/).filter(Boolean);
  if (words.length < 2 || words.length > maxWords) return [];
  return words.map((_, index) => words.toSpliced(index, 1).join(" "));
}

/**
 * Returns the variants of a listing without one filter or without its dates. If the listing has search words, there is
 * also a variant for each of `searches` and one without words.
 */
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
  return relaxed.filter(({ listing }) => !isBareListing(listing));
}
