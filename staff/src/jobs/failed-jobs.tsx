import type { ReactNode } from "react";
import { useNotify, useRefresh, useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import type { FailedJob, QueueState } from "../../../src/features/staff/jobs/job-types.ts";
import { staffCall } from "../api.ts";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { useFormats } from "../ui/formats.ts";
import { ListLayout } from "../ui/list/list-layout.tsx";
import type { ListColumn } from "../ui/list/list-table.tsx";
import { useStaffQuery } from "../ui/use-staff-query.ts";
import { JobName, refreshMs } from "./job-labels.tsx";

/** Its mails are tried again from their own list. */
const mailQueue = "mail.send";

/** Jobs that are tried no more, and what can be done about each; `below` comes once they are there. */
export function FailedJobs({ below }: { below: ReactNode }) {
  const translate = useTranslate();
  const { number } = useFormats();
  const { data: queues, isPending } = useStaffQuery<{ data: QueueState[] }>("jobs", { input: { perPage: "100" } });
  const scheduled = new Set(queues?.data.filter(({ every_seconds }) => every_seconds !== null).map(({ id }) => id));
  const reason = ({ reason }: FailedJob) => <bdi className="ltr">{reason}</bdi>;
  const action = (job: FailedJob) => <WhatToDo job={job} isScheduled={scheduled.has(job.queue)} />;
  const columns: ListColumn<FailedJob>[] = [
    { name: "job", label: translate("jobs.job"), sort: "queue", render: ({ queue }) => <JobName id={queue} /> },
    { name: "reason", label: translate("jobs.reason"), render: reason },
    {
      name: "tries",
      label: translate("jobs.tries"),
      sort: "tries",
      isAmount: true,
      render: ({ tries }) => number(tries),
    },
    {
      name: "failed_at",
      label: translate("jobs.failed_at"),
      sort: "failed_at",
      render: ({ failed_at: at }) => <DateTime value={at} />,
    },
    { name: "action", label: translate("jobs.what_to_do"), isAmount: true, render: action },
  ];
  return (
    <ListLayout<FailedJob>
      resource="failed-jobs"
      isPart
      title={translate("jobs.failed")}
      caption={translate("jobs.failed")}
      sort={{ field: "failed_at", order: "DESC" }}
      refreshMs={refreshMs}
      isWaiting={isPending}
      below={below}
      choices={[
        {
          source: "queue",
          label: translate("jobs.job"),
          choices: (queues?.data ?? []).map(({ id }) => ({
            id,
            name: translate(`jobs.names.${id.replaceAll(".", "_")}`, { _: id }),
          })),
        },
      ]}
      columns={columns}
      renderCard={(job) => (
        <span className="stack-tight">
          <JobName id={job.queue} />
          <span className="small quiet">
            {reason(job)} · <DateTime value={job.failed_at} isInText />
          </span>
          {action(job)}
        </span>
      )}
      empty={{
        icon: "circle-check",
        title: translate("jobs.none_failed"),
        text: translate("jobs.none_failed_text"),
      }}
    />
  );
}

function WhatToDo({ job: { id, queue }, isScheduled }: { job: FailedJob; isScheduled: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const retry = () =>
    staffCall(`POST failed-jobs/${id}/retry`).then(
      () => {
        notify("jobs.retried", { type: "success" });
        refresh();
      },
      (error: Error) => notify(error.message, { type: "error", messageArgs: { _: error.message } }),
    );
  if (isScheduled) return <span className="small quiet">{translate("jobs.by_itself")}</span>;
  if (queue === mailQueue)
    return (
      <Button component={Link} to="/mails" size="small" variant="outlined">
        {translate("menu.mails")}
      </Button>
    );
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<Icon name="refresh-cw" size={16} />}
      onClick={() => void retry()}
    >
      {translate("jobs.retry")}
    </Button>
  );
}
