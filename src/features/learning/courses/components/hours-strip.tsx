import { clsx } from "clsx/lite";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import type { MyCourses } from "./my-course-types.ts";

const hatch = "my-hours-hatch";
const legend = "flex items-center gap-2";
const swatch = "size-3 flex-none rounded-xs forced-color-adjust-none";

/** Shows this year's CME hours as a bar: attended hours solid, booked hours hatched. */
export function HoursStrip({ year, attended, booked }: Pick<MyCourses, "year" | "attended" | "booked">) {
  const totalHours = Math.max(attended + booked, 1);
  const toPercent = (hours: number) => (hours / totalHours) * 100;
  return (
    <section
      aria-label={m.learning_hours_in({ year })}
      className="grid items-center gap-4 rounded-card bg-stone p-5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-x-10 md:px-7 md:py-5.5"
    >
      <p className="flex items-center gap-3.5 text-sm text-ink-2">
        <span className="font-display text-[3rem] leading-none font-light text-ink">{attended}</span>
        <span className="max-w-24">{m.learning_hours_in({ year })}</span>
      </p>
      <div>
        <svg
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          role="img"
          aria-label={m.learning_hours_both({ attended, booked })}
          className="h-2.5 w-full overflow-hidden rounded-full rtl:-scale-x-100"
        >
          <defs>
            <pattern id={hatch} width="1.2" height="10" patternUnits="userSpaceOnUse" patternTransform="skewX(-8)">
              <rect width="1.2" height="10" className="fill-palm-200" />
              <rect width=".5" height="10" className="fill-palm-600" />
            </pattern>
          </defs>
          <rect width={toPercent(attended)} height="10" className="fill-palm-600" />
          <rect x={toPercent(attended)} width={toPercent(booked)} height="10" fill={`url(#${hatch})`} />
        </svg>
        <ul className="mt-2.5 flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-ink-2">
          <li className={legend}>
            <i aria-hidden="true" className={clsx(swatch, "bg-palm-600")} />
            {m.learning_attended({ hours: attended })}
          </li>
          {booked > 0 && (
            <li className={legend}>
              <i
                aria-hidden="true"
                className={clsx(
                  swatch,
                  "bg-[repeating-linear-gradient(100deg,var(--color-palm-600)_0_1.5px,var(--color-palm-200)_1.5px_4px)]",
                )}
              />
              {m.learning_booked({ hours: booked })}
            </li>
          )}
        </ul>
      </div>
      <ArrowLink to="/my-cpd" className="justify-self-start text-sm">
        {m.cpd_title()}
      </ArrowLink>
    </section>
  );
}
