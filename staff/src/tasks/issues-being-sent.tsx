import { m } from "../messages.ts";
import type { NewsletterIssueRow } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { IssueChip, useIssueTitle } from "../newsletter/issue-labels.tsx";
import { useIssues } from "../newsletter/queries.ts";

import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { useCan } from "../frame/session.ts";
import { ScrollTable } from "../parts/scroll-table.tsx";
import { refetchIntervalMs } from "./use-task.ts";
import { TextLink } from "../parts/text-link.tsx";

const columns = ["title", "state", "progress", "started_by", "at"] as const;
const sendingStates: NewsletterIssueRow["state"][] = ["sending", "paused"];

/** The newsletter issues that are being sent. Null while they load; empty if they fail to load or must not be seen. */
export function useIssuesBeingSent(): NewsletterIssueRow[] | null {
  const can = useCan();
  const isEnabled = can("newsletter.write") || can("newsletter.send");
  const { data, isError } = useIssues(1, { states: sendingStates, everyMs: 5 * refetchIntervalMs, isEnabled });
  return isEnabled && !isError ? (data?.data ?? null) : [];
}

/** Lists newsletter issues that are being sent, with links to their pages, where staff can pause them. */
export function IssuesBeingSent({ issues }: { issues: NewsletterIssueRow[] }) {
  const formatIssueTitle = useIssueTitle();
  const { number } = useFormats();
  if (issues.length === 0) return null;
  return (
    <ScrollTable label={m.staff_tasks_letters()} columns={columns.map((name) => m[`staff_tasks_columns_${name}`]())}>
      {issues.map((issue) => (
        <tr key={issue.id}>
          <td>
            <TextLink to={`/newsletter/${issue.id}`}>
              {m.staff_tasks_letter({ subject: formatIssueTitle(issue) })}
            </TextLink>
          </td>
          <td>
            <IssueChip state={issue.state} />
          </td>
          <td>
            <div className="grid min-w-36 gap-1.25">
              <progress
                aria-label={m.staff_tasks_letter({ subject: formatIssueTitle(issue) })}
                value={issue.handed}
                max={Math.max(issue.recipients, 1)}
              />
              <span className="text-sm">
                {m.staff_tasks_done_of({ done: number(issue.handed), total: number(issue.recipients) })}
                {issue.failed > 0 && (
                  <span className="text-danger">
                    {" "}
                    · {m.staff_tasks_failed({ n: issue.failed, failed: number(issue.failed) })}
                  </span>
                )}
              </span>
            </div>
          </td>
          <td>
            <bdi>{issue.startedBy}</bdi>
          </td>
          <td>{issue.startedAt && <DateTime value={issue.startedAt} />}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
