import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { useSearchPlaceholder } from "#i18n/label.tsx";
import { useLocalePath, useLocale } from "#i18n/link.tsx";
import { formatTypedDate, parseTypedDate } from "#i18n/typed-date.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { DateRangeField, type TypedRange } from "#ui/date-range-field.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import { monthAndYear } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import type { Locale } from "#i18n/locale.ts";
import { listingAddress, parseListing, type Listing } from "../listing.ts";
import {
  facets,
  freeSeatsValue,
  sorts,
  type Choices,
  type Chosen,
  type Sort,
  hourRanges,
  onlinePlace,
  priceRanges,
  type Choice,
  type Facet,
} from "../filters.ts";

export const facetLabels: Record<Exclude<Facet, "seats">, { label: () => string; all: () => string }> = {
  category: { label: m.catalogue_filter_category, all: m.catalogue_filter_category_all },
  place: { label: m.catalogue_filter_place, all: m.catalogue_filter_place_all },
  month: { label: m.catalogue_filter_month, all: m.catalogue_filter_month_all },
  hours: { label: m.common_cme_hours, all: m.catalogue_filter_hours_all },
  price: { label: m.catalogue_filter_price, all: m.catalogue_filter_price_all },
};

const groupThousands = (riyals: number) => String(riyals).replace(/\B(?=(\d{3})+$)/g, ",");

function formatHoursRange(value: string): string {
  const range = hourRanges.find((candidate) => candidate.value === value);
  if (!range) return value;
  const { from, to } = range;
  if (to === null) return m.catalogue_hours_over({ from });
  return from === 0 ? m.catalogue_hours_up_to({ to }) : m.catalogue_hours_between({ from, to });
}

function formatPriceRange(value: string): string {
  const range = priceRanges.find((candidate) => candidate.value === value);
  if (!range) return value;
  const from = groupThousands(range.from);
  if (range.to === null) return m.catalogue_price_from({ from });
  const to = groupThousands(range.to);
  return range.from === 0 ? m.catalogue_price_under({ to }) : m.catalogue_price_between({ from, to });
}

function formatPlace({ value, name_ar }: Pick<Choice, "value" | "name_ar">, locale: Locale): string {
  if (value === onlinePlace) return m.catalogue_place_online();
  return locale === "ar" && name_ar ? name_ar : isolate(value);
}

/** Formats a choice and its number of courses, such as `Riyadh (12)`. */
const withCount = (name: string, total: number): string => `${name} (${total})`;

export function formatChoice(facet: Facet, choice: Pick<Choice, "value" | "name_ar">, locale: Locale): string {
  switch (facet) {
    case "category":
      return choice.value === "healthcare-quality" ? m.catalogue_category_quality() : m.catalogue_category_education();
    case "place":
      return formatPlace(choice, locale);
    case "month":
      return monthAndYear(choice.value, locale);
    case "hours":
      return formatHoursRange(choice.value);
    case "price":
      return formatPriceRange(choice.value);
    case "seats":
      return m.catalogue_filter_seats();
  }
}

const sortLabels: Record<Sort, () => string> = {
  soonest: m.catalogue_sort_soonest,
  price: m.catalogue_sort_price,
  hours: m.catalogue_sort_hours,
};

interface FilterDraft {
  chosen: Chosen;
  sort: Sort | null;
}

interface ListingFiltersProps extends FilterDraft {
  choices: Choices;
  /** Whether there are search words. Their results are sorted by rank; other lists by date, soonest first. */
  hasWords: boolean;
  onChange: (draft: FilterDraft) => void;
}

/** Native controls of the surrounding form. On phones they are inside a disclosure. */
function ListingFilters({ choices, chosen, sort, hasWords, onChange }: ListingFiltersProps) {
  const locale = useLocale();
  const usedCount = facets.filter((facet) => chosen[facet] !== undefined).length;
  const sortChoices = hasWords ? sorts : sorts.filter((choice) => choice !== "soonest");
  const selects = facets.filter((facet) => facet !== "seats");
  const bookableCount = choices.seats[0]?.total ?? 0;
  return (
    <details className="open-from-md group col-span-full">
      <summary className="flex min-h-11 list-none flex-wrap items-center justify-between gap-3 rounded-control font-medium text-primary [&::-webkit-details-marker]:hidden">
        <span>
          {m.catalogue_filters()}
          {usedCount > 0 && (
            <span className="ms-2 text-sm font-normal text-ink-2">
              {m.catalogue_filters_used({ count: usedCount })}
            </span>
          )}
        </span>
        <Icon name="chevron-down" className="transition-transform duration-(--nh-fast) group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] items-end gap-x-3 gap-y-4 border-t border-line pt-4 max-md:mt-2">
        {selects.map((facet) => {
          const { label, all } = facetLabels[facet];
          const value = chosen[facet] ?? "";
          const facetChoices = choices[facet];
          // Also offer the choice in the address when it matches no course.
          const offered =
            value === "" || facetChoices.some((choice) => choice.value === value)
              ? facetChoices
              : [...facetChoices, { value, name_ar: null, total: 0 }];
          return (
            <Select
              key={facet}
              name={facet}
              label={label()}
              placeholder={all()}
              value={value}
              onChange={({ target }) => {
                const { [facet]: _removed, ...others } = chosen;
                onChange({ chosen: target.value ? { ...others, [facet]: target.value } : others, sort });
              }}
              options={offered.map((choice) => ({
                value: choice.value,
                label: withCount(formatChoice(facet, choice, locale), choice.total),
              }))}
            />
          );
        })}
        <Select
          name="sort"
          label={m.catalogue_sort()}
          placeholder={hasWords ? m.catalogue_sort_rank() : m.catalogue_sort_soonest()}
          value={sort ?? ""}
          onChange={({ target }) => onChange({ chosen, sort: sorts.find((choice) => choice === target.value) ?? null })}
          options={sortChoices.map((choice) => ({ value: choice, label: sortLabels[choice]() }))}
        />
        <Checkbox
          className="col-span-full"
          name="seats"
          value={freeSeatsValue}
          checked={chosen.seats !== undefined}
          onChange={({ target }) => {
            const { seats: _removed, ...others } = chosen;
            onChange({ chosen: target.checked ? { ...others, seats: freeSeatsValue } : others, sort });
          }}
          label={withCount(m.catalogue_filter_seats(), bookableCount)}
        />
      </div>
    </details>
  );
}

