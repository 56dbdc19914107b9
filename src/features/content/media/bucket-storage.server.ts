import type { S3mini } from "s3mini";
import { StorageFailure, type MediaStorage } from "./media-storage.server.ts";

export interface BucketSettings {
  /** With the bucket's name as its path. */
  address: string;
  keyId: string;
  secret: string;
  region: string;
}

/** A bucket that says nothing for this long is down. */
const patienceMs = 20_000;

/** In a bucket that speaks S3. The client is loaded with the first file. */
export function bucketStorage({ address, keyId, secret, region }: BucketSettings): MediaStorage {
  let opened: Promise<S3mini> | undefined;
  const bucket = () =>
    (opened ??= import("s3mini").then(
      ({ S3mini }) =>
        new S3mini({
          endpoint: address,
          accessKeyId: keyId,
          secretAccessKey: secret,
          region,
          requestAbortTimeout: patienceMs,
        }),
    ));
  const failing =
    (what: string) =>
    (error: unknown): never => {
      throw new StorageFailure(what, error);
    };

  async function put(name: string, body: Uint8Array<ArrayBuffer>, type: string): Promise<void> {
    await (await bucket()).putObject(name, body, type);
  }
  async function read(name: string) {
    const answer = await (await bucket()).getObjectResponse(name);
    if (!answer?.body) return null;
    return { bytes: Number(answer.headers.get("content-length")), body: answer.body };
  }
  async function deleteAll(names: readonly string[]): Promise<void> {
    for (const name of names) await (await bucket()).deleteObject(name);
  }

  return {
    put: (name, body, type) => put(name, body, type).catch(failing("write")),
    read: (name) => read(name).catch(failing("read")),
    delete: (names) => deleteAll(names).catch(failing("delete")),
    // A bucket shows an object when all of it is there.
    deleteUnfinished: async () => {},
  };
}
