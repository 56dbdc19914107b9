import type { ReactNode } from "react";
import { clsx } from "clsx/lite";

/** Rows of a card, separated by thin lines. */
export function Rows({ children, className }: { children: ReactNode; className?: string }) {
  return <ul className={className}>{children}</ul>;
}

interface RowProps {
  /** Icon, avatar or picture at the start. */
  start?: ReactNode;
  /** Age, state or button at the end. */
  end?: ReactNode;
  /** The content, which takes the remaining space. */
  children: ReactNode;
  className?: string;
}

/** A row in `Rows`. */
export function Row({ start, end, children, className }: RowProps) {
  return (
    <li className={clsx("flex min-h-13 items-center gap-3.25 border-t border-line px-pad py-2.5", className)}>
      {start}
      <div className="min-w-0 flex-1">{children}</div>
      {end && <span className="whitespace-nowrap text-sm text-ink-3">{end}</span>}
    </li>
  );
}

/** Replaces `Rows` while there are no rows, or while they load. */
export function NoRows({ children }: { children: ReactNode }) {
  return <div className="px-pad pt-[0.9rem] pb-[1.1rem] text-ink-2 [header+&]:pt-0">{children}</div>;
}
