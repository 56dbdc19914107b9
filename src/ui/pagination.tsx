import { clsx } from "clsx/lite";
import { Anchor } from "./anchor.tsx";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

type PageStep = { kind: "page"; page: number; isFar: boolean } | { kind: "gap"; after: number; isMobileOnly: boolean };

/**
 * The first page, the last page and `reach` pages either side of the current one, with gaps. Pages marked `isFar` are
 * hidden on mobile. A gap that only replaces those is mobile-only.
 */
export function pageWindow(page: number, pageCount: number, reach = 4, mobileReach = 1): PageStep[] {
  const steps: PageStep[] = [];
  let last = 0;
  let lastNear = 0;
  for (let n = 1; n <= pageCount; n++) {
    const edge = n === 1 || n === pageCount;
    const distance = Math.abs(n - page);
    if (!edge && distance > reach) continue;
    const isFar = !edge && distance > mobileReach;
    if (last && n - last > 1) steps.push({ kind: "gap", after: last, isMobileOnly: false });
    else if (
      !isFar &&
      lastNear &&
      n - lastNear > 1 &&
      !steps.some((step) => step.kind === "gap" && step.after >= lastNear)
    )
      steps.push({ kind: "gap", after: last, isMobileOnly: true });
    steps.push({ kind: "page", page: n, isFar });
    last = n;
    if (!isFar) lastNear = n;
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

const box = "grid h-11 min-w-11 place-items-center rounded-control px-1 text-[.9375rem] max-md:min-w-[38px]";

/** Real links, for new tabs and search engines. Renders nothing for a single page. */
export function Pagination({ page, pageCount, hrefFor, labels, className }: PaginationProps) {
  if (pageCount <= 1) return null;
  const step = (to: number, label: string, icon: IconName) =>
    to < 1 || to > pageCount ? (
      <span className={clsx(box, "text-line-2")} aria-hidden="true">
        <Icon name={icon} size="sm" mirrors />
      </span>
    ) : (
      <Anchor
        to={hrefFor(to)}
        aria-label={label}
        rel={to < page ? "prev" : "next"}
        className={clsx(box, "text-ink-2 hover:bg-sunken")}
      >
        <Icon name={icon} size="sm" mirrors />
      </Anchor>
    );
  return (
    <nav
      aria-label={labels.nav}
      className={clsx("flex flex-wrap justify-center gap-[.35rem] tabular-nums max-md:gap-0", className)}
    >
      {step(page - 1, labels.previous, "chevron-left")}
      {pageWindow(page, pageCount).map((item) =>
        item.kind === "gap" ? (
          <span
            key={`gap${item.after}`}
            aria-hidden="true"
            className={clsx(box, "text-ink-3", item.isMobileOnly && "md:hidden")}
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
              box,
              item.isFar && "max-md:hidden",
              item.page === page ? "bg-primary font-medium text-on-primary" : "text-ink-2 hover:bg-sunken",
            )}
          >
            {item.page}
          </Anchor>
        ),
      )}
      {step(page + 1, labels.next, "chevron-right")}
    </nav>
  );
}
