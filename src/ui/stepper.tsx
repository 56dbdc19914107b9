import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** Phones show only the name of the current step. `current` counts from 0. */
export function Stepper({
  label,
  steps,
  current,
  doneLabel,
}: {
  label: string;
  steps: readonly ReactNode[];
  current: number;
  doneLabel: string;
}) {
  return (
    <ol aria-label={label} className="flex flex-wrap items-center gap-x-3.5 gap-y-2 text-sm text-ink-3">
      {steps.map((step, index) => (
        <li
          key={index}
          aria-current={index === current ? "step" : undefined}
          className={clsx("flex items-center gap-2.5", index === current && "font-medium text-ink")}
        >
          {index > 0 && <span aria-hidden="true" className="me-1 h-px w-6 bg-line-2 md:w-11" />}
          <span
            className={clsx(
              "grid size-7 flex-none place-items-center rounded-full border text-xs font-medium",
              index === current
                ? "border-primary bg-primary text-on-primary"
                : index < current
                  ? "border-primary text-primary"
                  : "border-line-2",
            )}
          >
            {index < current ? <Icon name="check" size="sm" /> : index + 1}
          </span>
          <span className={clsx(index !== current && "max-md:sr-only")}>
            {step}
            {index < current && <span className="sr-only"> ({doneLabel})</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
