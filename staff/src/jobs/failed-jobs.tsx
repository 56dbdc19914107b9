import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { m, findMessage } from "../messages.ts";
import type { FailedJob } from "../../../src/features/staff/jobs/job-types.ts";
import { callStaff, staffQuery } from "../api.ts";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { JobName, refreshMs } from "./job-labels.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";
import { Lines } from "../parts/lines.tsx";

/** Staff retry jobs of this queue in the list of emails. */
const mailQueue = "mail.send";

/** Lists the jobs that failed for good, with an action for each. The children appear below, once the list has loaded. */
export function FailedJobs({ children }: { children: ReactNode }) {
  const { number } = useFormats();
  const { data: queues, isPending } = useQuery(staffQuery("GET /api/staff/jobs", { per_page: 100 }));
  const scheduledQueues = new Set(queues?.data.filter(({ everySeconds }) => everySeconds !== null).map(({ id }) => id));
  const renderReason = ({ reason }: FailedJob) => <bdi dir="ltr">{reason}</bdi>;
  const renderAction = (job: FailedJob) => <JobAction job={job} isScheduled={scheduledQueues.has(job.queue)} />;
  const columns: ListColumn<FailedJob>[] = [
    { name: "job", label: m.staff_jobs_job(), sort: "queue", render: ({ queue }) => <JobName id={queue} /> },
    { name: "reason", label: m.staff_jobs_reason(), render: renderReason },
    {
      name: "tries",
      label: m.staff_common_attempts(),
      sort: "tries",
      isEndAligned: true,
      render: ({ tries }) => number(tries),
    },
    {
      name: "failed_at",
      label: m.staff_jobs_failed_at(),
      sort: "failed_at",
      render: ({ failedAt: at }) => <DateTime value={at} />,
    },
    { name: "action", label: m.staff_jobs_what_to_do(), isEndAligned: true, render: renderAction },
  ];
  return (
    <ListLayout<FailedJob>
      list="failed-jobs"
      isPart
      title={m.staff_jobs_failed()}
      caption={m.staff_jobs_failed()}
      sort="-failed_at"
      refreshMs={refreshMs}
      isWaiting={isPending}
      below={children}
      choices={[
        {
          source: "queue",
          label: m.staff_jobs_job(),
          choices: (queues?.data ?? []).map(({ id }) => ({
            id,
            name: findMessage(`staff_jobs_names_${id}`) ?? id,
          })),
        },
      ]}
      columns={columns}
      renderCard={(job) => (
        <Lines>
          <JobName id={job.queue} />
          <span className="text-sm text-ink-3">
            {renderReason(job)} · <DateTime value={job.failedAt} isInText />
          </span>
          {renderAction(job)}
        </Lines>
      )}
      empty={{
        icon: "circle-check",
        title: m.staff_jobs_none_failed(),
        text: m.staff_jobs_none_failed_text(),
      }}
    />
  );
}

function JobAction({ job: { id, queue }, isScheduled }: { job: FailedJob; isScheduled: boolean }) {
  const notify = useNotify();
  const refresh = useRefresh();
  const retry = () =>
    callStaff("POST /api/staff/failed-jobs/:id/retry", { id }).then(
      () => {
        notify(m.staff_jobs_retried(), { type: "success" });
        refresh();
      },
      (error: Error) => notify(error.message, { type: "error" }),
    );
  if (isScheduled) return <span className="text-sm text-ink-3">{m.staff_jobs_by_itself()}</span>;
  if (queue === mailQueue)
    return (
      <LinkButton variant="secondary" to="/mails" size="sm">
        {m.staff_menu_mails()}
      </LinkButton>
    );
  return (
    <Button
      variant="secondary"
      size="sm"
      icon="refresh-cw"
      aria-label={`${m.staff_jobs_retry()}: ${findMessage(`staff_jobs_names_${queue}`) ?? queue}`}
      onClick={() => void retry()}
    >
      {m.staff_jobs_retry()}
    </Button>
  );
}
