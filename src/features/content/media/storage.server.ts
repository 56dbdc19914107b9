import { join, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { S3mini } from "s3mini";
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Env } from "#platform/env.server.ts";
import { deleteFilesBefore } from "#platform/file-cache.server.ts";
import { findShippedFile, shippedRoot } from "./shipped-pictures.server.ts";
import { uploadedFormats, uploadedWidths } from "./uploaded-picture.ts";

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Storage in a folder of this machine, shared by its processes. */
export function diskStorage(folder: string): MediaStorage {
  const unfinished = join(folder, "unfinished");
  const throwFailure =
    (what: string) =>
    (error: unknown): never => {
      throw new StorageFailure(what, error);
    };

  async function put(name: string, body: Body): Promise<void> {
    const partialFile = join(unfinished, randomUUID());
    const file = join(folder, name);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    try {
      await writeFile(partialFile, "path" in body ? createReadStream(body.path) : body, { mode: 0o600, flush: true });
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await rename(partialFile, file);
    } finally {
      await rm(partialFile, { force: true });
    }
  }

  async function read(name: string) {
    const file = await open(join(folder, name)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (!file) return null;
    const { size } = await file.stat();
    const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
    return { bytes: size, body };
  }

  async function deleteAll(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(folder, name), { force: true });
    // Then deletes the folders of their keys, if they are empty.
    for (const key of new Set(names.map((name) => dirname(join(folder, name))))) await rmdir(key).catch(() => {});
  }

  return {
    put: (name, body) => put(name, body).catch(throwFailure("write")),
    read: (name) => read(name).catch(throwFailure("read")),
    delete: (names) => deleteAll(names).catch(throwFailure("delete")),
    deleteUnfinished: (before) => deleteFilesBefore(unfinished, before).catch(throwFailure("tidy up")),
  };
}

export interface BucketSettings {
  /** URL with the bucket's name as its path. */
  address: string;
  keyId: string;
  secret: string;
  region: string;
}

/** A bucket that does not respond within this time counts as down. */
const timeoutMs = 20_000;

/** Storage in an S3 bucket. The client library is loaded when the first file is used. */
export function bucketStorage({ address, keyId, secret, region }: BucketSettings): MediaStorage {
  let client: Promise<S3mini> | undefined;
  const bucket = () =>
    (client ??= import("s3mini").then(
      ({ S3mini }) =>
        new S3mini({
          endpoint: address,
          accessKeyId: keyId,
          secretAccessKey: secret,
          region,
          requestAbortTimeout: timeoutMs,
        }),
    ));
  const throwFailure =
    (what: string) =>
    (error: unknown): never => {
      throw new StorageFailure(what, error);
    };

  async function put(name: string, body: Body, type: string): Promise<void> {
    await (await bucket()).putObject(name, "path" in body ? await readFile(body.path) : body, type);
  }
  async function read(name: string) {
    const response = await (await bucket()).getObjectResponse(name);
    if (!response?.body) return null;
    return { bytes: Number(response.headers.get("content-length")), body: response.body };
  }
  async function deleteAll(names: readonly string[]): Promise<void> {
    for (const name of names) await (await bucket()).deleteObject(name);
  }

  return {
    put: (name, body, type) => put(name, body, type).catch(throwFailure("write")),
    read: (name) => read(name).catch(throwFailure("read")),
    delete: (names) => deleteAll(names).catch(throwFailure("delete")),
    // A bucket only shows complete objects.
    deleteUnfinished: async () => {},
  };
}

/** Thrown when the storage does not respond or is full. The file is then missing or unchanged. */
export class StorageFailure extends Error {
  override name = "StorageFailure";
  constructor(what: string, cause: unknown) {
    super(`The media storage could not ${what}`, { cause });
  }
}

export interface StoredFile {
  bytes: number;
  body: ReadableStream<Uint8Array>;
}

/** The bytes to store, or the path of a file with them. */
type Body = Uint8Array<ArrayBuffer> | { path: string };

/** Storage of uploads: a folder or a bucket. Names are `key/part`. Every method throws StorageFailure. */
export interface MediaStorage {
  /** Stores a file completely or not at all; replaces one with the same name. */
  put(name: string, body: Body, type: string): Promise<void>;
  /** Returns null when the file does not exist. */
  read(name: string): Promise<StoredFile | null>;
  /** Deletes files; a missing one is not an error. */
  delete(names: readonly string[]): Promise<void>;
  /**
   * Deletes half-written files of killed processes that were last changed before this time. Newer ones may still be in
   * progress.
   */
  deleteUnfinished(before: Date): Promise<void>;
}

export async function readBytes({ body }: StoredFile): Promise<Buffer> {
  return Buffer.from(await new Response(body).arrayBuffer());
}

/** Returns the folder of the uploads; null when they are in a bucket. */
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

const storages = new WeakMap<Env, MediaStorage>();

/**
 * Returns the configured storage: MEDIA_URL names a folder or a bucket; by default `media` in DATA_DIR. Pictures that ship
 * with the site are read from their own folder.
 */
export function getStorage(env: Env): MediaStorage {
  const storage = storages.get(env) ?? withShipped(storageFor(env));
  storages.set(env, storage);
  return storage;
}

function withShipped(storage: MediaStorage): MediaStorage {
  const shipped = diskStorage(shippedRoot);
  return {
    ...storage,
    read: (name) => {
      const file = findShippedFile(name);
      return file === null ? storage.read(name) : shipped.read(file);
    },
  };
}

export const getOriginalKey = (key: string): string => `${key}/original`;
export const getDocumentKey = (key: string): string => `${key}/document.pdf`;
export const getSizeKey = (key: string, width: number, format: string): string => `${key}/${width}.${format}`;

/** Lists every file that an upload may have in the storage. */
export const listStorageKeys = (key: string): string[] => [
  getOriginalKey(key),
  getDocumentKey(key),
  ...uploadedWidths.flatMap((width) => uploadedFormats.map((format) => getSizeKey(key, width, format))),
];
