import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { RowOf } from "../api-types.ts";
import { m } from "../messages.ts";
import { ComboBox } from "../parts/combo-box.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, type FieldMap } from "../api.ts";
import { useCan } from "../frame/session.ts";

export interface PersonValue {
  name: string;
  email: string;
  scfhs_number: string;
}
type KnownPerson = RowOf<"people">;

/** Minimum length of a search. Two Arabic letters already match half of the list. */
const minSearchLength = 3;

function useKnownPeople(query: string): KnownPerson[] {
  const can = useCan();
  const { data } = useQuery({
    queryKey: ["staff", "people", query],
    queryFn: ({ signal }) => callStaff("GET /api/staff/people", { per_page: 8, q: query }, signal),
    enabled: can("people.read") && query.trim().length >= minSearchLength,
    staleTime: 30_000,
  });
  return data?.data ?? [];
}

/** Fields for a person. Staff choose someone with an account by name, or enter a new person. */
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
  const [query, setQuery] = useState("");
  const people = useKnownPeople(query);
  const choosePerson = (person: KnownPerson) => {
    onChange({ name: person.name, email: person.email, scfhs_number: person.scfhs_number });
    onKnown?.(person);
  };
  return (
    <>
      <ComboBox
        isRequired
        autoFocus
        allowsFreeText
        isServerFiltered
        label={m.staff_roster_person_name()}
        items={people}
        getKey={({ id }) => id}
        getText={({ name }) => name}
        renderItem={({ name, email }) => (
          <>
            <bdi>{name}</bdi>{" "}
            <bdi className="text-sm text-ink-3" dir="ltr">
              {email}
            </bdi>
          </>
        )}
        value={null}
        onChange={(person) => person && choosePerson(person)}
        text={value.name}
        onText={(name) => {
          onChange({ ...value, name });
          setQuery(name);
        }}
        error={errors["name"]?.[0]}
        maxLength={120}
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          type="email"
          required
          label={m.staff_common_email()}
          value={value.email}
          error={errors["email"]?.[0]}
          onChange={(event) => onChange({ ...value, email: event.target.value })}
          dir="ltr"
          maxLength={254}
          autoComplete="off"
        />
        <TextField
          label={m.staff_roster_scfhs()}
          value={value.scfhs_number}
          error={errors["scfhs_number"]?.[0]}
          hint={m.staff_roster_person_scfhs_hint()}
          onChange={(event) => onChange({ ...value, scfhs_number: event.target.value })}
          dir="ltr"
          maxLength={40}
        />
      </div>
    </>
  );
}
