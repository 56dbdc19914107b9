import { clsx } from "clsx/lite";
import { Link } from "#i18n/link.tsx";
import { Icon } from "#ui/icon.tsx";
import { currentOf, type MenuEntry } from "../menu.ts";
import { MenuLabel } from "./menu-label.tsx";

const row = "flex min-h-15 w-full items-center justify-between gap-3 px-5 py-3 text-[1.0625rem]";
const lit = "aria-[current]:font-medium aria-[current]:text-primary";

export function MenuList({ entries, path }: { entries: readonly MenuEntry[]; path: string }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.path} className="border-b border-line">
          {entry.children?.length ? (
            // Details with the same name are exclusive.
            <details name="site-menu" open={currentOf(entry, path) === "true"} className="group">
              <summary
                className={clsx(
                  row,
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
                      aria-current={currentOf(child, path)}
                      className={clsx("flex min-h-12 items-center px-5 text-ink-2", lit)}
                    >
                      <MenuLabel entry={child} />
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          ) : (
            <Link to={entry.path} aria-current={currentOf(entry, path)} className={clsx(row, lit)}>
              <MenuLabel entry={entry} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
