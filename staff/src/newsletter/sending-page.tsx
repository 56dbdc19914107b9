import { useState } from "react";
import { m, findMessage } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import type { NewsletterIssue } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { callStaff } from "../api.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Panel } from "../parts/panel.tsx";
import { useFormats } from "../parts/formats.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useCan } from "../frame/session.ts";
import { IssueTable } from "./issue-table.tsx";
import { IssueChip, useIssueTitle } from "./issue-labels.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { useStoreIssue } from "./queries.ts";
import { StateButton } from "./state-button.tsx";
import { Figures } from "../parts/figures.tsx";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

/** The states of the issues in the list of sent issues. An issue that is being sent is shown above the list only. */
export const sentStates: NewsletterIssue["state"][] = ["sent", "stopped"];
/** The number of emails that the server's job sends per minute. */
const mailsPerMinute = 120;

/**
 * Counts emails that have neither been sent nor failed. Until the issue is sent or stopped, it includes emails that are
 * not queued yet.
 */
export const countWaitingMails = ({
  state,
  recipients,
  handed: queued,
  sent,
  failed,
}: Pick<NewsletterIssue, "state" | "recipients" | "handed" | "sent" | "failed">): number =>
  Math.max(0, Math.max(state === "sent" || state === "stopped" ? 0 : recipients, queued) - sent - failed);

/** The progress of an issue, with buttons to pause and to stop it. */
export function SendingPage({ issue }: { issue: NewsletterIssue }) {
  const { momentInText, number } = useFormats();
  const formatIssueTitle = useIssueTitle();
  const title = formatIssueTitle(issue);
  const can = useCan();
  const unqueuedCount = Math.max(0, issue.recipients - issue.handed);
  const restFigure =
    issue.state === "stopped" ? (["unsent", unqueuedCount] as const) : (["waiting", countWaitingMails(issue)] as const);
  const isOver = issue.state === "sent" || issue.state === "stopped";
  return (
    <>
      <ScreenHead
        title={title}
        breadcrumb={[{ label: m.staff_menu_newsletter(), to: "/newsletter" }, { label: title }]}
        state={<IssueChip state={issue.state} />}
        facts={m[isOver ? "staff_newsletter_started" : "staff_newsletter_started_pace"]({
          name: isolate(issue.startedBy ?? ""),
          time: momentInText(issue.startedAt ?? issue.savedAt),
        })}
        actions={
          !isOver &&
          can("newsletter.send") && (
            <>
              <StateButton issue={issue} verb={issue.state === "paused" ? "resume" : "pause"} />
              <StopButton issue={issue} />
            </>
          )
        }
      />
      <div className="grid gap-4">
        <Panel flush>
          <div className="grid gap-2.5 p-pad [&>progress]:h-2.5">
            <p className="flex flex-wrap items-center gap-2" role="status">
              <span className="font-medium">
                {findMessage(`staff_newsletter_progress_${issue.state}`, {
                  done: number(issue.handed),
                  all: number(issue.recipients),
                })}
              </span>
              {issue.state === "sending" && unqueuedCount > 0 && (
                <span className="ms-auto text-ink-3">
                  {m.staff_newsletter_minutes_left({ count: Math.ceil(unqueuedCount / mailsPerMinute) })}
                </span>
              )}
            </p>
            <progress
              max={Math.max(1, issue.recipients)}
              value={issue.state === "sent" ? Math.max(1, issue.recipients) : issue.handed}
              aria-label={m.staff_newsletter_progress_label()}
            />
          </div>
          <Figures
            className="border-t border-line"
            figures={([["sent", issue.sent], restFigure, ["failed", issue.failed], ["left", issue.left]] as const).map(
              ([key, value]) => ({ key, label: m[`staff_newsletter_figures_${key}`](), value: number(value) }),
            )}
          />
        </Panel>
        <AsideLayout>
          <div className="grid gap-4">
            {issue.failures.length > 0 && <Failures issue={issue} />}
            <Panel title={m.staff_newsletter_earlier()} flush>
              <IssueTable states={sentStates} />
            </Panel>
          </div>
          <div className="grid gap-4">
            <Panel title={findMessage(`staff_newsletter_note_${issue.state}`) ?? ""}>
              <p
                // The text has the same height in every state, so that the preview below does not move.
                className="min-h-[3lh]"
              >
                {findMessage(`staff_newsletter_note_${issue.state}_text`, {
                  count: unqueuedCount,
                  sent: number(issue.sent),
                  time: momentInText(issue.finishedAt ?? issue.savedAt),
                  all: number(issue.recipients),
                })}
              </p>
            </Panel>
            <MailPreview id={issue.id} version={issue.version} isNarrow />
          </div>
        </AsideLayout>
      </div>
    </>
  );
}

function StopButton({ issue }: { issue: NewsletterIssue }) {
  const storeIssue = useStoreIssue();
  const { number } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const count = Math.max(0, issue.recipients - issue.handed);
  return (
    <>
      <Button variant="danger-secondary" icon="square" onClick={() => setIsOpen(true)}>
        {m.staff_newsletter_stop()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        isDangerous
        title={m.staff_newsletter_stop_title()}
        actionLabel={m.staff_newsletter_stop_action()}
        cancelLabel={m.staff_newsletter_stop_keep()}
        onClose={() => setIsOpen(false)}
        onConfirm={async () =>
          storeIssue(await callStaff("POST /api/staff/newsletter-issues/:id/stop", { id: issue.id }))
        }
      >
        <p>{m.staff_newsletter_stop_text({ count, sent: number(issue.sent) })}</p>
        <p>{m.staff_newsletter_stop_hint()}</p>
      </ConfirmDialog>
    </>
  );
}

function Failures({ issue: { failures, failed } }: { issue: NewsletterIssue }) {
  return (
    <Panel title={m.staff_newsletter_failures()} count={failed} flush>
      <ScrollTable label={m.staff_newsletter_failures()} columns={[m.staff_common_email(), m.staff_common_reason()]}>
        {failures.map(({ email, reason }, index) => (
          <tr key={email || index}>
            <td>{email ? <bdi dir="ltr">{email}</bdi> : m.staff_newsletter_erased()}</td>
            {/* The reply of the mail server is for operators, not for this page. */}
            <td title={reason}>{findMessage(`staff_newsletter_reasons_${reason}`) ?? m.staff_newsletter_refused()}</td>
          </tr>
        ))}
      </ScrollTable>
    </Panel>
  );
}
