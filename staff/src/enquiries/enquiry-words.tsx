/** An enquiry's state, age and subject in words. */
import { useState } from "react";
import { useTranslate } from "ra-core";
import { Chip, type Tone } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";
import { ageOf } from "./age.ts";
import type { EnquiryRow } from "../../../src/features/inbox/inbox.schema.ts";

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

/** How long somebody has waited; two days or more are marked. */
export function Age({ since, isWaiting }: { since: string; isWaiting: boolean }) {
  const translate = useTranslate();
  const [now] = useState(() => Date.now());
  const { unit, count, isLong } = ageOf(since, now);
  const words = translate(`enquiries.age.${unit}`, { smart_count: count });
  if (!isWaiting || !isLong) return <span className="quiet small number">{words}</span>;
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
