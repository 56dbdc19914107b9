import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Env } from "#platform/env.server.ts";
import { bucketStorage } from "./bucket-storage.server.ts";
import { diskStorage } from "./disk-storage.server.ts";
import type { MediaStorage } from "./media-storage.server.ts";
import { uploadedFormats, uploadedWidths } from "./uploaded-picture.ts";

/** Where uploads are; null when that is a bucket. */
export function mediaFolder({ MEDIA_URL, DATA_DIR }: Pick<Env, "MEDIA_URL" | "DATA_DIR">): string | null {
  if (!MEDIA_URL) return join(DATA_DIR, "media");
  return MEDIA_URL.startsWith("file:") ? fileURLToPath(MEDIA_URL) : null;
}

function storageFor(env: Env): MediaStorage {
  const { MEDIA_S3_KEY_ID, MEDIA_S3_SECRET, MEDIA_S3_REGION } = env;
  const folder = mediaFolder(env);
  if (folder !== null) return diskStorage(folder);
  return bucketStorage({
    address: env.MEDIA_URL ?? "",
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
