import { lazy, useEffect, useRef, useState, useSyncExternalStore, useCallback } from "react";
import { clsx } from "clsx/lite";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { onCartChange, readCartCount } from "#features/checkout/cart-storage.ts";
import { NavDisclosure, navDisclosureLink } from "#ui/nav-disclosure.tsx";
import { DemoButton } from "../demo-dialog.tsx";
import { HomeLogo } from "../logo.tsx";
import { ContactLinks, MenuLabel, SessionLinks } from "./menu-links.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { SearchBox, searchPath } from "./search-box.tsx";
import type MenuPanel from "./menu-panel.tsx";
import { coursesEntry, getAriaCurrent, siteMenu } from "../menu.ts";

const itemClass =
  "relative inline-flex min-h-11 items-center rounded-sm px-[.8rem] text-[.9375rem] whitespace-nowrap text-ink-2 transition-ui hover:bg-sunken hover:text-ink " +
  "aria-[current]:font-medium aria-[current]:text-primary aria-[current]:after:absolute aria-[current]:after:inset-x-[.8rem] aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:rounded-full aria-[current]:after:bg-primary";

/** The menu in windows from 1280 px up. */
function SiteMenu({ path }: { path: string }) {
  return (
    <nav aria-label={m.site_menu_name()} className="mx-auto max-xl:hidden">
      <ul className="flex flex-wrap gap-[.15rem]">
        {siteMenu.map((entry) => (
          <li key={entry.path}>
            {entry.children?.length ? (
              <NavDisclosure
                label={<MenuLabel entry={entry} />}
                isCurrent={getAriaCurrent(entry, path) !== undefined}
                className={itemClass}
              >
                {entry.children.map((child) => (
                  <li key={child.path}>
                    <Link to={child.path} aria-current={getAriaCurrent(child, path)} className={navDisclosureLink}>
                      <MenuLabel entry={child} />
                    </Link>
                  </li>
                ))}
              </NavDisclosure>
            ) : (
              <Link to={entry.path} aria-current={getAriaCurrent(entry, path)} className={itemClass}>
                <MenuLabel entry={entry} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Only the server loads it: in the browser React leaves a `noscript` empty. */
const MenuWithoutScript = lazy(() => import("./menu-without-script.tsx"));

const loadPanel = () => import("./menu-panel.tsx");
const prefetchPanel = () => void loadPanel().catch(() => {});

/** The menu in windows below 1280 px. The sheet's code is prefetched on hover and touch. */
function MenuSheet({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const [panel, setPanel] = useState<{ Panel: typeof MenuPanel }>();
  const close = useCallback(() => setOpen(false), []);
  async function open() {
    try {
      setPanel({ Panel: (await loadPanel()).default });
      setOpen(true);
    } catch {
      // The code is gone after a new deployment, or there is no connection. A reloaded page has a menu that works.
      window.location.reload();
    }
  }
  return (
    <>
      <IconButton
        icon="menu"
        label={m.site_menu_open()}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={prefetchPanel}
        onFocus={prefetchPanel}
        onClick={() => void open()}
        className="-me-3 xl:hidden"
      />
      {panel && <panel.Panel path={path} isOpen={isOpen} onClose={close} />}
    </>
  );
}

/** Hidden until `data-cart` and `--cart-count`, which are set before the first paint, show it with its count. */
function CartLink({ className }: { className?: string }) {
  const count = useSyncExternalStore(onCartChange, readCartCount, () => 0);
  return (
    <Link
      to="/cart"
      aria-label={m.checkout_cart_link({ count })}
      className={clsx(
        "relative hidden size-11 flex-none place-items-center rounded-control text-ink-2 transition-ui hover:bg-sunken hover:text-ink [html[data-cart]_&]:inline-grid xl:-mx-3",
        className,
      )}
    >
      <Icon name="shopping-cart" />
      <span
        aria-hidden="true"
        className="absolute end-0.5 top-0.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-accent px-1 text-[.6875rem] leading-none font-semibold text-white dark:text-palm-950 tabular-nums before:content-(--cart-count)"
      />
    </Link>
  );
}

const quietLinkClass = "inline-flex min-h-10 items-center gap-[.45rem] whitespace-nowrap hover:text-white";

function UtilityBar({ path }: { path: string }) {
  return (
    <div className="band-deep hidden text-xs text-on-band-2 md:block">
      <div className="wrap flex min-h-10 flex-wrap items-center justify-between gap-x-6">
        <div className="flex flex-wrap gap-x-6">
          <ContactLinks linkClassName={`${quietLinkClass} last:max-lg:hidden`} />
        </div>
        <div className="flex flex-wrap gap-x-6">
          <Link to={coursesEntry.path} aria-current={getAriaCurrent(coursesEntry, path)} className={quietLinkClass}>
            <MenuLabel entry={coursesEntry} />
          </Link>
          <LanguageMenu buttonClassName={quietLinkClass} />
          <nav aria-label={m.site_account_name()} className="contents">
            <SessionLinks className="gap-6" linkClassName={quietLinkClass} />
          </nav>
        </div>
      </div>
    </div>
  );
}

export function SiteHeader({ path }: { path: string }) {
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  // Moves the focus in the commit that renders the button, or a key pressed in between would be lost.
  useEffect(() => (isSearching ? () => searchButton.current?.focus() : undefined), [isSearching]);
  return (
    <header data-print="hide" className="relative z-10">
      <UtilityBar path={path} />
      <div className="border-b border-line bg-bg">
        <div className="wrap flex min-h-16 flex-wrap items-center gap-2 md:min-h-20 md:gap-6">
          <HomeLogo className={isSearching ? "max-md:hidden" : "max-xl:me-auto"} />
          {isSearching ? (
            <SearchBox onClose={() => setSearching(false)} />
          ) : (
            <>
              <SiteMenu path={path} />
              <IconButton
                ref={searchButton}
                icon="search"
                label={m.common_action_search()}
                onClick={() => setSearching(true)}
                className="max-xl:-me-1 xl:-me-3"
              />
              <noscript className="hidden noscript:contents">
                {import.meta.env.SSR && (
                  <Link
                    to={searchPath}
                    aria-label={m.common_action_search()}
                    className="inline-grid size-11 flex-none place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink max-xl:-me-1 xl:-me-3"
                  >
                    <Icon name="search" />
                  </Link>
                )}
              </noscript>
            </>
          )}
          <CartLink className={isSearching ? "max-md:hidden!" : ""} />
          <DemoButton size="sm" className="max-md:hidden" />
          <MenuSheet path={path} />
          <noscript className="hidden noscript:contents">
            <MenuWithoutScript path={path} />
          </noscript>
        </div>
      </div>
    </header>
  );
}
