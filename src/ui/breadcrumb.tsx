import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { m } from "#messages";
import { Anchor } from "./anchor.tsx";
import { Icon } from "./icon.tsx";

export interface BreadcrumbProps {
  /** The pages below the home page. The last one has no `to`. */
  items: readonly { label: ReactNode; to?: string }[];
  isDark?: boolean;
}

/** Phones show only the parent page, with a back chevron. */
export function Breadcrumb({ items: crumbs, isDark }: BreadcrumbProps) {
  const items: BreadcrumbProps["items"] = [{ label: m.site_label_home(), to: "/" }, ...crumbs];
  const parentIndex = items.findLastIndex((item) => item.to !== undefined);
  const linkClass = clsx(
    "inline-flex min-h-7 items-center gap-1 md:whitespace-nowrap",
    isDark ? "hover:text-white" : "hover:text-primary",
  );
  return (
    <nav aria-label={m.site_breadcrumb()} className="relative z-3 h-0" data-print="hide">
      <ol
        className={clsx(
          "wrap flex min-w-0 items-center gap-2 pt-[.7rem] text-sm md:pt-[1.2rem]",
          isDark ? "text-on-band-2" : "text-ink-3",
        )}
      >
        {items.map((item, index) => (
          <li key={index} className={clsx("flex min-w-0 items-center gap-2", index !== parentIndex && "max-md:hidden")}>
            {index > 0 && <Icon name="chevron-right" size="sm" mirrors className="opacity-70 max-md:hidden" />}
            {item.to === undefined ? (
              <span
                aria-current="page"
                className={clsx("truncate font-medium", isDark ? "text-on-band" : "text-ink-2")}
              >
                {item.label}
              </span>
            ) : (
              <Anchor to={item.to} className={clsx(linkClass, "max-md:min-h-9 max-md:touch-y")}>
                <Icon name="chevron-left" size="sm" mirrors className="-ms-1 md:hidden" />
                {item.label}
              </Anchor>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
