import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { m } from "#messages";
import { buttonClass } from "#ui/button-style.ts";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#i18n/link.tsx";
import { getAriaCurrent, phoneMenu, type MenuEntry } from "../menu.ts";
import { LanguageLink, LanguageName } from "./language-menu.tsx";
import { ContactLinks, MenuLabel, SessionLinks } from "./menu-links.tsx";

const rowClass = "flex min-h-15 w-full items-center justify-between gap-3 px-5 py-3 text-[1.0625rem]";
const currentClass = "aria-[current]:font-medium aria-[current]:text-primary";

export function MenuList({ entries, path }: { entries: readonly MenuEntry[]; path: string }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.path} className="border-b border-line">
          {entry.children?.length ? (
            // Only one `details` with the same name can be open.
            <details name="site-menu" open={getAriaCurrent(entry, path) === "true"} className="group">
              <summary
                className={clsx(
                  rowClass,
                  "list-none group-open:font-medium group-open:text-primary [&::-webkit-details-marker]:hidden",
                )}
              >
                <MenuLabel entry={entry} />
                <Icon
                  name="chevron-down"
                  size="sm"
                  className="transition-transform duration-(--nh-base) group-open:rotate-180"
                />
              </summary>
              <ul className="bg-sunken py-1.5">
                {entry.children.map((child) => (
                  <li key={child.path}>
                    <Link
                      to={child.path}
                      aria-current={getAriaCurrent(child, path)}
                      className={clsx("flex min-h-12 items-center px-5 text-ink-2", currentClass)}
                    >
                      <MenuLabel entry={child} />
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ) : (
            <Link to={entry.path} aria-current={getAriaCurrent(entry, path)} className={clsx(rowClass, currentClass)}>
              <MenuLabel entry={entry} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

export function MenuContent({ path, demo }: { path: string; demo: ReactNode }) {
  return (
    <>
      <nav aria-label={m.site_menu_name()} className="border-t border-line">
        <MenuList entries={phoneMenu} path={path} />
      </nav>
      <div className="grid gap-4 p-5">
        {demo}
        <SessionLinks className="gap-4" linkClassName={buttonClass({ variant: "secondary" }, false, "flex-1")} />
        <div className="flex min-h-11 items-center justify-between gap-4 text-sm">
          <span className="flex items-center gap-2">
            <Icon name="globe" size="sm" />
            {m.common_language()}
          </span>
          <span className="-me-2 flex *:inline-flex *:min-h-11 *:items-center *:px-2 *:text-ink-3 *:aria-[current]:font-medium *:aria-[current]:text-ink">
            <LanguageLink to="en">
              <LanguageName language="en" />
            </LanguageLink>
            <LanguageLink to="ar">
              <LanguageName language="ar" />
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
