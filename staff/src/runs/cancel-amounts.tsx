import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import type { CancelPreview } from "./types.ts";
import { boxLook } from "../parts/card.tsx";

/** What goes back when a run is cancelled, before and with VAT. */
export function CancelAmounts({ preview }: { preview: CancelPreview }) {
  const { money } = useFormats();
  const { refunds } = preview;
  const seats = m.staff_orders_n_seats({ count: refunds.seats });
  if (refunds.orders === 0) return <p className={boxLook}>{m.staff_runs_cancel_no_money()}</p>;
  const rows: [string, string][] = [
    [m.staff_runs_cancel_net({ seats, count: refunds.orders }), refunds.net],
    [m.staff_runs_cancel_tax(), refunds.tax],
  ];
  const byHand = Number(refunds.by_transfer) > 0;
  return (
    <div className={boxLook}>
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
          <dt>{m.staff_runs_cancel_total()}</dt>
          <dd>
            <Money riyals={refunds.total} withCurrency />
          </dd>
        </div>
      </dl>
      <p className="quiet small">
        {m.staff_runs_cancel_notes({ count: refunds.orders })}{" "}
        {byHand && m.staff_runs_cancel_by_hand({ sum: money(refunds.by_transfer) })}
      </p>
    </div>
  );
}
