import { clsx } from "clsx/lite";
import {
  useEffect,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { useLocation } from "react-router";
import type { IconName } from "#icon-set";
import { Icon } from "./icon.tsx";

export interface NavDisclosureProps {
  label: ReactNode;
  /** Read out before a label that is ambiguous on its own ("Language: "). */
  name?: string;
  icon?: IconName;
  /** `<li>` elements with links, which are part of the server's HTML. */
  children: ReactNode;
  /** Whether the current page is one of the links, or below one. */
  isCurrent?: boolean;
  align?: "start" | "end";
  className?: string;
}

/** Shared `name`: the browser keeps only one menu open at a time, even without script. */
const groupName = "header-menu";

/**
 * A sub-menu of the header, on native `details`. It opens without script and before hydration. With script it also
 * opens on hover, and closes on Escape, blur and selection. It is a list of links, not an ARIA menu.
 */
export function NavDisclosure({
  label,
  name,
  icon,
  children,
  isCurrent,
  align = "start",
  className,
}: NavDisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  /** Whether hover opened it. If so, leaving closes it and a click keeps it open. */
  const isHovered = useRef(false);
  const { key } = useLocation();
  const lastKey = useRef(key);

  function setOpen(open: boolean, byHover = false) {
    isHovered.current = byHover;
    if (details.current) details.current.open = open;
  }
  // Navigation closes it. The first page load does not, because it may have been opened before hydration.
  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    details.current?.removeAttribute("open");
  }, [key]);

  const openOnHover = (event: PointerEvent) =>
    event.pointerType === "mouse" && !details.current?.open && setOpen(true, true);
  const closeOnLeave = (event: PointerEvent) => event.pointerType === "mouse" && isHovered.current && setOpen(false);
  const closeOnBlur = (event: FocusEvent) =>
    !details.current?.contains(event.relatedTarget as Node | null) && setOpen(false);
  function keepOpenOnClick(event: MouseEvent) {
    if (isHovered.current && details.current?.open) event.preventDefault();
    isHovered.current = false;
  }
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !details.current?.open) return;
    event.stopPropagation();
    setOpen(false);
    details.current.querySelector("summary")?.focus();
  }

  return (
    <div
      role="presentation"
      className="relative"
      onPointerEnter={openOnHover}
      onPointerLeave={closeOnLeave}
      onBlur={closeOnBlur}
      onKeyDown={closeOnEscape}
    >
      <details ref={details} name={groupName} className="group">
        <summary
          aria-current={isCurrent || undefined}
          onClick={keepOpenOnClick}
          className={clsx(
            "list-none items-center gap-1.5 whitespace-nowrap [&::-webkit-details-marker]:hidden",
            className,
          )}
        >
          {icon && <Icon name={icon} size="sm" />}
          {name && <span className="sr-only">{name}</span>}
          {label}
          <Icon
            name="chevron-down"
            size="sm"
            className="transition-transform duration-(--nh-fast) group-open:rotate-180"
          />
        </summary>
        {/* The gap above the list belongs to it, so that the pointer can cross without closing it. */}
        <div className={clsx("absolute top-full z-20 pt-2", align === "end" ? "end-0" : "start-0")}>
          <ul className="grid min-w-52 rounded-card border border-line bg-raised p-1.5 text-base text-ink shadow-3">
            {children}
          </ul>
        </div>
      </details>
    </div>
  );
}

export const navDisclosureLink =
  "flex min-h-11 items-center justify-between gap-4 rounded-control px-3.5 py-2 hover:bg-primary-tint hover:text-primary aria-[current]:bg-primary-tint aria-[current]:text-primary";
