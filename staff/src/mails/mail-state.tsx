import { m, toSnakeCase } from "../messages.ts";
import { Chip, toneText, type Tone } from "../parts/chip.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import type { MailRow } from "./mail-types.ts";

const stateStyles: Record<MailRow["state"], [Tone, IconName]> = {
  waiting: ["neutral", "clock"],
  retrying: ["attention", "hourglass"],
  sent: ["good", "mail-check"],
  captured: ["neutral", "inbox"],
  failed: ["wrong", "mail-x"],
  erased: ["neutral", "eraser"],
};

/** The label for the state of an email or, if it has one, for its problem. */
export const mailStateLabel = ({ state, problem }: Pick<MailRow, "state" | "problem">): string =>
  problem ? m[`staff_mails_problems_${toSnakeCase(problem)}`]() : m[`staff_mails_states_${state}`]();

export function MailState({ mail }: { mail: MailRow }) {
  const [tone, icon] = stateStyles[mail.state];
  return (
    <Chip tone={mail.problem === "no-such-address" ? "wrong" : tone} icon={icon}>
      {mailStateLabel(mail)}
    </Chip>
  );
}

export function MailIcon({ mail }: { mail: MailRow }) {
  const [tone, icon] = stateStyles[mail.state];
  return (
    <span className={toneText[tone]}>
      <Icon name={icon} />
    </span>
  );
}
