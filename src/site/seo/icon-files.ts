/** Written by tools/media-share.ts: icons of 192 and 512 pixels, and one of 512 that a launcher may cut into its shape. */
export const iconFiles = {
  small: "/icons/icon-192.70df7425bb.png",
  large: "/icons/icon-512.6fc3eae743.png",
  maskable: "/icons/maskable-512.268beff4bf.png",
};
