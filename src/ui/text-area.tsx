import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  aside,
  className,
  readOnly,
  id,
  ...props
}: Omit<ComponentProps<"textarea">, "className"> & FieldProps) {
  return (
    <Field
      {...{ label, hideLabel, hint, error, aside, className, id }}
      name={props.name}
      required={props.required}
      describedBy={props["aria-describedby"]}
    >
      {(wiring, isPending) => (
        <textarea
          dir="auto"
          {...props}
          {...wiring}
          readOnly={readOnly || isPending}
          className="control min-h-(--nh-field-area) resize-y"
        />
      )}
    </Field>
  );
}
