import type { ReactNode } from "react";

interface ScrollRegionProps {
  label: string;
  className?: string;
  isBusy?: boolean;
  dir?: "ltr" | "rtl";
  lang?: string;
  children: ReactNode;
}

// What scrolls has to be reached by the keyboard.
const reachable = { tabIndex: 0 };

/** What may be wider or longer than its place, such as a table. */
export function ScrollRegion({ label, className = "table-scroll", isBusy, children, ...language }: ScrollRegionProps) {
  return (
    <div
      role="region"
      aria-label={label}
      className={`aria-busy:opacity-75 ${className}`}
      aria-busy={isBusy}
      {...reachable}
      {...language}
    >
      {children}
    </div>
  );
}
