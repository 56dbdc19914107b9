import { clsx } from "clsx/lite";
import { defaultSize, sprite, strokeWidth, type IconName } from "#icon-set";

const sizes = { sm: 16, lg: 28, xl: 40 } as const;

export interface IconProps {
  name: IconName;
  /** 16 in meta lines, 28 in grids, 40 in seals, or pixels; by default as the text beside it: 20, in the portal 18. */
  size?: keyof typeof sizes | number | undefined;
  /** Mirrored on right-to-left pages: arrows and chevrons that mean forward or back. */
  mirrors?: boolean;
  className?: string;
}

/** Decoration in the text's colour: the element around it carries the name. */
export function Icon({ name, size = defaultSize, mirrors, className }: IconProps) {
  const pixels = typeof size === "number" ? size : sizes[size];
  return (
    <svg
      width={pixels}
      height={pixels}
      strokeWidth={strokeWidth(pixels)}
      aria-hidden="true"
      className={clsx("flex-none", mirrors && "rtl:-scale-x-100", className)}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
