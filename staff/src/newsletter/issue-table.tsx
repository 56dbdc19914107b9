import { useState } from "react";
import type { NewsletterIssueRow } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { m } from "../messages.ts";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { Pager } from "../parts/pager.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { IssueChip, useIssueTitle } from "./issue-labels.tsx";
import { perPage, useIssues } from "./queries.ts";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { TextLink } from "../parts/text-link.tsx";
import { SecondLine } from "../parts/second-line.tsx";

/** When a scheduled issue will be sent, or when a draft should have been sent but was not. */
function ScheduledTime({ issue: { state, scheduledAt } }: { issue: NewsletterIssueRow }) {
  const { moment, momentInText } = useFormats();
  if (!scheduledAt) return null;
  if (state === "scheduled") return <SecondLine>{moment(scheduledAt)}</SecondLine>;
  return (
    <SecondLine className="text-warning">
      {m.staff_newsletter_missed_short({ time: momentInText(scheduledAt) })}
    </SecondLine>
  );
}

/** A table of all issues, or of those in the given states of sending. The one saved last comes first. */
export function IssueTable({ states }: { states?: NewsletterIssueRow["state"][] }) {
  const { number } = useFormats();
  const formatIssueTitle = useIssueTitle();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useIssues(page, { states });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  if (data.data.length === 0)
    return states ? (
      <Empty icon="megaphone" title={m.staff_newsletter_none_sent()} />
    ) : (
      <Empty icon="megaphone" title={m.staff_newsletter_none()}>
        {m.staff_newsletter_none_text()}
      </Empty>
    );
  return (
    <>
      <ScrollTable
        label={m.staff_newsletter_tabs_issues()}
        columns={[
          m.staff_newsletter_columns_subject(),
          m.staff_common_status(),
          m.staff_newsletter_columns_changed(),
          { label: m.staff_newsletter_columns_sent(), isEndAligned: true },
          { label: m.staff_newsletter_columns_failed(), isEndAligned: true },
        ]}
      >
        {data.data.map((issue) => (
          <tr key={issue.id}>
            <td>
              <TextLink to={`/newsletter/${issue.id}`}>{formatIssueTitle(issue)}</TextLink>
            </td>
            <td>
              <IssueChip state={issue.state} />
              <ScheduledTime issue={issue} />
            </td>
            <td>
              <DateTime value={issue.startedAt ?? issue.savedAt} />
              <SecondLine>
                <bdi>{issue.startedAt ? issue.startedBy : issue.savedBy}</bdi>
              </SecondLine>
            </td>
            <td className="amount">
              {issue.startedAt && m.staff_newsletter_of({ done: number(issue.sent), all: number(issue.recipients) })}
            </td>
            <td className="amount">{issue.startedAt && number(issue.failed)}</td>
          </tr>
        ))}
      </ScrollTable>
      <Pager page={page} perPage={perPage} total={data.total} more={data.more} onPage={setPage} />
    </>
  );
}
