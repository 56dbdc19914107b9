/** The picture a cover is drawn as, and the widths it is kept in: 16:10, in CSS pixels. */
export const coverWidth = 640;
export const coverHeight = 400;
export const coverWidths = [320, 416, 720, 960] as const;
export const coverFormats = ["avif", "webp"] as const;
