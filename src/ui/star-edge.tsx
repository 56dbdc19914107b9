import { clsx } from "clsx/lite";
import { useId } from "react";

export function StarEdge({ className }: { className?: string }) {
  const id = useId();
  return (
    <svg width="100%" height="24" aria-hidden="true" className={clsx("block opacity-55", className)}>
      <pattern id={id} width="24" height="24" patternUnits="userSpaceOnUse">
        <path
          d="M24 12 20.5 15.5V20.5H15.5L12 24 8.5 20.5H3.5V15.5L0 12 3.5 8.5V3.5H8.5L12 0 15.5 3.5H20.5V8.5Z"
          className="fill-none stroke-palm-300"
          strokeWidth="1"
          strokeLinejoin="round"
        />
      </pattern>
      <rect width="100%" height="24" fill={`url(#${id})`} />
    </svg>
  );
}
