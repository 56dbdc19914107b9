import { fullDate } from "#i18n/dates.ts";
import { useLocale, Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Pagination } from "#ui/pagination.tsx";
import type { Page } from "#platform/page.ts";
import { Icon } from "#ui/icon.tsx";
import type { CourseSummary } from "../course.ts";
import { listingAddress, type Listing, withoutChoice } from "../listing.ts";
import type { Suggestion } from "../suggestions.ts";
import { CourseTile } from "./course-tile.tsx";
import { facets, type Choices } from "../filters.ts";
import { formatChoice, facetLabels } from "./listing-toolbar.tsx";
import { SuggestedListings } from "./suggested-listings.tsx";

/** The chosen filters, each a link that removes it. Renders nothing without filters. */
function ListingChosen({ listing, choices }: { listing: Listing; choices: Choices }) {
  const locale = useLocale();
  const chosen = facets.flatMap((facet) => {
    const value = listing.chosen[facet];
    if (value === undefined) return [];
    const knownChoice = choices[facet].find((choice) => choice.value === value);
    const name = formatChoice(facet, knownChoice ?? { value, name_ar: null }, locale);
    const label = facet === "seats" ? name : `${facetLabels[facet].label()}: ${name}`;
    return [{ facet, label }];
  });
  if (chosen.length === 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <ul aria-label={m.catalogue_chosen()} className="contents">
        {chosen.map(({ facet, label }) => (
          <li key={facet} className="min-w-0">
            <Link
              to={listingAddress(withoutChoice(listing, facet))}
              className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-2 bg-surface px-4 py-1.5 text-sm transition-ui hover:border-primary hover:text-primary"
            >
              <span className="sr-only">{m.catalogue_remove_choice()}</span>
              <span className="min-w-0 [overflow-wrap:anywhere]">{label}</span>
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

function ResultSentence({ total, listing: { q, from, to } }: { total: number; listing: Listing }) {
  const locale = useLocale();
  const formatDay = (date: string) => fullDate(date, locale);
  const dates =
    from && to
      ? m.catalogue_results_between({ from: formatDay(from), to: formatDay(to) })
      : from
        ? m.catalogue_results_from({ from: formatDay(from) })
        : to
          ? m.catalogue_results_until({ to: formatDay(to) })
          : "";
  const searchText = q && m.common_results_for({ words: isolate(q) });
  return (
    <p className="text-ink-2 [overflow-wrap:anywhere]">
      <b className="font-medium text-ink">{m.catalogue_results({ count: total })}</b> {searchText} {dates}
    </p>
  );
}

interface ListingResultsProps {
  courses: Page<CourseSummary>;
  listing: Listing;
  choices: Choices;
  /** Shown when there are no courses. */
  suggestions: Suggestion[];
  taxPercent: number;
}

export function ListingResults(props: ListingResultsProps) {
  return (
    <>
      <ListingChosen listing={props.listing} choices={props.choices} />
      <Results {...props} />
    </>
  );
}

function Results({ courses, listing, suggestions, taxPercent }: ListingResultsProps) {
  const pages = courses.last_page;
  if (courses.total === 0) {
    return (
      <EmptyState
        title={m.common_no_results()}
        action={
          <LinkButton variant="secondary" to="/courses">
            {m.catalogue_all_courses()}
          </LinkButton>
        }
      >
        {suggestions.length > 0 && (
          <>
            <p>{m.catalogue_empty_hint()}</p>
            <SuggestedListings listing={listing} suggestions={suggestions} />
          </>
        )}
      </EmptyState>
    );
  }
  if (courses.data.length === 0) {
    return (
      <EmptyState
        title={m.common_past_the_end({ page: courses.current_page })}
        action={
          <LinkButton variant="secondary" to={listingAddress({ ...listing, page: pages })}>
            {m.catalogue_to_last_page({ pages })}
          </LinkButton>
        }
      >
        {m.catalogue_past_the_end_hint({ pages })}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 tabular-nums">
        <div>
          <ResultSentence total={courses.total} listing={listing} />
          <p className="text-sm text-ink-3">{m.catalogue_prices_note({ percent: taxPercent })}</p>
        </div>
        {pages > 1 && (
          <p className="text-sm text-ink-3">{m.catalogue_page_of({ page: courses.current_page, pages })}</p>
        )}
      </div>
      <ul className="grid gap-x-7 gap-y-11 md:grid-cols-2 lg:grid-cols-3">
        {courses.data.map((course) => (
          <li key={course.id} className="grid min-w-0">
            <CourseTile course={course} taxPercent={taxPercent} perRow={3} headingLevel={2} />
          </li>
        ))}
      </ul>
      <Pagination
        page={courses.current_page}
        pageCount={pages}
        hrefFor={(page) => listingAddress({ ...listing, page })}
        labels={{
          nav: m.common_pages(),
          previous: m.common_page_previous(),
          next: m.common_page_next(),
          page: (page) => m.common_page({ page }),
        }}
        className="mt-14"
      />
    </>
  );
}
