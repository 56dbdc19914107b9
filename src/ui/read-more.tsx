import { clsx } from "clsx/lite";
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** Duration in milliseconds (specification §9). */
export const readMoreMs = 700;

export interface ReadMoreProps {
  more: ReactNode;
  less: ReactNode;
  /** Id of the heading, which names this button among several. */
  about: string;
  children: ReactNode;
  className?: string;
}

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Text cut at 60 px with a fade until it is opened (C-07). Fully open without script. */
export function ReadMore({ more, less, about, children, className }: ReadMoreProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Height at which the next animation starts. An interrupted animation continues from its current height. */
  const startHeight = useRef<number>(undefined);

  function setOpenAnimated(open: boolean) {
    if (box.current) {
      startHeight.current = box.current.offsetHeight;
      box.current.scrollTop = 0;
    }
    setOpen(open);
  }

  useLayoutEffect(() => {
    // Runs after every render, but there is a height only after a toggle.
    const element = box.current;
    if (!element || startHeight.current === undefined) return;
    for (const animation of element.getAnimations()) animation.cancel();
    const heights = [`${startHeight.current}px`, `${element.offsetHeight}px`];
    startHeight.current = undefined;
    // Animated by script: the full height is known only now, and the CSP forbids style attributes.
    if (!prefersReducedMotion())
      element.animate({ maxHeight: heights }, { duration: readMoreMs, easing: "cubic-bezier(.2, .7, .2, 1)" });
  });

  return (
    <div className={className}>
      {/* Opens when find-in-page or the focus reaches the closed text. */}
      <div
        id={id}
        ref={box}
        onFocus={() => !isOpen && setOpenAnimated(true)}
        onScroll={({ currentTarget }) => !isOpen && currentTarget.scrollTop > 0 && setOpenAnimated(true)}
        className={clsx(
          "overflow-hidden",
          !isOpen &&
            "max-h-[60px] mask-[linear-gradient(#000_35%,transparent)] noscript:max-h-none noscript:mask-none print:max-h-none print:mask-none",
        )}
      >
        {children}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={about}
        onClick={() => setOpenAnimated(!isOpen)}
        className="mt-4 inline-flex min-h-6 items-center max-md:touch-y gap-2 border-b border-current/35 pb-0.5 font-medium text-primary hover:border-current noscript:hidden print:hidden"
      >
        {isOpen ? less : more}
        <Icon name="chevron-down" size="sm" className={isOpen ? "rotate-180" : ""} />
      </button>
    </div>
  );
}
