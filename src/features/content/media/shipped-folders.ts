/** Folders of the pictures that ship with content. Each is cut to the shapes of its own kind. */
export const shippedFolders = ["courses", "news", "banners"] as const;
export type ShippedFolder = (typeof shippedFolders)[number];
