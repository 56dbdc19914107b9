/**
 * The file name of a cached picture: `<address>-<content>.<format>`, both as SHA-256, so that a folder needs no index
 * that could be wrong.
 */
import { createHash } from "node:crypto";

const types: Record<string, string> = {
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

/** The name of a picture's file; null for a media type that is no picture's. */
export function cachedName(key: string, content: string, type: string): CachedName | null {
  const format = Object.keys(types).find((name) => types[name] === type);
  return format ? { file: `${key}-${content}.${format}`, key, content, type } : null;
}

/** Reads a file's name; null when the file is none of ours. */
export function readName(file: string): CachedName | null {
  const [, key, content, format] = /^([0-9a-f]{64})-([0-9a-f]{64})\.([a-z]+)$/.exec(file) ?? [];
  const type = format && types[format];
  return key && content && type ? { file, key, content, type } : null;
}

/** A file that is being written, named by its process: `part-<pid>-<number>`. */
export const partName = (number: number) => `part-${process.pid}-${number}`;

/** The process that writes a file; null when it is no part. */
export function getWriterPid(file: string): number | null {
  const pid = /^part-(\d+)-\d+$/.exec(file)?.[1];
  return pid === undefined ? null : Number(pid);
}
