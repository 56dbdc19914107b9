import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { useSearchPlaceholder } from "#i18n/label.tsx";
import { useLocalePath, useLocale } from "#i18n/link.tsx";
import { dateToType, typedDate } from "#i18n/typed-date.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { DateRangeField, type TypedRange } from "#ui/date-range-field.tsx";
import type { Choices } from "../filters.ts";
import { listingAddress, listingOf, type Listing } from "../listing.ts";
import { ListingFilters, type FilterDraft } from "./listing-filters.tsx";

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
        apply: m.catalogue_dates_apply(),
        previous: m.catalogue_dates_previous(),
        next: m.catalogue_dates_next(),
      }}
    />
  );
}

const draftOf = (of: string, { q, from, to, chosen, sort }: Listing) => ({
  of,
  q,
  from: dateToType(from),
  to: dateToType(to),
  chosen,
  sort,
  wrong: null as "from" | "to" | null,
});

/** The address holds the applied filter; this form only drafts it, and works without script. */
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
  const applied = listingAddress({ ...listing, page: 1 });
  const [draft, setDraft] = useState(draftOf(applied, listing));
  if (draft.of !== applied) setDraft(draftOf(applied, listing));

  const form = useRef<HTMLFormElement>(null);
  // Input from before hydration is in the page and not yet in the draft.
  useLayoutEffect(() => {
    if (!form.current) return;
    const typed = new FormData(form.current);
    const [q, from, to] = ["q", "from", "to"].map((name) => String(typed.get(name) ?? ""));
    const given = [...typed].filter((entry): entry is [string, string] => typeof entry[1] === "string");
    const { chosen, sort } = listingOf(new URLSearchParams(given));
    setDraft((draft) => ({ ...draft, q: q ?? "", from: from ?? "", to: to ?? "", chosen, sort }));
  }, []);

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    apply(draft);
  }

  function apply({ chosen, sort }: FilterDraft) {
    const [from, to] = [typedDate(draft.from), typedDate(draft.to)];
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
        placeholder={useSearchPlaceholder(m.catalogue_search_placeholder())}
        value={draft.q}
        onChange={(event) => setDraft({ ...draft, q: event.target.value })}
      />
      <ListingDates
        dates={draft}
        onChange={({ from, to }) => setDraft({ ...draft, from, to, wrong: null })}
        wrong={draft.wrong}
      />
      <Button type="submit" isPending={isPending}>
        {m.catalogue_search()}
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
