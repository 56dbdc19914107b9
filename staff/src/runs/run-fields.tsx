import { InputAdornment, MenuItem, TextField, ToggleButton, ToggleButtonGroup } from "@mui/material";
import { m } from "../messages.ts";
import { teachingLanguages } from "../../../src/features/catalogue/schedule/teaching-languages.ts";
import type { FieldMap } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { Card } from "../ui/card.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { withTax, type RunValues } from "./form-values.ts";
import type { FullRun, RunOptions } from "./types.ts";
import { VenueField } from "./venue-field.tsx";

interface RunFieldsProps {
  values: RunValues;
  errors: FieldMap;
  options: RunOptions | undefined;
  /** The run as it is; none while it is made. */
  run?: FullRun;
  isDisabled: boolean;
  onChange(values: Partial<RunValues>): void;
}

/** Place, seats and price, accreditation. */
export function RunFields(props: RunFieldsProps) {
  const { values, errors, options, run, isDisabled, onChange } = props;
  const taken = run ? run.seats_sold + run.seats_held : 0;
  return (
    <>
      <Card title={m.staff_runs_place()}>
        <div className="stack">
          <ToggleButtonGroup
            exclusive
            size="small"
            value={values.delivery}
            disabled={isDisabled || taken > 0}
            aria-label={m.staff_runs_fields_delivery()}
            onChange={(_, delivery: RunValues["delivery"] | null) => delivery && onChange({ delivery })}
          >
            <ToggleButton value="onsite">
              <Icon name="map-pin" size={16} /> {m.staff_runs_delivery_onsite()}
            </ToggleButton>
            <ToggleButton value="online">
              <Icon name="video" size={16} /> {m.staff_runs_delivery_online()}
            </ToggleButton>
          </ToggleButtonGroup>
          {errors["delivery"] && <p className="field-error">{errors["delivery"][0]}</p>}
          <VenueField
            value={values}
            venues={options?.venues ?? []}
            errors={errors}
            isDisabled={isDisabled || taken > 0}
            isAddressDisabled={isDisabled}
            isOnline={values.delivery === "online"}
            hint={taken > 0 ? m.staff_runs_place_by_move() : undefined}
            onChange={onChange}
          />
          <TextField
            select
            label={m.staff_runs_fields_language()}
            value={values.language}
            disabled={isDisabled}
            error={errors["language"] !== undefined}
            helperText={errors["language"]?.[0]}
            onChange={(event) => onChange({ language: event.target.value as RunValues["language"] })}
          >
            <MenuItem value="">{m.staff_runs_languages_none()}</MenuItem>
            {teachingLanguages.map((language) => (
              <MenuItem key={language} value={language}>
                {m[`staff_runs_languages_${language}`]()}
              </MenuItem>
            ))}
          </TextField>
          <ForAttendees {...props} />
        </div>
      </Card>
      <SeatsAndPrice {...props} taken={taken} />
      <AccreditationFields {...props} />
    </>
  );
}

/** What reminders and tickets say beside the place; what is empty is not said. */
function ForAttendees({ values, errors, isDisabled, onChange }: RunFieldsProps) {
  return (
    <div className="two-columns">
      {(["bring_eng", "bring_ar"] as const).map((field) => (
        <TextField
          key={field}
          multiline
          minRows={2}
          label={m[`staff_runs_fields_${field}`]()}
          value={values[field]}
          disabled={isDisabled}
          error={errors[field] !== undefined}
          helperText={errors[field]?.[0] ?? m.staff_runs_bring_hint()}
          onChange={(event) => onChange({ [field]: event.target.value })}
          slotProps={{
            htmlInput:
              field === "bring_ar"
                ? { dir: "rtl", lang: "ar", maxLength: 600 }
                : { dir: "ltr", lang: "en", maxLength: 600 },
          }}
        />
      ))}
      {values.delivery === "onsite" && (
        <TextField
          type="time"
          label={m.staff_runs_fields_doors_open()}
          value={values.doors_open}
          disabled={isDisabled}
          error={errors["doors_open"] !== undefined}
          helperText={errors["doors_open"]?.[0]}
          onChange={(event) => onChange({ doors_open: event.target.value })}
          slotProps={{ htmlInput: { dir: "ltr" }, inputLabel: { shrink: true } }}
        />
      )}
    </div>
  );
}

