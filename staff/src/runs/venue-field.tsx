import { useTranslate } from "ra-core";
import { Autocomplete, TextField } from "@mui/material";
import type { Venue } from "./types.ts";

export interface VenueValue {
  venue_eng: string;
  venue_ar: string;
}

/** Place in both languages; a place used before brings both. */
export function VenueField({
  value,
  venues,
  errors,
  isDisabled = false,
  hint,
  onChange,
}: {
  value: VenueValue;
  venues: Venue[];
  errors: Record<string, string[]>;
  isDisabled?: boolean;
  hint?: string | undefined;
  onChange(value: VenueValue): void;
}) {
  const translate = useTranslate();
  const names = [...new Set(venues.map(({ venue_eng }) => venue_eng))];
  const choose = (name: string) => {
    const known = venues.find(({ venue_eng }) => venue_eng === name);
    onChange({ venue_eng: name, venue_ar: known ? (known.venue_ar ?? "") : value.venue_ar });
  };
  return (
    <div className="two-columns">
      <Autocomplete
        freeSolo
        options={names}
        inputValue={value.venue_eng}
        disabled={isDisabled}
        onInputChange={(_, text, reason) => reason !== "reset" && onChange({ ...value, venue_eng: text })}
        onChange={(_, name) => choose(name ?? "")}
        renderInput={({ slotProps, ...field }) => (
          <TextField
            {...field}
            required
            label={translate("runs.fields.venue_eng")}
            error={errors["venue_eng"] !== undefined}
            helperText={errors["venue_eng"]?.[0] ?? hint}
            slotProps={{
              ...slotProps,
              htmlInput: { ...slotProps.htmlInput, dir: "ltr", lang: "en", maxLength: 200 },
            }}
          />
        )}
      />
      <TextField
        label={translate("runs.fields.venue_ar")}
        value={value.venue_ar}
        disabled={isDisabled}
        error={errors["venue_ar"] !== undefined}
        helperText={errors["venue_ar"]?.[0]}
        onChange={(event) => onChange({ ...value, venue_ar: event.target.value })}
        slotProps={{ htmlInput: { dir: "rtl", lang: "ar", maxLength: 200 } }}
      />
    </div>
  );
}
