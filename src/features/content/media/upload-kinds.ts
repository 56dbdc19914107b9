/** Kinds of files that may be uploaded, recognised by their first bytes. No I/O here. */
export const mediaKinds = ["picture", "document"] as const;
export type MediaKind = (typeof mediaKinds)[number];

export interface UploadKind {
  kind: MediaKind;
  type: "image/jpeg" | "image/png" | "image/webp" | "image/avif" | "application/pdf";
  /** Name that people know it by. */
  label: "JPEG" | "PNG" | "WebP" | "AVIF" | "PDF";
  /** Extensions that a file name of this kind may have. */
  extensions: readonly string[];
  maxBytes: number;
}

const megabyte = 2 ** 20;
export const pictureBytes = 20 * megabyte;
export const documentBytes = 20 * megabyte;
/**
 * Phones take photos of 50 megapixels. A picture with fewer pixels is still refused if it needs more memory than a
 * worker has, such as a large AVIF.
 */
export const maxPixels = 64_000_000;

const picture = (type: UploadKind["type"], label: UploadKind["label"], ...extensions: string[]): UploadKind => ({
  kind: "picture",
  type,
  label,
  extensions,
  maxBytes: pictureBytes,
});
const jpeg = picture("image/jpeg", "JPEG", "jpg", "jpeg", "jfif");
const png = picture("image/png", "PNG", "png");
const webp = picture("image/webp", "WebP", "webp");
const avif = picture("image/avif", "AVIF", "avif");
const pdf: UploadKind = {
  kind: "document",
  type: "application/pdf",
  label: "PDF",
  extensions: ["pdf"],
  maxBytes: documentBytes,
};

/** Detects the kind of a file; null for everything else, whatever its name says. */
export function detectUploadKind(head: Uint8Array): UploadKind | null {
  const text = Buffer.from(head).toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return jpeg;
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return png;
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return webp;
  // The `ftyp` box lists the main brand of the file, then compatible brands.
  if (text.slice(4, 8) === "ftyp" && /^(?:.{4}){2}(?:.{4})*?avif/s.test(text.slice(0, head[3]))) return avif;
  return text.startsWith("%PDF-") ? pdf : null;
}

/** Whether it is HEIC, the format of iPhone photos. Browsers do not show it, so it is refused with its own message. */
export function isHeic(head: Uint8Array): boolean {
  const box = Buffer.from(head).toString("latin1", 0, head[3]);
  return /^.{4}ftyp(?:.{4})*?(?:hei[cxms]|hev[cxms]|mif1|msf1)/s.test(box);
}

/** Cleans an uploaded file name: removes folders, extension, line breaks and invisible characters. */
export function displayName(fileName: string): string {
  const baseName = fileName.split(/[/\\]/).at(-1) ?? "";
  const cleaned = baseName
    .toWellFormed()
    .normalize("NFC")
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufffd]/g, "")
    .replace(/\.[A-Za-z0-9]{1,5}$/, "")
    .trim();
  return [...cleaned].slice(0, 100).join("") || "untitled";
}

/** Whether a file name has an extension of this kind, or none. */
export function isNamedLike(fileName: string, { extensions }: UploadKind): boolean {
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(fileName)?.[1]?.toLowerCase();
  return extension === undefined || extensions.includes(extension);
}
