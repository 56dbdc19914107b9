import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { DateRangeField, type TypedRange } from "#ui/date-range-field.tsx";

export interface ListingDatesProps {
  dates: TypedRange;
  onChange: (dates: TypedRange) => void;
  wrong: keyof TypedRange | null;
}

export function ListingDates({ dates, onChange, wrong }: ListingDatesProps) {
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
