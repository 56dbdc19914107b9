import { useTranslate } from "ra-core";
import type { NewsletterIssueRow } from "../../../src/features/letters/newsletter/newsletter.schema.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import { useFormats } from "../ui/formats.ts";
import type { IconName } from "../ui/icon-names.ts";

const looks: Record<NewsletterIssueRow["state"], { tone: Tone; icon: IconName }> = {
  draft: { tone: "neutral", icon: "file-pen" },
  sending: { tone: "info", icon: "send" },
  paused: { tone: "attention", icon: "pause" },
  sent: { tone: "good", icon: "check" },
};

export function IssueChip({ state }: Pick<NewsletterIssueRow, "state">) {
  const translate = useTranslate();
  return <Chip {...looks[state]}>{translate(`newsletter.states.${state}`)}</Chip>;
}

/** An issue's subject in the reader's language, or that it has none yet. */
export function useIssueTitle(): (issue: Pick<NewsletterIssueRow, "subject_eng" | "subject_ar">) => string {
  const translate = useTranslate();
  const { localized } = useFormats();
  return ({ subject_eng, subject_ar }) => localized(subject_eng, subject_ar) || translate("newsletter.untitled");
}
