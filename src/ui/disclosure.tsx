import { useId, useState, type ReactNode } from "react";
import { cx } from "./cx.ts";

export interface DisclosureProps {
  /** The button's text when closed and when open. */
  more: ReactNode;
  less: ReactNode;
  /** Shown in part while closed (60 px with a fade), in full when open, over 700 ms. */
  children: ReactNode;
  className?: string;
}

/** Read More / Read Less: text that opens from 60 px. Closed text stays out of the tab order. */
export function Disclosure({ more, less, children, className }: DisclosureProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={className}>
      <div id={id} className={cx("grid transition-[grid-template-rows] duration-(--nh-readmore) ease-out", isOpen ? "grid-rows-[1fr]" : "grid-rows-[0fr]")}>
        <div inert={!isOpen} className={cx("min-h-[60px] overflow-hidden", !isOpen && "[mask-image:linear-gradient(#000_40%,transparent)]")}>{children}</div>
      </div>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} className="mt-4 inline-link min-h-6 font-medium">
        {isOpen ? less : more}
      </button>
    </div>
  );
}
