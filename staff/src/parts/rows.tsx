import type { ReactNode } from "react";
import { clsx } from "clsx/lite";

/** Lines of a card, each between hairlines. */
export function Rows({ children, className }: { children: ReactNode; className?: string }) {
  return <ul className={className}>{children}</ul>;
}

interface RowProps {
  /** Before it: an icon, a face, a picture. */
  start?: ReactNode;
  /** At its end: how long ago, a state, a button. */
  end?: ReactNode;
  /** What it is; takes all the room there is. */
  children: ReactNode;
  className?: string;
}

/** A line of `Rows`. */
export function Row({ start, end, children, className }: RowProps) {
  return (
    <li className={clsx("flex min-h-13 items-center gap-3.25 border-t border-line px-pad py-2.5", className)}>
      {start}
      <div className="min-w-0 flex-1">{children}</div>
      {end && <span className="whitespace-nowrap text-sm text-ink-3">{end}</span>}
    </li>
  );
}

/** Stands in place of `Rows`: says that there are none, or that they are loading. */
export function NoRows({ children }: { children: ReactNode }) {
  return <div className="px-pad pt-[0.9rem] pb-[1.1rem] text-ink-2 [header+&]:pt-0">{children}</div>;
}
