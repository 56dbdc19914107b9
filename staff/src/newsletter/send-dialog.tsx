import { useTranslate } from "ra-core";
import type { NewsletterIssue } from "../../../src/features/letters/newsletter/newsletter.schema.ts";
import { staffCall } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Checks } from "./checks-card.tsx";
import { useKeepIssue } from "./queries.ts";

/** The last look: what was checked, who gets it in which language, and that it cannot be taken back. */
export function SendDialog({
  issue,
  isReady,
  isOpen,
  onClose,
}: {
  issue: NewsletterIssue;
  isReady: boolean;
  isOpen: boolean;
  onClose(): void;
}) {
  const translate = useTranslate();
  const keep = useKeepIssue();
  const { all, ar, en } = issue.subscribers;
  const send = async () =>
    keep(await staffCall<NewsletterIssue>(`POST newsletter-issues/${issue.id}/send`, { version: issue.version }));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={translate("newsletter.send.title")}
      action={translate("newsletter.send.action", { smart_count: all })}
      isReady={isReady && all > 0}
      onClose={onClose}
      onConfirm={send}
    >
      <Checks issue={issue} />
      <p>{translate("newsletter.send.who", { smart_count: all, ar, en })}</p>
      <Alert tone={isReady ? "info" : "attention"}>
        {translate(isReady ? "newsletter.send.hint" : "newsletter.send.not_ready")}
      </Alert>
    </ConfirmDialog>
  );
}
