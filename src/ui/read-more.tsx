import { clsx } from "clsx";
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** Specification §9: what a closed block shows, in pixels, and how long it takes to open or close, in milliseconds. */
export const closedHeight = 60;
export const readMoreMs = 700;

export interface ReadMoreProps {
  /** The button's text when closed and when open. */
  more: ReactNode;
  less: ReactNode;
  /** Id of the heading that says what the text is about; several buttons of one page are told apart by it. */
  about: string;
  children: ReactNode;
  className?: string;
}

const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** C-07, Read More / Read Less: text of which 60 px with a fade are seen until it is opened. Without scripts it is open. */
export function ReadMore({ more, less, about, children, className }: ReadMoreProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Height to move from, once; a block turned round halfway starts from where it is. */
  const from = useRef<number>(undefined);

  function turn(open: boolean) {
    if (box.current) {
      from.current = box.current.offsetHeight;
      box.current.scrollTop = 0;
    }
    setOpen(open);
  }

  useLayoutEffect(() => {
    // After every render, but there is a height to move from only after a turn.
    const element = box.current;
    if (!element || from.current === undefined) return;
    for (const running of element.getAnimations()) running.cancel();
    const heights = [`${from.current}px`, `${element.offsetHeight}px`];
    from.current = undefined;
    // Animated from here and not by a style sheet: the full height is known only now, and the policy allows no style attribute.
    if (!prefersReducedMotion())
      element.animate({ maxHeight: heights }, { duration: readMoreMs, easing: "cubic-bezier(.2, .7, .2, 1)" });
  });

  return (
    <div className={className}>
      {/* What is found or reached by key inside the closed text opens it. */}
      <div
        id={id}
        ref={box}
        onFocus={() => !isOpen && turn(true)}
        onScroll={({ currentTarget }) => !isOpen && currentTarget.scrollTop > 0 && turn(true)}
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
        onClick={() => turn(!isOpen)}
        className="mt-4 inline-flex min-h-6 items-center gap-2 border-b border-current/35 pb-0.5 font-medium text-primary hover:border-current noscript:hidden print:hidden"
      >
        {isOpen ? less : more}
        <Icon name="chevron-down" size="sm" className={isOpen ? "rotate-180" : ""} />
      </button>
    </div>
  );
}
