/** Icons of home screens: 192 and 512 pixels, and a maskable one of 512. */
export const iconFiles = {
  small: "/icons/icon-192.70df7425bb.png",
  large: "/icons/icon-512.6fc3eae743.png",
  maskable: "/icons/maskable-512.268beff4bf.png",
};
