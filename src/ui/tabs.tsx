import { clsx } from "clsx/lite";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";

export interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[];
  /** Controlled with `onChange`. Otherwise the first tab is selected. */
  value?: string;
  onChange?: (id: string) => void;
  /** Level of the panel headings, which are shown without script. */
  headingLevel?: 2 | 3;
  /** Prints only the selected panel. For tabs in which one panel repeats the others. */
  printsSelected?: boolean;
  className?: string;
}

/**
 * Every panel is in the server's HTML, so that it can be searched. Without script and on paper all panels are shown,
 * each under its heading. React Aria would need 29 kB for four fixed panels instead of 1 kB.
 */
export function Tabs({ label, tabs, value, onChange, headingLevel = 2, printsSelected, className }: TabsProps) {
  const Heading = `h${headingLevel}` as const;
  const base = useId();
  const [localTab, setLocalTab] = useState(tabs[0]?.id);
  const list = useRef<HTMLDivElement>(null);
  const current = value ?? localTab;

  function choose(index: number) {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (!tab) return;
    setLocalTab(tab.id);
    onChange?.(tab.id);
    const button = list.current?.children[tabs.indexOf(tab)];
    if (button instanceof HTMLElement) {
      button.focus({ preventScroll: true });
      button.scrollIntoView({ block: "nearest", inline: "center" });
    }
  }

  function handleKey(event: KeyboardEvent<HTMLButtonElement>) {
    const index = tabs.findIndex((tab) => tab.id === current);
    // Arrow keys follow the visible side: in Arabic the next tab is on the left.
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const targetIndex =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : event.key === forward
            ? index + 1
            : /^Arrow(Left|Right)$/.test(event.key)
              ? index - 1
              : undefined;
    if (targetIndex === undefined) return;
    event.preventDefault();
    choose(targetIndex);
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="-mx-gutter flex gap-1.5 overflow-x-auto px-gutter shadow-[inset_0_-1px_var(--nh-line)] [scrollbar-width:none] md:mx-0 md:px-0 noscript:hidden print:hidden"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-controls={`${base}-${tab.id}-panel`}
            aria-selected={tab.id === current}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={handleKey}
            className={clsx(
              "flex-none whitespace-nowrap border-b-2 px-[1.1rem] py-4 -outline-offset-2! transition-ui",
              tab.id === current
                ? "border-primary font-medium text-primary"
                : "border-transparent text-ink-2 hover:text-ink",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          tabIndex={0}
          className={clsx(
            "pt-6",
            tab.id !== current && (printsSelected ? "hidden noscript:block" : "hidden noscript:block print:block"),
          )}
        >
          <Heading className="mb-4 hidden border-b border-line pb-3 text-h3 noscript:block print:block">
            {tab.label}
          </Heading>
          {tab.content}
        </div>
      ))}
    </div>
  );
}
