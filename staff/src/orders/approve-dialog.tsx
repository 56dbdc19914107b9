import { useState } from "react";
import { useGetIdentity, useNotify, useTranslate } from "ra-core";
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from "@mui/material";
import { staffCall, StaffApiError } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { useFormats } from "../ui/formats.ts";
import { Money } from "../ui/money.tsx";
import { useMay } from "../ui/use-may.ts";
import { PaidWith, useReason } from "./order-words.tsx";
import type { Order, RefundRequest } from "./types.ts";

type Step = "approve" | "decline" | "withdraw";

/** One clear question with the facts beside it; agreeing wants one's own code, and the one who asked can only take it back. */
export function ApproveDialog({
  order,
  request,
  onClose,
  onDone,
}: {
  order: Order;
  request: RefundRequest;
  onClose(): void;
  onDone(): void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const may = useMay();
  const { money } = useFormats();
  const { identity } = useGetIdentity();
  const [word, setWord] = useState("");
  const [code, setCode] = useState("");
  const [running, setRunning] = useState<Step | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isOwn = identity?.id === request.asked_by.id;
  const mayDecide = may("orders.approve") && !isOwn;
  const decide = async (step: Step) => {
    setRunning(step);
    setError(null);
    try {
      if (step === "approve") await staffCall("POST confirm", { code: code.replaceAll(/\s/g, "") });
      await staffCall(`POST refund-requests/${request.id}/${step}`, step === "withdraw" ? {} : { word: word.trim() });
      notify(`orders.approve.done_${step}`, { type: "success" });
      onDone();
      onClose();
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      const fields = failure instanceof StaffApiError ? Object.values(failure.fields).flat() : [];
      setError(fields[0] ?? failure.message);
    } finally {
      setRunning(null);
    }
  };
  return (
    <Dialog open onClose={() => running === null && onClose()} fullWidth maxWidth="sm" aria-labelledby="approve-title">
      <DialogTitle id="approve-title">
        {translate("orders.approve.title", { name: request.asked_by.name, amount: money(request.amount) })}
      </DialogTitle>
      <DialogContent>
        <div className="stack">
          <Facts order={order} request={request} />
          {isOwn && <Alert tone="info">{translate("orders.approve.own")}</Alert>}
          {mayDecide && (
            <>
              <TextField
                multiline
                minRows={2}
                label={translate("orders.approve.word", { name: request.asked_by.name })}
                value={word}
                onChange={(event) => setWord(event.target.value)}
                slotProps={{ htmlInput: { dir: "auto", maxLength: 500 } }}
              />
              <TextField
                required
                className="short-field"
                label={translate("orders.approve.code")}
                placeholder="000 000"
                value={code}
                onChange={(event) => setCode(event.target.value)}
                slotProps={{
                  htmlInput: { inputMode: "numeric", autoComplete: "one-time-code", dir: "ltr", maxLength: 12 },
                }}
              />
            </>
          )}
          {error && (
            <Alert tone="wrong" isUrgent>
              {translate(error, { _: error })}
            </Alert>
          )}
        </div>
      </DialogContent>
      <DialogActions>
        {isOwn && (
          <Button
            color="error"
            variant="outlined"
            loading={running === "withdraw"}
            onClick={() => void decide("withdraw")}
          >
            {translate("orders.approve.withdraw")}
          </Button>
        )}
        {mayDecide ? (
          <>
            <Button
              color="error"
              variant="outlined"
              loading={running === "decline"}
              disabled={running !== null}
              onClick={() => void decide("decline")}
            >
              {translate("orders.approve.decline")}
            </Button>
            <Button
              variant="contained"
              loading={running === "approve"}
              disabled={running !== null || !/^\s*\d{3}\s?\d{3}\s*$/.test(code)}
              onClick={() => void decide("approve")}
            >
              {translate("orders.approve.agree")}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{translate("ra.action.close")}</Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Facts({ order, request }: { order: Order; request: RefundRequest }) {
  const translate = useTranslate();
  const reason = useReason();
  const { money } = useFormats();
  const names = order.enrolments
    .filter(({ id }) => request.seat_ids.includes(id))
    .map(({ name }) => name ?? translate("orders.no_name"));
  const done = order.refunds
    .filter(({ status }) => status === "done")
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  const isWhole = Math.round((Number(order.total) - done - Number(request.amount)) * 100) === 0;
  const paid = order.payments.find(({ settled_at: at }) => at !== null);
  return (
    <>
      <span className="person">
        <Avatar name={request.asked_by.name} />
        <span>
          {translate("orders.number", { id: order.id })}
          {names.length > 0 && `: ${names.join(", ")}`}
          <span className="second-line">
            {translate("orders.approve.asked")} <DateTime value={request.asked_at} />
          </span>
        </span>
      </span>
      <dl className="details">
        <dt>{translate("orders.approve.amount")}</dt>
        <dd className="strong">
          <Money riyals={request.amount} withCurrency />
        </dd>
        <dt>{translate("orders.approve.reason")}</dt>
        <dd>{reason(request.reason)}</dd>
        <dt>{translate("orders.approve.before")}</dt>
        <dd>{translate("orders.approve.of", { done: money(done), total: money(order.total) })}</dd>
        <dt>{translate("orders.approve.after")}</dt>
        <dd>
          {translate(isWhole ? "orders.approve.after_whole" : "orders.approve.after_part")}
          {request.seat_ids.length > 0 &&
            ` ${translate("orders.refund.seats_free", { smart_count: request.seat_ids.length })}`}
        </dd>
        {paid && (
          <>
            <dt>{translate("orders.refund.back_to")}</dt>
            <dd>
              <PaidWith method={paid.method} scheme={paid.card_scheme} masked={paid.card_masked} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
