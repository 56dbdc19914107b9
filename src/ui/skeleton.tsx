import { clsx } from "clsx/lite";
import { m } from "#messages";

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("shimmer block noscript:hidden", className ?? "h-4 w-full")} />;
}

export function SkeletonRows({ rows = 4 }: { rows?: number }) {
  const widths = ["w-2/5", "w-1/3", "w-[45%]", "w-[36%]"];
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="flex items-center justify-between gap-4 border-b border-line py-3.5">
          <Skeleton className="h-4 w-[10%]" />
          <Skeleton className={clsx("h-4", widths[i % widths.length])} />
          <Skeleton className="h-4 w-[14%]" />
          <Skeleton className="h-4 w-[12%] rounded-full" />
        </div>
      ))}
    </div>
  );
}

/** Placeholder for a part of the page that is loading. */
export function Loading({ rows, className }: { rows?: number; className?: string }) {
  return (
    <div aria-busy="true" className={className}>
      <span className="sr-only">{m.ui_loading()}</span>
      <SkeletonRows {...(rows && { rows })} />
    </div>
  );
}
