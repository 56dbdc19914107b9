import { codeFields, type CodeFieldName } from "../../../src/features/discounts/code-form.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import type { FieldMap } from "../api.ts";
import { m } from "../messages.ts";
import { SegmentedRadio } from "../parts/choice.tsx";
import { FormFieldInput } from "../parts/form-field.tsx";
import { useFormats } from "../parts/formats.ts";
import { Panel } from "../parts/panel.tsx";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import type { FullCode } from "./code-labels.tsx";
import { getFieldLabel, getFieldNames, type CodeValues } from "./code-values.ts";
import { ScopeField } from "./scope-field.tsx";

interface CodeFieldsProps {
  /** The saved code. Null for a new code. */
  code: Pick<FullCode, "used" | "reserved" | "runs"> | null;
  values: CodeValues;
  errors: FieldMap;
  onChange(values: Partial<CodeValues>): void;
}

/** The form for a discount code, in cards. */
export function CodeFields({ code, values, errors, onChange }: CodeFieldsProps) {
  const { joinWithCommas } = useFormats();
  const hints: Partial<Record<CodeFieldName, string>> = {
    code: m.staff_discounts_code_hint(),
    purpose: m.staff_discounts_purpose_hint(),
    percent: m.staff_discounts_percent_hint(),
    amount: m.staff_discounts_amount_hint(),
    maxDiscount: m.staff_discounts_most_hint(),
    minSeats: m.staff_discounts_least_hint(),
    validTo: m.staff_discounts_valid_to_hint(),
    maxUses:
      code && code.used + code.reserved > 0
        ? joinWithCommas(
            m.staff_discounts_used_now({ count: code.used }),
            code.reserved > 0 ? m.staff_discounts_reserved({ count: code.reserved }) : null,
          )
        : m.staff_discounts_no_limit(),
    maxUsesPerAccount: m.staff_discounts_no_limit(),
    firstOrderOnly: m.staff_discounts_first_order_hint(),
  };
  const renderInputs = (names: CodeFieldName[]) =>
    names.map((name) => {
      const value = values[name];
      return (
        !Array.isArray(value) && (
          <FormFieldInput
            key={name}
            field={codeFields[name]}
            label={getFieldLabel(name)}
            value={value}
            error={errors[name]?.[0]}
            hint={hints[name]}
            required={name === "percent" || name === "amount"}
            placeholder={name === "maxDiscount" ? m.staff_discounts_most_none() : undefined}
            direction={name === "code" ? { dir: "ltr" } : {}}
            end={
              name === "code" &&
              !code && (
                <TooltipButton
                  icon="refresh-cw"
                  label={m.staff_discounts_make_up()}
                  onClick={() => onChange({ code: crypto.randomUUID().slice(0, 8).toUpperCase() })}
                />
              )
            }
            onChange={(next) => onChange({ [name]: next })}
          />
        )
      );
    });
  const isFlag = (name: CodeFieldName) => codeFields[name].type === "flag";
  const usesFields = getFieldNames("uses", values);
  return (
    <>
      <Panel title={m.staff_discounts_fields_code()}>
        <div className="grid items-start gap-5 md:grid-cols-2">{renderInputs(getFieldNames("code", values))}</div>
      </Panel>
      <Panel title={m.staff_discounts_discount()}>
        <div className="grid gap-4">
          <SegmentedRadio
            label={m.staff_discounts_discount()}
            value={values.kind}
            onChange={(kind) => onChange({ kind })}
            options={[
              { value: "percent", label: m.staff_discounts_kind_percent() },
              { value: "amount", label: m.staff_discounts_kind_amount() },
            ]}
          />
          <div
            className={
              values.kind === "percent"
                ? "grid items-start gap-5 wide:grid-cols-3"
                : "grid items-start gap-5 md:grid-cols-2"
            }
          >
            {renderInputs(getFieldNames("discount", values))}
          </div>
          <Alert>{m.staff_discounts_vat_note()}</Alert>
        </div>
      </Panel>
      <Panel title={m.staff_discounts_courses()}>
        <ScopeField values={values} codeRuns={code?.runs ?? []} errors={errors} onChange={onChange} />
      </Panel>
      <Panel title={m.staff_discounts_when()}>
        <div className="grid items-start gap-5 md:grid-cols-2">
          {renderInputs(usesFields.filter((name) => !isFlag(name)))}
        </div>
        <div className="mt-4">{renderInputs(usesFields.filter(isFlag))}</div>
      </Panel>
    </>
  );
}
