import type { ComponentProps } from "react";
import { clsx } from "clsx/lite";

/** A smaller, muted line under a name or a value. */
export function SecondLine({ className, ...props }: ComponentProps<"span">) {
  return <span {...props} className={clsx("block text-sm text-ink-3", className)} />;
}
