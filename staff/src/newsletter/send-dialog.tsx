import { useState } from "react";
import { clsx } from "clsx/lite";
import type { IssueWarning, NewsletterIssue } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m, findMessage } from "../messages.ts";
import { LabelledTickBox, RadioGroup } from "../parts/choice.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { FutureFields, getInitialInstant } from "../parts/future-fields.tsx";
import { Panel } from "../parts/panel.tsx";
import { useStoreIssue } from "./queries.ts";

const isReady = ({ checks }: NewsletterIssue): boolean =>
  checks.missing.length + checks.notArabic.length + checks.brokenLinks.length === 0 && checks.leave;

const checkStyles = {
  good: { className: "text-success", icon: "circle-check" },
  warning: { className: "text-warning", icon: "circle-alert" },
  wrong: { className: "text-danger", icon: "circle-x" },
} as const;

interface Check {
  style: keyof typeof checkStyles;
  text: string;
  detail?: string;
}

/** The server's checks of the saved text. A failed check says what to fix. A warning does not prevent sending. */
function Checks({ issue: { checks } }: { issue: NewsletterIssue }) {
  const formatNames = (fields: string[]) =>
    fields.map((field) => findMessage(`staff_newsletter_fields_${field}`) ?? field).join(" · ");
  const createCheck = (name: "missing" | "not_arabic" | "links" | "leave", isGood: boolean, detail = ""): Check =>
    isGood
      ? { style: "good", text: m[`staff_newsletter_checks_${name}_good`]() }
      : { style: "wrong", text: m[`staff_newsletter_checks_${name}_wrong`](), detail };
  const missingCards = (["en", "ar"] as const).flatMap((language): Check[] => {
    const cards = checks.oneLanguage.filter(({ missingIn }) => missingIn === language);
    const detail = cards.map(({ title }) => title).join(" · ");
    return detail ? [{ style: "warning", text: m[`staff_newsletter_checks_missing_in_${language}`](), detail }] : [];
  });
  const sameCards: Check = { style: "good", text: m.staff_newsletter_checks_one_language_good() };
  const allChecks: Check[] = [
    createCheck("missing", checks.missing.length === 0, formatNames(checks.missing)),
    createCheck("not_arabic", checks.notArabic.length === 0, formatNames(checks.notArabic)),
    ...(missingCards.length > 0 ? missingCards : [sameCards]),
    createCheck("links", checks.brokenLinks.length === 0, checks.brokenLinks.join(" ")),
    createCheck("leave", checks.leave),
  ];
  return (
    <ul className="*:flex *:items-start *:gap-2 *:py-1">
      {allChecks.map(({ style, text, detail }) => (
        <li key={text}>
          <span className={clsx("mt-0.5", checkStyles[style].className)}>
            <Icon name={checkStyles[style].icon} size={16} />
          </span>
          <span>
            {text} {detail && <bdi className="font-medium">{detail}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Returns a text that says whether, when and by whom this issue was tested. */
function useTestText({ testedAt, testedBy, warnings }: NewsletterIssue): string {
  const { date } = useFormats();
  if (!testedAt) return m.staff_newsletter_test_none();
  const test = { name: testedBy ?? "", time: date(testedAt, "dateTime") };
  return warnings.includes("untested") ? m.staff_newsletter_test_old(test) : m.staff_newsletter_test_last(test);
}

export function ChecksCard({ issue }: { issue: NewsletterIssue }) {
  const testText = useTestText(issue);
  return (
    <Panel title={m.staff_newsletter_checks_title()}>
      <Checks issue={issue} />
      <p className="text-sm text-ink-3">{testText}</p>
    </Panel>
  );
}

/** The number of readers by language. */
export function Readers({ issue: { subscribers } }: { issue: NewsletterIssue }) {
  const { number } = useFormats();
  return (
    <Panel title={m.staff_newsletter_readers_title()}>
      <p className="font-medium">{m.staff_newsletter_readers_all({ count: subscribers.all })}</p>
      <dl className="details">
        <dt>{m.staff_newsletter_readers_ar()}</dt>
        <dd className="whitespace-nowrap tabular-nums">{number(subscribers.ar)}</dd>
        <dt>{m.staff_newsletter_readers_en()}</dt>
        <dd className="whitespace-nowrap tabular-nums">{number(subscribers.en)}</dd>
      </dl>
    </Panel>
  );
}

/** The final confirmation to send an issue now or later. It shows the checks, and warnings that must be accepted. */
export function SendDialog({ issue, onClose }: { issue: NewsletterIssue; onClose(): void }) {
  const notify = useNotify();
  const storeIssue = useStoreIssue();
  const { momentInText } = useFormats();
  const testText = useTestText(issue);
  const [when, setWhen] = useState<"now" | "later">(issue.state === "scheduled" ? "later" : "now");
  const [initialTime] = useState(() => getInitialInstant(issue.scheduledAt));
  const [time, setTime] = useState<string | null>(initialTime);
  const [accepted, setAccepted] = useState<IssueWarning[]>([]);
  const { all, ar, en } = issue.subscribers;
  const isComplete = isReady(issue);
  const isAccepted = issue.warnings.every((warning) => accepted.includes(warning));
  const isLater = when === "later";
  const send = async () => {
    const input = { id: issue.id, version: issue.version, accepted };
    if (!isLater) return storeIssue(await callStaff("POST /api/staff/newsletter-issues/:id/send", input));
    if (!time) return;
    storeIssue(await callStaff("POST /api/staff/newsletter-issues/:id/schedule", { ...input, scheduledAt: time }));
    notify(m.staff_newsletter_schedule_done({ time: momentInText(time) }), { type: "success" });
  };
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_newsletter_send_title()}
      actionLabel={isLater ? m.staff_content_publish_schedule() : m.staff_newsletter_send_action({ count: all })}
      isReady={isComplete && isAccepted && all > 0 && (!isLater || time !== null)}
      onClose={onClose}
      onConfirm={send}
    >
      <Checks issue={issue} />
      <p>{m.staff_newsletter_send_who({ count: all, ar, en })}</p>
      {isComplete && (
        <>
          <RadioGroup
            label={m.staff_newsletter_send_when()}
            value={when}
            options={(["now", "later"] as const).map((value) => ({
              value,
              label: m[`staff_newsletter_send_${value}`](),
            }))}
            onChange={setWhen}
          />
          {isLater && <FutureFields initial={time ?? initialTime} onChange={setTime} />}
          {issue.warnings.map((warning) => (
            <Alert key={warning} tone="warning">
              <LabelledTickBox
                label={m[`staff_newsletter_accept_${warning}`]()}
                hint={warning === "untested" && testText}
                checked={accepted.includes(warning)}
                onChange={(isOn) =>
                  setAccepted(
                    isOn ? [...accepted, warning] : accepted.filter((acceptedWarning) => acceptedWarning !== warning),
                  )
                }
              />
            </Alert>
          ))}
        </>
      )}
      <Alert tone={isComplete ? "info" : "warning"}>
        {isComplete ? m.staff_newsletter_send_hint() : m.staff_newsletter_send_not_ready()}
      </Alert>
    </ConfirmDialog>
  );
}
