import { useQuery } from "@tanstack/react-query";
import { codeScopes } from "../../../src/features/orders/discounts/discount-rules.ts";
import { staffQuery, type FieldMap } from "../api.ts";
import { m } from "../messages.ts";
import { Button } from "../parts/button.tsx";
import { SegmentedRadio } from "../parts/choice.tsx";
import { ComboBox } from "../parts/combo-box.tsx";
import { useFormats } from "../parts/formats.ts";
import type { FullCode } from "./code-labels.tsx";
import type { CodeValues } from "./code-values.ts";

interface Choice {
  field: "course_ids" | "run_ids";
  id: number;
  name: string;
}

/** All courses, all but some, or only some: courses, or single runs of them. */
export function ScopeField({
  values,
  codeRuns,
  errors,
  isDisabled,
  onChange,
}: {
  values: CodeValues;
  /** The code's own runs, including those that are over and not among the choices. */
  codeRuns: FullCode["runs"];
  errors: FieldMap;
  isDisabled: boolean;
  onChange(values: Partial<CodeValues>): void;
}) {
  const { localized, days, facts } = useFormats();
  const { data } = useQuery(staffQuery("GET /api/staff/discount-options"));
  const runChoice = ({ id, name_eng: eng, name_ar: ar, start_date: from, end_date: to }: FullCode["runs"][number]) => {
    return { field: "run_ids" as const, id, name: facts(localized(eng, ar), days(from, to)) };
  };
  const choices: Choice[] = [
    ...(data?.courses ?? []).map(({ id, name_eng: eng, name_ar: ar }) => {
      return { field: "course_ids" as const, id, name: localized(eng, ar) };
    }),
    ...(data?.runs ?? []).map(runChoice),
  ];
  const isChosen = ({ field, id }: Choice) => values[field].includes(id);
  const known = [...choices, ...codeRuns.map(runChoice)];
  const named = (["course_ids", "run_ids"] as const).flatMap((field) =>
    values[field].flatMap((id) => known.find((choice) => choice.field === field && choice.id === id) ?? []),
  );
  const set = ({ field, id }: Choice, isOn: boolean) =>
    onChange({ [field]: isOn ? [...values[field], id] : values[field].filter((one) => one !== id) });
  return (
    <div className="stack">
      <fieldset disabled={isDisabled}>
        <SegmentedRadio
          label={m.staff_discounts_courses()}
          value={values.scope}
          onChange={(scope) => onChange({ scope })}
          options={codeScopes.map((value) => ({ value, label: m[`staff_discounts_scope_${value}`]() }))}
        />
      </fieldset>
      {values.scope !== "all" && (
        <>
          {named.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {named.map((choice) => (
                <li key={`${choice.field} ${choice.id}`}>
                  <Button
                    size="sm"
                    icon="x"
                    disabled={isDisabled}
                    aria-label={m.staff_discounts_take_away({ name: choice.name })}
                    onClick={() => set(choice, false)}
                  >
                    {choice.name}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <ComboBox<Choice>
            // A new one after each choice: its text is empty again.
            key={named.length}
            label={m.staff_discounts_add_course()}
            items={choices.filter((choice) => !isChosen(choice))}
            keyOf={({ field, id }) => `${field} ${id}`}
            textOf={({ name }) => name}
            value={null}
            isDisabled={isDisabled}
            error={errors["course_ids"]?.[0]}
            onChange={(choice) => choice && set(choice, true)}
          />
        </>
      )}
    </div>
  );
}
