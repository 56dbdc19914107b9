import { clsx } from "clsx/lite";
import type { IconName } from "./icon-names.ts";
import sprite from "./icons.svg?url";

const sizes = { sm: 16, md: 20, lg: 28, xl: 40 } as const;

export interface IconProps {
  name: IconName;
  /** 16 in meta lines, 20 by default, 28 in grids, 40 in seals. */
  size?: keyof typeof sizes;
  /** Mirrored on right-to-left pages: arrows and chevrons that mean forward or back. */
  mirrors?: boolean;
  className?: string;
}

/** Decoration in the text's colour: the element around it carries the name. */
export function Icon({ name, size = "md", mirrors, className }: IconProps) {
  return (
    <svg
      width={sizes[size]}
      height={sizes[size]}
      strokeWidth={size === "lg" || size === "xl" ? 1.4 : 1.6}
      aria-hidden="true"
      className={clsx("flex-none", mirrors && "rtl:-scale-x-100", className)}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
