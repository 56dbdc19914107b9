import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { MenuItem, TextField } from "@mui/material";
import { staffCall } from "../api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFormats } from "../ui/formats.ts";
import { Failed, Loading } from "../ui/states.tsx";
import { cancelReasons, type CancelReason } from "./cancel-reasons.ts";
import { ReasonFields } from "./reason-fields.tsx";
import { useRange } from "./run-words.tsx";
import { ToldList } from "./told-list.tsx";
import type { CancelPreview, FullRun, Run } from "./types.ts";
import { usePreview } from "./use-preview.ts";

/** What goes back, who is told, why; then the number of seats typed, and the button says it again. */
export function CancelDialog({
  run,
  onClose,
  onCancelled,
}: {
  run: Run;
  onClose(): void;
  onCancelled(run: FullRun): void;
}) {
  const translate = useTranslate();
  const notify = useNotify();
  const range = useRange();
  const { money } = useFormats();
  const [chosen, setChosen] = useState<CancelReason | "other">("few");
  const [own, setOwn] = useState({ reason_eng: "", reason_ar: "" });
  const [typed, setTyped] = useState("");
  const { data, error, refetch } = usePreview<CancelPreview>(`runs/${run.id}/cancel/preview`);
  const seats = data?.seats_sold ?? 0;
  const cancel = async () => {
    const reason = chosen === "other" ? own : cancelReasons[chosen];
    const cancelled = await staffCall<FullRun>(`POST runs/${run.id}/cancel`, reason);
    notify(translate("runs.cancel.done", { smart_count: data?.mails.total ?? 0 }), { type: "success" });
    onCancelled(cancelled);
  };
  const pays = data !== undefined && data.refunds.orders > 0;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={translate("runs.cancel.title", { range: range(run.start_date, run.end_date) })}
      keep={translate("runs.cancel.keep")}
      action={
        pays
          ? translate("runs.cancel.action_money", { total: money(data.refunds.total) })
          : translate("runs.cancel.action")
      }
      isReady={data !== undefined && (seats === 0 || typed.trim() === String(seats))}
      onClose={onClose}
      onConfirm={cancel}
    >
      <p>{translate("runs.cancel.text")}</p>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading lines={5} />}
      {data && (
        <>
          <Amounts preview={data} />
          <ToldList told={data} speakers={run.speakers} change="cancel" />
        </>
      )}
      <TextField
        select
        required
        label={translate("runs.reason.title")}
        value={chosen}
        onChange={(event) => setChosen(event.target.value as CancelReason | "other")}
      >
        {(["few", "speaker", "room", "other"] as const).map((name) => (
          <MenuItem key={name} value={name}>
            {translate(`runs.reason.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      {chosen === "other" && <ReasonFields value={own} onChange={setOwn} />}
      {seats > 0 && (
        <TextField
          label={translate("runs.cancel.type", { seats })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="short-field"
          slotProps={{ htmlInput: { inputMode: "numeric", dir: "ltr", autoComplete: "off" } }}
        />
      )}
    </ConfirmDialog>
  );
}

function Amounts({ preview }: { preview: CancelPreview }) {
  const translate = useTranslate();
  const { money } = useFormats();
  const { refunds, seats_sold: seats } = preview;
  if (refunds.orders === 0) return <p className="boxed">{translate("runs.cancel.no_money")}</p>;
  const rows: [string, string][] = [
    [translate("runs.cancel.net", { seats, smart_count: refunds.orders }), refunds.net],
    [translate("runs.cancel.tax"), refunds.tax],
  ];
  const byHand = Number(refunds.by_transfer) > 0;
  return (
    <div className="boxed">
      <dl className="details amounts">
        {rows.map(([label, riyals]) => (
          <div className="pair" key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi className="ltr">{money(riyals)}</bdi>
            </dd>
          </div>
        ))}
        <div className="pair strong">
          <dt>{translate("runs.cancel.total")}</dt>
          <dd>
            <bdi className="ltr">{money(refunds.total)}</bdi> {translate("shell.currency")}
          </dd>
        </div>
      </dl>
      <p className="quiet small">
        {translate("runs.cancel.notes", { smart_count: refunds.orders })}{" "}
        {byHand && translate("runs.cancel.by_hand", { sum: money(refunds.by_transfer) })}
      </p>
    </div>
  );
}
