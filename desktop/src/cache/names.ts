/**
 * The file name of a cached picture: `<address>-<content>.<format>`, with the SHA-256 of both. The names hold all that
 * the cache needs to know, so the folder has no index that could become wrong.
 */
import { createHash } from "node:crypto";

/** Media type of each file extension. */
const mediaTypes: Record<string, string> = {
  avif: "image/avif",
  webp: "image/webp",
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  svg: "image/svg+xml",
};

export interface CachedName {
  file: string;
  /** Digest of the address. */
  key: string;
  /** Digest of the bytes. */
  content: string;
  /** Media type. */
  type: string;
}

export const sha256Hex = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Returns the file name of a picture, or null if the media type is none of `mediaTypes`. */
export function cachedName(key: string, content: string, type: string): CachedName | null {
  const format = Object.keys(mediaTypes).find((name) => mediaTypes[name] === type);
  return format ? { file: `${key}-${content}.${format}`, key, content, type } : null;
}

/** Parses a file name. Returns null if it is not the name of a cached picture. */
export function readName(file: string): CachedName | null {
  const [, key, content, format] = /^([0-9a-f]{64})-([0-9a-f]{64})\.([a-z]+)$/.exec(file) ?? [];
  const type = format && mediaTypes[format];
  return key && content && type ? { file, key, content, type } : null;
}

/** The name of a file that this process is still writing: `part-<pid>-<number>`. */
export const partName = (number: number) => `part-${process.pid}-${number}`;

/** Returns the id of the process that writes a part file, or null if the name is not that of a part file. */
export function getWriterPid(file: string): number | null {
  const pid = /^part-(\d+)-\d+$/.exec(file)?.[1];
  return pid === undefined ? null : Number(pid);
}
