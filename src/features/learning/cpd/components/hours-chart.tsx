import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import type { YearHours } from "../record.ts";

const height = 180;
const [barWidth, declaredWidth, gap, axis] = [44, 18, 34, 34];
const yearCount = 5;

/** A round step in hours that divides the axis up to `max` hours into at most three parts. */
function getAxisStep(max: number): number {
  const rough = Math.max(max, 4) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough) ?? power * 10;
}

export const hoursText = (hours: number): string => String(hours);

/** The pattern that marks declared hours everywhere on the page. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(25)">
      <rect width="5" height="5" className="fill-accent-tint" />
      <rect width="2" height="5" className="fill-khuzama-500" />
    </pattern>
  );
}

/**
 * Chart of the last five years: verified hours as one bar, and declared hours as a bar next to it. The two are never
 * added up. The table has the same figures.
 */
export function HoursChart({ years }: { years: readonly YearHours[] }) {
  const isRtl = useLocale() === "ar";
  const visibleYears = years.slice(0, yearCount).toReversed();
  const max = Math.max(0, ...visibleYears.flatMap(({ onsite, online, declared }) => [onsite + online, declared]));
  const step = getAxisStep(max);
  const top = Math.max(step, Math.ceil(max / step) * step);
  const group = barWidth + declaredWidth + 4;
  const width = axis + visibleYears.length * (group + gap);
  const y = (hours: number) => height - (hours / top) * height;
  // Mirrored on right-to-left pages, so that the axis is where reading begins.
  const x = (start: number, size: number) => (isRtl ? width - start - size : start);
  const label = visibleYears
    .map(({ year, onsite, online, declared }) => m.cpd_chart_year({ year, verified: onsite + online, declared }))
    .join(isRtl ? "؛ " : "; ");
  return (
    <svg
      role="img"
      aria-label={`${m.cpd_hours_by_year()}: ${label}`}
      viewBox={`0 -22 ${width} ${height + 48}`}
      direction="ltr"
      width={width}
      className="h-auto max-w-full justify-self-center overflow-visible text-sm tabular-nums"
    >
      <defs>
        <Hatch id="cpd-hatch" />
      </defs>
      {Array.from({ length: top / step + 1 }, (_, index) => index * step).map((hours) => (
        <g key={hours}>
          <line x1={x(axis, 0)} x2={x(width, 0)} y1={y(hours)} y2={y(hours)} className="stroke-line" />
          <text x={x(axis - 8, 0)} y={y(hours) + 4} textAnchor={isRtl ? "start" : "end"} className="fill-ink-3 text-xs">
            {hours}
          </text>
        </g>
      ))}
      {visibleYears.map(({ year, onsite, online, declared }, index) => {
        const start = axis + gap / 2 + index * (group + gap);
        const isLatest = index === visibleYears.length - 1;
        const verified = onsite + online;
        return (
          <g key={year}>
            <g opacity={isLatest ? 1 : 0.62}>
              <rect
                x={x(start, barWidth)}
                y={y(onsite)}
                width={barWidth}
                height={height - y(onsite)}
                className="fill-palm-600"
              />
              <rect
                x={x(start, barWidth)}
                y={y(verified)}
                width={barWidth}
                height={y(onsite) - y(verified)}
                className="fill-palm-300"
              />
              <rect
                x={x(start + barWidth + 4, declaredWidth)}
                y={y(declared)}
                width={declaredWidth}
                height={height - y(declared)}
                fill="url(#cpd-hatch)"
              />
            </g>
            {verified > 0 && (
              <text
                x={x(start, barWidth) + barWidth / 2}
                y={y(verified) - 6}
                textAnchor="middle"
                className={isLatest ? "fill-ink text-base font-semibold" : "fill-ink"}
              >
                {hoursText(verified)}
              </text>
            )}
            <text
              x={x(start, group) + group / 2}
              y={height + 20}
              textAnchor="middle"
              className={isLatest ? "fill-primary font-semibold" : "fill-ink-3"}
            >
              {year}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
