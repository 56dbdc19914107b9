import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Checkbox } from "#ui/checkbox.tsx";
import { Icon } from "#ui/icon.tsx";
import { Select } from "#ui/select.tsx";
import { facets, freeSeats, sorts, type Choices, type Chosen, type Sort } from "../filters.ts";
import { choiceWords, countedWords, facetWords } from "./choice-words.ts";

const sortWords: Record<Sort, () => string> = {
  soonest: m.catalogue_sort_soonest,
  price: m.catalogue_sort_price,
  hours: m.catalogue_sort_hours,
};

export interface FilterDraft {
  chosen: Chosen;
  sort: Sort | null;
}

export interface ListingFiltersProps extends FilterDraft {
  choices: Choices;
  /** A search is answered by rank; without words the soonest come first. */
  hasWords: boolean;
  onChange: (draft: FilterDraft) => void;
}

/** The browser's own controls, of the form around them; on phones behind a disclosure. */
export function ListingFilters({ choices, chosen, sort, hasWords, onChange }: ListingFiltersProps) {
  const locale = useLocale();
  const used = facets.filter((facet) => chosen[facet] !== undefined).length;
  const orders = hasWords ? sorts : sorts.filter((one) => one !== "soonest");
  const selects = facets.filter((facet) => facet !== "seats");
  const free = choices.seats[0]?.total ?? 0;
  return (
    <details className="open-from-md group col-span-full">
      <summary className="flex min-h-11 list-none flex-wrap items-center justify-between gap-3 rounded-control font-medium text-primary [&::-webkit-details-marker]:hidden">
        <span>
          {m.catalogue_filters()}
          {used > 0 && (
            <span className="ms-2 text-sm font-normal text-ink-2">{m.catalogue_filters_used({ count: used })}</span>
          )}
        </span>
        <Icon name="chevron-down" className="transition-transform duration-(--nh-fast) group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] items-end gap-x-3 gap-y-4 border-t border-line pt-4 max-md:mt-2">
        {selects.map((facet) => {
          const { label, all } = facetWords[facet];
          const value = chosen[facet] ?? "";
          const given = choices[facet];
          // What the address asks for, also where no course has it.
          const offered =
            value === "" || given.some((choice) => choice.value === value)
              ? given
              : [...given, { value, name_ar: null, total: 0 }];
          return (
            <Select
              key={facet}
              name={facet}
              label={label()}
              placeholder={all()}
              value={value}
              onChange={({ target }) => {
                const { [facet]: _left, ...others } = chosen;
                onChange({ chosen: target.value ? { ...others, [facet]: target.value } : others, sort });
              }}
              options={offered.map((choice) => ({
                value: choice.value,
                label: countedWords(choiceWords(facet, choice, locale), choice.total),
              }))}
            />
          );
        })}
        <Select
          name="sort"
          label={m.catalogue_sort()}
          placeholder={hasWords ? m.catalogue_sort_rank() : m.catalogue_sort_soonest()}
          value={sort ?? ""}
          onChange={({ target }) => onChange({ chosen, sort: sorts.find((one) => one === target.value) ?? null })}
          options={orders.map((one) => ({ value: one, label: sortWords[one]() }))}
        />
        <Checkbox
          className="col-span-full"
          name="seats"
          value={freeSeats}
          checked={chosen.seats !== undefined}
          onChange={({ target }) => {
            const { seats: _left, ...others } = chosen;
            onChange({ chosen: target.checked ? { ...others, seats: freeSeats } : others, sort });
          }}
          label={countedWords(m.catalogue_filter_seats(), free)}
        />
      </div>
    </details>
  );
}
