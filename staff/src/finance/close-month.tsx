import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { m, toSnakeCase } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { callStaff } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { useCan } from "../frame/session.ts";
import { getMonthQueryKey, type Month } from "./use-month.ts";
import { Button } from "../../../src/ui/button.tsx";

/** The button that closes a month once all checks pass. Renders nothing if the month is closed or not over. */
export function CloseMonth({ month, name }: { month: Month; name: string }) {
  const notify = useNotify();
  const can = useCan();
  const client = useQueryClient();
  const { money } = useFormats();
  const [isConfirming, setIsConfirming] = useState(false);
  if (month.closed || !month.isOver || !can("finance.close")) return null;
  return (
    <>
      <Button variant="primary" icon="lock" disabled={!month.isReady} onClick={() => setIsConfirming(true)}>
        {m.staff_finance_close_action()}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={m.staff_finance_close_title({ month: name })}
        actionLabel={m.staff_finance_close_action()}
        onClose={() => setIsConfirming(false)}
        onConfirm={async () => {
          await callStaff("POST /api/staff/months/:id/close", { id: month.id });
          notify(m.staff_finance_close_done(), { type: "success" });
          await client.invalidateQueries({ queryKey: getMonthQueryKey(month.id) });
        }}
      >
        <p>{m.staff_finance_close_text()}</p>
        <dl className="details amounts">
          {(["sales", "salesTax", "refunds", "refundTax", "tax"] as const).map((figure) => (
            <div className="pair" key={figure}>
              <dt>{m[`staff_finance_close_figures_${toSnakeCase(figure)}`]()}</dt>
              <dd>
                <bdi dir="ltr">{money(month[figure])}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </ConfirmDialog>
    </>
  );
}

/** Says who closed the month, and when. Lists figures that have changed since, which should never happen. */
export function ClosedMonth({ closed }: { closed: NonNullable<Month["closed"]> }) {
  const { date, money } = useFormats();
  const { by, at, differences } = closed;
  return (
    <Alert tone={differences.length === 0 ? "success" : "danger"}>
      <p>{m.staff_finance_close_closed({ name: isolate(by.name), at: date(at, "dateTime") })}</p>
      {differences.map(({ figure, kept, now }) => (
        <p key={figure}>
          {m.staff_finance_close_differs({
            figure: m[`staff_finance_close_figures_${toSnakeCase(figure)}`](),
            kept: money(kept),
            now: money(now),
          })}
        </p>
      ))}
    </Alert>
  );
}
