import type { ReactNode } from "react";
import type { FormField } from "../../../src/platform/form-fields.ts";
import { Select } from "../../../src/ui/select.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { LabelledTickBox } from "./choice.tsx";
import { DateTimeField, DayField, TimeField } from "./date-time-fields.tsx";

const noOptions: { value: string; label: string }[] = [];

interface FormFieldInputProps {
  field: FormField;
  label: string;
  value: string | boolean;
  onChange(value: string | boolean): void;
  error?: string | undefined;
  hint?: string | undefined;
  /** Whether the field is required even if its description says that it is optional. */
  required?: boolean;
  /** Options of a select. */
  options?: { value: string; label: string }[];
  placeholder?: string | undefined;
  /** Language and direction of a text. */
  direction?: { dir?: "ltr" | "rtl"; lang?: string };
  /** Shown at the end of the input. */
  end?: ReactNode;
}

/** Renders an input for a field by the type in its description. Renders nothing for a list of ids. */
export function FormFieldInput({
  field,
  value,
  onChange,
  required = false,
  options = noOptions,
  direction,
  ...otherProps
}: FormFieldInputProps) {
  const { label, error, hint, placeholder, end } = otherProps;
  const isRequired = required || "isRequired" in field || ("initial" in field && field.initial !== "");
  const commonProps = { label, error, hint, value: String(value) };
  const onInput = (event: { target: { value: string } }) => onChange(event.target.value);
  switch (field.type) {
    case "flag":
      return <LabelledTickBox label={label} hint={hint} checked={value === true} onChange={onChange} />;
    case "choice":
      return <Select {...commonProps} options={options} onChange={onInput} />;
    case "time":
      return <TimeField {...commonProps} onChange={onChange} />;
    case "day":
      return <DayField required={isRequired} {...commonProps} onChange={onChange} />;
    case "moment":
      return <DateTimeField required={isRequired} {...commonProps} onChange={onChange} />;
    case "lines":
      return <TextArea rows={2} {...commonProps} {...direction} maxLength={field.max} onChange={onInput} />;
    case "text":
      return (
        <TextField
          required={isRequired}
          {...commonProps}
          {...direction}
          maxLength={field.max}
          placeholder={placeholder}
          end={end}
          onChange={onInput}
        />
      );
    case "number":
    case "money":
      return (
        <TextField
          required={isRequired}
          {...commonProps}
          inputMode={field.type === "money" || field.step ? "decimal" : "numeric"}
          dir="ltr"
          placeholder={placeholder}
          end={end}
          onChange={onInput}
        />
      );
    case "ids":
      return null;
  }
}
