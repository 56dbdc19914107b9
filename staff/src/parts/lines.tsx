import type { ReactNode } from "react";
import { clsx } from "clsx/lite";

interface LinesProps {
  as?: "span" | "div" | "figure" | "figcaption" | "ul" | "ol";
  className?: string;
  children: ReactNode;
}

/** Lines about one thing, close together. A name in the other script is aligned with the other lines. */
export function Lines({ as: Tag = "span", className, children }: LinesProps) {
  return (
    <Tag className={clsx("grid grid-cols-1 content-start gap-[0.2rem] [&>bdi]:justify-self-start", className)}>
      {children}
    </Tag>
  );
}
