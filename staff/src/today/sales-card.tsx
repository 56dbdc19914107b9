import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { Chip } from "../parts/chip.tsx";
import { Details } from "../parts/details.tsx";
import { useFormats } from "../parts/formats.ts";
import { Money } from "../parts/money.tsx";
import { MoreLink } from "./more-link.tsx";
import { SalesChart, SalesLegend } from "./sales-chart.tsx";
import type { Part } from "./use-dashboard.ts";

/** Compares the sales of this month with the last month up to the same day, as a chart and as numbers. */
export function SalesCard({ sales }: { sales: Part<"sales"> }) {
  const { date, money } = useFormats();
  const [currentNet, previousNet] = [Number(sales.net), Number(sales.previous.net)];
  const percent = previousNet > 0 ? Math.round(((currentNet - previousNet) / previousNet) * 100) : null;
  const day = Number(sales.through.slice(8));
  const untilLabel = m.staff_today_sales_until({ month: date(`${sales.previous.month}-01`, "monthName"), day });
  const chartLabel = m.staff_today_sales_chart({
    net: money(sales.net),
    through: date(sales.through),
    previous: money(sales.previous.net),
    until: untilLabel,
  });
  return (
    <Panel title={m.staff_today_sales_title()} action={<MoreLink to="/finance">{m.staff_menu_finance()}</MoreLink>}>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <div className="font-display text-figure tabular-nums [&_.currency]:font-sans [&_.currency]:text-sm">
            <Money riyals={sales.net} withCurrency />
          </div>
          <div className="text-sm text-ink-3">{m.staff_today_sales_orders({ count: sales.orders })}</div>
        </div>
        {percent !== null && (
          <Chip tone={percent < 0 ? "attention" : "good"} icon={percent < 0 ? "trending-down" : "trending-up"}>
            {m[percent < 0 ? "staff_today_sales_less" : "staff_today_sales_more"]({ percent: Math.abs(percent) })}
          </Chip>
        )}
      </div>
      <SalesChart sales={sales} label={chartLabel} />
      <SalesLegend sales={sales} />
      <Details
        isAmounts
        className="border-t border-line pt-3.5 text-sm"
        rows={[
          { label: untilLabel, value: <Money riyals={sales.previous.net} /> },
          { label: m.staff_today_sales_refunded(), value: <Money riyals={sales.refunded} /> },
          { label: m.staff_today_sales_vat(), value: <Money riyals={sales.vat} /> },
        ]}
      />
    </Panel>
  );
}
