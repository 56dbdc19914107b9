import { clsx } from "clsx/lite";
import { Anchor } from "./anchor.tsx";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

type PageStep = { kind: "page"; page: number; isFar: boolean } | { kind: "gap"; after: number; isMobileOnly: boolean };

/**
 * The first page, the last page and `reach` pages either side of the current one, with gaps. Pages marked `isFar` are
 * hidden on mobile. A gap that only replaces `isFar` pages is shown on mobile only.
 */
export function pageWindow(page: number, pageCount: number, reach = 4, mobileReach = 1): PageStep[] {
  const steps: PageStep[] = [];
  let lastShown = 0;
  let lastShownOnMobile = 0;
  for (let n = 1; n <= pageCount; n++) {
    const isEdge = n === 1 || n === pageCount;
    const distance = Math.abs(n - page);
    if (!isEdge && distance > reach) continue;
    const isFar = !isEdge && distance > mobileReach;
    if (lastShown && n - lastShown > 1) steps.push({ kind: "gap", after: lastShown, isMobileOnly: false });
    else if (
      !isFar &&
      lastShownOnMobile &&
      n - lastShownOnMobile > 1 &&
      !steps.some((step) => step.kind === "gap" && step.after >= lastShownOnMobile)
    )
      steps.push({ kind: "gap", after: lastShown, isMobileOnly: true });
    steps.push({ kind: "page", page: n, isFar });
    lastShown = n;
    if (!isFar) lastShownOnMobile = n;
  }
  return steps;
}

export interface PaginationProps {
  page: number;
  pageCount: number;
  /** Path without language, as `Link` takes it. */
  hrefFor: (page: number) => string;
  labels: { nav: string; previous: string; next: string; page: (page: number) => string };
  className?: string;
}

const stepClass = "grid h-11 min-w-11 place-items-center rounded-control px-1 text-[.9375rem] max-md:min-w-[38px]";

/** Real links, for new tabs and search engines. Renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefFor, labels, className }: PaginationProps) {
  if (pageCount <= 1) return null;
  const renderStep = (targetPage: number, label: string, icon: IconName) =>
    targetPage < 1 || targetPage > pageCount ? (
      <span className={clsx(stepClass, "text-line-2")} aria-hidden="true">
        <Icon name={icon} size="sm" mirrors />
      </span>
    ) : (
      <Anchor
        to={hrefFor(targetPage)}
        aria-label={label}
        rel={targetPage < page ? "prev" : "next"}
        className={clsx(stepClass, "text-ink-2 hover:bg-sunken")}
      >
        <Icon name={icon} size="sm" mirrors />
      </Anchor>
    );
  return (
    <nav
      aria-label={labels.nav}
      className={clsx("flex flex-wrap justify-center gap-[.35rem] tabular-nums max-md:gap-0", className)}
    >
      {renderStep(page - 1, labels.previous, "chevron-left")}
      {pageWindow(page, pageCount).map((item) =>
        item.kind === "gap" ? (
          <span
            key={`gap${item.after}`}
            aria-hidden="true"
            className={clsx(stepClass, "text-ink-3", item.isMobileOnly && "md:hidden")}
          >
            …
          </span>
        ) : (
          <Anchor
            key={item.page}
            to={hrefFor(item.page)}
            aria-label={labels.page(item.page)}
            aria-current={item.page === page ? "page" : undefined}
            className={clsx(
              stepClass,
              item.isFar && "max-md:hidden",
              item.page === page ? "bg-primary font-medium text-on-primary" : "text-ink-2 hover:bg-sunken",
            )}
          >
            {item.page}
          </Anchor>
        ),
      )}
      {renderStep(page + 1, labels.next, "chevron-right")}
    </nav>
  );
}
