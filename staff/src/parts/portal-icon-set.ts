/** The icons of the portal and their sizes. In the portal this file replaces the icon set of the site (`#icon-set`). */
export { default as sprite } from "./portal-icons.svg?url";
export type { IconName } from "./portal-icon-names.ts";

/** Size in pixels. It is smaller than on the site, because the text is smaller too. */
export const defaultSize = 18;

/** Size in pixels in a button of each size. */
export const sizeInButton = { sm: 16, md: 16, lg: 16 };

export const strokeWidth = (size: number) => (size <= 14 ? 2 : 1.7);
