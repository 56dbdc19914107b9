import { useTranslate } from "ra-core";
import { queueRuns, queueStateNames, type QueueState } from "../../../src/features/staff/jobs/job-types.ts";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { useAges } from "../ui/age.ts";
import { DateTime } from "../ui/date-time.tsx";
import { useFormats } from "../ui/formats.ts";
import { ListLayout } from "../ui/list/list-layout.tsx";
import type { ListColumn } from "../ui/list/list-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { useMay } from "../ui/use-may.ts";
import { FailedJobs } from "./failed-jobs.tsx";
import { JobName, QueueChip, refreshMs } from "./job-labels.tsx";

/** The background jobs: what waits, runs and failed, and when each schedule last ran. */
export default function JobsPage() {
  const translate = useTranslate();
  if (!useMay()("settings.write")) return <AccessDeniedPage />;
  return (
    <>
      <PageHead title={translate("menu.jobs")} facts={translate("jobs.facts")} />
      <div className="stack">
        <FailedJobs below={<Queues />} />
      </div>
    </>
  );
}

function Queues() {
  const translate = useTranslate();
  const { number } = useFormats();
  const { duration } = useAges();
  const runs = ({ every_seconds: seconds }: QueueState) =>
    seconds === null ? translate("jobs.when_needed") : translate("jobs.every", { time: duration(seconds) });
  const columns: ListColumn<QueueState>[] = [
    { name: "job", label: translate("jobs.job"), sort: "id", render: ({ id }) => <JobName id={id} /> },
    { name: "runs", label: translate("jobs.runs"), sort: "every_seconds", render: runs },
    {
      name: "waiting",
      label: translate("jobs.waiting"),
      sort: "waiting",
      isAmount: true,
      render: ({ waiting }) => number(waiting),
    },
    {
      name: "running",
      label: translate("jobs.running"),
      sort: "running",
      isAmount: true,
      render: ({ running }) => number(running),
    },
    {
      name: "last",
      label: translate("jobs.last"),
      sort: "last_ended_at",
      render: ({ last_ended_at: at }) => (at ? <DateTime value={at} /> : translate("jobs.never")),
    },
    { name: "state", label: translate("jobs.state"), render: (queue) => <QueueChip queue={queue} /> },
  ];
  const withState = (state: string) => ({
    name: state,
    label: translate(`jobs.states.${state}`),
    filter: { state },
  });
  return (
    <ListLayout<QueueState>
      resource="jobs"
      title={translate("jobs.all")}
      caption={translate("jobs.table")}
      sort={{ field: "id", order: "ASC" }}
      perPage={50}
      refreshMs={refreshMs}
      views={[{ name: "all", label: translate("list.all"), filter: {} }, withState("failed"), withState("waiting")]}
      choices={[
        {
          source: "state",
          label: translate("jobs.state"),
          choices: queueStateNames.map((id) => ({ id, name: translate(`jobs.states.${id}`) })),
        },
        {
          source: "runs",
          label: translate("jobs.runs"),
          choices: queueRuns.map((id) => ({ id, name: translate(`jobs.${id}`) })),
        },
      ]}
      columns={columns}
      renderCard={(queue) => (
        <span className="row">
          <span className="grow">
            <JobName id={queue.id} />
            <span className="small quiet">{runs(queue)}</span>
          </span>
          <QueueChip queue={queue} />
        </span>
      )}
      empty={{ title: translate("jobs.none") }}
    />
  );
}
