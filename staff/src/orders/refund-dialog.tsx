import { useEffect, useId, useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { TickBox, ToggleGroup } from "../parts/choice.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Money } from "../parts/money.tsx";
import { LoadingState } from "../parts/states.tsx";
import { PaidWith } from "./order-labels.tsx";
import { hasReason, ReasonField, toReasonInput, type RefundReason } from "./refund-fields.tsx";
import type { Order, OrderSeat, RefundQuote } from "./types.ts";
import { getNotRefundableKey, isRefundable } from "./seat-labels.ts";
import { boxClass } from "../parts/panel.tsx";
import { Details } from "../parts/details.tsx";
import { clsx } from "clsx/lite";
import { Problem } from "../parts/problem.tsx";
import { SecondLine } from "../parts/second-line.tsx";

interface RefundInput {
  whole?: boolean;
  seatIds?: number[];
  amount?: string;
}

/** A quote is requested once the input has not changed for this long. */
const typingPauseMs = 250;

/** Requests the effect of a refund, again after each change of the input. The quote is null for an empty input. */
function useRefundQuote(
  orderId: number,
  input: RefundInput | null,
): { quote: RefundQuote | null; error: string | null } {
  const inputJson = input === null ? null : JSON.stringify(input);
  const [reply, setReply] = useState<{ inputJson: string; quote: RefundQuote | null; error: string | null } | null>(
    null,
  );
  useEffect(() => {
    if (inputJson === null) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      callStaff(
        "POST /api/staff/orders/:id/refund-quote",
        { id: orderId, ...(JSON.parse(inputJson) as RefundInput) },
        controller.signal,
      ).then(
        (quote) => setReply({ inputJson, quote, error: null }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          const fields = error instanceof StaffApiError ? Object.values(error.fields).flat() : [];
          const message = fields[0] ?? (error instanceof Error ? error.message : "");
          setReply({ inputJson, quote: null, error: message });
        },
      );
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [orderId, inputJson]);
  const isCurrent = reply !== null && reply.inputJson === inputJson;
  return { quote: isCurrent ? reply.quote : null, error: isCurrent ? reply.error : null };
}

const refundKinds = ["whole", "seats", "amount"] as const;
type RefundKind = (typeof refundKinds)[number];

/** Refunds the rest of an order, some seats, or an amount. Shows the effect, and the button repeats the amount. */
export function RefundDialog({
  order,
  seatId = null,
  onClose,
  onDone,
}: {
  order: Order;
  /** Seat that is selected at first. */
  seatId?: number | null;
  onClose(): void;
  onDone(): void;
}) {
  const notify = useNotify();
  const { joinWithCommas, money } = useFormats();
  const refundableSeats = order.enrolments.filter(isRefundable);
  const dueSeatIds = refundableSeats.filter((seat) => seat.refundDueAt !== null).map(({ id }) => id);
  const isBySeat = refundableSeats.length > 1 || dueSeatIds.length > 0 || seatId !== null;
  const [kind, setKind] = useState<RefundKind>(isBySeat ? "seats" : "whole");
  // Seats about whose refund finance must decide are preselected.
  const [seatIds, setSeatIds] = useState<number[]>(seatId === null ? dueSeatIds : [seatId]);
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState<RefundReason>({ code: "requested", english: "", arabic: "" });
  const [note, setNote] = useState("");
  const [key] = useState(() => crypto.randomUUID());
  const input = toRefundInput(kind, seatIds, amount);
  const { quote, error } = useRefundQuote(order.id, input);
  const refund = async () => {
    if (!input || !quote) return;
    const fields = { ...toReasonInput(reason), note: note.trim(), expected: quote.amount, key };
    await callStaff("POST /api/staff/orders/:id/refunds", { id: order.id, ...input, ...fields });
    notify(quote.needsSecondPerson ? m.staff_orders_refund_asked() : m.staff_orders_refund_done(), {
      type: "success",
    });
    onDone();
  };
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_orders_refund_title({ id: order.id })}
      actionLabel={quote ? getRefundActionLabel(quote, money(quote.amount)) : m.staff_orders_refund_open()}
      isReady={quote !== null && hasReason(reason)}
      onClose={onClose}
      onConfirm={refund}
    >
      <ToggleGroup
        label={m.staff_orders_refund_what()}
        value={kind}
        options={refundKinds.map((value) => ({ value, label: m[`staff_orders_refund_${value}`]() }))}
        onChange={setKind}
      />
      {kind === "seats" && <SeatChoice seats={order.enrolments} selectedIds={seatIds} onChange={setSeatIds} />}
      {kind === "amount" && (
        <TextField
          required
          className="short-field max-w-56"
          label={m.staff_orders_refund_amount_with_vat()}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
        />
      )}
      <ReasonField value={reason} onChange={setReason}>
        <TextField
          label={m.staff_orders_refund_note()}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          dir="auto"
          maxLength={500}
        />
      </ReasonField>
      <Problem>{error}</Problem>
      {input && !quote && !error && <LoadingState lines={3} />}
      {quote && <Quote quote={quote} order={order} />}
      {quote?.needsSecondPerson && (
        <Alert tone="warning">
          <strong>{m.staff_orders_refund_second({ limit: money(quote.limit) })}</strong>
          <p>
            {quote.approvers.length > 0
              ? m.staff_orders_refund_second_text({ names: joinWithCommas(...quote.approvers) })
              : m.staff_orders_refund_second_none()}
          </p>
        </Alert>
      )}
    </ConfirmDialog>
  );
}

