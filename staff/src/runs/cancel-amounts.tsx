import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import type { CancelPreview } from "./types.ts";
import { boxClass } from "../parts/panel.tsx";
import { Details } from "../parts/details.tsx";

/** The refunds of a cancelled run, before and including VAT. */
export function CancelAmounts({ preview }: { preview: CancelPreview }) {
  const { money } = useFormats();
  const { refunds } = preview;
  const seats = m.staff_common_seat_count({ count: refunds.seats });
  if (refunds.orders === 0) return <p className={boxClass}>{m.staff_runs_cancel_no_money()}</p>;
  const hasTransferRefunds = Number(refunds.byTransfer) > 0;
  return (
    <div className={boxClass}>
      <Details
        isAmounts
        rows={[
          { label: m.staff_runs_cancel_net({ seats, count: refunds.orders }), value: <Money riyals={refunds.net} /> },
          { label: m.staff_runs_cancel_tax(), value: <Money riyals={refunds.tax} /> },
          {
            label: m.staff_runs_cancel_total(),
            value: <Money riyals={refunds.total} withCurrency />,
            className: "font-medium",
          },
        ]}
      />
      <p className="text-sm text-ink-3">
        {m.staff_runs_cancel_notes({ count: refunds.orders })}{" "}
        {hasTransferRefunds && m.staff_runs_cancel_by_hand({ sum: money(refunds.byTransfer) })}
      </p>
    </div>
  );
}
