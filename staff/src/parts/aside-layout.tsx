import type { ReactNode } from "react";

/** Puts the second child, an aside, beside the content of a page in a wide window, and below it otherwise. */
export function AsideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 *:last:[--details-label:4.75rem] wide:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_320px]">
      {children}
    </div>
  );
}
