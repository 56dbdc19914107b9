import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import type { Part } from "./use-dashboard.ts";

const chartBox = { left: 8, right: 372, top: 24, bottom: 183, width: 380, height: 205 };

/** Returns the sum of the sales up to each day. */
function getCumulativeSums(days: readonly string[]): number[] {
  let sum = 0;
  return days.map((day) => (sum += Number(day)));
}

/**
 * A chart of the sales of this month and of the month before. Time runs from left to right in both languages. The
 * numbers are beside the chart.
 */
export function SalesChart({ sales, label }: { sales: Part<"sales">; label: string }) {
  const { number } = useFormats();
  const current = getCumulativeSums(sales.days);
  const earlier = getCumulativeSums(sales.previous.days);
  const max = Math.max(1, ...current, ...earlier);
  const maxDays = Math.max(31, earlier.length);
  const x = (index: number) => chartBox.left + (index * (chartBox.right - chartBox.left)) / (maxDays - 1);
  const y = (sum: number) => chartBox.bottom - (sum / max) * (chartBox.bottom - chartBox.top);
  const getPath = (sums: readonly number[]) =>
    sums.map((sum, index) => `${index === 0 ? "M" : "L"}${x(index).toFixed(1)} ${y(sum).toFixed(1)}`).join("");
  const today = current.length - 1;
  const regularDays = [1, 8, 15, 22, 29].filter((day) => Math.abs(day - today - 1) > 2 || day === today + 1);
  const labelledDays = regularDays.includes(today + 1) ? regularDays : [...regularDays, today + 1];
  return (
    <svg
      className="mt-2.5 h-auto w-full overflow-visible"
      viewBox={`0 0 ${chartBox.width} ${chartBox.height}`}
      role="img"
      aria-label={label}
    >
      {[chartBox.top, (chartBox.top + chartBox.bottom) / 2, chartBox.bottom].map((height) => (
        <line key={height} x1={chartBox.left} x2={chartBox.right} y1={height} y2={height} stroke="#dde5e1" />
      ))}
      <path
        d={`${getPath(current)}L${x(today).toFixed(1)} ${chartBox.bottom}L${chartBox.left} ${chartBox.bottom}Z`}
        fill="#e4f3ee"
      />
      <path d={getPath(earlier)} fill="none" stroke="#7f918c" strokeWidth="1.8" strokeDasharray="4 4" />
      <path d={getPath(current)} fill="none" stroke="#0c6155" strokeWidth="2.4" strokeLinejoin="round" />
      <circle cx={x(today)} cy={y(current[today] ?? 0)} r="4.5" fill="#0c6155" stroke="#fff" strokeWidth="2" />
      <g fontSize="13" fill="#5a6d68">
        {labelledDays.map((day) => (
          <text key={day} x={x(day - 1)} y="201" textAnchor={day === 1 ? "start" : "middle"} direction="ltr">
            {number(day)}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** The legend of the two lines in the chart. */
export function SalesLegend({ sales }: { sales: Part<"sales"> }) {
  const { date } = useFormats();
  const day = Number(sales.through.slice(8));
  const formatMonth = (month: string) => date(`${month}-01`, "monthName");
  return (
    <p className="mt-2.5 mb-3.5 flex gap-4.5 text-sm text-ink-2 [&_i]:me-1.5 [&_i]:inline-block [&_i]:w-4.5 [&_i]:align-middle">
      <span>
        <i className="border-t-2 border-primary" />
        {m.staff_today_sales_until({ month: formatMonth(sales.month), day })}
      </span>
      <span>
        <i className="border-t-2 border-dashed border-line-2" />
        {formatMonth(sales.previous.month)}
      </span>
    </p>
  );
}
