import type { ReactNode } from "react";
import { clsx } from "clsx/lite";

interface FiguresProps {
  figures: readonly { key: string; label: string; value: ReactNode; detail?: string }[];
  /** Whether the figures are small, with the labels below, for use beside other content. */
  isSmall?: boolean;
  className?: string;
}

/** Large numbers side by side, each with its label. */
export function Figures({ figures, isSmall = false, className }: FiguresProps) {
  return (
    <dl
      className={clsx(
        "figures grid",
        isSmall
          ? "grid-cols-3 *:not-first:border-s"
          : "grid-cols-2 lg:grid-cols-4 lg:*:not-first:border-s max-lg:*:even:border-s max-lg:*:nth-[n+3]:border-t",
        className,
      )}
    >
      {figures.map(({ key, label, value, detail }) => (
        <div
          key={key}
          className={clsx(
            "border-line px-pad",
            isSmall ? "flex flex-col-reverse justify-end py-3.5 max-md:px-3.25" : "py-4",
          )}
        >
          <dt className={isSmall ? "text-sm text-ink-3" : "text-ink-2"}>{label}</dt>
          <dd className="grid">
            <span
              className={clsx(
                "font-display wrap-anywhere tabular-nums",
                isSmall ? "text-h2 font-(weight:--nh-w-display)" : "text-figure",
              )}
            >
              {value}
            </span>
            {detail && <span className="text-sm text-ink-3">{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
