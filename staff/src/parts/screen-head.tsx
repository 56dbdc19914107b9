import { useEffect, type ReactNode } from "react";
import { clsx } from "clsx/lite";
import { Link } from "react-router";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";

export interface ScreenHeadProps {
  title: string;
  /** Added before the title in the browser tab, if several pages share the title. */
  tabTitle?: string;
  /** A line of facts below the title. Null while loading, which reserves the space. */
  facts?: ReactNode;
  /** The pages above this one, outermost first, and then this page without `to`. Only for pages below a list. */
  breadcrumb?: { label: string; to?: string }[];
  /** At most one primary button. */
  actions?: ReactNode;
  /** The state beside the title: a chip or the save state. */
  state?: ReactNode;
  /** Whether the bar stays visible below the app bar, for forms. */
  sticky?: boolean;
}

/** The h1 of a page with facts and actions. Also sets the title of the browser tab. */
export function ScreenHead({ title, tabTitle, facts, breadcrumb, actions, state, sticky = false }: ScreenHeadProps) {
  const portalTitle = m.staff_shell_title();
  useEffect(() => {
    document.title = [tabTitle, title, portalTitle].filter(Boolean).join(" · ");
  }, [title, tabTitle, portalTitle]);
  const parentIndex = breadcrumb?.findLastIndex(({ to }) => to !== undefined);
  const breadcrumbNav = breadcrumb && (
    <nav className="mb-1.5 flex items-center gap-1.5 text-sm text-ink-3" aria-label={m.staff_shell_breadcrumb()}>
      {breadcrumb.map(({ label, to }, index) => (
        <span
          key={label}
          className={clsx(
            "flex flex-wrap items-center gap-2 [&>a]:text-ink-2 [&>a:hover]:text-primary",
            // A phone shows only the link to the parent page.
            index === parentIndex
              ? "max-md:min-h-8 max-md:before:content-['‹'] max-md:[&>svg]:hidden"
              : "max-md:hidden",
          )}
        >
          {to === undefined ? <span aria-current="page">{label}</span> : <Link to={to}>{label}</Link>}
          {index < breadcrumb.length - 1 && <Icon name="chevron-right" size={14} mirrors />}
        </span>
      ))}
    </nav>
  );
  return (
    <>
      {!sticky && breadcrumbNav}
      <div
        className={clsx(
          "page-head flex flex-wrap gap-4",
          sticky
            ? // On a phone only the actions stay visible, because the title takes a sixth of the screen.
              "md:sticky md:top-14 md:z-20 md:-mx-8 md:-mt-6 md:mb-5 md:items-center md:border-b md:border-edge md:bg-stone md:px-8 md:py-3 max-md:contents"
            : "mb-5 items-start",
        )}
      >
        <div>
          {sticky && breadcrumbNav}
          <div className="flex flex-wrap items-center gap-2">
            <h1 className={clsx("wrap-anywhere", sticky && "text-h2")}>{title}</h1>
            {state}
          </div>
          {facts !== undefined && <p className="mt-1 text-ink-2">{facts ?? "\u00a0"}</p>}
        </div>
        {actions && (
          <div
            className={clsx(
              "page-actions ms-auto flex flex-wrap items-center gap-2",
              sticky
                ? "max-md:sticky max-md:top-14 max-md:z-20 max-md:-mx-4 max-md:mb-4 max-md:flex-nowrap max-md:justify-end max-md:border-b max-md:border-edge max-md:bg-stone max-md:px-4 max-md:py-2"
                : "max-md:ms-0 max-md:w-full",
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </>
  );
}
