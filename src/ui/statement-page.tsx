import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import * as limestone from "./art/pictures/statement-limestone.ts";
import * as mint from "./art/pictures/statement-mint.ts";
import type { IconName } from "#icon-set";
import { Picture } from "./picture.tsx";
import { resultHeadingProps } from "./result-heading.ts";
import { Seal } from "./seal.tsx";

export interface StatementPageProps {
  /** Limestone for thanks and failure, mint for a confirmed order. */
  background?: "limestone" | "mint";
  icon: IconName;
  tone?: "primary" | "danger";
  title: ReactNode;
  children: ReactNode;
  details?: ReactNode;
  actions?: ReactNode;
  /**
   * Set when the text never changes. Otherwise the statement fills the window, so that a change moves nothing below it.
   */
  hasFixedText?: boolean;
  /** Set when this is the result of the visitor's last action. The heading is scrolled into view and focused. */
  isResult?: boolean;
}

export function StatementPage({
  hasFixedText,
  isResult = false,
  background = "limestone",
  icon,
  tone,
  title,
  children,
  details,
  actions,
}: StatementPageProps) {
  return (
    <div
      className={clsx(
        "relative isolate overflow-hidden px-gutter pb-16 pt-26 md:pb-section md:pt-30",
        !hasFixedText && "min-h-dvh",
        background === "mint" ? "bg-primary-tint" : "bg-stone",
      )}
    >
      <Picture
        picture={(background === "mint" ? mint : limestone).picture}
        alt=""
        isPriority
        className="absolute! inset-0 -z-1 bg-transparent! fade-middle dark:opacity-20"
        imgClassName="absolute inset-0"
      />
      <div className="mx-auto grid max-w-152 grid-cols-1 justify-items-center gap-4 rounded-panel bg-surface px-[clamp(1.35rem,4vw,3.25rem)] pb-[clamp(1.75rem,4vw,3rem)] text-center shadow-3">
        <Seal icon={icon} tone={tone} isRaised />
        <h1 className="text-h2 outline-none" {...resultHeadingProps(isResult)}>
          {title}
        </h1>
        <div className="grid gap-3 text-lead text-ink-2 text-balance [overflow-wrap:anywhere]">{children}</div>
        {details && <div className="mt-2 w-full">{details}</div>}
        {actions && <div className="mt-2 flex w-full flex-wrap justify-center gap-3 *:max-md:w-full">{actions}</div>}
      </div>
    </div>
  );
}
