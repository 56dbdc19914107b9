import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "@mui/material";
import { isolate } from "../../../src/i18n/isolate.ts";
import { staffCall } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { useMay } from "../ui/use-may.ts";
import { monthKey, type Month } from "./use-month.ts";

/** The button that closes a month once its list is in order; nothing for a month that is closed or not over. */
export function CloseMonth({ month, name }: { month: Month; name: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const may = useMay();
  const client = useQueryClient();
  const { money } = useFormats();
  const [isAsking, setIsAsking] = useState(false);
  if (month.closed || !month.is_over || !may("finance.close")) return null;
  return (
    <>
      <Button
        variant="contained"
        startIcon={<Icon name="lock" size={16} />}
        disabled={!month.is_ready}
        onClick={() => setIsAsking(true)}
      >
        {translate("finance.close.open")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("finance.close.title", { month: name })}
        action={translate("finance.close.action")}
        onClose={() => setIsAsking(false)}
        onConfirm={async () => {
          await staffCall(`POST months/${month.id}/close`);
          notify("finance.close.done", { type: "success" });
          await client.invalidateQueries({ queryKey: monthKey(month.id) });
        }}
      >
        <p>{translate("finance.close.text")}</p>
        <dl className="details amounts">
          {(["sales", "sales_tax", "refunds", "refund_tax", "tax"] as const).map((figure) => (
            <div className="pair" key={figure}>
              <dt>{translate(`finance.close.figures.${figure}`)}</dt>
              <dd>
                <bdi className="ltr">{money(month[figure])}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </ConfirmDialog>
    </>
  );
}

/** Who closed a month and when; and what is another figure today, which should never be. */
export function ClosedMonth({ closed }: { closed: NonNullable<Month["closed"]> }) {
  const translate = useTranslate();
  const { date, money } = useFormats();
  const { by, at, differences } = closed;
  return (
    <Alert tone={differences.length === 0 ? "good" : "wrong"}>
      <p>{translate("finance.close.closed", { name: isolate(by.name), at: date(at, "dateTime") })}</p>
      {differences.map(({ figure, kept, now }) => (
        <p key={figure}>
          {translate("finance.close.differs", {
            figure: translate(`finance.close.figures.${figure}`),
            kept: money(kept),
            now: money(now),
          })}
        </p>
      ))}
    </Alert>
  );
}
