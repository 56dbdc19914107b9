import { clsx } from "clsx/lite";
import { defaultSize, sprite, strokeWidth, type IconName } from "#icon-set";

const sizes = { sm: 16, lg: 28, xl: 40 } as const;

export interface IconProps {
  name: IconName;
  /**
   * `sm` (16 pixels) in meta lines, `lg` (28) in grids, `xl` (40) in seals, or a number of pixels. The default fits the
   * text beside it: 20, or 18 in the portal.
   */
  size?: keyof typeof sizes | number | undefined;
  /** Mirrors the icon on right-to-left pages: for arrows and chevrons that mean forward or back. */
  mirrors?: boolean;
  className?: string;
}

/** A decorative icon in the colour of the text. The element around it carries the name. */
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
