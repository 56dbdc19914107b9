import { clsx } from "clsx/lite";
import type { ReactNode } from "react";

export interface KeyValue {
  label: ReactNode;
  value: ReactNode;
  isTotal?: boolean;
}

/** `plain` has no lines and is for amounts. An amount never wraps: with large text it moves below its label. */
export function KeyValueList({
  items,
  variant = "lines",
  className,
}: {
  items: readonly KeyValue[];
  variant?: "lines" | "plain";
  className?: string;
}) {
  const hasLines = variant === "lines";
  return (
    <dl className={clsx("grid w-full text-start", hasLines ? "border-t border-line" : "gap-3", className)}>
      {items.map((item, i) => (
        <div
          key={i}
          className={clsx(
            "flex justify-between gap-x-6",
            !hasLines && "flex-wrap",
            hasLines && "border-b border-line py-3 text-[.9375rem]",
            item.isTotal && "mt-1 items-baseline border-t border-line pt-4 font-display text-[1.375rem] leading-[1.3]",
          )}
        >
          <dt
            className={clsx(
              hasLines ? "max-w-1/2 flex-none" : item.isTotal ? "flex-auto" : "flex-1 basis-0",
              item.isTotal ? "" : hasLines ? "text-ink-3" : "text-ink-2",
            )}
          >
            {item.label}
          </dt>
          <dd
            className={clsx(
              "text-end tabular-nums [overflow-wrap:anywhere]",
              hasLines ? "min-w-0" : "ms-auto max-w-full",
            )}
          >
            {item.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
