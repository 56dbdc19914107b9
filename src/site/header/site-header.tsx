import Mail from "lucide-react/icons/mail";
import Phone from "lucide-react/icons/phone";
import Search from "lucide-react/icons/search";
import { useContext, useRef, useState } from "react";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SettingsContext, telephone } from "../frame-settings.ts";
import { HomeLogo } from "../logo.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { MenuSheet } from "./menu-sheet.tsx";
import { SearchBox } from "./search-box.tsx";
import { SessionLinks } from "./session-halves.tsx";
import { SiteMenu } from "./site-menu.tsx";

const quietLink = "inline-flex min-h-10 items-center gap-[.45rem] whitespace-nowrap hover:text-white";

function UtilityBar() {
  const settings = useContext(SettingsContext);
  return (
    <div className="band-deep hidden text-xs text-on-band-2 md:block">
      <div className="wrap flex min-h-10 items-center justify-between gap-6">
        <div className="flex gap-6">
          {settings && (
            <>
              <a href={telephone(settings.phone)} className={quietLink}>
                <Icon as={Phone} size="sm" />
                <bdi dir="ltr">{settings.phone}</bdi>
              </a>
              <a href={`mailto:${settings.email}`} className={`${quietLink} max-lg:hidden`}>
                <Icon as={Mail} size="sm" />
                <bdi dir="ltr">{settings.email}</bdi>
              </a>
            </>
          )}
        </div>
        <div className="flex gap-6">
          <LanguageMenu buttonClassName={quietLink} />
          <nav aria-label={m.site_account_name()} className="contents">
            <SessionLinks className="gap-6" linkClassName={quietLink} />
          </nav>
        </div>
      </div>
    </div>
  );
}

/** The full header: utility bar, then the main bar with logo, site menu, search and, on small screens, the menu button. */
export function SiteHeader({ path }: { path: string }) {
  const [isSearching, setSearching] = useState(false);
  const searchButton = useRef<HTMLButtonElement>(null);
  const closeSearch = () => {
    setSearching(false);
    requestAnimationFrame(() => searchButton.current?.focus());
  };
  return (
    <header data-print="hide" className="relative z-10">
      <UtilityBar />
      <div className="border-b border-line bg-bg">
        <div className="wrap flex min-h-16 items-center gap-2 md:min-h-20 md:gap-6">
          <HomeLogo className={isSearching ? "max-md:hidden" : "max-xl:me-auto"} />
          {isSearching ? (
            <SearchBox onClose={closeSearch} />
          ) : (
            <>
              <SiteMenu path={path} />
              <IconButton ref={searchButton} icon={Search} label={m.site_search_name()} onClick={() => setSearching(true)} className="max-xl:-me-1 xl:-me-3" />
            </>
          )}
          <MenuSheet path={path} />
        </div>
      </div>
    </header>
  );
}
