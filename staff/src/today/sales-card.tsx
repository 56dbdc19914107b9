import { useTranslate } from "ra-core";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";
import { useFormats } from "../ui/formats.ts";
import { Money } from "../ui/money.tsx";
import { MoreLink } from "./more-link.tsx";
import { SalesChart, SalesLegend } from "./sales-chart.tsx";
import type { Part } from "./use-dashboard.ts";

/** This month's sales beside those of the last one until the same day, as a chart and as numbers. */
export function SalesCard({ sales }: { sales: Part<"sales"> }) {
  const translate = useTranslate();
  const { date, money } = useFormats();
  const [now, before] = [Number(sales.net), Number(sales.previous.net)];
  const percent = before > 0 ? Math.round(((now - before) / before) * 100) : null;
  const day = Number(sales.through.slice(8));
  const until = translate("today.sales.until", { month: date(`${sales.previous.month}-01`, "monthName"), day });
  const label = translate("today.sales.chart", {
    net: money(sales.net),
    through: date(sales.through),
    previous: money(sales.previous.net),
    until,
  });
  return (
    <Card
      title={translate("today.sales.title")}
      action={<MoreLink to="/finance">{translate("menu.finance")}</MoreLink>}
    >
      <div className="row">
        <div className="grow">
          <div className="big-amount">
            <Money riyals={sales.net} withCurrency />
          </div>
          <div className="small quiet">{translate("today.sales.orders", { smart_count: sales.orders })}</div>
        </div>
        {percent !== null && (
          <Chip tone={percent < 0 ? "attention" : "good"} icon={percent < 0 ? "trending-down" : "trending-up"}>
            {translate(percent < 0 ? "today.sales.less" : "today.sales.more", { percent: Math.abs(percent) })}
          </Chip>
        )}
      </div>
      <SalesChart sales={sales} label={label} />
      <SalesLegend sales={sales} />
      <dl className="details amounts small sales-facts">
        <dt>{until}</dt>
        <dd>
          <Money riyals={sales.previous.net} />
        </dd>
        <dt>{translate("today.sales.refunded")}</dt>
        <dd>
          <Money riyals={sales.refunded} />
        </dd>
        <dt>{translate("today.sales.vat")}</dt>
        <dd>
          <Money riyals={sales.vat} />
        </dd>
      </dl>
    </Card>
  );
}
