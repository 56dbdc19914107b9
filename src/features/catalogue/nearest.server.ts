import type { Ctx } from "#platform/context.server.ts";
import { cachedList, countListed, listChoices, readVenues, toCacheKey, toListInput } from "./courses.server.ts";
import type { Listing } from "./listing.ts";
import { dropWords, relaxListing, type Suggestion } from "./nearest.ts";
import { monthNamed, venuesNamed, type Venue } from "./place-words.ts";

/** Other searches to offer: what names a city or month, or the other words; without these one word less. */
function otherSearches(q: string, venues: readonly Venue[]): string[] {
  const names = venuesNamed(q, venues) ?? monthNamed(q);
  return names?.rest ? [names.rest, names.named] : dropWords(q);
}

/**
 * Suggests lists for one without a course: those that ask for one thing less and have courses; if none has, each subject
 * and each place.
 */
export function listNearest(ctx: Ctx, listing: Listing): Promise<Suggestion[]> {
  const key = ["nearest", listing.sort, ...toCacheKey(toListInput(listing))];
  return cachedList(ctx, key, async (ctx) => {
    const suggestions: Suggestion[] = [];
    // One after another: an empty list must not take all connections.
    for (const relaxed of relaxListing(listing, otherSearches(listing.q, await readVenues(ctx)))) {
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
