import { m } from "../messages.ts";
import type { NewsletterIssueRow } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { Chip, type Tone } from "../parts/chip.tsx";
import { useFormats } from "../parts/formats.ts";
import type { IconName } from "../parts/portal-icon-names.ts";

const stateStyles: Record<NewsletterIssueRow["state"], { tone: Tone; icon: IconName }> = {
  draft: { tone: "neutral", icon: "file-pen" },
  scheduled: { tone: "info", icon: "calendar-clock" },
  sending: { tone: "info", icon: "send" },
  paused: { tone: "attention", icon: "pause" },
  sent: { tone: "good", icon: "check" },
  stopped: { tone: "attention", icon: "square" },
};

export function IssueChip({ state }: Pick<NewsletterIssueRow, "state">) {
  return <Chip {...stateStyles[state]}>{m[`staff_newsletter_states_${state}`]()}</Chip>;
}

/** Returns a function that gives the subject of an issue in the portal's language, or a placeholder without one. */
export function useIssueTitle(): (issue: Pick<NewsletterIssueRow, "subject_eng" | "subject_ar">) => string {
  const { localized } = useFormats();
  return ({ subject_eng, subject_ar }) => localized(subject_eng, subject_ar) || m.staff_newsletter_untitled();
}
