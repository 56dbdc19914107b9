/** Pictures that staff upload: how content names them, and where their sizes are. No I/O here. */

/** In pixels. A narrower picture keeps its own width in every size. */
export const uploadedWidths = [480, 960, 1920] as const;
export const uploadedFormats = ["avif", "webp"] as const;

/** What pages know about an uploaded picture besides its name. */
export interface ImageDetails {
  /** Focal point in percent of width and height from the left and the top; stays visible however the picture is cut. */
  focal_x: number;
  focal_y: number;
  /** Alternative text; empty for decoration. */
  alt_eng: string;
  alt_ar: string;
}

/** Name of an upload in content, in place of the base name of a picture that ships with the site. */
export const uploadedName = (key: string): string => `u-${key}`;

/** The key in the name of an upload; null for a picture that ships with the site. */
export const uploadedKey = (image: string): string | null => /^u-([0-9a-f]{32})$/.exec(image)?.[1] ?? null;

export const uploadedAddress = (
  key: string,
  width: (typeof uploadedWidths)[number],
  format: (typeof uploadedFormats)[number],
): string => `/media/u/${key}-${width}.${format}`;

/** `name` is only the file name of a download. */
export const documentAddress = (key: string, name: string): string =>
  `/media/u/${key}/${
    name
      .replace(/\.pdf$/i, "")
      .replaceAll(/[^\w.-]+/g, "-")
      .replaceAll(/^[.-]+|[.-]+$/g, "") || "document"
  }.pdf`;

/** Finds every upload that a text names: its key, and the paths of the fields. */
export function uploadsIn(data: unknown): Map<string, string[]> {
  const pathsByKey = new Map<string, string[]>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === "string")
      for (const [, name, address] of value.matchAll(/^u-([0-9a-f]{32})$|\/media\/u\/([0-9a-f]{32})/g)) {
        const key = name ?? address ?? "";
        const paths = pathsByKey.get(key) ?? [];
        if (!paths.includes(path)) pathsByKey.set(key, [...paths, path]);
      }
    else if (typeof value === "object" && value !== null)
      for (const [name, item] of Object.entries(value)) visit(item, path === "" ? name : `${path}.${name}`);
  };
  visit(data, "");
  return pathsByKey;
}
