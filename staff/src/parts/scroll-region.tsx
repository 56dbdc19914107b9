import type { ReactNode } from "react";

interface ScrollRegionProps {
  label: string;
  className?: string;
  isPending?: boolean;
  dir?: "ltr" | "rtl";
  lang?: string;
  children: ReactNode;
}

// A scrollable element must be reachable by keyboard.
const focusableProps = { tabIndex: 0 };

/** A region that scrolls if its content is too wide or too tall, such as a table. */
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
      {...focusableProps}
      {...language}
    >
      {children}
    </div>
  );
}
