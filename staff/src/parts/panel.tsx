import { useId, type ReactNode } from "react";

export interface PanelProps {
  title?: ReactNode;
  /** Number shown after the title. */
  count?: number;
  /** Link or button at the end of the header. */
  action?: ReactNode;
  footer?: ReactNode;
  /** No padding, for rows and tables that reach the edges. */
  flush?: boolean;
  children?: ReactNode;
  className?: string;
}

/** Classes of a box in a card or dialog, for example with amounts. */
export const boxClass = "grid gap-2.75 rounded-xl border border-edge bg-row px-4 py-3.5";

/** A white card. With a title, it is a region named after it. */
export function Panel({ title, count, action, footer, flush = false, children, className = "" }: PanelProps) {
  const id = useId();
  return (
    <section className={`card ${className}`} aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <h2 id={id}>
            {title} {count !== undefined && <span className="text-ink-3 whitespace-nowrap tabular-nums">{count}</span>}
          </h2>
          {action && <span className="end">{action}</span>}
        </header>
      )}
      {flush ? children : <div className="body">{children}</div>}
      {footer && <footer>{footer}</footer>}
    </section>
  );
}
