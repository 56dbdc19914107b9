/**
 * The icons of the site and how they are drawn. The build of the portal replaces this file with its own: see
 * `#icon-set` in its config.
 */
export { default as sprite } from "./icons.svg?url";
export type { IconName } from "./icon-names.ts";

/** Size of an icon in pixels. */
export const defaultSize = 20;

/** Size in pixels of the icon in a button of each size. */
export const sizeInButton = { sm: 16, md: 20, lg: 20 };

export const strokeWidth = (size: number) => (size >= 28 ? 1.4 : 1.6);