function toRefundInput(kind: RefundKind, seatIds: number[], amount: string): RefundInput | null {
  if (kind === "whole") return { whole: true };
  if (kind === "seats") return seatIds.length > 0 ? { seatIds } : null;
  return /^\d+(\.\d{1,2})?$/.test(amount.trim()) && Number(amount) > 0 ? { amount: Number(amount).toFixed(2) } : null;
}

/** Label of the confirm button. `amount` is already formatted. */
function getRefundActionLabel({ needsSecondPerson: needsApproval, approvers }: RefundQuote, amount: string): string {
  if (!needsApproval) return m.staff_orders_refund_action({ amount });
  const [name] = approvers;
  return name && approvers.length === 1 ? m.staff_orders_refund_ask_one({ name }) : m.staff_orders_refund_ask();
}

/** Selects seats of an order. A seat that cannot be refunded has no checkbox, and says why not. */
export function SeatChoice({
  seats,
  selectedIds,
  onChange,
}: {
  seats: OrderSeat[];
  selectedIds: number[];
  onChange(ids: number[]): void;
}) {
  const { days, localized, date } = useFormats();
  const id = useId();
  return (
    <ul
      className="divide-y divide-line overflow-clip rounded-xl border border-line"
      aria-label={m.staff_common_seats()}
    >
      {seats.map((seat) => {
        const canRefund = isRefundable(seat);
        const isSelected = selectedIds.includes(seat.id);
        const name = seat.name ?? m.staff_orders_no_name();
        return (
          <li
            key={seat.id}
            className={clsx("flex min-h-13 items-center gap-2.5 py-1.5 ps-2 pe-4", isSelected && "bg-primary-tint")}
          >
            {canRefund ? (
              <TickBox
                id={`${id}-${seat.id}`}
                checked={isSelected}
                onChange={() =>
                  onChange(isSelected ? selectedIds.filter((id) => id !== seat.id) : [...selectedIds, seat.id])
                }
                aria-label={`${name}, ${localized(seat.name_eng, seat.name_ar)}`}
              />
            ) : (
              <Icon name="undo-2" mirrors className="mx-2.75 text-ink-3" />
            )}
            <label className="min-w-0 flex-1" htmlFor={canRefund ? `${id}-${seat.id}` : undefined}>
              <bdi>{name}</bdi>
              <SecondLine>
                {canRefund
                  ? `${localized(seat.name_eng, seat.name_ar)} · ${days(seat.startDate, seat.endDate)}`
                  : m[getNotRefundableKey(seat)]({ date: seat.endedAt ? date(seat.endedAt, "dayMonth") : "" })}
              </SecondLine>
            </label>
            <Money riyals={seat.paid} />
          </li>
        );
      })}
    </ul>
  );
}

function Quote({ quote, order }: { quote: RefundQuote; order: Order }) {
  const isManual = quote.parts.some(({ byHand }) => byHand);
  const refundedPayment = order.payments.find(({ id }) => id === quote.parts[0]?.paymentId);
  const effects = [
    ...(quote.creditNote ? [m.staff_orders_refund_credit_note()] : []),
    ...(quote.seatIds.length > 0 ? [m.staff_orders_refund_seats_free({ count: quote.seatIds.length })] : []),
    m[order.locale === "ar" ? "staff_orders_refund_mail_ar" : "staff_orders_refund_mail_en"]({
      name: isolate(order.buyer.name),
    }),
    isManual ? m.staff_orders_refund_by_hand() : m.staff_orders_refund_days(),
  ];
  return (
    <div className={boxClass} role="status">
      <Details
        isAmounts
        rows={[
          { label: m.staff_orders_refund_net(), value: <Money riyals={quote.net} /> },
          { label: m.staff_orders_vat({ percent: quote.taxPercent }), value: <Money riyals={quote.tax} /> },
          {
            label: (
              <>
                {m.staff_orders_refund_back_to()}{" "}
                {refundedPayment && (
                  <PaidWith
                    method={refundedPayment.method}
                    scheme={refundedPayment.cardScheme}
                    masked={refundedPayment.cardMasked}
                  />
                )}
              </>
            ),
            value: <Money riyals={quote.amount} withCurrency />,
            className: "font-medium",
          },
          { label: m.staff_orders_refund_remains(), value: <Money riyals={quote.remains} /> },
        ]}
      />
      <p className="text-sm">{effects.join(" ")}</p>
    </div>
  );
}
