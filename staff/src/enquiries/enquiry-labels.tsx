/** An enquiry's state, age and subject in words. */
import { useState } from "react";
import { useTranslate } from "ra-core";
import { ageOf, type Age } from "../ui/age.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";
import type { EnquiryRow } from "../../../src/features/letters/inbox/inbox.schema.ts";

const looks: Record<EnquiryRow["state"], { tone: Tone; icon: IconName }> = {
  new: { tone: "good", icon: "circle-dot" },
  open: { tone: "attention", icon: "message-square-text" },
  answered: { tone: "neutral", icon: "check" },
  spam: { tone: "neutral", icon: "shield-off" },
};

export function StateChip({ state }: Pick<EnquiryRow, "state">) {
  const translate = useTranslate();
  return <Chip {...looks[state]}>{translate(`enquiries.states.${state}`)}</Chip>;
}

/** In words of at least two, so that "47 hours" is not "1 day". */
export const waitOf = (since: string, until: number): Age => ageOf(since, until, 2);
/** Longer than the site promises. */
export const isLate = ({ unit }: Age): boolean => unit === "day";

/** How long a sender has waited; two days or more are marked. */
export function Wait({ since, isWaiting }: { since: string; isWaiting: boolean }) {
  const translate = useTranslate();
  const [now] = useState(() => Date.now());
  const wait = waitOf(since, now);
  const words = translate(`enquiries.age.${wait.unit}`, { smart_count: wait.count });
  if (!isWaiting || !isLate(wait)) return <span className="quiet small number">{words}</span>;
  return (
    <span className="enquiry-late small number">
      <Icon name="clock-alert" size={14} />
      {words}
    </span>
  );
}

/** What an enquiry is about, in one line. */
export function useSubject(): (enquiry: Pick<EnquiryRow, "kind" | "program" | "excerpt">) => string {
  const translate = useTranslate();
  return ({ kind, program, excerpt }) => {
    if (kind === "demo")
      return translate("enquiries.demo", { program: translate(`enquiries.programs.${program}`, { _: program ?? "" }) });
    return excerpt || translate("enquiries.no_message");
  };
}
