/** Folders of the pictures that ship with content, one per kind. Each kind has its own crops. */
export const shippedFolders = ["courses", "news", "banners"] as const;
export type ShippedFolder = (typeof shippedFolders)[number];
