/** Labels for the state, the age and the subject of an enquiry. */
import { useState } from "react";
import { m, findMessage } from "../messages.ts";
import { getAge, type Age } from "../parts/age.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import { workingDaysLater } from "../../../src/i18n/dates.ts";
import type { EnquiryRow } from "../../../src/features/contact/inbox/inbox.schema.ts";

const stateStyles: Record<EnquiryRow["state"], { tone: Tone; icon: IconName }> = {
  new: { tone: "good", icon: "circle-dot" },
  open: { tone: "attention", icon: "message-square-text" },
  answered: { tone: "neutral", icon: "check" },
  spam: { tone: "neutral", icon: "shield-off" },
};

export function StateChip({ state }: Pick<EnquiryRow, "state">) {
  return <Chip {...stateStyles[state]}>{m[`staff_enquiries_states_${state}`]()}</Chip>;
}

/**
 * Returns the time between two instants in the largest unit that fits into it at least twice: 47 hours stay "47 hours"
 * and do not become "1 day".
 */
export const getWait = (since: string, until: number): Age => getAge(since, until, 2);
/** Whether an enquiry has waited longer than our target for an answer, two working days. */
export const isLate = (since: string, now: number): boolean => workingDaysLater(new Date(since), 2).getTime() <= now;

/** How long a sender has waited. A late wait is marked. */
export function WaitTime({ since, isWaiting }: { since: string; isWaiting: boolean }) {
  const [now] = useState(() => Date.now());
  const wait = getWait(since, now);
  const text = m[`staff_enquiries_age_${wait.unit}`]({ count: wait.count });
  if (!isWaiting || !isLate(since, now))
    return <span className="text-sm text-ink-3 whitespace-nowrap tabular-nums">{text}</span>;
  return (
    <span className="inline-flex items-center gap-1 text-sm whitespace-nowrap text-warning tabular-nums">
      <Icon name="clock-alert" size={14} />
      {text}
    </span>
  );
}

/** Returns the subject of an enquiry in one line: the requested program, or the beginning of the message. */
export function formatSubject({ kind, program, excerpt }: Pick<EnquiryRow, "kind" | "program" | "excerpt">): string {
  if (kind === "demo")
    return m.staff_enquiries_demo({ program: findMessage(`staff_enquiries_programs_${program}`) ?? program ?? "" });
  return excerpt || m.staff_enquiries_no_message();
}
