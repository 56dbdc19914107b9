import { m, type PlainKey } from "../messages.ts";
import { callStaff } from "../api.ts";
import { Initial } from "../parts/initial.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { useFormats } from "../parts/formats.ts";
import { SecondPersonDialog, type Decision } from "../parts/second-person-dialog.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { CancelAmounts } from "./cancel-amounts.tsx";
import { useRange } from "./run-labels.tsx";
import { NotifiedList } from "./notified-list.tsx";
import type { Cancellation, Run } from "./types.ts";
import { useCancelPreview } from "./use-preview.ts";
import { SecondLine } from "../parts/second-line.tsx";

const doneMessages: Record<Decision, PlainKey> = {
  approve: "staff_runs_cancellation_done_approve",
  decline: "staff_runs_cancellation_done_decline",
  withdraw: "staff_runs_cancellation_done_withdraw",
};

/**
 * Shows a requested cancellation with its present effects. A second person can approve or decline it; the person who
 * requested it can withdraw it.
 */
export function CancellationDialog({
  run,
  cancellation,
  onClose,
  onDecided,
}: {
  run: Run;
  cancellation: Cancellation;
  onClose(): void;
  /** Called with the id of the task that an approval has started. */
  onDecided(taskId: number | null): void;
}) {
  const can = useCan();
  const range = useRange();
  const { localized } = useFormats();
  const { data, error, refetch } = useCancelPreview(run.id);
  const { askedBy: requester, reasonEng, reasonAr } = cancellation;
  const reason = localized(reasonEng ?? reasonAr ?? "", reasonAr ?? reasonEng);
  const decide = async (decision: Decision, note: string) => {
    const { id } = cancellation;
    if (decision === "approve") {
      const input = { id, word: note, expected: data?.refunds.total ?? "" };
      return onDecided((await callStaff("POST /api/staff/run-cancellations/:id/approve", input)).taskId);
    }
    if (decision === "decline") await callStaff("POST /api/staff/run-cancellations/:id/decline", { id, word: note });
    else await callStaff("POST /api/staff/run-cancellations/:id/withdraw", { id });
    onDecided(null);
  };
  return (
    <SecondPersonDialog
      title={m.staff_runs_cancellation_title({ name: requester.name, range: range(run.startDate, run.endDate) })}
      askedBy={requester}
      ownRequestText={m.staff_runs_cancellation_own()}
      approveLabel={m.staff_runs_cancellation_agree()}
      doneMessages={doneMessages}
      isReady={data !== undefined}
      decide={decide}
      onDone={() => undefined}
      onClose={onClose}
    >
      <span className="flex items-center gap-[0.7rem]">
        <Initial name={requester.name} />
        <span>
          <bdi>{requester.name}</bdi>
          <SecondLine>
            {m.staff_orders_approve_asked()} <DateTime value={cancellation.askedAt} isInText />
          </SecondLine>
        </span>
      </span>
      {reason && (
        <dl className="details">
          <dt>{m.staff_common_reason()}</dt>
          <dd>{reason}</dd>
        </dl>
      )}
      {(can("schedule.cancel") || can("orders.approve")) && (
        <>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {!data && !error && <LoadingState lines={5} />}
          {data && (
            <>
              <CancelAmounts preview={data} />
              <NotifiedList preview={data} speakers={run.speakers} change="cancel" />
            </>
          )}
        </>
      )}
    </SecondPersonDialog>
  );
}
