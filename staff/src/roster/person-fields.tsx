import { useState } from "react";
import { Autocomplete, TextField } from "@mui/material";
import { useQuery } from "@tanstack/react-query";
import type { RowOf } from "../api-types.ts";
import { m } from "../messages.ts";
import { callStaff, type FieldMap } from "../api.ts";
import { useMay } from "../frame/session.ts";

export interface PersonValue {
  name: string;
  email: string;
  scfhs_number: string;
}
type KnownPerson = RowOf<"people">;

/** Two letters of Arabic find half of the list. */
const fewestLetters = 3;

function useKnownPeople(words: string): KnownPerson[] {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ["staff", "people", words],
    queryFn: ({ signal }) => callStaff("GET /api/staff/people", { perPage: 8, filter: { q: words } }, signal),
    enabled: may("people.read") && words.trim().length >= fewestLetters,
    staleTime: 30_000,
  });
  return data?.data ?? [];
}

/** Someone with an account, found by name, or someone new. */
export function PersonFields({
  value,
  errors,
  onChange,
  onKnown,
}: {
  value: PersonValue;
  errors: FieldMap;
  onChange(value: PersonValue): void;
  onKnown?(person: KnownPerson): void;
}) {
  const [words, setWords] = useState("");
  const people = useKnownPeople(words);
  const take = (person: KnownPerson) => {
    onChange({ name: person.name, email: person.email, scfhs_number: person.scfhs_number });
    onKnown?.(person);
  };
  return (
    <>
      <Autocomplete<KnownPerson, false, false, true>
        freeSolo
        options={people}
        filterOptions={(options) => options}
        getOptionLabel={(option) => (typeof option === "string" ? option : option.name)}
        getOptionKey={(option) => (typeof option === "string" ? option : option.id)}
        inputValue={value.name}
        onInputChange={(_, text, reason) => {
          if (reason === "reset") return;
          onChange({ ...value, name: text });
          setWords(text);
        }}
        onChange={(_, person) => person && typeof person !== "string" && take(person)}
        renderOption={({ key, ...option }, person) => (
          <li key={key} {...option}>
            <span>
              <bdi>{person.name}</bdi> <bdi className="ltr quiet small">{person.email}</bdi>
            </span>
          </li>
        )}
        renderInput={({ slotProps, ...field }) => (
          <TextField
            {...field}
            required
            autoFocus
            label={m.staff_roster_person_name()}
            error={errors["name"] !== undefined}
            helperText={errors["name"]?.[0]}
            slotProps={{ ...slotProps, htmlInput: { ...slotProps.htmlInput, dir: "auto", maxLength: 120 } }}
          />
        )}
      />
      <div className="two-columns">
        <TextField
          type="email"
          required
          label={m.staff_roster_person_email()}
          value={value.email}
          error={errors["email"] !== undefined}
          helperText={errors["email"]?.[0]}
          onChange={(event) => onChange({ ...value, email: event.target.value })}
          slotProps={{ htmlInput: { dir: "ltr", maxLength: 254, autoComplete: "off" } }}
        />
        <TextField
          label={m.staff_roster_scfhs()}
          value={value.scfhs_number}
          error={errors["scfhs_number"] !== undefined}
          helperText={errors["scfhs_number"]?.[0] ?? m.staff_roster_person_scfhs_hint()}
          onChange={(event) => onChange({ ...value, scfhs_number: event.target.value })}
          slotProps={{ htmlInput: { dir: "ltr", maxLength: 40 } }}
        />
      </div>
    </>
  );
}
