import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { CancelAmounts } from "./cancel-amounts.tsx";
import { ReasonFields } from "./reason-fields.tsx";
import { useRange } from "./run-labels.tsx";
import { ChangeMailPreview } from "./change-mail-preview.tsx";
import { NotifiedList } from "./notified-list.tsx";
import type { ChangedRun, Run } from "./types.ts";
import { useCancelPreview } from "./use-preview.ts";

/** Email texts in both languages. Staff select a reason. Each recipient gets its text in their language. */
const cancelReasons = {
  few: { reasonEng: "Not enough people have registered.", reasonAr: "لم يكتمل عدد المسجَّلين." },
  speaker: { reasonEng: "The speaker isn’t available.", reasonAr: "تعذّر حضور المدرّب." },
  room: { reasonEng: "The room isn’t available.", reasonAr: "القاعة غير متاحة." },
} as const;
type CancelReason = keyof typeof cancelReasons;

/**
 * Cancels a run. Shows the refunds, who is notified and why. Staff type the number of sold seats to confirm, and the
 * button repeats the total of the refunds.
 */
export function CancelDialog({
  run,
  onClose,
  onCancelled,
}: {
  run: Run;
  onClose(): void;
  onCancelled(run: ChangedRun): void;
}) {
  const notify = useNotify();
  const range = useRange();
  const { joinWithCommas, money } = useFormats();
  const [reasonName, setReasonName] = useState<CancelReason | "other">("few");
  const [customReason, setCustomReason] = useState({ reasonEng: "", reasonAr: "" });
  const [typedSeats, setTypedSeats] = useState("");
  const { data, error, refetch } = useCancelPreview(run.id);
  const seats = data?.seatsSold ?? 0;
  const reason = reasonName === "other" ? customReason : cancelReasons[reasonName];
  const cancel = async () => {
    const cancelled = await callStaff("POST /api/staff/runs/:id/cancel", { id: run.id, ...reason });
    const isWaiting = cancelled.cancellation?.state === "waiting";
    const successMessage = isWaiting
      ? m.staff_runs_cancel_asked()
      : m.staff_runs_cancel_done({ count: data?.mails.total ?? 0 });
    notify(successMessage, { type: "success" });
    onCancelled(cancelled);
  };
  const hasRefunds = data !== undefined && data.refunds.orders > 0;
  const needsApproval = data?.needsSecondPerson === true;
  const getActionLabel = () => {
    if (needsApproval) return m.staff_runs_cancel_action_ask();
    return hasRefunds
      ? m.staff_runs_cancel_action_money({ total: money(data.refunds.total) })
      : m.staff_runs_cancel_action();
  };
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={m.staff_runs_cancel_title({ range: range(run.startDate, run.endDate) })}
      cancelLabel={m.staff_runs_cancel_keep()}
      actionLabel={getActionLabel()}
      isReady={data !== undefined && (seats === 0 || typedSeats.trim() === String(seats))}
      onClose={onClose}
      onConfirm={cancel}
    >
      <p>{m.staff_runs_cancel_text()}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState lines={5} />}
      {data && (
        <>
          <CancelAmounts preview={data} />
          <NotifiedList preview={data} speakers={run.speakers} change="cancel" />
        </>
      )}
      <Select
        required
        label={m.staff_runs_reason_title()}
        value={reasonName}
        onChange={(event) => setReasonName(event.target.value as CancelReason | "other")}
        options={(["few", "speaker", "room", "other"] as const).map((name) => ({
          value: name,
          label: m[`staff_runs_reason_${name}`](),
        }))}
      />
      {reasonName === "other" && <ReasonFields value={customReason} onChange={setCustomReason} />}
      {data && data.mails.total > 0 && <ChangeMailPreview change="cancel" input={{ id: run.id, ...reason }} />}
      {needsApproval && (
        <Alert tone="warning">
          <strong>{m.staff_runs_cancel_second({ limit: money(data.limit) })}</strong>
          <p>
            {data.approvers.length > 0
              ? m.staff_runs_cancel_second_text({ names: joinWithCommas(...data.approvers) })
              : m.staff_orders_refund_second_none()}
          </p>
        </Alert>
      )}
      {seats > 0 && (
        <TextField
          label={m.staff_runs_cancel_type({ seats })}
          value={typedSeats}
          onChange={(event) => setTypedSeats(event.target.value)}
          className="short-field max-w-56"
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
        />
      )}
    </ConfirmDialog>
  );
}
