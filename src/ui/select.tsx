import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface SelectProps extends Omit<ComponentProps<"select">, "className" | "children">, FieldProps {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  placeholder?: string;
}

/** A native select, so that phones open their own picker. */
export function Select({
  label,
  hideLabel,
  hint,
  error,
  aside,
  className,
  options,
  placeholder,
  id,
  ...props
}: SelectProps) {
  return (
    <Field
      {...{ label, hideLabel, hint, error, aside, className, id }}
      name={props.name}
      required={props.required}
      describedBy={props["aria-describedby"]}
    >
      {(controlProps) => (
        <div className="relative">
          <select
            {...props}
            {...controlProps}
            className="control aria-disabled:pointer-events-none appearance-none truncate pe-11"
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" className="pointer-events-none absolute end-[.9rem] inset-y-0 my-auto text-ink-3" />
        </div>
      )}
    </Field>
  );
}
