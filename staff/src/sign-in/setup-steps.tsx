import { m } from "../messages.ts";
import { Icon } from "../parts/icon.tsx";

const steps = ["account", "check", "keep"] as const;

/** How far the setting up of an account is. */
export function SetupSteps({ now }: { now: (typeof steps)[number] }) {
  const at = steps.indexOf(now);
  return (
    <ol className="setup-steps" aria-label={m.staff_sign_in_steps_title()}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? "step" : undefined} className={index < at ? "done" : undefined}>
          <span className="step-mark" aria-hidden="true">
            {index < at ? <Icon name="check" size={14} /> : index + 1}
          </span>
          {m[`staff_sign_in_steps_${step}`]()}
        </li>
      ))}
    </ol>
  );
}
