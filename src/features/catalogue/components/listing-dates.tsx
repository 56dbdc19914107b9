import { lazy, Suspense, useSyncExternalStore } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";

const DateRangePicker = lazy(() => import("#ui/date-range-picker.tsx"));

interface Dates {
  from: string | null;
  to: string | null;
}

/** Two plain fields of the same height: what is there before the picker is loaded, and without script. */
function PlainDates({ dates, onChange }: { dates: Dates; onChange: (dates: Dates) => void }) {
  const field = (name: "from" | "to", label: string) => (
    <input type="date" name={name} aria-label={label} value={dates[name] ?? ""} onChange={(event) => onChange({ ...dates, [name]: event.target.value || null })} className="control min-w-0 tabular-nums" />
  );
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="sr-only">{m.catalogue_dates_label()}</legend>
      {field("from", m.catalogue_from())}
      {field("to", m.catalogue_to())}
    </fieldset>
  );
}

const never = () => () => {};

/** The dates of the toolbar. Half a range (only possible in an address) stays in the plain fields, which can show it. */
export function ListingDates({ dates, onChange }: { dates: Dates; onChange: (dates: Dates) => void }) {
  const locale = useLocale();
  const isBrowser = useSyncExternalStore(never, () => true, () => false);
  const plain = <PlainDates dates={dates} onChange={onChange} />;
  if (!isBrowser || (dates.from === null) !== (dates.to === null)) return plain;
  return (
    <Suspense fallback={plain}>
      <DateRangePicker
        locale={locale}
        value={dates.from && dates.to ? { from: dates.from, to: dates.to } : null}
        onChange={(range) => onChange(range ?? { from: null, to: null })}
        label={m.catalogue_dates_label()}
        hideLabel
        labels={{
          clear: m.catalogue_dates_clear(),
          apply: m.catalogue_dates_apply(),
          open: m.catalogue_dates_open(),
          previous: m.catalogue_dates_previous(),
          next: m.catalogue_dates_next(),
        }}
      />
    </Suspense>
  );
}
