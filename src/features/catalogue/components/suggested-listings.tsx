import { isolate } from "#i18n/isolate.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { listingAddress, type Listing } from "../listing.ts";
import type { Suggestion } from "../suggestions.ts";
import { facetLabels, formatChoice } from "./listing-toolbar.tsx";

function formatChange({ change, listing }: Suggestion, { q }: Listing, locale: Locale): string {
  if ("facet" in change) {
    const name = formatChoice(change.facet, change.choice, locale);
    return change.facet === "seats" ? name : `${facetLabels[change.facet].label()}: ${name}`;
  }
  switch (change.without) {
    case "words":
      return listing.q
        ? m.catalogue_search_for({ words: isolate(listing.q) })
        : m.catalogue_without_words({ words: isolate(q) });
    case "dates":
      return m.catalogue_without_dates();
    case "seats":
      return m.catalogue_without_seats();
    default:
      return `${facetLabels[change.without].label()}: ${facetLabels[change.without].all()}`;
  }
}

/** Links from `listing`, which has no courses, to similar listings, each with its number of courses. */
export function SuggestedListings({ listing, suggestions }: { listing: Listing; suggestions: Suggestion[] }) {
  const locale = useLocale();
  return (
    <ul
      aria-label={m.catalogue_nearest()}
      className="mx-auto mt-6 w-[min(34rem,calc(100vw-4.5rem))] border-t border-line text-start"
    >
      {suggestions.map((suggestion) => {
        const address = listingAddress(suggestion.listing);
        return (
          <li key={address}>
            <Link
              to={address}
              className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-3 font-medium text-ink transition-ui hover:text-primary"
            >
              <span className="min-w-0 wrap-anywhere">{formatChange(suggestion, listing, locale)}</span>{" "}
              <span className="flex flex-none items-center gap-3 text-sm font-normal text-ink-3 tabular-nums">
                {m.catalogue_results({ count: suggestion.total })}
                <Icon name="arrow-right" mirrors className="text-primary" />
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
