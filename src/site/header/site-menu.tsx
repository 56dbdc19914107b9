import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { NavDisclosure, navDisclosureLink } from "#ui/nav-disclosure.tsx";
import { currentOf, siteMenu } from "../menu.ts";
import { MenuLabel } from "./menu-label.tsx";

const item =
  "relative inline-flex min-h-11 items-center rounded-sm px-[.8rem] text-[.9375rem] whitespace-nowrap text-ink-2 transition-ui hover:bg-sunken hover:text-ink " +
  "aria-[current]:font-medium aria-[current]:text-primary aria-[current]:after:absolute aria-[current]:after:inset-x-[.8rem] aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:rounded-full aria-[current]:after:bg-primary";

/** From 1280 px up. */
export function SiteMenu({ path }: { path: string }) {
  return (
    <nav aria-label={m.site_menu_name()} className="mx-auto max-xl:hidden">
      <ul className="flex flex-wrap gap-[.15rem]">
        {siteMenu.map((entry) => (
          <li key={entry.path}>
            {entry.children?.length ? (
              <NavDisclosure
                label={<MenuLabel entry={entry} />}
                isCurrent={currentOf(entry, path) !== undefined}
                className={item}
              >
                {entry.children.map((child) => (
                  <li key={child.path}>
                    <Link to={child.path} aria-current={currentOf(child, path)} className={navDisclosureLink}>
                      <MenuLabel entry={child} />
                    </Link>
                  </li>
                ))}
              </NavDisclosure>
            ) : (
              <Link to={entry.path} aria-current={currentOf(entry, path)} className={item}>
                <MenuLabel entry={entry} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
