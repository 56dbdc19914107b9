import { m } from "../messages.ts";
import { ComboBox } from "../parts/combo-box.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { getFieldLabel, toVenueValue, type VenueValue } from "./form-values.ts";
import type { Venue } from "./types.ts";

/** Edits venue and street address in both languages. Choosing a known venue fills in all four fields. */
export function VenueField({
  value,
  venues,
  errors,
  isPlaceDisabled = false,
  isOnline = false,
  hint,
  onChange,
}: {
  value: VenueValue;
  venues: Venue[];
  errors: Record<string, string[]>;
  /** Disables the names of the venue. Its addresses stay editable. */
  isPlaceDisabled?: boolean;
  /** Hides the addresses, because an online run has none. */
  isOnline?: boolean;
  hint?: string | undefined;
  onChange(value: VenueValue): void;
}) {
  const names = [...new Set(venues.map(({ venueEng }) => venueEng))];
  const choose = (name: string) => {
    const knownVenue = venues.find(({ venueEng }) => venueEng === name);
    onChange(knownVenue ? toVenueValue(knownVenue) : { ...value, venueEng: name });
  };
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <ComboBox
        isRequired
        allowsFreeText
        label={m.staff_runs_fields_venue_eng()}
        items={names.map((name) => ({ name }))}
        getKey={({ name }) => name}
        getText={({ name }) => name}
        value={null}
        onChange={(chosen) => chosen && choose(chosen.name)}
        text={value.venueEng}
        onText={(text) => onChange({ ...value, venueEng: text })}
        isDisabled={isPlaceDisabled}
        error={errors["venueEng"]?.[0]}
        hint={hint}
        dir="ltr"
        lang="en"
        maxLength={200}
      />
      <TextField
        label={m.staff_runs_fields_venue_ar()}
        value={value.venueAr}
        disabled={isPlaceDisabled}
        error={errors["venueAr"]?.[0]}
        onChange={(event) => onChange({ ...value, venueAr: event.target.value })}
        dir="rtl"
        lang="ar"
        maxLength={200}
      />
      {!isOnline &&
        (["addressEng", "addressAr"] as const).map((field) => (
          <TextField
            key={field}
            label={getFieldLabel(field)}
            value={value[field]}
            error={errors[field]?.[0]}
            hint={m.staff_runs_address_hint()}
            onChange={(event) => onChange({ ...value, [field]: event.target.value })}
            {...(field === "addressAr" ? { dir: "rtl", lang: "ar" } : { dir: "ltr", lang: "en" })}
            maxLength={200}
          />
        ))}
    </div>
  );
}
