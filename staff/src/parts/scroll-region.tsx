import type { ReactNode } from "react";

interface ScrollRegionProps {
  label: string;
  className?: string;
  isPending?: boolean;
  dir?: "ltr" | "rtl";
  lang?: string;
  children: ReactNode;
}

// What scrolls has to be reached by the keyboard.
const reachable = { tabIndex: 0 };

/** What may be wider or longer than its place, such as a table. */
export function ScrollRegion({
  label,
  className = "table-scroll",
  isPending,
  children,
  ...language
}: ScrollRegionProps) {
  return (
    <div
      role="region"
      aria-label={label}
      className={`aria-busy:opacity-75 ${className}`}
      aria-busy={isPending}
      {...reachable}
      {...language}
    >
      {children}
    </div>
  );
}
