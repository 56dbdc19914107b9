import { clsx } from "clsx/lite";
import type { IconName } from "./icon-names.ts";
import sprite from "./icons.svg?url";

export interface IconProps {
  name: IconName;
  /** Pixels: 14 in chips, 16 in lines, 18 by default, 24 in heads. */
  size?: number;
  /** Mirrored in Arabic: arrows, chevrons, undo, reply. */
  mirrors?: boolean;
  className?: string;
}

/** Decoration in the text's colour: the element around it carries the name. */
export function Icon({ name, size = 18, mirrors = false, className }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      strokeWidth={size <= 14 ? 2 : 1.7}
      aria-hidden="true"
      className={clsx("icon flex-none", mirrors && "rtl:-scale-x-100", className)}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
