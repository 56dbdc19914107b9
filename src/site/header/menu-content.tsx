import type { ReactNode } from "react";
import { m } from "#messages";
import { buttonClass } from "#ui/button-style.ts";
import { Icon } from "#ui/icon.tsx";
import { siteMenu } from "../menu.ts";
import { ContactLinks } from "./contact-links.tsx";
import { LanguageLink } from "./language-link.tsx";
import { LanguageName } from "./language-menu.tsx";
import { MenuList } from "./menu-list.tsx";
import { SessionLinks } from "./auth-visibility.tsx";

export function MenuContent({ path, demo }: { path: string; demo: ReactNode }) {
  return (
    <>
      <nav aria-label={m.site_menu_name()} className="border-t border-line">
        <MenuList entries={siteMenu} path={path} />
      </nav>
      <div className="grid gap-4 p-5">
        {demo}
        <SessionLinks className="gap-4" linkClassName={buttonClass({ variant: "secondary" }, false, "flex-1")} />
        <div className="flex min-h-11 items-center justify-between gap-4 text-sm">
          <span className="flex items-center gap-2">
            <Icon name="globe" size="sm" />
            {m.site_language_name()}
          </span>
          <span className="-me-2 flex *:inline-flex *:min-h-11 *:items-center *:px-2 *:text-ink-3 *:aria-[current]:font-medium *:aria-[current]:text-ink">
            <LanguageLink to="en">
              <LanguageName of="en" />
            </LanguageLink>
            <LanguageLink to="ar">
              <LanguageName of="ar" />
            </LanguageLink>
          </span>
        </div>
      </div>
      <div className="mt-auto grid border-t border-line px-5 pt-3 text-sm text-ink-2 md:hidden">
        <ContactLinks linkClassName="inline-flex min-h-11 items-center gap-2" />
      </div>
    </>
  );
}
