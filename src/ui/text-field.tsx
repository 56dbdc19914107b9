import { clsx } from "clsx/lite";
import type { ComponentProps, ReactNode } from "react";
import { Field, type FieldProps } from "./field.tsx";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "children" | "className">, FieldProps {
  icon?: IconName;
  end?: ReactNode;
}

/** Input types that are left to right in both languages. */
const leftToRightTypes = /^(?:email|tel|url|number|password)$/;

/**
 * A text field in the direction of its typed text. Types such as email are left to right. Set `dir` for codes and card
 * numbers.
 */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  aside,
  className,
  icon,
  end,
  type = "text",
  dir,
  readOnly,
  id,
  ...props
}: TextFieldProps) {
  return (
    <Field
      {...{ label, hideLabel, hint, error, aside, className, id }}
      name={props.name}
      required={props.required}
      describedBy={props["aria-describedby"]}
    >
      {(wiring, isPending) => (
        <div className="relative">
          {icon && (
            <Icon name={icon} className="pointer-events-none absolute start-[.95rem] inset-y-0 my-auto text-ink-3" />
          )}
          <input
            {...props}
            {...wiring}
            type={type}
            readOnly={readOnly || isPending}
            dir={dir ?? (leftToRightTypes.test(type) ? "ltr" : "auto")}
            className={clsx("control", icon && "icon-room", end ? "button-room" : "")}
          />
          {end && <div className="absolute end-0.5 top-0.5">{end}</div>}
        </div>
      )}
    </Field>
  );
}

/** An email address field that phones and password managers recognise. */
export function EmailField(props: Omit<TextFieldProps, "type" | "inputMode">) {
  return (
    <TextField
      name="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type="email"
      inputMode="email"
    />
  );
}
