import { clsx } from "clsx/lite";
import type { NewsletterIssue } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { callStaff } from "../api.ts";
import { m, findMessage } from "../messages.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { Panel } from "../parts/panel.tsx";
import { useStoreIssue } from "./queries.ts";

const isReady = ({ checks }: NewsletterIssue): boolean =>
  checks.missing.length + checks.not_arabic.length + checks.broken_links.length === 0 && checks.leave;

/** A hint does not prevent sending. */
const isHint = (name: string) => name === "one_language";

/** The server's checks of the saved text. Each line says what to fix. */
function Checks({ issue: { checks } }: { issue: NewsletterIssue }) {
  const names = (fields: string[]) =>
    fields.map((field) => findMessage(`staff_newsletter_fields_${field}`) ?? field).join(" · ");
  const lines = [
    ["missing", checks.missing.length === 0, names(checks.missing)],
    ["not_arabic", checks.not_arabic.length === 0, names(checks.not_arabic)],
    ["one_language", checks.one_language.length === 0, checks.one_language.join(" ")],
    ["links", checks.broken_links.length === 0, checks.broken_links.join(" ")],
    ["leave", checks.leave, ""],
  ] as const;
  return (
    <ul className="*:flex *:items-start *:gap-2 *:py-1">
      {lines.map(([name, isGood, detail]) => (
        <li key={name}>
          <span className={clsx("mt-0.5", isGood ? "text-success" : isHint(name) ? "text-warning" : "text-danger")}>
            <Icon name={isGood ? "circle-check" : isHint(name) ? "circle-alert" : "circle-x"} size={16} />
          </span>
          <span>
            {m[`staff_newsletter_checks_${name}_${isGood ? "good" : "wrong"}`]()}{" "}
            {!isGood && detail !== "" && <bdi className="font-medium">{detail}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function ChecksCard({ issue }: { issue: NewsletterIssue }) {
  const { date } = useFormats();
  return (
    <Panel title={m.staff_newsletter_checks_title()}>
      <Checks issue={issue} />
      <p className="text-sm text-ink-3">
        {issue.tested_at
          ? m.staff_newsletter_test_last({ name: issue.tested_by ?? "", time: date(issue.tested_at, "dateTime") })
          : m.staff_newsletter_test_none()}
      </p>
    </Panel>
  );
}

/** The last confirmation: the checks, the number of readers by language, and that sending cannot be undone. */
export function SendDialog({ issue, isOpen, onClose }: { issue: NewsletterIssue; isOpen: boolean; onClose(): void }) {
  const storeIssue = useStoreIssue();
  const { all, ar, en } = issue.subscribers;
  const isComplete = isReady(issue);
  const send = async () =>
    storeIssue(await callStaff("POST /api/staff/newsletter-issues/:id/send", { id: issue.id, version: issue.version }));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={m.staff_newsletter_send_title()}
      actionLabel={m.staff_newsletter_send_action({ count: all })}
      isReady={isComplete && all > 0}
      onClose={onClose}
      onConfirm={send}
    >
      <Checks issue={issue} />
      <p>{m.staff_newsletter_send_who({ count: all, ar, en })}</p>
      {isComplete && !issue.tested_at && <Alert tone="warning">{m.staff_newsletter_test_none()}</Alert>}
      <Alert tone={isComplete ? "info" : "warning"}>
        {isComplete ? m.staff_newsletter_send_hint() : m.staff_newsletter_send_not_ready()}
      </Alert>
    </ConfirmDialog>
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
