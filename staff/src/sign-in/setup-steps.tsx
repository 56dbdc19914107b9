import { m } from "../messages.ts";
import { Icon } from "../parts/icon.tsx";
import { clsx } from "clsx/lite";

const steps = ["account", "check", "keep"] as const;

/** How far the setting up of an account is. */
export function SetupSteps({ now }: { now: (typeof steps)[number] }) {
  const at = steps.indexOf(now);
  return (
    <ol
      className="flex flex-wrap gap-x-2.5 gap-y-1.5 text-sm text-ink-3 max-md:gap-x-1.5"
      aria-label={m.staff_sign_in_steps_title()}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className="flex items-center gap-1.5 not-first:before:me-1 not-first:before:h-px not-first:before:w-5.5 not-first:before:bg-line-2 aria-[current=step]:font-medium aria-[current=step]:text-ink max-md:not-first:before:me-0 max-md:not-first:before:w-2"
        >
          <span
            className={clsx(
              "grid size-6 place-items-center rounded-full font-medium",
              index === at ? "bg-primary text-white" : index < at ? "bg-primary-tint text-primary" : "bg-sunken",
            )}
            aria-hidden="true"
          >
            {index < at ? <Icon name="check" size={14} /> : index + 1}
          </span>
          {m[`staff_sign_in_steps_${step}`]()}
        </li>
      ))}
    </ol>
  );
}
