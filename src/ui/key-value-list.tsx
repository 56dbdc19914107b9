import type { ReactNode } from "react";
import { cx } from "./cx.ts";

export interface KeyValue {
  label: ReactNode;
  value: ReactNode;
  /** The sum under the others: larger, in the display face. */
  isTotal?: boolean;
}

/** Names and values on hairlines; `plain` drops the lines (order summary, totals). */
export function KeyValueList({ items, look = "lines", className }: { items: readonly KeyValue[]; look?: "lines" | "plain"; className?: string }) {
  const lines = look === "lines";
  return (
    <dl className={cx("grid w-full text-start", lines ? "border-t border-line" : "gap-3", className)}>
      {items.map((item, i) => (
        <div key={i} className={cx("flex justify-between gap-6", lines && "border-b border-line py-3 text-[.9375rem]", item.isTotal && "mt-1 items-baseline border-t border-line pt-4 font-display text-[1.375rem] leading-[1.3]")}>
          <dt className={cx("flex-none max-w-1/2", item.isTotal ? "" : lines ? "text-ink-3" : "text-ink-2")}>{item.label}</dt>
          <dd className="min-w-0 text-end tabular-nums [overflow-wrap:anywhere]">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
