import ChevronDown from "lucide-react/icons/chevron-down";
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { useLocation } from "react-router";
import { cx } from "./cx.ts";
import { Icon, type IconProps } from "./icon.tsx";

export interface NavDisclosureProps {
  /** The button's text. */
  label: ReactNode;
  /** Its name when the text alone does not say it ("Language: English"). */
  name?: string;
  icon?: IconProps["as"];
  /** `<li>` elements with links; they are in the page from the start. */
  children: ReactNode;
  /** Lights the button: the page is one of its links, or lies under one. */
  isCurrent?: boolean;
  align?: "start" | "end";
  className?: string;
}

/**
 * A sub-menu of links for the header: opens on click and on hover, closes on Esc, on leaving and on choosing.
 * A list of links behind a button, not an ARIA menu, and a twentieth of its size.
 */
export function NavDisclosure({ label, name, icon, children, isCurrent, align = "start", className }: NavDisclosureProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  const [opened, setOpened] = useState<{ by: false | "hover" | "click"; on: string }>({ by: false, on: key });
  // Choosing a link leaves the page it was opened on, and so closes it.
  const open = opened.on === key && opened.by;
  const setOpen = (by: false | "hover" | "click") => setOpened({ by, on: key });

  const leave = (event: PointerEvent) => event.pointerType === "mouse" && open === "hover" && setOpen(false);
  const blur = (event: FocusEvent) => !root.current?.contains(event.relatedTarget as Node | null) && setOpen(false);
  function escape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  }

  return (
    <div ref={root} role="presentation" className="relative" onPointerEnter={(event) => event.pointerType === "mouse" && !open && setOpen("hover")} onPointerLeave={leave} onBlur={blur} onKeyDown={escape}>
      <button ref={button} type="button" aria-label={name} aria-expanded={open !== false} aria-controls={id} aria-current={isCurrent || undefined} onClick={() => setOpen(open === "click" ? false : "click")} className={cx("inline-flex items-center gap-1.5 whitespace-nowrap", className)}>
        {icon && <Icon as={icon} size="sm" />}
        {label}
        <Icon as={ChevronDown} size="sm" className={cx("transition-transform duration-(--nh-fast)", open && "rotate-180")} />
      </button>
      {/* The space above the list belongs to it, so the pointer can cross without closing it. */}
      <div id={id} hidden={!open} className={cx("absolute top-full z-20 pt-2", align === "end" ? "end-0" : "start-0")}>
        <ul className="grid min-w-52 rounded-card border border-line bg-raised p-1.5 text-base text-ink shadow-3">{children}</ul>
      </div>
    </div>
  );
}

/** The classes of a link in such a list. */
export const navDisclosureLink = "flex min-h-11 items-center justify-between gap-4 rounded-control px-3.5 py-2 hover:bg-primary-tint hover:text-primary aria-[current]:bg-primary-tint aria-[current]:text-primary";
