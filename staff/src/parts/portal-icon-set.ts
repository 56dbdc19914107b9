/** The icons of the portal and how they are drawn. Replaces the site's set (`#icon-set`). */
export { default as sprite } from "./portal-icons.svg?url";
export type { IconName } from "./portal-icon-names.ts";

/** Pixels. Smaller than on the site, as the text is smaller. */
export const defaultSize = 18;

/** Pixels, in buttons of each size. */
export const sizeInButton = { sm: 16, md: 16, lg: 16 };

export const strokeWidth = (size: number) => (size <= 14 ? 2 : 1.7);
