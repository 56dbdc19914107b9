import { codeScopes } from "../../../src/features/discounts/discount-rules.ts";
import type { FieldMap } from "../api.ts";
import { m } from "../messages.ts";
import { SegmentedRadio } from "../parts/choice.tsx";
import { ComboBox } from "../parts/combo-box.tsx";
import type { FullCode } from "./code-labels.tsx";
import type { CodeValues } from "./code-values.ts";
import { useScope, type ScopeChoice } from "./use-scope.ts";
import { Button } from "../../../src/ui/button.tsx";

/** Selects what the code applies to: all courses, all but some, or only some. Single runs can be selected as well. */
export function ScopeField({
  values,
  codeRuns,
  errors,
  onChange,
}: {
  values: CodeValues;
  codeRuns: FullCode["runs"];
  errors: FieldMap;
  onChange(values: Partial<CodeValues>): void;
}) {
  const { choices, selected } = useScope(values, codeRuns);
  const isSelected = ({ field, id }: ScopeChoice) => values[field].includes(id);
  const setSelected = ({ field, id }: ScopeChoice, isOn: boolean) =>
    onChange({ [field]: isOn ? [...values[field], id] : values[field].filter((selectedId) => selectedId !== id) });
  return (
    <div className="grid gap-4">
      <SegmentedRadio
        label={m.staff_discounts_courses()}
        value={values.scope}
        onChange={(scope) => onChange({ scope })}
        options={codeScopes.map((value) => ({ value, label: m[`staff_discounts_scope_${value}`]() }))}
      />
      {values.scope !== "all" && (
        <>
          {selected.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {selected.map((choice) => (
                <li key={`${choice.field} ${choice.id}`}>
                  <Button
                    variant="secondary"
                    size="sm"
                    icon="x"
                    aria-label={m.staff_common_action_remove_named({ name: choice.name })}
                    onClick={() => setSelected(choice, false)}
                  >
                    {choice.name}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <ComboBox<ScopeChoice>
            // Mounted anew after each selection, so that its text is empty again.
            key={selected.length}
            label={m.staff_discounts_add_course()}
            items={choices.filter((choice) => !isSelected(choice))}
            getKey={({ field, id }) => `${field} ${id}`}
            getText={({ name }) => name}
            value={null}
            error={errors["courseIds"]?.[0]}
            onChange={(choice) => choice && setSelected(choice, true)}
          />
        </>
      )}
    </div>
  );
}
