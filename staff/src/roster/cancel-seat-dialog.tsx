import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { LabelledTickBox, RadioGroup } from "../parts/choice.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import { useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";
import type { FullRun } from "../runs/types.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { ReasonField } from "../parts/reason-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { useCan } from "../frame/session.ts";
import type { Seat } from "./types.ts";

/** Requests the refund for a seat, but not for a free seat or without permission to refund. */
function useRefundQuote(seat: Seat) {
  const can = useCan();
  return useQuery({
    // A key of its own: changes must not reload the quote, because a cancelled seat has none.
    queryKey: ["refund-quote", seat.id],
    queryFn: () => callStaff("POST /api/staff/orders/:id/refund-quote", { id: seat.orderId, seatIds: [seat.id] }),
    enabled: can("orders.refund") && seat.state !== "free",
    gcTime: 0,
  });
}

/** Cancels a seat, either without a refund or with a refund of its price. */
export function CancelSeatDialog(props: { run: FullRun; seat: Seat; onClose(): void; onCancelled(): void }) {
  const { run, seat, onClose, onCancelled } = props;
  const notify = useNotify();
  const { joinWithCommas, localized, money } = useFormats();
  const { data: quote } = useRefundQuote(seat);
  const [wantsRefund, setWantsRefund] = useState(false);
  const [reason, setReason] = useState("");
  const [sendsEmail, setSendsEmail] = useState(seat.email !== null);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const isRefunding = wantsRefund && quote !== undefined;
  const cancel = async () => {
    if (isRefunding) {
      const input = {
        seatIds: [seat.id],
        reason: "requested",
        note: reason,
        expected: quote.amount,
        key: idempotencyKey,
      };
      await callStaff("POST /api/staff/orders/:id/refunds", { id: seat.orderId, ...input });
    } else
      await callStaff("POST /api/staff/seats/:id/cancel", {
        id: seat.id,
        reason,
        tell: sendsEmail && seat.email !== null,
      });
    notify(isRefunding && quote.needsSecondPerson ? m.staff_roster_cancel_asked() : m.staff_roster_cancel_done(), {
      type: "success",
    });
    onCancelled();
  };
  const displayName = seat.name ? isolate(seat.name) : m.staff_roster_no_name({ seat: seat.seat });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={m.staff_roster_cancel_title({ name: displayName })}
      cancelLabel={m.staff_roster_cancel_keep()}
      actionLabel={
        isRefunding
          ? m.staff_roster_cancel_action_money({ total: money(quote.amount) })
          : m.staff_roster_cancel_action()
      }
      isReady={reason.trim() !== ""}
      onClose={onClose}
      onConfirm={cancel}
    >
      <p>{m.staff_roster_cancel_text({ order: seat.orderId, course: localized(run.name_eng, run.name_ar) })}</p>
      {quote && (
        <fieldset>
          <legend className="mb-1.5 font-medium">{m.staff_roster_cancel_money()}</legend>
          <RadioGroup
            label={m.staff_roster_cancel_money()}
            hideLabel
            value={wantsRefund ? "all" : "none"}
            onChange={(value) => setWantsRefund(value === "all")}
            options={[
              { value: "none", label: m.staff_roster_cancel_nothing() },
              { value: "all", label: m.staff_roster_cancel_all({ total: money(quote.amount) }) },
            ]}
          />
          {isRefunding && quote.needsSecondPerson && (
            <Alert tone="warning">
              {m.staff_roster_cancel_second_person({ names: joinWithCommas(...quote.approvers) })}
            </Alert>
          )}
        </fieldset>
      )}
      {!quote && seat.state === "paid" && (
        <p className="text-sm text-ink-3">{m.staff_roster_cancel_no_refund_here()}</p>
      )}
      <ReasonField label={m.staff_roster_reason()} value={reason} onChange={setReason} />
      {seat.email !== null && !isRefunding && (
        <LabelledTickBox
          label={m.staff_roster_cancel_tell({
            name: displayName,
            language: m[`staff_runs_told_${seat.locale}`](),
          })}
          checked={sendsEmail}
          onChange={(checked) => setSendsEmail(checked)}
        />
      )}
    </ConfirmDialog>
  );
}
