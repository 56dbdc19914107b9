import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Env } from "#platform/env.server.ts";
import { bucketStorage } from "./bucket-storage.server.ts";
import { diskStorage } from "./disk-storage.server.ts";
import type { MediaStorage } from "./media-storage.server.ts";
import { uploadedFormats, uploadedWidths } from "./uploaded-picture.ts";

function storageFor({ MEDIA_URL, MEDIA_S3_KEY_ID, MEDIA_S3_SECRET, MEDIA_S3_REGION, DATA_DIR }: Env): MediaStorage {
  if (!MEDIA_URL) return diskStorage(join(DATA_DIR, "media"));
  if (MEDIA_URL.startsWith("file:")) return diskStorage(fileURLToPath(MEDIA_URL));
  return bucketStorage({
    address: MEDIA_URL,
    keyId: MEDIA_S3_KEY_ID ?? "",
    secret: MEDIA_S3_SECRET ?? "",
    region: MEDIA_S3_REGION,
  });
}

const opened = new WeakMap<Env, MediaStorage>();

/** By the settings: MEDIA_URL names a folder or a bucket; without it, `media` in DATA_DIR. */
export function storageOf(env: Env): MediaStorage {
  const storage = opened.get(env) ?? storageFor(env);
  opened.set(env, storage);
  return storage;
}

export const originalOf = (key: string): string => `${key}/original`;
export const documentOf = (key: string): string => `${key}/document.pdf`;
export const sizeOf = (key: string, width: number, format: string): string => `${key}/${width}.${format}`;

/** Everything an upload may have in the storage. */
export const everyNameOf = (key: string): string[] => [
  originalOf(key),
  documentOf(key),
  ...uploadedWidths.flatMap((width) => uploadedFormats.map((format) => sizeOf(key, width, format))),
];
