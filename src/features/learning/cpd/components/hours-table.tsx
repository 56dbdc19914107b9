import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { m } from "#messages";
import type { YearHours } from "../record.ts";
import { Hatch, hoursText } from "./hours-chart.tsx";

/** A sample of a colour in the chart, for the legend. */
function Swatch({ kind }: { kind: "onsite" | "online" | "declared" }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true" className="me-2.5 inline-block flex-none">
      {kind === "declared" && (
        <defs>
          <Hatch id="cpd-hatch-mark" />
        </defs>
      )}
      <rect
        width="14"
        height="14"
        rx="4"
        className={kind === "onsite" ? "fill-palm-600" : kind === "online" ? "fill-palm-300" : undefined}
        fill={kind === "declared" ? "url(#cpd-hatch-mark)" : undefined}
      />
    </svg>
  );
}

/** The figures of the chart as a table. The sum covers verified hours only; declared hours are below it. */
export function HoursTable({ years }: { years: readonly YearHours[] }) {
  const visibleYears = years.slice(0, 5).toReversed();
  const renderRow = (name: ReactNode, hours: (year: YearHours) => number, className?: string) => (
    <tr className={clsx("border-t border-line", className)}>
      <th scope="row" className="py-2.5 pe-2 text-start font-normal">
        <span className="flex items-center">{name}</span>
      </th>
      {visibleYears.map((year, index) => (
        <td key={year.year} className={clsx("px-1.5 text-end", index === visibleYears.length - 1 && "font-semibold")}>
          {hours(year) === 0 ? "–" : hoursText(hours(year))}
        </td>
      ))}
    </tr>
  );
  return (
    <div className="min-w-0 overflow-x-auto">
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{m.cpd_hours_by_category()}</caption>
        <thead>
          <tr className="text-xs text-ink-3">
            <th scope="col" className="pb-2.5 text-start font-medium">
              {m.cpd_category()}
            </th>
            {visibleYears.map(({ year }) => (
              <th key={year} scope="col" className="px-1.5 pb-2.5 text-end font-medium last:text-primary">
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {renderRow(
            <>
              <Swatch kind="onsite" />
              {m.cpd_accredited_onsite()}
            </>,
            ({ onsite }) => onsite,
          )}
          {renderRow(
            <>
              <Swatch kind="online" />
              {m.cpd_accredited_online()}
            </>,
            ({ online }) => online,
          )}
          {renderRow(m.cpd_verified(), ({ onsite, online }) => onsite + online, "font-semibold")}
          {renderRow(
            <>
              <Swatch kind="declared" />
              {m.cpd_declared_by_you()}
            </>,
            ({ declared }) => declared,
            "border-t-2!",
          )}
        </tbody>
      </table>
    </div>
  );
}
