import { m, type PlainKey } from "../messages.ts";
import { staffCall } from "../api.ts";
import { Avatar } from "../ui/avatar.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { useFormats } from "../ui/formats.ts";
import { SecondPersonDialog, type Decision } from "../ui/second-person-dialog.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useMay } from "../ui/use-may.ts";
import { CancelAmounts } from "./cancel-amounts.tsx";
import { useRange } from "./run-labels.tsx";
import { NotifiedList } from "./notified-list.tsx";
import type { CancelPreview, Cancellation, ChangedRun, Run } from "./types.ts";
import { usePreview } from "./use-preview.ts";

const done: Record<Decision, PlainKey> = {
  approve: "staff_runs_cancellation_done_approve",
  decline: "staff_runs_cancellation_done_decline",
  withdraw: "staff_runs_cancellation_done_withdraw",
};

/** A cancellation that waits, with what it would do now: agreed to, declined, or taken back by the one who asked. */
export function CancellationDialog({
  run,
  cancellation,
  onClose,
  onDecided,
}: {
  run: Run;
  cancellation: Cancellation;
  onClose(): void;
  /** With the work that an agreement has started. */
  onDecided(taskId: number | null): void;
}) {
  const may = useMay();
  const range = useRange();
  const { localized } = useFormats();
  const { data, error, refetch } = usePreview<CancelPreview>(`runs/${run.id}/cancel/preview`);
  const { asked_by: by, reason_eng, reason_ar } = cancellation;
  const reason = localized(reason_eng ?? reason_ar ?? "", reason_ar ?? reason_eng);
  const decide = async (decision: Decision, word: string) => {
    const input = { approve: { word, expected: data?.refunds.total }, decline: { word }, withdraw: {} }[decision];
    const answer = await staffCall<Partial<ChangedRun>>(`POST run-cancellations/${cancellation.id}/${decision}`, input);
    onDecided(answer.task_id ?? null);
  };
  return (
    <SecondPersonDialog
      title={m.staff_runs_cancellation_title({ name: by.name, range: range(run.start_date, run.end_date) })}
      askedBy={by}
      own={m.staff_runs_cancellation_own()}
      agree={m.staff_runs_cancellation_agree()}
      done={done}
      isReady={data !== undefined}
      decide={decide}
      onDone={() => undefined}
      onClose={onClose}
    >
      <span className="person">
        <Avatar name={by.name} />
        <span>
          <bdi>{by.name}</bdi>
          <span className="second-line">
            {m.staff_orders_approve_asked()} <DateTime value={cancellation.asked_at} isInText />
          </span>
        </span>
      </span>
      {reason && (
        <dl className="details">
          <dt>{m.staff_orders_approve_reason()}</dt>
          <dd>{reason}</dd>
        </dl>
      )}
      {(may("schedule.cancel") || may("orders.approve")) && (
        <>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading lines={5} />}
          {data && (
            <>
              <CancelAmounts preview={data} />
              <NotifiedList told={data} speakers={run.speakers} change="cancel" />
            </>
          )}
        </>
      )}
    </SecondPersonDialog>
  );
}
