import { Link, useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { facets, type Choices } from "../filters.ts";
import { listingAddress, withoutChoice, type Listing } from "../listing.ts";
import { choiceWords, facetWords } from "./choice-words.ts";

/** What is chosen, each a link to the list without it. Nothing where nothing is. */
export function ListingChosen({ listing, choices }: { listing: Listing; choices: Choices }) {
  const locale = useLocale();
  const chosen = facets.flatMap((facet) => {
    const value = listing.chosen[facet];
    if (value === undefined) return [];
    const known = choices[facet].find((choice) => choice.value === value);
    const name = choiceWords(facet, known ?? { value, name_ar: null }, locale);
    const words = facet === "seats" ? name : `${facetWords[facet].label()}: ${name}`;
    return [{ facet, words }];
  });
  if (chosen.length === 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <ul aria-label={m.catalogue_chosen()} className="contents">
        {chosen.map(({ facet, words }) => (
          <li key={facet} className="min-w-0">
            <Link
              to={listingAddress(withoutChoice(listing, facet))}
              className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-2 bg-surface px-4 py-1.5 text-sm transition-ui hover:border-primary hover:text-primary"
            >
              <span className="sr-only">{m.catalogue_remove_choice()}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
              <Icon name="x" size="sm" className="flex-none" />
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to={listingAddress({ ...listing, page: 1, chosen: {} })}
        className="inline-link inline-flex min-h-11 items-center px-2 text-sm"
      >
        {m.catalogue_clear_choices()}
      </Link>
    </div>
  );
}
