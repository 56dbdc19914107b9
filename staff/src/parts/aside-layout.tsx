import type { ReactNode } from "react";

/** The content of a page and, as its second child, an aside: beside it on a wide window, below it elsewhere. */
export function AsideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 *:last:[--details-label:4.75rem] wide:has-[>:nth-child(2)]:grid-cols-[minmax(0,1fr)_320px]">
      {children}
    </div>
  );
}
