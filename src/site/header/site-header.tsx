import { useEffect, useRef, useState } from "react";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { DemoButton } from "../demo-dialog.tsx";
import { HomeLogo } from "../logo.tsx";
import { CartLink } from "./cart-link.tsx";
import { ContactLinks } from "./contact-links.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { MenuSheet } from "./menu-sheet.tsx";
import { MenuWithoutScript } from "./menu-without-script.tsx";
import { SearchBox, searchPath } from "./search-box.tsx";
import { SessionLinks } from "./auth-visibility.tsx";
import { SiteMenu } from "./site-menu.tsx";

const quietLink = "inline-flex min-h-10 items-center gap-[.45rem] whitespace-nowrap hover:text-white";

function UtilityBar() {
  return (
    <div className="band-deep hidden text-xs text-on-band-2 md:block">
      <div className="wrap flex min-h-10 flex-wrap items-center justify-between gap-x-6">
        <div className="flex flex-wrap gap-x-6">
          <ContactLinks linkClassName={`${quietLink} last:max-lg:hidden`} />
        </div>
        <div className="flex flex-wrap gap-x-6">
          <LanguageMenu buttonClassName={quietLink} />
          <nav aria-label={m.site_account_name()} className="contents">
            <SessionLinks className="gap-6" linkClassName={quietLink} />
          </nav>
        </div>
      </div>
    </div>
  );
}

export function SiteHeader({ path }: { path: string }) {
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  // In the same commit as the button: a key pressed meanwhile would be lost.
  useEffect(() => (isSearching ? () => searchButton.current?.focus() : undefined), [isSearching]);
  return (
    <header data-print="hide" className="relative z-10">
      <UtilityBar />
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
                label={m.site_search_name()}
                onClick={() => setSearching(true)}
                className="max-xl:-me-1 xl:-me-3"
              />
              <noscript className="hidden noscript:contents">
                <Link
                  to={searchPath}
                  aria-label={m.site_search_name()}
                  className="inline-grid size-11 flex-none place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink max-xl:-me-1 xl:-me-3"
                >
                  <Icon name="search" />
                </Link>
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
