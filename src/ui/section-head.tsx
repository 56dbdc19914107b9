import { clsx } from "clsx/lite";
import type { ReactNode } from "react";

export function Eyebrow({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p
      className={clsx(
        "inline-flex items-center gap-2.5 text-sm font-medium text-primary before:size-3.5 before:flex-none before:bg-current before:clip-star",
        className,
      )}
    >
      {children}
    </p>
  );
}

export interface SectionHeadProps {
  title: ReactNode;
  id?: string;
  lead?: ReactNode;
  eyebrow?: ReactNode;
  /** Shown at the inline end, such as View More. */
  action?: ReactNode;
  className?: string;
}

export function SectionHead({ title, id, lead, eyebrow, action, className }: SectionHeadProps) {
  return (
    <div
      className={clsx(
        "mb-8 flex flex-col items-start justify-between gap-5 md:mb-11 md:flex-row md:items-end md:gap-8",
        className,
      )}
    >
      <div className="max-w-[min(44rem,100%)]">
        {eyebrow && <Eyebrow className="mb-4">{eyebrow}</Eyebrow>}
        <h2 id={id}>{title}</h2>
        {lead && <p className="mt-4 text-lead text-ink-2 text-pretty">{lead}</p>}
      </div>
      {action && <div className="flex-none">{action}</div>}
    </div>
  );
}
