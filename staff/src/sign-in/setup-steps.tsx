import { useTranslate } from "ra-core";
import { Icon } from "../ui/icon.tsx";

const steps = ["account", "check", "keep"] as const;

/** How far the setting up of an account is. */
export function SetupSteps({ now }: { now: (typeof steps)[number] }) {
  const translate = useTranslate();
  const at = steps.indexOf(now);
  return (
    <ol className="setup-steps" aria-label={translate("sign_in.steps.title")}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? "step" : undefined} className={index < at ? "done" : undefined}>
          <span className="step-mark" aria-hidden="true">
            {index < at ? <Icon name="check" size={14} /> : index + 1}
          </span>
          {translate(`sign_in.steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