interface ListingDatesProps {
  dates: TypedRange;
  onChange: (dates: TypedRange) => void;
  wrong: keyof TypedRange | null;
}

function ListingDates({ dates, onChange, wrong }: ListingDatesProps) {
  return (
    <DateRangeField
      locale={useLocale()}
      value={{ from: dates.from, to: dates.to }}
      onChange={onChange}
      names={{ from: "from", to: "to" }}
      error={wrong && { of: wrong, message: m.catalogue_dates_wrong() }}
      label={m.catalogue_dates_label()}
      labels={{
        from: m.catalogue_from(),
        to: m.catalogue_to(),
        format: m.catalogue_dates_format(),
        open: m.catalogue_dates_open(),
        clear: m.catalogue_dates_clear(),
        apply: m.common_action_apply(),
        previous: m.catalogue_dates_previous(),
        next: m.catalogue_dates_next(),
      }}
    />
  );
}

const toDraft = (address: string, { q, from, to, chosen, sort }: Listing) => ({
  address,
  q,
  from: formatTypedDate(from),
  to: formatTypedDate(to),
  chosen,
  sort,
  wrong: null as "from" | "to" | null,
});

/**
 * The page's address contains the applied filters; this form only drafts the next ones. It works without JavaScript.
 */
export function ListingToolbar({
  listing,
  choices,
  isPending,
}: {
  listing: Listing;
  choices: Choices;
  isPending: boolean;
}) {
  const navigate = useNavigate();
  const path = useLocalePath();
  const appliedAddress = listingAddress({ ...listing, page: 1 });
  const [draft, setDraft] = useState(toDraft(appliedAddress, listing));
  if (draft.address !== appliedAddress) setDraft(toDraft(appliedAddress, listing));

  const form = useRef<HTMLFormElement>(null);
  // Input from before hydration is in the page but not in the draft yet.
  useLayoutEffect(() => {
    if (!form.current) return;
    const typed = new FormData(form.current);
    const [q, from, to] = ["q", "from", "to"].map((name) => String(typed.get(name) ?? ""));
    const entries = [...typed].filter((entry): entry is [string, string] => typeof entry[1] === "string");
    const { chosen, sort } = parseListing(new URLSearchParams(entries));
    setDraft((draft) => ({ ...draft, q: q ?? "", from: from ?? "", to: to ?? "", chosen, sort }));
  }, []);

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    apply(draft);
  }

  function apply({ chosen, sort }: FilterDraft) {
    const [from, to] = [parseTypedDate(draft.from), parseTypedDate(draft.to)];
    const wrong = draft.from.trim() && !from ? "from" : draft.to.trim() && !to ? "to" : null;
    if (wrong) {
      setDraft({ ...draft, chosen, sort, wrong });
      form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus();
      return;
    }
    setDraft({ ...draft, chosen, sort });
    void navigate(path(listingAddress({ page: 1, q: draft.q.trim(), from, to, chosen, sort })));
  }

  return (
    <form
      ref={form}
      role="search"
      action={path("/courses")}
      method="get"
      onSubmit={search}
      className="relative z-2 -mt-17 grid grid-cols-[minmax(0,1fr)] items-start gap-3 rounded-[18px] border border-line bg-surface p-4 shadow-2 md:grid-cols-[minmax(0,1fr)_auto_auto] [&_[type=search]]:h-12 lg:grid-cols-[minmax(0,1fr)_20.5rem_auto_auto]"
    >
      <TextField
        className="max-lg:col-span-full"
        type="search"
        name="q"
        maxLength={120}
        icon="search"
        label={m.catalogue_search_label()}
        hideLabel
        placeholder={useSearchPlaceholder()}
        value={draft.q}
        onChange={(event) => setDraft({ ...draft, q: event.target.value })}
      />
      <ListingDates
        dates={draft}
        onChange={({ from, to }) => setDraft({ ...draft, from, to, wrong: null })}
        wrong={draft.wrong}
      />
      <Button type="submit" isPending={isPending}>
        {m.common_action_search()}
      </Button>
      <LinkButton variant="ghost" to="/courses">
        <Icon name="rotate-ccw" size="sm" />
        {m.catalogue_reset()}
      </LinkButton>
      <ListingFilters
        choices={choices}
        chosen={draft.chosen}
        sort={draft.sort}
        hasWords={listing.q !== ""}
        onChange={apply}
      />
    </form>
  );
}
