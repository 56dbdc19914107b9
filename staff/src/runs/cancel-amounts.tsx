import { useTranslate } from "ra-core";
import { useFormats } from "../ui/formats.ts";
import { Money } from "../ui/money.tsx";
import type { CancelPreview } from "./types.ts";

/** What goes back when a run is cancelled, before and with VAT. */
export function CancelAmounts({ preview }: { preview: CancelPreview }) {
  const translate = useTranslate();
  const { money } = useFormats();
  const { refunds } = preview;
  const seats = translate("orders.n_seats", { smart_count: refunds.seats });
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
            <Money riyals={refunds.total} withCurrency />
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
