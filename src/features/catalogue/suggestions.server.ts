import type { Ctx } from "#platform/context.server.ts";
import { cachedList, countListed, listChoices, readVenues, toCacheKey, toListInput } from "./courses.server.ts";
import type { Listing } from "./listing.ts";
import { dropWords, relaxListing, type Suggestion } from "./suggestions.ts";
import { monthNamed, venuesNamed, type Venue } from "./place-words.ts";

/**
 * Returns shorter searches to offer. If `q` names a city or a month: only its other words, and only that name.
 * Otherwise `q` without one of its words.
 */
function listShorterSearches(q: string, venues: readonly Venue[]): string[] {
  const match = venuesNamed(q, venues) ?? monthNamed(q);
  return match?.rest ? [match.rest, match.named] : dropWords(q);
}

/**
 * Suggests other lists when a list is empty: the variants of `relaxListing` that have courses; if none has, one list
 * for each category and each place.
 */
export function listSuggestions(ctx: Ctx, listing: Listing): Promise<Suggestion[]> {
  const key = ["suggestions", listing.sort, ...toCacheKey(toListInput(listing))];
  return cachedList(ctx, key, async (ctx) => {
    const suggestions: Suggestion[] = [];
    // Count one after another, so that one empty list does not take all database connections.
    for (const relaxed of relaxListing(listing, listShorterSearches(listing.q, await readVenues(ctx)))) {
      const total = await countListed(ctx, toListInput(relaxed.listing));
      if (total > 0) suggestions.push({ ...relaxed, total });
    }
    if (suggestions.length > 0) return suggestions;
    const choices = await listChoices(ctx, {});
    return (["category", "place"] as const).flatMap((facet) =>
      choices[facet].map((choice) => ({
        change: { facet, choice },
        listing: { ...listing, page: 1, q: "", from: null, to: null, chosen: { [facet]: choice.value } },
        total: choice.total,
      })),
    );
  });
}
