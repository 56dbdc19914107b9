import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { useId, useState, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

export interface AccordionProps {
  items: readonly { id: string; heading: ReactNode; content: ReactNode }[];
  headingLevel?: 2 | 3 | 4;
  /** The row that starts open; the FAQ opens its first. */
  defaultOpen?: string;
  /** Several rows may be open at once; otherwise opening one closes the other. */
  allowsMany?: boolean;
  className?: string;
}

/** Rows between hairlines, each with one button. */
export function Accordion({ items, headingLevel = 3, defaultOpen, allowsMany, className }: AccordionProps) {
  const base = useId();
  const [open, setOpen] = useState<readonly string[]>(defaultOpen === undefined ? [] : [defaultOpen]);
  const Heading = `h${headingLevel}` as const;
  const toggle = (id: string) => setOpen(open.includes(id) ? open.filter((other) => other !== id) : allowsMany ? [...open, id] : [id]);
  return (
    <div className={cx("border-t border-line", className)}>
      {items.map(({ id, heading, content }) => {
        const isOpen = open.includes(id);
        return (
          <div key={id} className="border-b border-line">
            <Heading className="font-sans text-[1.0625rem] font-medium leading-normal tracking-normal">
              <button type="button" id={`${base}-${id}`} aria-expanded={isOpen} aria-controls={`${base}-${id}-panel`} onClick={() => toggle(id)} className="flex w-full items-center justify-between gap-4 py-[1.35rem] text-start hover:text-primary">
                {heading}
                <Icon as={isOpen ? Minus : Plus} />
              </button>
            </Heading>
            <div id={`${base}-${id}-panel`} role="region" aria-labelledby={`${base}-${id}`} hidden={!isOpen} className="max-w-measure pb-[1.35rem] text-ink-2">
              {content}
            </div>
          </div>
        );
      })}
    </div>
  );
}
