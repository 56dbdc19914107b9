import type { LucideIcon } from "lucide-react";

const sizes = { sm: 16, md: 20, lg: 28, xl: 40 } as const;

export interface IconProps {
  /** One icon, imported alone: `import Check from "lucide-react/icons/check"`. */
  as: LucideIcon;
  /** 16 in meta lines, 20 by default, 28 in grids, 40 in seals. */
  size?: keyof typeof sizes;
  /** For arrows and chevrons that mean forward or back: mirrored on right-to-left pages. */
  mirrors?: boolean;
  className?: string;
}

/** A line icon in the text's colour; decoration, so whatever holds it carries the name. */
export function Icon({ as: Glyph, size = "md", mirrors, className = "" }: IconProps) {
  return <Glyph size={sizes[size]} strokeWidth={size === "lg" || size === "xl" ? 1.4 : 1.6} className={`flex-none ${mirrors ? "rtl:-scale-x-100 " : ""}${className}`} />;
}
