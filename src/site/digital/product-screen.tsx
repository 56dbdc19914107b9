import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Badge, type Tone } from "#ui/badge.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";

export interface ProductScreenProps {
  /** Describes the picture; its parts are hidden from screen readers. */
  label: string;
  id?: string;
  icon?: IconName;
  title: string;
  note: string;
  /** Background class of a frame around the screen. Without it there is no frame. */
  backgroundClass?: string;
  children: ReactNode;
}

/** A picture of a product's screen, drawn with elements so that it is sharp, small and in the page's language. */
export function ProductScreen({ label, id, icon, title, note, backgroundClass, children }: ProductScreenProps) {
  return (
    <div
      id={id}
      role="img"
      aria-label={label}
      className={clsx(
        "min-w-0",
        id && "lg:scroll-mt-64",
        backgroundClass && `rounded-panel p-[clamp(1.25rem,3.5vw,3rem)] ${backgroundClass}`,
      )}
    >
      <div
        className={clsx(
          "overflow-hidden rounded-[20px] bg-surface text-ink",
          backgroundClass
            ? "border border-line shadow-3"
            : "shadow-[0_40px_90px_-20px_rgb(0_0_0/.6),0_0_0_8px_rgb(255_255_255/.07)]",
        )}
      >
        <div
          className={clsx(
            "flex items-center justify-between gap-4 border-b border-line py-4",
            backgroundClass ? "px-4 md:px-[1.35rem]" : "px-[1.35rem]",
          )}
        >
          <span className="flex items-center gap-2.5 font-medium">
            {icon && <Icon name={icon} size="sm" className="text-primary" />}
            {title}
          </span>
          <span className="text-xs text-ink-3">{note}</span>
        </div>
        {children}
      </div>
    </div>
  );
}

export function ScreenBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge tone={tone} className="px-2! py-[.1rem]! text-[11.5px]!">
      {children}
    </Badge>
  );
}

export interface ScreenRow {
  title: string;
  text: string;
  tone: Tone;
  state: string;
}

export function ScreenRows({ rows }: { rows: readonly ScreenRow[] }) {
  return (
    <ul className="border-t border-line">
      {rows.map(({ title, text, tone, state }) => (
        <li
          key={title}
          className="flex items-center justify-between gap-4 border-line px-[1.35rem] py-3 text-sm not-first:border-t"
        >
          <span>
            <span className="font-medium">{title}</span> <span className="text-ink-3">{text}</span>
          </span>
          <ScreenBadge tone={tone}>{state}</ScreenBadge>
        </li>
      ))}
    </ul>
  );
}
