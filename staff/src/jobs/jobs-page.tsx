import { useNotify, useTranslate } from "ra-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import type { FailedJob, QueueState } from "../../../src/site/jobs/job-types.ts";
import { staffCall } from "../api.ts";
import { AccessDeniedPage } from "../layout/access-denied-page.tsx";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { useAges } from "../ui/age.ts";
import { useFormats } from "../ui/formats.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { useMay } from "../ui/use-may.ts";

const refreshMs = 10_000;
const key = ["jobs"];
/** Its mails are tried again from their own list. */
const mailQueue = "mail.send";

function useJobs(enabled: boolean) {
  return useQuery({
    queryKey: key,
    enabled,
    refetchInterval: refreshMs,
    queryFn: async ({ signal }) => {
      const [queues, failed] = await Promise.all([
        staffCall<{ data: QueueState[] }>("GET jobs", undefined, signal),
        staffCall<{ data: FailedJob[]; total: number }>("GET failed-jobs", { perPage: "50" }, signal),
      ]);
      return { queues: queues.data, failed };
    },
  });
}

/** What a job does, in words; one without is called by its name. */
function JobName({ id }: { id: string }) {
  const translate = useTranslate();
  return (
    <>
      <span className="strong">{translate(`jobs.names.${id.replaceAll(".", "_")}`, { _: id })}</span>
      <span className="second-line">
        <bdi className="ltr">{id}</bdi>
      </span>
    </>
  );
}

function FailedJobs({ failed, queues }: { failed: { data: FailedJob[]; total: number }; queues: QueueState[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { date } = useFormats();
  const isScheduled = ({ queue }: FailedJob) => queues.some(({ id, every_seconds }) => id === queue && every_seconds);
  const retry = (job: FailedJob) =>
    void staffCall(`POST failed-jobs/${job.id}/retry`).then(
      async () => {
        notify(translate("jobs.retried"), { type: "success" });
        await queryClient.invalidateQueries({ queryKey: key });
      },
      (error: unknown) => notify(error instanceof Error ? error.message : "", { type: "error" }),
    );
  return (
    <Card title={translate("jobs.failed")} count={failed.total} flush>
      {failed.data.length === 0 ? (
        <Empty icon="circle-check" title={translate("jobs.none_failed")} />
      ) : (
        <ul className="rows">
          {failed.data.map((job) => (
            <li key={job.id}>
              <Icon name="circle-x" className="danger" />
              <div className="grow">
                <JobName id={job.queue} />
                <div className="small quiet">
                  <bdi className="ltr">{job.reason}</bdi> · {translate("jobs.tries", { smart_count: job.tries })} ·{" "}
                  {date(job.failed_at, "dateTime")}
                </div>
              </div>
              {isScheduled(job) ? (
                <span className="small quiet">{translate("jobs.by_itself")}</span>
              ) : job.queue === mailQueue ? (
                <Button component={Link} to="/mails" size="small" variant="outlined">
                  {translate("menu.mails")}
                </Button>
              ) : (
                <Button
                  size="small"
                  variant="outlined"
                  startIcon={<Icon name="refresh-cw" size={16} />}
                  onClick={() => retry(job)}
                >
                  {translate("jobs.retry")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Queues({ queues }: { queues: QueueState[] }) {
  const translate = useTranslate();
  const { number, date } = useFormats();
  const { duration } = useAges();
  return (
    <Card title={translate("jobs.all")} flush>
      <ScrollRegion label={translate("jobs.table")}>
        <table className="table">
          <caption className="visually-hidden">{translate("jobs.all")}</caption>
          <thead>
            <tr>
              <th scope="col">{translate("jobs.job")}</th>
              <th scope="col">{translate("jobs.runs")}</th>
              <th scope="col" className="amount">
                {translate("jobs.waiting")}
              </th>
              <th scope="col" className="amount">
                {translate("jobs.running")}
              </th>
              <th scope="col">{translate("jobs.last")}</th>
              <th scope="col">{translate("jobs.state")}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map((queue) => (
              <tr key={queue.id}>
                <td>
                  <JobName id={queue.id} />
                </td>
                <td>
                  {queue.every_seconds === null
                    ? translate("jobs.when_needed")
                    : translate("jobs.every", { time: duration(queue.every_seconds) })}
                </td>
                <td className="amount">{number(queue.waiting)}</td>
                <td className="amount">{number(queue.running)}</td>
                <td>{queue.last_ended_at ? date(queue.last_ended_at, "dateTime") : translate("jobs.never")}</td>
                <td>
                  {queue.last_failed || (queue.every_seconds === null && queue.failed > 0) ? (
                    <Chip tone="wrong" icon="circle-x">
                      {translate("jobs.is_failed")}
                    </Chip>
                  ) : (
                    <Chip tone="good" icon="circle-check">
                      {translate("jobs.is_well")}
                    </Chip>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

/** The background jobs: what waits, runs and failed, and when each schedule last ran. */
export default function JobsPage() {
  const translate = useTranslate();
  const isAllowed = useMay()("settings.write");
  const { data, error, refetch } = useJobs(isAllowed);
  if (!isAllowed) return <AccessDeniedPage />;
  return (
    <>
      <PageHead title={translate("menu.jobs")} facts={translate("jobs.facts")} />
      {data ? (
        <div className="stack">
          <FailedJobs failed={data.failed} queues={data.queues} />
          <Queues queues={data.queues} />
        </div>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  );
}
