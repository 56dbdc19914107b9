import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Anchor } from "./anchor.tsx";
import { Avatar } from "./avatar.tsx";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";
import { Skeleton } from "./skeleton.tsx";

interface SideEntry {
  label: ReactNode;
  icon: IconName;
  mirrors?: boolean;
}
export interface SidePageProps {
  /** The account holder. Null while unknown. */
  person: { id: string; name: string; note: string } | null;
  navLabel: string;
  links: readonly (SideEntry & { to: string; current: "page" | "true" | undefined })[];
  actions: readonly (SideEntry & { onPress: () => void })[];
  children: ReactNode;
}

const itemClass =
  "flex min-h-11 flex-none items-center gap-3 rounded-control px-3.5 text-start whitespace-nowrap text-ink-2 transition-ui hover:bg-sunken lg:min-h-12";
const renderIcon = ({ icon, mirrors }: SideEntry) => <Icon name={icon} mirrors={mirrors} className="max-lg:hidden" />;

/**
 * Layout of the account pages: person and links beside the page, or above it on narrow screens. Loaded content replaces
 * its skeleton without layout shift.
 */
export function SidePage({ person, navLabel, links, actions, children }: SidePageProps) {
  return (
    <div className="wrap grid min-h-dvh content-start items-start gap-7 pt-16 pb-section md:pt-19 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-10 print:block print:min-h-0 print:py-0">
      <aside data-print="hide" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex min-h-15 items-center gap-3.5 lg:border-b lg:border-line lg:pb-5">
          {person ? (
            <Avatar name={person.name} seed={person.id} palette="palm" size={60} />
          ) : (
            <Skeleton className="size-15 rounded-full" />
          )}
          <div className="grid min-h-15 min-w-0 content-center">
            {person ? (
              <>
                <p className="truncate font-medium">
                  <bdi>{person.name}</bdi>
                </p>
                <p className="truncate text-sm text-ink-3">
                  <bdi>{person.note}</bdi>
                </p>
              </>
            ) : (
              <Skeleton className="h-4 w-36" />
            )}
          </div>
        </div>
        <nav
          aria-label={navLabel}
          // One row on narrow screens. It scrolls, and the next entry is cut off to show that.
          className="-mx-gutter flex gap-1.5 overflow-x-auto border-b border-line px-gutter pb-3 [scrollbar-width:none] lg:mx-0 lg:grid lg:overflow-visible lg:border-0 lg:px-0 lg:pb-0"
        >
          {links.map((link) => (
            <Anchor
              key={link.to}
              to={link.to}
              aria-current={link.current}
              className={clsx(itemClass, link.current && "bg-primary-tint! font-medium text-primary!")}
            >
              {renderIcon(link)}
              {link.label}
            </Anchor>
          ))}
          {actions.map((action, index) => (
            <button key={index} type="button" onClick={action.onPress} className={itemClass}>
              {renderIcon(action)}
              {action.label}
            </button>
          ))}
        </nav>
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
