/** Checkboxes, radio buttons and switches: native inputs in the portal's style. */
import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from "react";
import { clsx } from "clsx/lite";
import { Icon } from "../../../src/ui/icon.tsx";
import { SecondLine } from "./second-line.tsx";

const inputClass =
  "peer flex-none appearance-none border-[1.5px] border-line-2 bg-surface transition-ui disabled:border-line disabled:bg-sunken";

export interface TickBoxProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  /** Whether some, but not all, of the items are selected. */
  isIndeterminate?: boolean;
  onChange(isOn: boolean): void;
}

/** A checkbox without visible label, for rows of a table. It needs an `aria-label`. */
export function TickBox({ isIndeterminate = false, onChange, className, ...props }: TickBoxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isIndeterminate;
  }, [isIndeterminate]);
  return (
    <span className={clsx("relative inline-grid size-6 flex-none place-items-center align-middle", className)}>
      <input
        {...props}
        ref={ref}
        type="checkbox"
        onChange={(event) => onChange(event.target.checked)}
        className={clsx(
          inputClass,
          "size-[18px] rounded-[5px] checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary checked:disabled:bg-line-2",
        )}
      />
      <Icon
        name={isIndeterminate ? "minus" : "check"}
        size={13}
        className="pointer-events-none absolute stroke-3 text-white opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100"
      />
    </span>
  );
}

const optionClass = "flex min-h-target items-start gap-2 py-1 has-disabled:text-ink-3";

export function LabelledTickBox({ label, hint, ...props }: TickBoxProps & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className={optionClass}>
      <TickBox {...props} className="-my-0.5" />
      <span className="min-w-0">
        {label}
        {hint && <SecondLine>{hint}</SecondLine>}
      </span>
    </label>
  );
}

export interface RadioGroupProps<Value extends string> {
  label: ReactNode;
  hideLabel?: boolean;
  value: Value | null;
  /** The `amount` of an option is shown at the end of its row. */
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; amount?: ReactNode; isDisabled?: boolean }[];
  onChange(value: NoInfer<Value>): void;
  /** Shows each option in a frame, for important decisions. */
  isFramed?: boolean;
  className?: string;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hideLabel = false, value, options, onChange, isFramed = false, className } = props;
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className={hideLabel ? "sr-only" : "mb-1 text-sm font-medium text-ink-2"}>{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            optionClass,
            isFramed &&
              "mb-2 rounded-control border border-line-2 px-3 py-2.5! has-checked:border-primary has-checked:bg-primary-tint has-checked:inset-ring has-checked:inset-ring-primary",
          )}
        >
          <span className="-my-0.5 grid size-6 flex-none place-items-center">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              className={clsx(
                inputClass,
                "size-[18px] rounded-full checked:border-primary checked:inset-shadow-[0_0_0_4px_var(--nh-primary)]",
              )}
            />
          </span>
          <span className="min-w-0 flex-1">
            {option.label}
            {option.hint && <SecondLine>{option.hint}</SecondLine>}
          </span>
          {option.amount !== undefined && <b className="whitespace-nowrap tabular-nums">{option.amount}</b>}
        </label>
      ))}
    </fieldset>
  );
}

export interface SegmentedRadioProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange(value: NoInfer<Value>): void;
}

/** Two or three options side by side, in a form. */
export function SegmentedRadio<Value extends string>({ label, value, options, onChange }: SegmentedRadioProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="inline-flex overflow-hidden rounded-control border border-line-2 bg-surface">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-(--nh-button-md) items-center gap-1.5 border-line-2 px-3.5 not-first:border-s has-checked:bg-primary-tint has-checked:font-medium has-checked:text-primary-hover has-focus-visible:inset-ring-2 has-focus-visible:inset-ring-focus"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A switch with immediate effect. Without a label it needs an `aria-label`. */
export function Switch({
  label,
  onChange,
  className,
  ...props
}: Omit<ComponentProps<"input">, "type" | "onChange"> & {
  label?: ReactNode;
  checked: boolean;
  onChange(isOn: boolean): void;
}) {
  return (
    <label className={clsx("inline-flex min-h-target items-center gap-2", className)}>
      {label}
      <span className="relative inline-block h-[22px] w-[38px] flex-none">
        <input
          {...props}
          type="checkbox"
          role="switch"
          aria-checked={props.checked}
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-full appearance-none rounded-full bg-line-2 transition-ui checked:bg-primary disabled:opacity-50"
        />
        <span className="pointer-events-none absolute start-[3px] top-[3px] size-4 rounded-full bg-white transition-ui peer-checked:ltr:translate-x-4 peer-checked:rtl:-translate-x-4" />
      </span>
    </label>
  );
}

export interface ToggleGroupProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode; isDisabled?: boolean }[];
  onChange(value: NoInfer<Value>): void;
  isDisabled?: boolean;
}

/** A few options side by side, such as list and calendar. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const { label, value, options, onChange, isDisabled = false } = props;
  return (
    <div role="group" aria-label={label} className="inline-flex flex-wrap">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          disabled={isDisabled || option.isDisabled}
          onClick={() => onChange(option.value)}
          className="inline-flex min-h-(--nh-button-md) items-center gap-1.5 border border-line-2 bg-surface px-3 text-ink-2 not-first:-ms-px first:rounded-s-control last:rounded-e-control hover:bg-row disabled:text-ink-3 aria-pressed:z-1 aria-pressed:bg-primary-tint aria-pressed:text-primary-hover"
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
