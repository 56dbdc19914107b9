import { useState } from "react";
import { useTranslate } from "ra-core";
import { isolate } from "../../../src/i18n/isolate.ts";
import type { NewsletterIssue } from "../../../src/features/letters/newsletter/newsletter.schema.ts";
import { staffCall, StaffApiError } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { BusyButton } from "../ui/busy-button.tsx";
import { Card } from "../ui/card.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { useMay } from "../ui/use-may.ts";
import { IssueTable } from "./issue-table.tsx";
import { IssueChip, useIssueTitle } from "./issue-labels.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { useIssue, useKeepIssue } from "./queries.ts";

/** Issues that are listed below the one that is looked at. */
export const goneOut = ["sending", "paused", "sent"];
/** Mails a minute, as the server's job queues them. */
const mailsAMinute = 120;

/** How far an issue is, and the way to pause it. */
export function SendingPage({ issue }: { issue: NewsletterIssue }) {
  const translate = useTranslate();
  const { momentInText, number } = useFormats();
  const titleOf = useIssueTitle();
  const title = titleOf(issue);
  const waiting = Math.max(0, issue.handed - issue.sent - issue.failed);
  const missing = Math.max(0, issue.recipients - issue.handed);
  return (
    <>
      <PageHead
        title={title}
        breadcrumb={[{ label: translate("newsletter.title"), to: "/newsletter" }, { label: title }]}
        state={<IssueChip state={issue.state} />}
        facts={translate(issue.state === "sent" ? "newsletter.started" : "newsletter.started_pace", {
          name: isolate(issue.started_by ?? ""),
          time: momentInText(issue.started_at ?? issue.saved_at),
        })}
        actions={<Turn issue={issue} />}
      />
      <div className="stack">
        <Card flush>
          <div className="newsletter-progress">
            <p className="row" role="status">
              <span className="strong">
                {translate(`newsletter.progress.${issue.state}`, {
                  done: number(issue.handed),
                  all: number(issue.recipients),
                })}
              </span>
              {issue.state === "sending" && missing > 0 && (
                <span className="quiet newsletter-end">
                  {translate("newsletter.minutes_left", { smart_count: Math.ceil(missing / mailsAMinute) })}
                </span>
              )}
            </p>
            <progress
              max={Math.max(1, issue.recipients)}
              value={issue.state === "sent" ? Math.max(1, issue.recipients) : issue.handed}
              aria-label={translate("newsletter.progress_label")}
            />
          </div>
          <dl className="newsletter-figures">
            {(
              [
                ["sent", issue.sent],
                ["waiting", waiting],
                ["failed", issue.failed],
                ["left", issue.left],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt className="small quiet">{translate(`newsletter.figures.${name}`)}</dt>
                <dd>{number(value)}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <div className="with-aside">
          <div className="stack">
            {issue.failures.length > 0 && <Failures issue={issue} />}
            <Card title={translate("newsletter.earlier")} flush>
              <IssueTable states={goneOut} />
            </Card>
          </div>
          <div className="stack">
            <Card title={translate(`newsletter.note.${issue.state}`)}>
              <p className="newsletter-note">
                {translate(`newsletter.note.${issue.state}_text`, {
                  smart_count: missing,
                  sent: number(issue.sent),
                  all: number(issue.recipients),
                })}
              </p>
            </Card>
            <MailPreview id={issue.id} version={issue.version} isNarrow />
          </div>
        </div>
      </div>
    </>
  );
}

function Turn({ issue }: { issue: NewsletterIssue }) {
  const translate = useTranslate();
  const may = useMay();
  const keep = useKeepIssue();
  const { refetch } = useIssue(String(issue.id));
  const [isTurning, setIsTurning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (issue.state === "sent" || !may("newsletter.send")) return null;
  const verb = issue.state === "sending" ? "pause" : "resume";
  const turn = async () => {
    setIsTurning(true);
    setProblem(null);
    try {
      keep(await staffCall<NewsletterIssue>(`POST newsletter-issues/${issue.id}/${verb}`));
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      setProblem(translate(error.message, { _: error.message }));
      await refetch();
    } finally {
      setIsTurning(false);
    }
  };
  return (
    <>
      {problem && (
        <Alert tone="attention" isUrgent>
          {problem}
        </Alert>
      )}
      <BusyButton
        variant={verb === "pause" ? "outlined" : "contained"}
        isBusy={isTurning}
        startIcon={<Icon name={verb === "pause" ? "pause" : "play"} size={16} mirrors={verb === "resume"} />}
        onClick={() => void turn()}
      >
        {translate(`newsletter.${verb}`)}
      </BusyButton>
    </>
  );
}

function Failures({ issue: { failures, failed } }: { issue: NewsletterIssue }) {
  const translate = useTranslate();
  return (
    <Card title={translate("newsletter.failures")} count={failed} flush>
      <ScrollRegion label={translate("newsletter.failures")}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{translate("newsletter.columns.email")}</th>
              <th scope="col">{translate("newsletter.columns.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ email, reason }, at) => (
              <tr key={email || at}>
                <td>{email ? <bdi className="ltr">{email}</bdi> : translate("newsletter.erased")}</td>
                {/* What the mail server said is for whoever runs the site. */}
                <td title={reason}>
                  {translate(`newsletter.reasons.${reason}`, { _: translate("newsletter.refused") })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