function SeatsAndPrice({
  values,
  errors,
  options,
  run,
  isDisabled,
  onChange,
  taken,
}: RunFieldsProps & { taken: number }) {
  const { money } = useFormats();
  const percent = options?.tax_percent ?? 0;
  const gross = withTax(values.price, percent);
  const seatsHint = run
    ? m.staff_runs_seats_hint({ sold: run.seats_sold, held: run.seats_held, taken: Math.max(taken, 1) })
    : undefined;
  return (
    <Card title={m.staff_runs_seats_and_price()}>
      <div className="stack">
        <div className="two-columns">
          <TextField
            required
            label={m.staff_runs_fields_capacity()}
            value={values.capacity}
            disabled={isDisabled}
            error={errors["capacity"] !== undefined}
            helperText={errors["capacity"]?.[0] ?? seatsHint}
            onChange={(event) => onChange({ capacity: event.target.value })}
            slotProps={{ htmlInput: { inputMode: "numeric", dir: "ltr" } }}
          />
          <TextField
            required
            label={m.staff_runs_fields_price()}
            value={values.price}
            disabled={isDisabled}
            error={errors["price"] !== undefined}
            helperText={errors["price"]?.[0] ?? (gross && m.staff_runs_with_tax({ gross: money(gross), percent }))}
            onChange={(event) => onChange({ price: event.target.value })}
            slotProps={{
              htmlInput: { inputMode: "decimal", dir: "ltr" },
              input: { endAdornment: <InputAdornment position="end">{m.staff_shell_currency()}</InputAdornment> },
            }}
          />
        </div>
        {run && run.paid_orders > 0 && <Alert>{m.staff_runs_price_note({ count: run.paid_orders })}</Alert>}
      </div>
    </Card>
  );
}

/** What certificates of an accredited run say. */
const scfhsFields = [
  "activity_reference",
  "accrediting_body_eng",
  "accrediting_body_ar",
  "specialty_eng",
  "specialty_ar",
] as const;

function AccreditationFields({ values, errors, isDisabled, onChange }: RunFieldsProps) {
  return (
    <Card title={m.staff_runs_accreditation()}>
      <div className="three-columns">
        <TextField
          required
          label={m.staff_runs_fields_hours()}
          value={values.hours}
          disabled={isDisabled}
          error={errors["hours"] !== undefined}
          helperText={errors["hours"]?.[0]}
          onChange={(event) => onChange({ hours: event.target.value })}
          slotProps={{ htmlInput: { inputMode: "decimal", dir: "ltr" } }}
        />
        <TextField
          select
          label={m.staff_runs_fields_accreditation_status()}
          value={values.accreditation_status}
          disabled={isDisabled}
          onChange={(event) =>
            onChange({ accreditation_status: event.target.value as RunValues["accreditation_status"] })
          }
        >
          {(["accredited", "pending", "none"] as const).map((status) => (
            <MenuItem key={status} value={status}>
              {m[`staff_runs_accreditation_states_${status}`]()}
            </MenuItem>
          ))}
        </TextField>
        {values.accreditation_status === "accredited" && (
          <TextField
            required
            label={m.staff_runs_fields_accreditation_number()}
            value={values.accreditation_number}
            disabled={isDisabled}
            error={errors["accreditation_number"] !== undefined}
            helperText={errors["accreditation_number"]?.[0]}
            onChange={(event) => onChange({ accreditation_number: event.target.value })}
            slotProps={{ htmlInput: { dir: "ltr", maxLength: 60 } }}
          />
        )}
      </div>
      {values.accreditation_status === "accredited" && (
        <div className="three-columns">
          {scfhsFields.map((name) => (
            <TextField
              key={name}
              required
              label={m[`staff_runs_fields_${name}`]()}
              value={values[name]}
              disabled={isDisabled}
              error={errors[name] !== undefined}
              helperText={errors[name]?.[0]}
              onChange={(event) => onChange({ [name]: event.target.value })}
              slotProps={{ htmlInput: { dir: name.endsWith("_ar") ? "rtl" : "ltr", maxLength: 160 } }}
            />
          ))}
        </div>
      )}
    </Card>
  );
}
