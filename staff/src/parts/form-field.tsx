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
  /** Required even if the description of the field says optional. */
  required?: boolean;
  /** Options of a select. */
  options?: { value: string; label: string }[];
  placeholder?: string | undefined;
  /** Language and direction of a text. */
  direction?: { dir?: "ltr" | "rtl"; lang?: string };
  /** Shown at the end of the input. */
  end?: ReactNode;
}

/** An input for a described field, by its type. Fields that hold the id of a record have their own inputs. */
export function FormFieldInput({
  field,
  value,
  onChange,
  required = false,
  options = noOptions,
  direction,
  ...more
}: FormFieldInputProps) {
  const { label, error, hint, placeholder, end } = more;
  const isRequired = required || "isRequired" in field || ("initial" in field && field.initial !== "");
  const common = { label, error, hint, value: String(value) };
  const onType = (event: { target: { value: string } }) => onChange(event.target.value);
  switch (field.type) {
    case "flag":
      return <LabelledTickBox label={label} hint={hint} checked={value === true} onChange={onChange} />;
    case "choice":
      return <Select {...common} options={options} onChange={onType} />;
    case "time":
      return <TimeField {...common} onChange={onChange} />;
    case "day":
      return <DayField required={isRequired} {...common} onChange={onChange} />;
    case "moment":
      return <DateTimeField required={isRequired} {...common} onChange={onChange} />;
    case "lines":
      return <TextArea rows={2} {...common} {...direction} maxLength={field.max} onChange={onType} />;
    case "text":
      return (
        <TextField
          required={isRequired}
          {...common}
          {...direction}
          maxLength={field.max}
          placeholder={placeholder}
          end={end}
          onChange={onType}
        />
      );
    case "number":
    case "money":
      return (
        <TextField
          required={isRequired}
          {...common}
          inputMode={field.type === "money" || field.step ? "decimal" : "numeric"}
          dir="ltr"
          placeholder={placeholder}
          end={end}
          onChange={onType}
        />
      );
    case "ids":
      return null;
  }
}
