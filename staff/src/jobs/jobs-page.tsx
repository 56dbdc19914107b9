import { m, type NameIn } from "../messages.ts";
import { queueRuns, queueStateNames, type QueueState } from "../../../src/features/staff/jobs/job-types.ts";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { useAges } from "../parts/age.ts";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useCan } from "../frame/session.ts";
import { FailedJobs } from "./failed-jobs.tsx";
import { JobName, QueueChip, refreshMs } from "./job-labels.tsx";
import { Lines } from "../parts/lines.tsx";

/** Shows the background jobs: how many are in each state, and when each last ran. */
export default function JobsPage() {
  if (!useCan()("settings.write")) return <AccessDeniedPage />;
  return (
    <>
      <ScreenHead title={m.staff_menu_jobs()} facts={m.staff_jobs_facts()} />
      <div className="grid gap-4">
        <FailedJobs>
          <Queues />
        </FailedJobs>
      </div>
    </>
  );
}

function Queues() {
  const { number } = useFormats();
  const { duration } = useAges();
  const formatSchedule = ({ everySeconds: seconds }: QueueState) =>
    seconds === null ? m.staff_jobs_when_needed() : m.staff_jobs_every({ time: duration(seconds) });
  const columns: ListColumn<QueueState>[] = [
    { name: "job", label: m.staff_jobs_job(), sort: "id", render: ({ id }) => <JobName id={id} /> },
    { name: "runs", label: m.staff_jobs_runs(), sort: "everySeconds", render: formatSchedule },
    {
      name: "waiting",
      label: m.staff_jobs_states_waiting(),
      sort: "waiting",
      isEndAligned: true,
      render: ({ waiting }) => number(waiting),
    },
    {
      name: "running",
      label: m.staff_jobs_states_running(),
      sort: "running",
      isEndAligned: true,
      render: ({ running }) => number(running),
    },
    {
      name: "last",
      label: m.staff_jobs_last(),
      sort: "lastEndedAt",
      render: ({ lastEndedAt: at }) => (at ? <DateTime value={at} /> : m.staff_jobs_never()),
    },
    { name: "state", label: m.staff_common_status(), render: (queue) => <QueueChip queue={queue} /> },
  ];
  const toStateView = (state: NameIn<"jobs_states">) => ({
    name: state,
    label: m[`staff_jobs_states_${state}`](),
    filter: { state },
  });
  return (
    <ListLayout<QueueState>
      list="jobs"
      title={m.staff_jobs_all()}
      caption={m.staff_jobs_table()}
      sort="id"
      perPage={50}
      refreshMs={refreshMs}
      views={[{ name: "all", label: m.staff_list_all(), filter: {} }, toStateView("failed"), toStateView("waiting")]}
      choices={[
        {
          source: "state",
          label: m.staff_common_status(),
          choices: queueStateNames.map((id) => ({ id, name: m[`staff_jobs_states_${id}`]() })),
        },
        {
          source: "runs",
          label: m.staff_jobs_runs(),
          choices: queueRuns.map((id) => ({ id, name: m[`staff_jobs_${id}`]() })),
        },
      ]}
      columns={columns}
      renderCard={(queue) => (
        <span className="flex flex-wrap items-center gap-2">
          <Lines className="min-w-0 flex-1">
            <JobName id={queue.id} />
            <span className="text-sm text-ink-3">{formatSchedule(queue)}</span>
          </Lines>
          <QueueChip queue={queue} />
        </span>
      )}
      empty={{ title: m.staff_jobs_none() }}
    />
  );
}
