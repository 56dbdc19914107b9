import type { ReactNode } from "react";
import { resultHeadingProps } from "./result-heading.ts";

const starPath = "M60 30 51.2 38.8V51.2H38.8L30 60 21.2 51.2H8.8V38.8L0 30 8.8 21.2V8.8H21.2L30 0 38.8 8.8H51.2V21.2Z";

export function EmptyState({
  title,
  headingLevel = 2,
  children,
  action,
  isResult = false,
}: {
  title: ReactNode;
  headingLevel?: 1 | 2 | 3;
  children?: ReactNode;
  action?: ReactNode;
  /** Set when this is the result of the visitor's last action. The heading is scrolled into view and focused. */
  isResult?: boolean;
}) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="grid justify-items-center gap-3.5 px-4 py-10 text-center">
      <svg viewBox="-2 -2 124 124" width="124" height="124" fill="none" strokeLinejoin="round" aria-hidden="true">
        <g className="stroke-line-2" strokeWidth="1">
          {["0 0", "60 0", "0 60", "60 60"].map((offset) => (
            <path key={offset} d={starPath} transform={`translate(${offset})`} />
          ))}
        </g>
        <path
          d="M55 42h10v13h13v10H65v13H55V65H42V55h13z"
          className="fill-primary-tint stroke-primary"
          strokeWidth="1.6"
        />
      </svg>
      <Heading className="text-h3 outline-none" {...resultHeadingProps(isResult)}>
        {title}
      </Heading>
      {children && <div className="text-ink-2">{children}</div>}
      {action && <div className="mt-1">{action}</div>}
    </div>
  );
}
