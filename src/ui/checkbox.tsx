import { clsx } from "clsx/lite";
import { useId, type ComponentProps, type ReactNode } from "react";
import { FieldMessage } from "./field.tsx";
import { useFieldError } from "./form-context.ts";
import { Icon } from "./icon.tsx";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "children" | "className"> {
  label: ReactNode;
  error?: string;
  className?: string;
}

/** A box of 22 px in a touch target of 44 px. */
export function Checkbox({ label, error, className, id, ...props }: CheckboxProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const { message, announces, isPending } = useFieldError(props.name, error);
  return (
    <div className={clsx("grid content-start", className)}>
      <label className="flex min-h-11 items-start gap-3 py-[.65rem] text-sm">
        <span className="relative grid flex-none place-items-center">
          <input
            {...props}
            id={controlId}
            type="checkbox"
            aria-disabled={isPending || undefined}
            aria-invalid={message ? true : undefined}
            aria-describedby={message ? `${controlId}-error` : undefined}
            className="peer size-[22px] appearance-none rounded-xs border border-line-2 bg-surface transition-ui checked:border-primary checked:bg-primary disabled:bg-sunken aria-invalid:border-2 aria-invalid:border-danger aria-disabled:pointer-events-none"
          />
          <Icon
            name="check"
            size="sm"
            className="pointer-events-none absolute stroke-[3] text-on-primary opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0">
          {label}
          {props.required && (
            <span aria-hidden="true" className="ms-0.5 text-danger">
              *
            </span>
          )}
        </span>
      </label>
      {message && (
        <FieldMessage id={`${controlId}-error`} announces={announces}>
          {message}
        </FieldMessage>
      )}
    </div>
  );
}
