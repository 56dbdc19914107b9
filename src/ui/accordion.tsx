import { clsx } from "clsx/lite";
import { useId, type ReactNode } from "react";
import { Icon } from "./icon.tsx";

export interface AccordionProps {
  /** `anchor` is the id of the row in an address. A browser that goes there opens the row, even without script. */
  items: readonly { id: string; anchor?: string; heading: ReactNode; content: ReactNode }[];
  headingLevel?: 2 | 3 | 4;
  defaultOpen?: string;
  className?: string;
}

/** Uses the browser's own `details`, which needs no script. Opening one row closes the others. */
export function Accordion({ items, headingLevel = 3, defaultOpen, className }: AccordionProps) {
  const name = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={clsx("border-t border-line", className)}>
      {items.map(({ id, anchor, heading, content }) => (
        <details key={id} name={name} open={id === defaultOpen} className="group border-b border-line">
          <summary className="flex w-full list-none items-center justify-between gap-4 py-[1.35rem] text-start text-[1.0625rem] hover:text-primary [&::-webkit-details-marker]:hidden">
            <Heading className="font-sans text-[1em] font-medium leading-normal tracking-normal">{heading}</Heading>
            <Icon name="plus" className="group-open:hidden" />
            <Icon name="minus" className="hidden! group-open:block!" />
          </summary>
          {/* The anchor is inside, because a browser opens the row that it scrolls into. The margin keeps the heading in
              view. */}
          <div id={anchor} className="max-w-measure scroll-mt-24 pb-[1.35rem] text-ink-2">
            {content}
          </div>
        </details>
      ))}
    </div>
  );
}
