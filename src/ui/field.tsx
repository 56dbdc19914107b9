import { clsx } from "clsx/lite";
import { useId, type ReactNode } from "react";
import { useFieldError } from "./form-context.ts";
import { Icon } from "./icon.tsx";

export interface FieldProps {
  label: ReactNode;
  /** Shows the label to screen readers only (search boxes, newsletter). */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** An error message from the page. Errors from the server come through `Form`, by `name`. */
  error?: string;
  /** Shown at the inline end, such as "Forgot password?". */
  aside?: ReactNode;
  className?: string;
}

interface ControlProps {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
  "aria-disabled"?: true;
}

interface ShellProps extends FieldProps {
  id?: string;
  name?: string;
  required?: boolean;
  describedBy?: string;
  children: (controlProps: ControlProps, isPending: boolean) => ReactNode;
}

/** Links the label, the control and the message for assistive technology. */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  aside,
  className,
  id,
  name,
  required,
  describedBy,
  children,
}: ShellProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const { message, announces, isPending } = useFieldError(name, error);
  const describedByIds = [describedBy, message && `${controlId}-error`, hint && `${controlId}-hint`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={clsx("grid min-w-0 content-start gap-[.45rem]", className)}>
      <div className={clsx("flex flex-wrap items-baseline justify-between gap-x-4", hideLabel && "sr-only")}>
        <label htmlFor={controlId} className="text-sm font-medium">
          {label}
          {required && (
            <span aria-hidden="true" className="ms-0.5 text-danger">
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      {children(
        {
          id: controlId,
          ...(message && { "aria-invalid": true }),
          ...(describedByIds && { "aria-describedby": describedByIds }),
          ...(isPending && { "aria-disabled": true }),
        },
        isPending,
      )}
      {message && (
        <FieldMessage id={`${controlId}-error`} announces={announces}>
          {message}
        </FieldMessage>
      )}
      {hint && (
        <p id={`${controlId}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Icon and text, so that the colour is never the only signal. */
export function FieldMessage({ id, announces, children }: { id?: string; announces?: boolean; children: ReactNode }) {
  return (
    <p id={id} role={announces ? "alert" : undefined} className="flex items-start gap-1.5 text-xs text-danger">
      <Icon name="circle-alert" size="sm" className="mt-px" />
      <span>{children}</span>
    </p>
  );
}
